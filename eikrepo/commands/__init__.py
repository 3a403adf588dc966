"""The table of commands: one module a command, each binding ``COMMAND``. Pure plans."""
