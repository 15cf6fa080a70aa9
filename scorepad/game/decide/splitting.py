"""Splitting: players of running games, and new players, continue at new tables.

See rules.md D, MU-25, MU-38 and MU-39. The old games end as they are. Each new game opens with the points its players
bring, recorded as adjustments before the first hand. This module draws no lots: the caller passes the drawn order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.formats import capital, format_points
from scorepad.game.decide import control, players, setup
from scorepad.game.state.events import Event
from scorepad.game.state.game import Game
from scorepad.game.state.rows import LateEntry, Points
from scorepad.game.state.turns import next_dealer
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _, isolated, ngettext

MOST_TABLES = 3  # 22 players would need a fourth
LETTERS = "ABC"
LONGEST_TITLE = 60  # letters of a game's title in another game's comments


class Newcomer(NamedTuple):
    """A new player who joins when the tables are formed."""

    name: str
    before: str | None = None  # an id in the first game; the new player sits just before, clockwise; None: last


class Arrival(NamedTuple):
    """A player on the way to a new table, with the points brought along.

    `game` is the index of the player's old game.
    """

    name: str
    points: Points
    game: int | None = None  # None: a new player
    credit: LateEntry | None = None  # the calculation of a new player's points, if a rule gave them


Groups = list[list[Arrival]]


@dataclass(frozen=True)
class Party:
    """All players for the new tables, clockwise, game by game; the first game gives the rules."""

    games: tuple[Game, ...]
    arrivals: tuple[Arrival, ...]
    sizes: tuple[int, ...]


def sizes(rulebook: Rulebook, players: int) -> tuple[int, ...]:
    """Return the number of players at each table (rules.md D).

    There are as few tables as possible, as even as possible, with the larger ones first. Raise RuleError for more than
    three tables, or for too few players at one.
    """
    tables = max(1, -(-players // rulebook.max_players))
    even, over = divmod(players, tables)
    if tables > MOST_TABLES or even < rulebook.min_players:
        least, most = rulebook.seats
        text = _("{count} players cannot be seated. There can be up to {tables} tables of {least} to {most}.")
        if least == most:
            text = _("{count} players cannot be seated. There can be up to {tables} tables of {least}.")
        raise RuleError("players", text.format(count=players, least=least, most=most, tables=MOST_TABLES))
    return (even + 1,) * over + (even,) * (tables - over)


def sizes_with_one_more(game: Game) -> tuple[int, ...]:
    """Return the table sizes with one more player, or () if the game cannot be split.

    There are several sizes if this table is full.
    """
    try:
        return sizes(game.sheet.rulebook, len(game.sheet.seats.present) + 1)
    except RuleError:
        return ()


# --- arrivals ---------------------------------------------------------------------------------------


def gather(games: Sequence[Game], newcomers: Sequence[Newcomer] = (), *, carry: bool = True) -> Party:
    """Return the players of `games` with their totals, and `newcomers` at their seats.

    A new player starts with the late entry of the first table, or of all tables (MU-25, MU-39). A player who had left
    one of the tables keeps the old total (MU-38). If returning players start as late joiners there, so does this
    player. All start at 0 if `carry` is false (MU-39). Raise RuleError for `games`, `players`, `hand` (of the first
    game), `name.1` or `before.1`.
    """
    _check_games(games)
    seats, arriving = [game.sheet.seats for game in games], dict[str, Arrival]()
    rules = games[0].sheet.rulebook
    merged = games[1:] if rules.late_merging == "all tables" else ()
    more = [total for game in merged for total in game.sheet.counted_totals()]
    for number, newcomer in enumerate(newcomers, 1):
        taken = [*_names(games), *(arrival.name for arrival in arriving.values())]
        name = setup.new_name(newcomer.name, taken, field=f"name.{number}")
        left = _find_left_player(games, name)
        if left is not None:
            at, player = left
            seats[at] = seats[at].with_taken(player, True)
            continue
        if newcomer.before is not None and newcomer.before not in games[0].names:
            raise errors.not_at_the_table(f"before.{number}", games[0].name_of(newcomer.before))
        arriving[f"new{number}"] = arrival = _newcomer(games[0], name, carry, more=more)
        if rules.late_together == "one after the other":
            more.append(arrival.points)
        seats[0] = seats[0].joined(f"new{number}", newcomer.before)
    arrivals = [
        arriving[player] if player in arriving else _arrival(game, at, player, carry)
        for at, game in enumerate(games)
        for player in seats[at].present
    ]
    if len(games) == 1 and len(arrivals) <= games[0].sheet.rulebook.max_players:
        text = _("{count} players fit at one table. Add the arriving players, or another table.")
        raise RuleError("players", text.format(count=len(arrivals)))
    return Party(tuple(games), tuple(arrivals), sizes(games[0].sheet.rulebook, len(arrivals)))


def _check_games(games: Sequence[Game]) -> None:
    """Raise RuleError unless all games can end now, have equal rules and have distinct names."""
    control.end(games[0])
    first, taken = games[0].sheet, list(_names(games[:1]))
    for game in games[1:]:
        try:
            control.end(game)
        except RuleError as error:
            raise RuleError("games", f"{title(game)}: {error!s}") from error
        if game.sheet.rulebook.name != first.rulebook.name or game.sheet.scheme.to_dict() != first.scheme.to_dict():
            text = _("{table} has other rules or scoring, so its totals cannot be combined with these.")
            raise RuleError("games", text.format(table=title(game)))
        for name in _names([game]):
            taken.append(setup.new_name(name, taken, field="games"))


def _names(games: Sequence[Game]) -> Iterator[str]:
    """Return the names of the players now at these tables."""
    return (game.names[player] for game in games for player in game.sheet.seats.present)


def _find_left_player(games: Sequence[Game], name: str) -> tuple[int, str] | None:
    """Return the index of the game and the player with this name who left its table, or None."""
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


def _newcomer(game: Game, name: str, carry: bool, was: str | None = None, more: Sequence[Points] = ()) -> Arrival:
    """Return the arrival of a new player; `was` is the id of a returning player, and `more` further totals."""
    if not carry:
        return Arrival(name, 0)
    credit = game.sheet.late_entry(was, more)
    worked_out = game.sheet.has_totals and game.sheet.rulebook.late_entry == "half-way"
    return Arrival(name, credit.points, credit=credit if worked_out else None)


# --- seating ----------------------------------------------------------------------------------------


def by_seat(party: Party) -> Groups:
    """Return the tables by seat: neighbours stay together."""
    return _cut(party.arrivals, party.sizes)


def by_draw(party: Party, order: Sequence[int]) -> Groups:
    """Return the tables as drawn.

    `order` holds each index into `party.arrivals` once, otherwise raise RuleError.
    """
    if not is_valid_draw(order, party):
        text = _("The draw is not for these {count} players. Draw again.")
        raise RuleError("order", text.format(count=len(party.arrivals)))
    return _cut([party.arrivals[at] for at in order], party.sizes)


def is_valid_draw(order: Sequence[int], party: Party) -> bool:
    """Return whether a drawn order holds each player once."""
    return sorted(order) == list(range(len(party.arrivals)))


def by_hand(party: Party, chosen: Mapping[str, str]) -> Groups:
    """Return the tables as chosen by name: "A", "B" or "C".

    Players stay in clockwise order. Players not in `chosen` sit as in `by_seat`. Raise RuleError for another letter, or
    for too few or too many players at a table.
    """
    by_default = {arrival.name: LETTERS[at] for at, group in enumerate(by_seat(party)) for arrival in group}
    where = {**by_default, **{name: letter for name, letter in chosen.items() if name in by_default}}
    letters = LETTERS[: len(party.sizes)]
    lost = next((name for name, letter in where.items() if letter not in letters), None)
    if lost is not None:
        text = _("Choose a table for {name}: {letters}.")
        raise RuleError("tables", text.format(name=lost, letters=", ".join(letters)))
    groups = {letter: [arrival for arrival in party.arrivals if where[arrival.name] == letter] for letter in letters}
    fewest, most = party.games[0].sheet.rulebook.seats
    for letter, group in groups.items():
        if not fewest <= len(group) <= most:
            text = ngettext(
                "Table {letter} would have {count} player; it needs {least} to {most}.",
                "Table {letter} would have {count} players; it needs {least} to {most}.",
                len(group),
            )
            if fewest == most:
                text = ngettext(
                    "Table {letter} would have {count} player; it needs {least}.",
                    "Table {letter} would have {count} players; it needs {least}.",
                    len(group),
                )
            raise RuleError("tables", text.format(letter=letter, count=len(group), least=fewest, most=most))
    return list(groups.values())


def _cut(arrivals: Sequence[Arrival], sizes: Sequence[int]) -> Groups:
    waiting = iter(arrivals)
    return [list(islice(waiting, size)) for size in sizes]


def title(game: Game) -> str:
    """Return a game's title for use in another game, at most LONGEST_TITLE letters.

    It is the location, or the name of the rules if there is none.
    """
    return (game.sheet.location or game.sheet.rulebook.name)[:LONGEST_TITLE]


class NewTable(NamedTuple):
    """A new table with its players, first dealer and scorer by name.

    `scorer` is "" if no player keeps score.
    """

    letter: str  # "" if it is the only table
    players: tuple[Arrival, ...]  # clockwise
    first_dealer: str
    scorer: str = ""

    @property
    def name(self) -> str:
        """Return the table's name in comments of the old games: `table A`."""
        return _("table {letter}").format(letter=self.letter) if self.letter else _("one table")


