"""Statistics and the league as pages."""
