"""eikrepo: a git-native repository manager for building models."""

__version__ = "0.1.0"
