"""Drawings: what a model shows from one side, as plain lines, areas and words, then as SVG."""
