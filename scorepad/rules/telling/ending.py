"""How a game ends, what goes wrong on the way, and where its rules come from."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.rules.combined import end_with, other_end
from scorepad.rules.numbers import written
from scorepad.rules.phrases import capital, sentence
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.telling.section import GameTold
from scorepad.words import _, ours


def end(game: GameTold) -> Iterator[str]:
    """When it is over, and what equal totals mean."""
    yield from _ends(game)
    yield from sentences(game.rulebook, "end")
    yield from game.own("end")
    if not game.rulebook.states("ties"):
        yield _("What equal totals mean is not handed down, so Scorepad lets them share the place.")
    else:
        yield from sentences(game.rulebook, "ties")
    yield from game.own("ties")


def _ends(game: GameTold) -> Iterator[str]:
    other = other_end(game.rulebook, game.scheme) if game.scheme is not None else ""
    ends = end_with(game.rulebook, game.scheme) if game.scheme is not None else game.rulebook.ends
    if other:
        yield other
    elif ends.how in ("after the ladder", "when announced") and not game.rulebook.ladder.endless:
        yield _("The game is over after the last of its hands.")
    elif ends.how in ("after the ladder", "when announced"):
        yield _("The game lasts as long as you like, but its last hand is announced before anybody bids for it.")
    elif ends.how == "exactly":
        yield _("The game is over after the hand in which somebody stands at exactly {points}.").format(
            points=ends.points
        )
    else:
        yield _("The game is over after the hand in which somebody reaches {points}.").format(points=ends.points)


# --- what goes wrong: as the source has it, or as Scorepad offers ---


def mishaps(game: GameTold) -> Iterator[str]:
    """Misdeals, misplays and late entry as the rules themselves, or the table's own, have them."""
    yield from game.own("mishaps")
    yield from _mishaps(game.rulebook, stated=True)


def offers(game: GameTold) -> Iterator[str]:
    """What the rules are silent about, and Scorepad does unless the table says otherwise."""
    if not all(map(game.rulebook.states, _MISHAPS)):
        yield _("These rules do not say what follows; it is what Scorepad does unless your table has it otherwise.")
        yield from _mishaps(game.rulebook, stated=False)


def _mishaps(rulebook: Rulebook, *, stated: bool) -> Iterator[str]:
    for key, sentences_about in _MISHAPS.items():
        if rulebook.states(key) == stated:
            yield from sentences_about(rulebook)


def _misdeal(rulebook: Rulebook) -> Iterator[str]:
    dealer, others = (-rulebook.misdeal.get(role, 0) for role in ("dealer", "wrong_count"))
    if not dealer and not others:
        yield _("A misdealt hand costs nothing and is dealt again.")
        return
    if dealer:
        yield _("For a misdeal the dealer loses {points} points.").format(points=dealer)
    if others:
        yield _("Each other player who held a wrong number of cards loses {points} points.").format(points=others)
    yield from sentences(rulebook, "misdeal")
    yield _("The misdealt hand is dealt again with the same number of cards.")


def _misplay(rulebook: Rulebook) -> Iterator[str]:
    points = -rulebook.misplay.get("player", 0)
    if points:
        yield _("Whoever makes a wrong play that cannot be put right loses {points} points.").format(points=points)
        yield _("The misplayed hand is dealt again with the same number of cards.")
    else:
        yield _("A hand that was spoilt by a wrong play costs nothing and is dealt again.")


def _late_entry(rulebook: Rulebook) -> Iterator[str]:
    yield from sentences(rulebook, "late_entry")
    if rulebook.late_entry == "points a hand":
        yield _("For each of those hands they get {points}.").format(points=written(rulebook.late_hand))


_MISHAPS = {"misdeal": _misdeal, "misplay": _misplay, "late_entry": _late_entry}


# --- the rest ---


def besides(game: GameTold) -> Iterator[str]:
    """What is not needed to play: what is written down, the forfeit, and notes."""
    yield from sentences(game.rulebook, "sheet")
    forfeit = game.rulebook.forfeit
    if forfeit:
        yield _("Whoever misses a bid of {bid} or more for the first time has to give up: {forfeit}.").format(
            bid=forfeit.bid, forfeit=ours(forfeit.name)
        )
        yield _("That costs no points.")
    yield from game.own("table")
    yield from map(ours, game.rulebook.notes)


def sources(game: GameTold) -> Iterator[str]:
    """Where the rules come from, and what they leave open."""
    if game.rulebook.source:
        yield sentence(capital(ours(game.rulebook.source)))
    if game.rulebook.unsure:
        yield ours(game.rulebook.unsure)
