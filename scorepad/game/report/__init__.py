"""Reports of a game: log, statistics, chances, pace, and data for charts and spreadsheets."""
