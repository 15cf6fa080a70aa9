"""Pages about games: the list, a new game, the players, the course of a game, and its history."""
