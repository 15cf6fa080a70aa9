"""What the game is: laws as text files."""
