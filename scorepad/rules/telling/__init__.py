"""How a game is played and counted, told to who wants to learn it: the one room for it.

The sentences are composed from the keys of a rulebook, so that a house rule changes them; what no key says stands in
the rulebook's and the scheme's files (`told`). Pages, prints and the command line show the same sections.
"""

from scorepad.rules.telling.game import told
from scorepad.rules.telling.points import scheme_told
from scorepad.rules.telling.section import GameTold, Grid, Section

__all__ = ["GameTold", "Grid", "Section", "scheme_told", "told"]
