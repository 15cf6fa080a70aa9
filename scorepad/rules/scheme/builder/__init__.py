"""Schemes built by answering questions.

`answers.py` has the questions; `writing.py` turns answers into a scheme; `reading.py` finds the answers of a scheme,
if there are any; `letters.py` computes formulas with symbols; `sentences.py` and `texts.py` have the words.
"""

from scorepad.rules.scheme.builder.answers import Amount, Answers, Mark, Winner
from scorepad.rules.scheme.builder.reading import read
from scorepad.rules.scheme.builder.sentences import about, game, in_words, worth
from scorepad.rules.scheme.builder.writing import data_of

__all__ = ["Amount", "Answers", "Mark", "Winner", "about", "data_of", "game", "in_words", "read", "worth"]
