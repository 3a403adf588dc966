"""The table of categories: one module a category, each binding ``CATEGORY``."""
