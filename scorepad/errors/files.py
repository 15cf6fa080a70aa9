"""Errors of game files, records and rule files: unreadable, invalid, missing, or changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorepad.errors.base import FieldError, RuleError, ScorepadError, place_in_words, quote_value
from scorepad.formats import day_in_words
from scorepad.words import _, join_label, ours


class FileError(ScorepadError):
    """A game file that is invalid.

    `entry` is the position in the record, from 1 (None: the head of the file). `hand` is the number of the hand. The
    message names the hand, otherwise the entry, and the field. `text` replaces it if it already names the place.
    """

    def __init__(
        self, reason: str, entry: int | None = None, field: str = "", hand: int | None = None, *, text: str = ""
    ) -> None:
        self.reason, self.entry, self.field, self.hand = reason, entry, field, hand
        if hand is not None:
            place = _("Hand {hand}").format(hand=hand)
        else:
            place = _("Entry {entry}").format(entry=entry) if entry else ""
        super().__init__(text or join_label(place, place_in_words(field), reason))

    @classmethod
    def of_hand(cls, error: RuleError, entry: int, hand: int, field: str = "") -> FileError:
        """Return the error in a hand of a game file: `Hand 2: Ann has not bid yet.`."""
        if isinstance(error, FieldError) and field and "." not in field:
            return cls(str(error), entry, field, hand)  # the message does not name the field
        what = error.clause if str(error).endswith(error.clause) else f"{error.clause}."
        message = str(error) if error.hand == hand else _("Hand {hand}: {what}").format(hand=hand, what=what)
        return cls(str(error), entry, field, hand, text=message)


class HandsImpossible(FileError):
    """Hands of an old sheet that contradict the rules, although the rules should decide the points.

    `hands` has their numbers. The message names the first.
    """

    def __init__(self, reason: str, hands: tuple[int, ...]) -> None:
        self.hands = hands
        super().__init__(reason, hand=hands[0])


class SheetUnreadable(ScorepadError):
    """Rows of an old sheet that cannot be read.

    `line` is the line in the file, from 1 (None: the whole file).
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason, self.line = reason, line
        place = _("Line {line}: {reason}").format(line=line, reason=reason)
        super().__init__(place if line else reason)


def sheet_too_large() -> SheetUnreadable:
    """Return the error for a file beyond the limits of a score sheet."""
    return SheetUnreadable(_("This file is too large for a score sheet."))


def zip_too_large() -> SheetUnreadable:
    """Return the error for a zip beyond the limits of score sheets."""
    return SheetUnreadable(_("This zip is too large for score sheets. Unpack it, and import it in parts."))


class DateUnclear(SheetUnreadable):
    """An ambiguous date.

    03/04/2026 is in March or in April, and the user must choose.
    """

    def __init__(self, text: str, line: int) -> None:
        words = _("“{text}” may be two dates. Choose whether the day or the month comes first.")
        super().__init__(words.format(text=text[:40]), line)


MOST_NAMED = 12  # columns in a message


class ColumnsUnclear(SheetUnreadable):
    """Columns of an old sheet whose meaning is not certain. `columns` has their headings."""

    def __init__(self, columns: Sequence[str], reason: str = "", line: int | None = None) -> None:
        self.columns = tuple(columns)
        words = reason or _("It is unclear what these columns mean: {columns}. Choose their meaning.")
        more = ["…"] if len(columns) > MOST_NAMED else []
        super().__init__(words.format(columns=", ".join([*map(quote_value, columns[:MOST_NAMED]), *more])), line)


class BrokenEvent(ScorepadError):
    """A stored event that this program cannot read."""

    def __init__(self, data: object) -> None:
        super().__init__(_("A record of this game cannot be read: {data}").format(data=str(data)[:200]))


class GameNotFound(ScorepadError):
    """An id that no game has."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        super().__init__(_("There is no game “{game}” here. “scorepad games” lists the games.").format(game=game_id))


class StaleVersion(ScorepadError):
    """A change based on an old version of a game.

    `seen` is that version, and `now` is the current one.
    """

    def __init__(self, seen: int, now: int) -> None:
        self.seen, self.now = seen, now
        super().__init__(_("Another scorer has changed this game in the meantime. Your change was not saved."))


class DraftChanged(ScorepadError):
    """A change based on an old draft of the current hand.

    Another device has changed the draft.
    """

    def __init__(self) -> None:
        super().__init__(_("Another scorer has tapped for this hand in the meantime. Your tap was not saved."))


class GameInTrash(ScorepadError):
    """A change of a game in the trash."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        super().__init__(_("This game is in the trash, so nothing was saved. Restore it first."))


