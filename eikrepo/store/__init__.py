"""The files of a model: canonical bytes, folder, single file, cache. msgspec lives here alone."""
