"""People who make mistakes: how often (profiles), what follows (effects), and what is counted (the clause log)."""