def tables(
    party: Party, groups: Groups, dealers: Mapping[str, str] | None = None, scorers: Mapping[str, str] | None = None
) -> list[NewTable]:
    """Return the tables with first dealers and scorers, which `dealers` and `scorers` give by letter.

    By default the player who would have dealt soonest deals, and an earlier scorer at the table scores. Raise RuleError
    for `dealer.A` if that player sits elsewhere.
    """
    letters = LETTERS[: len(groups)] if len(groups) > 1 else [""]
    turns = [name for game in party.games for name in _turns(game)]
    result = []
    for letter, group in zip(letters, groups, strict=True):
        here = [arrival.name for arrival in group]
        scorer = (scorers or {}).get(letter, _scorer(party, here))
        dealer = (dealers or {}).get(letter)
        if not dealer:  # the player here who would have dealt soonest, without a scorer who does not deal
            excused = {scorer} if not party.games[0].sheet.rulebook.scorer_deals else set()
            dealer = next(name for name in (*turns, *here) if name in here and name not in excused)
        if dealer not in here:
            raise errors.not_at_the_table(f"dealer.{letter}", dealer)
        result.append(NewTable(letter, tuple(group), dealer, scorer))
    return result


def _scorer(party: Party, here: Sequence[str]) -> str:
    return next((name for name in here if any(game.sheet.is_scorer(name) for game in party.games)), "")


