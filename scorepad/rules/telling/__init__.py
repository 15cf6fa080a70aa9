"""Explanations of how a game is played and scored.

The sentences follow from the keys of a rulebook, so a house rule changes them. Rules that no key describes are
sentences in the rulebook and scheme files (`told`). Pages, prints and the command line show the same sentences.
"""

from collections.abc import Iterable

from scorepad.rules.telling import mishaps, play
from scorepad.rules.telling.hands import hands, special_hands
from scorepad.rules.telling.points import explain_scheme, points
from scorepad.rules.telling.section import ExplainedGame, Grid, Section
from scorepad.words import _

__all__ = ["ExplainedGame", "Grid", "Section", "explain_game", "explain_scheme"]


def explain_game(game: ExplainedGame) -> list[Section]:
    """Return the sections of a game, without empty ones."""
    point_sentences, rates = points(game)
    sections: list[tuple[str, str, Iterable[str]]] = [
        ("course", _("How a hand works"), play.course(game)),
        ("aim", _("The aim"), play.aim(game)),
        ("players", _("Players and cards"), play.players_and_cards(game)),
        ("deal", _("The deal"), play.deal(game)),
        ("hands", _("The hands"), hands(game)),
        ("trumps", _("Trumps"), play.trumps(game)),
        ("bidding", _("Bidding"), play.bidding(game)),
        ("trick", _("Playing a trick"), play.trick(game)),
        ("points", _("Points"), point_sentences),
        ("end", _("The end"), play.end(game)),
        ("mishaps", _("When something goes wrong"), mishaps.mishaps(game)),
        ("besides", _("Good to know"), play.extra_information(game)),
        ("open", _("Open points"), play.open_points(game)),
        ("offers", _("What Scorepad does"), mishaps.default_rules(game)),
        ("sources", _("Sources"), play.sources(game)),
    ]
    grids = {"hands": special_hands(game), "points": rates}
    all_sections = [
        Section(place, heading, tuple(filter(None, texts)), grids.get(place)) for place, heading, texts in sections
    ]
    return [section for section in all_sections if section.sentences or section.grid]
