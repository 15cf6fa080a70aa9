"""Custom schemes from the answers to questions.

`answers.py` defines the answers. `scheme_data.py` turns answers into a scheme, and `answer_search.py` finds the answers
for a scheme, if there are any. `symbolic.py` computes formulas with symbols. `sentences.py` has the answers in words,
and `texts.py` the texts of rule files.
"""

from scorepad.rules.scheme.builder.answer_search import read
from scorepad.rules.scheme.builder.answers import Amount, Answers, Mark, Winner
from scorepad.rules.scheme.builder.scheme_data import data_of
from scorepad.rules.scheme.builder.sentences import about, game, in_words, worth

__all__ = ["Amount", "Answers", "Mark", "Winner", "about", "data_of", "game", "in_words", "read", "worth"]
