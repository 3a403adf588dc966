"""Meetings: what two changes do to each other that neither model shows alone."""
