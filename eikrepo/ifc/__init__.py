"""IFC in and out. ifcopenshell lives here alone."""