class RecordDamaged(ScorepadError):
    """A game whose record does not match its hashes.

    `seq` is the number of the first invalid event. `problems` are sentences.
    """

    def __init__(self, game_id: str, seq: int, problems: Iterable[str] = ()) -> None:
        self.game_id, self.seq = game_id, seq
        unreadable = _("Event {number} of game “{game}” cannot be read any more.").format(number=seq, game=game_id)
        self.problems = tuple(problems) or (unreadable,)
        changed = _("Game “{game}” is damaged: {what}").format(game=game_id, what=" ".join(self.problems[:3]))
        super().__init__(changed if problems else unreadable)


class RuleFileError(ScorepadError):
    """An invalid scheme, rulebook, ladder or formula.

    `where` names the key, and `at` is the 0-based position in its text. `line` and `column` are 1-based. With
    `says_of_what` the reason names its subject, so the message omits the key: the form may not show keys.
    """

    def __init__(
        self, where: str, reason: str, line: int | None = None, column: int | None = None, *, at: int | None = None,
        says_of_what: bool = False,
    ) -> None:  # fmt: skip
        self.where, self.reason, self.line, self.column, self.at = where, reason, line, column, at
        self.says_of_what = says_of_what
        super().__init__(reason)

    def __str__(self) -> str:
        place = _("Line {line}").format(line=self.line) if self.line else ""
        return join_label(place, "" if self.says_of_what else self.what, self.reason)

    @property
    def what(self) -> str:
        """Return the place that `where` names, in words."""
        return place_in_words(self.where)


class FormulaError(RuleFileError):
    """A formula that is invalid, or that fails on a hand."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__("", reason, at=at)


def unknown_name(at: int, name: str, names: Iterable[str]) -> FormulaError:
    """Return the error for an unknown name in a formula."""
    from difflib import get_close_matches  # imported late, to keep the start fast

    close = get_close_matches(name[:40], names, n=1)
    reason = _("There is no “{name}” here.").format(name=name[:40])
    hint = _("Did you mean “{name}”?").format(name=close[0]) if close else ""
    return FormulaError(at, f"{reason} {hint}".strip())


def ladder_error(reason: str, at: int = 0) -> RuleFileError:
    """Return the error for hand sizes that cannot be parsed or dealt; `at` is the position in their text."""
    return RuleFileError("ladder", reason, at=at, says_of_what=True)


def too_many_cards(cards: int, players: int, most: int) -> RuleError:
    text = _("{cards} cards for each of {players} players is more than the pack has. The most is {most}.")
    return RuleError("cards", text.format(cards=cards, players=players, most=most))


def scheme_missing(rulebook: str) -> RuleError:
    text = _("The points of “{rulebook}” are not known. Choose a scoring for it.")
    return RuleError("scheme", text.format(rulebook=ours(rulebook)))


def rules_unnamed(kind: str) -> RuleError:
    """Return the error for a scheme or rulebook with an invisible name."""
    return RuleError(
        kind, _("Enter a name for the scheme.") if kind == "scheme" else _("Enter a name for the rulebook.")
    )


def not_whole(field: str, least: int, most: int) -> RuleError:
    text = _("Enter a whole number from {least} to {most}.")
    return FieldError(field, text.format(least=least, most=most))


class UnknownLanguage(RuleError):
    """A language in which nothing can be printed."""

    def __init__(self, code: str, known: Iterable[str]) -> None:
        text = _("Scorepad has no language “{code}”. It has {known}.")
        super().__init__("language", text.format(code=code[:40], known=", ".join(known)))


def not_a_date(field: str, text: str) -> RuleError:
    why = _("“{text}” is not a date. Example: {day}.")
    return RuleError(field, why.format(text=text[:40], day=day_in_words("2026-11-20")))


def text_too_long(field: str, most: int) -> RuleError:
    return RuleError(field, _("Enter at most {most} letters.").format(most=most))
