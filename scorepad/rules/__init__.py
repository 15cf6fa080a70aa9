"""What the game is: rule files (schemes and rulebooks) as text, and the language of points they are written in."""
