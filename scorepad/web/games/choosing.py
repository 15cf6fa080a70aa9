"""Which game? What there is to choose from: found by any name, fit for so many, the usual ones first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorepad.rule_library import is_own
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.reach import FAMILIES, USUAL, family, family_in_words
from scorepad.slug import letters_of
from scorepad.web.submit import repository, rule_library
from scorepad.words import _, ours

LATELY = 3  # rulebooks offered because they were played last
MANY = 8  # players: the last number that is offered, for so many and more


@dataclass(frozen=True)
class Offer:
    """A game to choose, `shown` where it is what is looked for; `also`: by which other names it was found."""

    key: str
    rulebook: Rulebook
    title: str
    shown: bool
    also: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """All that it is called."""
        return [*dict.fromkeys((self.title, self.rulebook.name, *self.rulebook.also))]


@dataclass(frozen=True)
class Group:
    """Games below a heading; `folded`: they are shown when one asks for them."""

    heading: str
    offers: Sequence[Offer]
    folded: bool = False

    @property
    def shown(self) -> int:
        """How many are what is looked for."""
        return sum(one.shown for one in self.offers)


def groups(query: str, players: int | None) -> list[Group]:
    """All games, each once; shown are those that have a name like `query` and are for so many players (MANY: and more).

    The others stand there too: the script shows them as soon as what is looked for is another.
    """
    books = rule_library().rulebooks()
    lately = [key for key in _played_lately(books) if key not in USUAL][:LATELY]
    folded: dict[str, list[str]] = {kind: [] for kind in (*FAMILIES, "")}
    for key, book in books.items():
        if key not in (*USUAL, *lately):
            folded["" if is_own(key) else family(book)].append(key)
    own = folded.pop("")
    found = [
        Group("", _offers(books, USUAL, query, players)),
        Group(_("Played lately"), _offers(books, lately, query, players)),
        *(Group(family_in_words(one), _offers(books, keys, query, players), True) for one, keys in folded.items()),
        Group(_("Our own rules"), _offers(books, own, query, players), True),
    ]
    return [one for one in found if one.offers]


def _offers(books: Mapping[str, Rulebook], keys: Sequence[str], query: str, players: int | None) -> list[Offer]:
    return [offer(key, books[key], letters_of(query), players) for key in keys]


def offer(key: str, book: Rulebook, wanted: str, players: int | None) -> Offer:
    title = _("Oh Hell, the usual one") if key == USUAL[0] else ours(book.name)
    found = [name for name in dict.fromkeys((title, book.name, *book.also)) if wanted in letters_of(name)]
    return Offer(key, book, title, bool(found) and _fits(book, players), [] if title in found else found)


def _fits(book: Rulebook, players: int | None) -> bool:
    fewest, most = book.players
    return players is None or fewest <= players <= most or (players == MANY and most >= MANY)


def _played_lately(books: Mapping[str, Rulebook]) -> list[str]:
    """The keys of the latest games' rulebooks, latest first."""
    find = repository().games
    games = sorted(find("running", limit=10) + find("finished", limit=10), key=lambda one: one.updated)
    by_name = {rulebook.name: key for key, rulebook in books.items()}
    names = dict.fromkeys(one.summary.rulebook for one in reversed(games))
    return [by_name[name] for name in names if name in by_name]
