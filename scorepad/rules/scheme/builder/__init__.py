"""Custom schemes from the answers to questions.

`scheme_data.py` turns answers into a scheme, and `reading.py` returns the answers of a scheme, if it has any.
`sentences.py` has the answers in words, and `texts.py` the texts of rule files.
"""

from scorepad.rules.scheme.answers import Amount, Answers, Mark, Winner
from scorepad.rules.scheme.builder.reading import is_expressible, read, text_of
from scorepad.rules.scheme.builder.scheme_data import data_of
from scorepad.rules.scheme.builder.sentences import about, game, in_words, worth

__all__ = [
    "Amount", "Answers", "Mark", "Winner", "about", "data_of", "game", "in_words", "is_expressible", "read", "text_of",
    "worth",
]  # fmt: skip
