"""Who may do what to which branch: pure."""
