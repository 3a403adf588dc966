"""The agent host: operations and the doors they are reached by."""
