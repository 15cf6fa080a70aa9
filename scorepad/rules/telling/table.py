"""What is told before the first card is dealt: the aim, who plays, with which cards, and who deals."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.telling.section import GameTold, Sentences, by_players
from scorepad.words import _, as_said, ngettext


def aim(game: GameTold) -> Iterator[str]:
    """What everybody is after."""
    yield _("Take exactly as many tricks as you have bid, neither more nor fewer.")
    yield from game.own("aim")
    if game.scheme is not None:
        yield winner_in_words(game.scheme.winner)


def players_and_cards(game: GameTold) -> Iterator[str]:
    """How many play, the pack, and how its cards rank."""
    if game.players is None:
        yield from _players(game)
    yield from game.own("players")
    yield from by_players({number: game.rulebook.pack_for(number) for number in game.numbers}, _pack)
    yield from game.own("pack")
    own = list(game.own("rank"))
    yield from own or [_("In every suit the ace is the highest card, then come king, queen, jack, 10 and so on down.")]


def _pack(cards: int) -> Sentences:
    return Sentences(
        ngettext("The pack has {cards} card.", "The pack has {cards} cards.", cards),
        _("With {{players}} players the pack has {cards} cards."),
        _("With {{fewest}} or {{most}} players the pack has {cards} cards."),
        _("With {{fewest}} to {{most}} players the pack has {cards} cards."),
    )


def _players(game: GameTold) -> Iterator[str]:
    fewest, most = game.rulebook.players
    if fewest == most:
        yield _("The game is for {players} players.").format(players=most)
    elif most == fewest + 1:
        yield as_said(_("The game is for {fewest} or {most} players.").format(fewest=fewest, most=most))
    else:
        yield _("The game is for {fewest} to {most} players.").format(fewest=fewest, most=most)
    if game.rulebook.best:
        yield _("It is best with {players} players.").format(players=game.rulebook.best.replace("-", "–"))
    if game.rulebook.minutes:
        yield _("It takes about {minutes} minutes.").format(minutes=game.rulebook.minutes)


def deal(game: GameTold) -> Iterator[str]:
    """Who deals first, which way it goes on, and who shuffles."""
    yield from sentences(game.rulebook, "dealing")
    if game.rulebook.packs > 1:
        yield _("Two packs are used in turn: while one is dealt, the player after the next dealer shuffles the other.")
        if not game.rulebook.scorer_deals:
            yield _("The scorer does not shuffle.")
    yield from game.own("deal")
