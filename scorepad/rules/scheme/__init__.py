"""Schemes: how a hand becomes points (design.md section 4), text files in the little language of points."""

from scorepad.rules.scheme.built_in_files import built_in, find
from scorepad.rules.scheme.parts import Case, Example, Option, Term, Winner
from scorepad.rules.scheme.scheme import Scheme

__all__ = ["Case", "Example", "Option", "Scheme", "Term", "Winner", "built_in", "find"]
