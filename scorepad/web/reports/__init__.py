"""What a game gives: its sheet, standings, the table view, print, files to take away."""
