"""Pages about games: the list, a new one, who sits at the table, its course and its history."""
