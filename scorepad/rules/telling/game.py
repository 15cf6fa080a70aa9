"""All that is told of a game, section by section, in the order in which one learns it."""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.rules.telling import ending, play, table
from scorepad.rules.telling.hands import hands, special_hands
from scorepad.rules.telling.points import points
from scorepad.rules.telling.section import GameTold, Section
from scorepad.words import _


def told(game: GameTold) -> list[Section]:
    """The sections of a game; those with nothing to say are left out."""
    point_sentences, rates = points(game)
    sections: list[tuple[str, str, Iterable[str]]] = [
        ("aim", _("The aim"), table.aim(game)),
        ("players", _("Players and cards"), table.players_and_cards(game)),
        ("deal", _("The deal"), table.deal(game)),
        ("hands", _("The hands"), hands(game)),
        ("trumps", _("Trumps"), play.trumps(game)),
        ("bidding", _("Bidding"), play.bidding(game)),
        ("trick", _("A trick"), play.trick(game)),
        ("points", _("Points"), point_sentences),
        ("end", _("The end"), ending.end(game)),
        ("mishaps", _("When something goes wrong"), ending.mishaps(game)),
        ("besides", _("Good to know"), ending.besides(game)),
        ("offers", _("Scorepad offers"), ending.offers(game)),
        ("sources", _("Sources"), ending.sources(game)),
    ]
    grids = {"hands": special_hands(game), "points": rates}
    found = [Section(place, heading, tuple(filter(None, said)), grids.get(place)) for place, heading, said in sections]
    return [section for section in found if section.sentences or section.grid]
