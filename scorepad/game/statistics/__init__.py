"""People and evenings across games: all of it derived from the sheets, never typed in."""
