"""Derived values: bounds, quantities, positions. Pure functions of a model."""
