"""The table of rules: one module a rule, each binding ``RULE``; the file's name is its code."""
