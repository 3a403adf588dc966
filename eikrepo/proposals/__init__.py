"""Proposals, differences, merges and reviews."""
