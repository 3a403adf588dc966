"""Git: objects, refs, index, the one write pipeline, history. pygit2 lives here alone."""
