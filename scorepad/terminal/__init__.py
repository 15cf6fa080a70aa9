"""A sheet as text for a terminal: `sheet` lays out a game, `text` measures and wraps lines."""
