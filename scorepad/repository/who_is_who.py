"""Who is who, by somebody's say: which names are one person, how they are called, who is hidden, who are two. No game
is touched by it, and all of it can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scorepad.errors import AlreadyOne, NameOfAnother, NotJoined, PeopleMet, PersonUnknown
from scorepad.game.decide.setup import new_name
from scorepad.game.years.people import People, Said, folded, from_text, to_text
from scorepad.game.years.table import Years
from scorepad.game.years.who_is_who import offered
from scorepad.game.years.words import known_by
from scorepad.store import Store
from scorepad.store.records import PEOPLE

OFFERED = 200
"""Names that a new game offers at most."""


class WhoIsWho:
    """What can be said of the people of a store. A person is named by any of their names; PersonUnknown where nobody
    is called so."""

    _store: Store

    def years(self) -> Years:
        """As the games and what was said stand now."""
        raise NotImplementedError

    def lately(self) -> People:
        """The people of the last evenings."""
        raise NotImplementedError

    # --- one name, one person -------------------------------------------------------------------------

    def join(self, name: str, person: str) -> None:
        """Say that `name` is `person`, whose name stands. AlreadyOne, PeopleMet where both sat at one table."""
        people = self.years().people
        one, other = known(people, name), known(people, person)
        if one == other:
            raise AlreadyOne(name, person)
        met = people.met(one, other)
        if met is not None:
            raise PeopleMet(name, person, " ".join(known_by(met)))
        own = one if folded(name) == folded(people.name(one)) else people.own(name)
        self._store.join(own, people.written(other))

    def part(self, name: str) -> None:
        """Let `name` stand for itself again. NotJoined where it does."""
        own = self.years().people.own(name)
        if not self._store.part(own):
            raise NotJoined(name)
        self._say(lambda people, said: said._replace(names=_without(people, said, own)))

    def tell_apart(self, name: str, other: str) -> None:
        """Say that two who are called alike are two people. AlreadyOne where they are joined."""

        def apart(people: People, said: Said) -> Said:
            pair = known(people, name), known(people, other)
            if len(set(pair)) == 1:
                raise AlreadyOne(name, other)
            return said.apart(*pair)

        self._say(apart)

    # --- one person -----------------------------------------------------------------------------------

    def rename(self, name: str, new: str) -> None:
        """Call a person otherwise, also where games write them so from now on. RuleError where `new` can be no name,
        NameOfAnother."""
        new = new_name(new, [], field="new")

        def rename(people: People, said: Said) -> Said:
            person = known(people, name)
            if is_of_another(people, person, new):
                raise NameOfAnother(new)
            own = people.own(new)
            if people.person(own) != person:
                self._store.join(own, people.written(person))
            return said.called(person, None if new == people.written(person) else new)

        self._say(rename)

    def hide(self, name: str) -> None:
        """Leave a person out of the tables; who met them has met them all the same."""
        self._say(lambda people, said: said.hides(known(people, name), True))

    def show_again(self, name: str) -> None:
        """Let a person who was hidden stand in the tables again."""
        self._say(lambda people, said: said.hides(known(people, name), False))

    # --- at a new game --------------------------------------------------------------------------------

    def offered(self, without: Iterable[str] = ()) -> list[str]:
        """People for a new game, each once, who plays most lately first, without hidden ones and those of a table that
        is `without`."""
        return offered(self.lately(), self._store.known_names(limit=OFFERED), without)

    def _say(self, change: Callable[[People, Said], Said]) -> None:
        """Change what was said; again on what stands then where somebody else has said something meanwhile."""
        while True:
            kept = self._store.setting(PEOPLE)
            said = from_text(kept)
            new = change(self.years().people, said)
            if new == said or self._store.swap_setting(PEOPLE, kept, to_text(new)):
                return


def known(people: People, name: str) -> str:
    """The person of this name. PersonUnknown."""
    person = people.find(name)
    if person is None:
        raise PersonUnknown(name)
    return person


def is_of_another(people: People, person: str, name: str) -> bool:
    """Whether somebody else is called or written so; what they were called once is free again."""
    other = people.find(name)
    if other in (None, person):
        return False
    own = people.own(name)
    return own in people.by_name(str(other)) or folded(name) == folded(people.name(str(other)))


def _without(people: People, said: Said, own: str) -> dict[str, str]:
    """What people are called, but by this name, which stands for itself again."""
    return {person: name for person, name in said.names.items() if people.own(name) != own or person == own}
