"""The model: records, categories, models, differences. Plain immutable values, no I/O."""
