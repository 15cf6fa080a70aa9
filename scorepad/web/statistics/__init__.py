"""Pages about people and statistics, and the import of games."""
