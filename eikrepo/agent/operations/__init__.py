"""The table of operations: one module an operation, each binding ``OPERATION``."""
