"""Bodies of records as pictures and sections need them: joined, with openings cut, in layers."""
