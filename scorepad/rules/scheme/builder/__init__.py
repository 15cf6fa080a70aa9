"""Points built by answering questions: the answers, the rule file that says them, and the answers that a scheme says.

`answers.py` what is asked; `writing.py` answers to the data of a scheme; `reading.py` a scheme to its answers, where
there are any; `letters.py` formulas worked out with letters, by which that is proved; `sentences.py` answers in words.
"""

from scorepad.rules.scheme.builder.answers import Amount, Answers, Mark, Winner
from scorepad.rules.scheme.builder.reading import read
from scorepad.rules.scheme.builder.sentences import about, game, in_words, worth
from scorepad.rules.scheme.builder.writing import data_of

__all__ = ["Amount", "Answers", "Mark", "Winner", "about", "data_of", "game", "in_words", "read", "worth"]
