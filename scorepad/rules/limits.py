"""How large a game may be: rule files, records and forms go up to here, and formulas are checked up to here."""

MOST_CARDS = 60  # of one hand, each
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
