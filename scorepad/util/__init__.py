"""Small helpers that know nothing of games."""
