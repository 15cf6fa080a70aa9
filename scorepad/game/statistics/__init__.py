"""People and evenings across games, derived from the sheets."""
