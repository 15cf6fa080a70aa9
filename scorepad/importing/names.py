"""Who is who: names that come in, beside those of people who play here."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from scorepad.game.statistics.people import folded
from scorepad.game.statistics.who_is_who import are_alike
from scorepad.importing.keeping import Result
from scorepad.repository import GameRepository
from scorepad.slug import searchable

MOST_NEW = 200


def unsure(results: Iterable[Result], games: GameRepository) -> list[tuple[str, str]]:
    """New names on sheets that are not kept yet, each with somebody known who may be meant. Game files stay as they
    are, and so do their names."""
    new = [one.evening for one in results if one.evening.line is not None and not one.already]
    return list(likely([[*one.kept.game.names.values()] for one in new if one.kept], known_names(games)))


def known_names(games: GameRepository) -> dict[str, str]:
    """Everybody who has played here, by every name they have: who that is."""
    people = games.evenings.years().people
    running = {name: name for one in games.kept() for name in one.summary.players}
    return running | {name: people.name(person) for person in people for name in people.spellings(person)}


def likely(tables: Iterable[Collection[str]], known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """New names at these tables, each with somebody who is called nearly so and does not sit there too: one of `known`,
    or who comes in as well and more often. A suggestion, joined by nobody's say but a person's; none among more than
    MOST_NEW new names, for nobody answers so many questions."""
    plain = {folded(name): person for name, person in known.items()}
    beside: dict[str, set[str]] = {}
    often: Counter[str] = Counter()
    for table in tables:
        often.update(table)
        for name in table:
            beside.setdefault(name, set()).update(plain.get(folded(one), one) for one in table)
    new: dict[str, str] = {}
    for name, _times in often.most_common():
        if folded(name) not in plain:
            new.setdefault(folded(name), name)
    standing = dict(known)
    for name in new.values() if len(new) <= MOST_NEW else ():
        like = [one for one, person in standing.items() if person not in beside[name] and are_alike(name, one)]
        nearest = difflib.get_close_matches(searchable(name), map(searchable, like), n=1, cutoff=0)
        if nearest:
            yield name, standing[next(one for one in like if searchable(one) == nearest[0])]
        else:
            standing[name] = name
