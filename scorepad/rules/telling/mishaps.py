"""Sentences for misdeals, misplays and late entry: the game's rules or Scorepad's defaults."""

from collections.abc import Iterator

from scorepad.formats import format_points
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.telling.section import ExplainedGame
from scorepad.words import _, ngettext


def mishaps(game: ExplainedGame) -> Iterator[str]:
    """Yield the rules for misdeals, misplays and late entry that the rulebook or the table's house rules state."""
    yield from game.own("mishaps")
    yield from _wrong_count(game.rulebook)
    yield from _mishaps(game.rulebook, stated=True)


def default_rules(game: ExplainedGame) -> Iterator[str]:
    """Yield Scorepad's defaults for the rules that are not stated."""
    defaults = [*_mishaps(game.rulebook, stated=False)]
    if defaults:
        yield _("These rules do not cover the following. Scorepad does this unless you choose otherwise.")
    yield from defaults


def _mishaps(rulebook: Rulebook, *, stated: bool) -> Iterator[str]:
    for key, sentences_about in _MISHAPS.items():
        if rulebook.has_key(key) == stated:
            yield from sentences_about(rulebook)


def misdeal_in_words(rulebook: Rulebook) -> Iterator[str]:
    """Yield what a misdeal costs, and how it is dealt again."""
    dealer, others = (-rulebook.misdeal.get(role, 0) for role in ("dealer", "wrong_count"))
    if not dealer and not others:
        again = _("A misdealt hand costs nothing. The same dealer deals the same number of cards again.")
        on = _("A misdealt hand costs nothing. The next dealer deals the same number of cards again.")
        yield on if rulebook.void_moves_on else again
        return
    yield _("A misdeal found before play is dealt again and costs nothing.")
    if dealer:
        text = ngettext(
            "For a misdeal found later the dealer loses {points} point.",
            "For a misdeal found later the dealer loses {points} points.",
            dealer,
        )
        yield text.format(points=dealer)
    if others:
        text = ngettext(
            "Each other player with a wrong number of cards loses {points} point.",
            "Each other player with a wrong number of cards loses {points} points.",
            others,
        )
        yield text.format(points=others)
    yield from sentences(rulebook, "misdeal")
    yield _("The hand is void and dealt again with the same number of cards.")


def misplay_in_words(rulebook: Rulebook) -> Iterator[str]:
    """Yield what a wrong play costs that cannot be corrected."""
    points = -rulebook.misplay.get("player", 0)
    if points:
        text = ngettext(
            "A player whose wrong play cannot be corrected loses {points} point.",
            "A player whose wrong play cannot be corrected loses {points} points.",
            points,
        )
        yield text.format(points=points)
        yield _("The misplayed hand is void and dealt again with the same number of cards.")
    else:
        yield _("A wrong play that cannot be corrected costs nothing, and the same number of cards is dealt again.")


def _wrong_count(rulebook: Rulebook) -> Iterator[str]:
    points = -rulebook.wrong_count
    if points:
        text = ngettext(
            "If a player has a wrong number of cards during play, the hand is over. That player loses {points} point, "
            "and the others score as if they had made their bids.",
            "If a player has a wrong number of cards during play, the hand is over. That player loses {points} points, "
            "and the others score as if they had made their bids.",
            points,
        )
        yield text.format(points=points)


def _late_entry(rulebook: Rulebook) -> Iterator[str]:
    yield from sentences(rulebook, "late_entry")
    if rulebook.late_entry == "points a hand":
        yield _("For each of those hands they get {points}.").format(points=format_points(rulebook.late_hand))


_MISHAPS = {"misdeal": misdeal_in_words, "misplay": misplay_in_words, "late_entry": _late_entry}
