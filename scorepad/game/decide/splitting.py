"""Splitting: players of running games, and newcomers, go on at new tables (rules.md D, MU-25, MU-38, MU-39).

The games they come from end as they are; each new one opens with what its players bring along, recorded as points given
before the first hand. Chance belongs elsewhere: the caller hands in the order that was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.formats import capital, written
from scorepad.game.decide import control, players, setup
from scorepad.game.state.events import Event
from scorepad.game.state.record import Game
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import LateEntry
from scorepad.game.state.turns import next_dealer
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _, ngettext

MOST_TABLES = 3  # 22 players would need a fourth
LETTERS = "ABC"
LONGEST_TITLE = 60  # letters of a game's title where another game tells of it


class Newcomer(NamedTuple):
    """Somebody who sits down when the tables are made anew."""

    name: str
    before: str | None = None  # the player of the first game (an id) whom the newcomer precedes clockwise; None: last


class Arrival(NamedTuple):
    """Somebody on the way to a new table, with the points taken along; `game` is its place among the games left."""

    name: str
    points: Points
    game: int | None = None  # None: a newcomer
    credit: LateEntry | None = None  # how a newcomer's points came about, where a rule gave them


Groups = list[list[Arrival]]


@dataclass(frozen=True)
class Party:
    """Everybody who is to sit at new tables, clockwise, one game after the other; the first game gives the rules."""

    games: tuple[Game, ...]
    arrivals: tuple[Arrival, ...]
    sizes: tuple[int, ...]


def sizes(rulebook: Rulebook, players: int) -> tuple[int, ...]:
    """How many sit at each table: as few tables as hold them, as even as possible, the larger ones first (rules.md D).

    RuleError where that is more than three, or leaves one with too few.
    """
    tables = max(1, -(-players // rulebook.max_players))
    even, over = divmod(players, tables)
    if tables > MOST_TABLES or even < rulebook.min_players:
        least, most = rulebook.players
        text = _("{count} players cannot be seated: up to {tables} tables of {least} to {most}, please.")
        if least == most:
            text = _("{count} players cannot be seated: up to {tables} tables of {least}, please.")
        raise RuleError("players", text.format(count=players, least=least, most=most, tables=MOST_TABLES))
    return (even + 1,) * over + (even,) * (tables - over)


def sizes_with_one_more(game: Game) -> tuple[int, ...]:
    """The tables that one more at this one would make: several where it is full, () where it cannot be split."""
    try:
        return sizes(game.sheet.rulebook, len(game.sheet.seats.present) + 1)
    except RuleError:
        return ()


# --- who comes --------------------------------------------------------------------------------------


def gather(games: Sequence[Game], newcomers: Sequence[Newcomer] = (), *, carry: bool = True) -> Party:
    """Those at the tables of `games`, with their totals, and the newcomers at the seats they took.

    A newcomer begins with the first table's late entry (MU-25), who had left one of the tables with the old total
    (MU-38, unless who comes back begins as a newcomer there), all at 0 where `carry` is false (MU-39). RuleError
    names `games`, `hand` (of the first), `name.1` or `before.1`.
    """
    _check_games(games)
    seats, arriving = [game.sheet.seats for game in games], dict[str, str]()
    for number, newcomer in enumerate(newcomers, 1):
        name = setup.new_name(newcomer.name, [*_names(games), *arriving.values()], field=f"name.{number}")
        left = _who_left(games, name)
        if left is not None:
            at, player = left
            seats[at] = seats[at].with_taken(player, True)
            continue
        if newcomer.before is not None and newcomer.before not in games[0].names:
            raise errors.not_at_the_table(f"before.{number}", newcomer.before)
        arriving[f"new{number}"] = name
        seats[0] = seats[0].joined(f"new{number}", newcomer.before)
    arrivals = [
        _newcomer(games[0], arriving[player], carry) if player in arriving else _arrival(game, at, player, carry)
        for at, game in enumerate(games)
        for player in seats[at].present
    ]
    if len(games) == 1 and len(arrivals) <= games[0].sheet.rulebook.max_players:
        text = _("{count} players fit at one table. Add who is arriving, or another table.")
        raise RuleError("players", text.format(count=len(arrivals)))
    return Party(tuple(games), tuple(arrivals), sizes(games[0].sheet.rulebook, len(arrivals)))


def _check_games(games: Sequence[Game]) -> None:
    """Each can end now, all are counted alike, and no name stands twice."""
    control.end(games[0])
    first, taken = games[0].sheet, list(_names(games[:1]))
    for game in games[1:]:
        try:
            control.end(game)
        except RuleError as error:
            raise RuleError("games", f"{title(game)}: {error!s}") from error
        if game.sheet.rulebook.name != first.rulebook.name or game.sheet.scheme.to_dict() != first.scheme.to_dict():
            text = _("{table} is counted by other rules or points: its totals do not go with these.")
            raise RuleError("games", text.format(table=title(game)))
        for name in _names([game]):
            taken.append(setup.new_name(name, taken, field="games"))


def _names(games: Sequence[Game]) -> Iterator[str]:
    """Who is at these tables now."""
    return (game.names[player] for game in games for player in game.sheet.seats.present)


def _who_left(games: Sequence[Game], name: str) -> tuple[int, str] | None:
    """The place of the game, and the player of this name who got up from its table."""
    return next(
        (
            (at, player)
            for at, game in enumerate(games)
            for player, known in game.names.items()
            if known.casefold() == name.casefold() and player not in game.sheet.seats.present
        ),
        None,
    )


def _arrival(game: Game, at: int, player: str, carry: bool) -> Arrival:
    sheet = game.sheet
    if player not in sheet.seats.present and sheet.rulebook.returning == "as a newcomer":
        return _newcomer(game, game.names[player], carry, player)
    return Arrival(game.names[player], sheet.totals[player] if carry else 0, at)


def _newcomer(game: Game, name: str, carry: bool, was: str | None = None) -> Arrival:
    """`was`: who they were at this table (an id), if they are back."""
    if not carry:
        return Arrival(name, 0)
    credit = game.sheet.late_entry(was)
    worked_out = game.sheet.has_totals and game.sheet.rulebook.late_entry == "half-way"
    return Arrival(name, credit.points, credit=credit if worked_out else None)


# --- who sits where ---------------------------------------------------------------------------------


def by_seat(party: Party) -> Groups:
    """The tables by seat: neighbours stay together."""
    return _cut(party.arrivals, party.sizes)


def by_draw(party: Party, order: Sequence[int]) -> Groups:
    """The tables as drawn; `order` names each of `party.arrivals` once by its place from 0, else RuleError."""
    if not fits(order, party):
        text = _("The draw is not for these {count} players. Draw again.")
        raise RuleError("order", text.format(count=len(party.arrivals)))
    return _cut([party.arrivals[at] for at in order], party.sizes)


def fits(order: Sequence[int], party: Party) -> bool:
    """Whether an order that was drawn names everybody once."""
    return sorted(order) == list(range(len(party.arrivals)))


def by_hand(party: Party, chosen: Mapping[str, str]) -> Groups:
    """The tables as `chosen`: name → "A", "B" or "C", clockwise as they sat; whoever is not named sits as by seat.

    RuleError for another letter, RuleError where too few or too many sit at one.
    """
    by_themselves = {one.name: LETTERS[at] for at, group in enumerate(by_seat(party)) for one in group}
    where = {**by_themselves, **{name: letter for name, letter in chosen.items() if name in by_themselves}}
    letters = LETTERS[: len(party.sizes)]
    lost = next((name for name, letter in where.items() if letter not in letters), None)
    if lost is not None:
        text = _("Choose a table for {name}: {letters}.")
        raise RuleError("tables", text.format(name=lost, letters=", ".join(letters)))
    groups = {letter: [one for one in party.arrivals if where[one.name] == letter] for letter in letters}
    fewest, most = party.games[0].sheet.rulebook.players
    for letter, group in groups.items():
        if not fewest <= len(group) <= most:
            text = _("Table {letter} would have {count} players; it needs {least} to {most}.")
            if fewest == most:
                text = _("Table {letter} would have {count} players; it needs {least}.")
            raise RuleError("tables", text.format(letter=letter, count=len(group), least=fewest, most=most))
    return list(groups.values())


def _cut(arrivals: Sequence[Arrival], sizes: Sequence[int]) -> Groups:
    waiting = iter(arrivals)
    return [list(islice(waiting, size)) for size in sizes]


def title(game: Game) -> str:
    """What a game is called where another one tells of it: its place, else its rules, at most LONGEST_TITLE letters."""
    return (game.sheet.location or game.sheet.rulebook.name)[:LONGEST_TITLE]


class NewTable(NamedTuple):
    """Who sits at a new table, deals first and keeps its sheet, all by name; "" where nobody keeps it."""

    letter: str  # "" where it is the only one
    players: tuple[Arrival, ...]  # clockwise
    first_dealer: str
    scorer: str = ""

    @property
    def name(self) -> str:
        """What the games left call it: `table A`."""
        return _("table {letter}").format(letter=self.letter) if self.letter else _("one table")


def tables(
    party: Party, groups: Groups, dealers: Mapping[str, str] | None = None, scorers: Mapping[str, str] | None = None
) -> list[NewTable]:
    """The tables with who deals first and who scores, by letter; where that is not said, whose turn it would have been
    first, and the scorer of before if they sit there. RuleError names `dealer.A` for one who sits elsewhere."""
    letters = LETTERS[: len(groups)] if len(groups) > 1 else [""]
    made = []
    for letter, group in zip(letters, groups, strict=True):
        here = [one.name for one in group]
        scorer = (scorers or {}).get(letter, _scorer(party, here))
        dealer = (dealers or {}).get(letter) or _next_to_deal(party, here, scorer)
        if dealer not in here:
            raise errors.not_at_the_table(f"dealer.{letter}", dealer)
        made.append(NewTable(letter, tuple(group), dealer, scorer))
    return made


def _scorer(party: Party, here: Sequence[str]) -> str:
    return next((name for name in here if any(game.sheet.scores(name) for game in party.games)), "")


def _next_to_deal(party: Party, here: Sequence[str], scorer: str) -> str:
    """Who of this table would have dealt soonest; where the scorer does not deal, somebody else."""
    turns = [name for game in party.games for name in _turns(game)]
    excused = {scorer} if not party.games[0].sheet.rulebook.scorer_deals else set()
    return next(name for name in (*turns, *here) if name in here and name not in excused)


def _turns(game: Game) -> list[str]:
    sheet = game.sheet
    return [game.names[player] for player in sheet.seats.around_from(next_dealer(sheet), step=sheet.step)]


def openings(party: Party, tables: Sequence[NewTable]) -> list[list[Event]]:
    """For each table the events that open its game: rules, points and head as they are now in the first game.

    RuleError where the players do not fit the rules; RuleError where a total that is taken along is not whole.
    """
    return [_opening(party, one) for one in tables]


def _opening(party: Party, new: NewTable) -> list[Event]:
    first = party.games[0]
    names = [one.name for one in new.players]
    opened = setup.open_like(first, names, new.first_dealer, scorer=new.scorer, location=_location(first, new))
    game, events = Game.replay([opened]), list[Event]([opened])
    for at, old in enumerate(party.games):
        here = [one.name for one in new.players if one.game == at]
        if here:
            events.append(players.comment(game, _from_where(old, here)))
    if any(one.points for one in new.players):
        events += [
            players.adjust(game, player, _whole(one), _why(party, one))
            for (player, _name), one in zip(opened.players, new.players, strict=True)
        ]
    return events


def _from_where(game: Game, names: Sequence[str]) -> str:
    hands = game.sheet.hands_played
    text = ngettext("From {game}, after {hands} hand: {names}.", "From {game}, after {hands} hands: {names}.", hands)
    return text.format(game=title(game), hands=hands, names=", ".join(names))


def _whole(one: Arrival) -> int:
    if one.points != int(one.points):
        text = _("{name} stands at {total}, and a new table begins with whole points. Let all begin at 0.")
        raise RuleError("restart", text.format(name=one.name, total=written(one.points)))
    return int(one.points)


def _why(party: Party, one: Arrival) -> str:
    if one.game is not None:
        return _("from {game}").format(game=title(party.games[one.game]))
    if one.credit is None:
        return _("late entry")
    low_wins = party.games[0].sheet.low_wins
    return _("late entry: {sum}").format(sum=one.credit.in_words(low_wins=low_wins))


def endings(party: Party, tables: Sequence[NewTable]) -> list[list[Event]]:
    """For each game left the events that end it, and say where its players went."""
    return [list(_ending(game, at, tables)) for at, game in enumerate(party.games)]


def _ending(game: Game, at: int, tables: Sequence[NewTable]) -> Iterator[Event]:
    for new in tables:
        names = [one.name for one in new.players if one.game == at]
        if names:
            yield players.comment(game, _("On to {table}: {names}.").format(table=new.name, names=", ".join(names)))
    yield control.end(game, moved=True)


def _location(game: Game, new: NewTable) -> str:
    """Where it is played, and at which table: that of before gives way."""
    place = game.sheet.location
    for letter in LETTERS:
        at_table = _("table {letter}").format(letter=letter)
        place = "" if place == capital(at_table) else place.removesuffix(f" · {at_table}")
    place = place[: setup.MOST_TEXT - LONGEST_TITLE]
    if not new.letter:
        return place
    return f"{place} · {new.name}" if place else capital(new.name)