def _turns(game: Game) -> list[str]:
    sheet = game.sheet
    return [game.names[player] for player in sheet.seats.around_from(next_dealer(sheet), step=sheet.step)]


def openings(party: Party, tables: Sequence[NewTable]) -> list[list[Event]]:
    """Return for each table the events that open its game.

    Rules, scheme and head are the current ones of the first game. Raise RuleError if the players do not fit the rules,
    or if a total to carry over is not whole.
    """
    return [_opening(party, table) for table in tables]


def _opening(party: Party, new: NewTable) -> list[Event]:
    first = party.games[0]
    names = [arrival.name for arrival in new.players]
    opened = setup.open_like(first, names, new.first_dealer, scorer=new.scorer, location=_location(first, new))
    game, events = Game.replay([opened]), list[Event]([opened])
    for at, old in enumerate(party.games):
        here = [arrival.name for arrival in new.players if arrival.game == at]
        if here:
            hands = old.sheet.hands_played
            text = ngettext(
                "From {game}, after {hands} hand: {names}.", "From {game}, after {hands} hands: {names}.", hands
            ).format(game=title(old), hands=hands, names=", ".join(map(isolated, here)))
            events.append(players.comment(game, text))
    if any(arrival.points for arrival in new.players):
        events += [
            players.adjust(game, player, _whole_points(arrival), _adjustment_reason(party, arrival))
            for (player, _name), arrival in zip(opened.players, new.players, strict=True)
        ]
    return events


def _whole_points(arrival: Arrival) -> int:
    if arrival.points != int(arrival.points):
        text = _("{name} has {total}, and a new table starts with whole points. Let all players start at 0.")
        raise RuleError("restart", text.format(name=arrival.name, total=format_points(arrival.points)))
    return int(arrival.points)


def _adjustment_reason(party: Party, arrival: Arrival) -> str:
    if arrival.game is not None:
        return _("from {game}").format(game=title(party.games[arrival.game]))
    if arrival.credit is None:
        return _("late joiner")
    low_wins = party.games[0].sheet.low_wins
    return _("late joiner: {sum}").format(sum=arrival.credit.in_words(low_wins=low_wins))


def endings(party: Party, tables: Sequence[NewTable]) -> list[list[Event]]:
    """Return for each old game the events that end it and say where its players went."""
    return [list(_ending(game, at, tables)) for at, game in enumerate(party.games)]


def _ending(game: Game, at: int, tables: Sequence[NewTable]) -> Iterator[Event]:
    for new in tables:
        names = [arrival.name for arrival in new.players if arrival.game == at]
        if names:
            yield players.comment(
                game, _("Continues at {table}: {names}.").format(table=new.name, names=", ".join(map(isolated, names)))
            )
    yield control.end(game, moved=True)


def _location(game: Game, new: NewTable) -> str:
    """Return the location with the new table's name, which replaces that of the old table."""
    place = game.sheet.location
    for letter in LETTERS:
        at_table = _("table {letter}").format(letter=letter)
        place = "" if place == capital(at_table) else place.removesuffix(f" · {at_table}")
    place = place[: setup.MOST_TEXT - LONGEST_TITLE]
    if not new.letter:
        return place
    return f"{place} · {new.name}" if place else capital(new.name)
