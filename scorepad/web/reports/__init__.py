"""Reports of a game: its sheet, standings, table view, prints, and exports."""
