"""Custom schemes from the answers to questions.

`answers.py` defines the answers. `writing.py` turns answers into a scheme, and `reading.py` finds the answers for a
scheme, if there are any. `letters.py` computes formulas with symbols. `sentences.py` has the answers in words, and
`texts.py` the texts of rule files.
"""

from scorepad.rules.scheme.builder.answers import Amount, Answers, Mark, Winner
from scorepad.rules.scheme.builder.reading import read
from scorepad.rules.scheme.builder.sentences import about, game, in_words, worth
from scorepad.rules.scheme.builder.writing import data_of

__all__ = ["Amount", "Answers", "Mark", "Winner", "about", "data_of", "game", "in_words", "read", "worth"]
