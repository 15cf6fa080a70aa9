"""What a game says: its log in words, statistics, chances, pace, data for charts and spreadsheets."""
