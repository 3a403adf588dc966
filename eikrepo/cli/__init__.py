"""The command line: the clock, the environment and the terminal live here alone."""
