"""New tables: who deals and scores at each, and the events that open them and end the games they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorepad import errors
from scorepad.game.decide import control, players, setup
from scorepad.game.decide.splitting import LETTERS, LONGEST_TITLE, Arrival, Groups, Party, title
from scorepad.game.state.events import Event
from scorepad.game.state.record import Game
from scorepad.game.state.turns import next_dealer
from scorepad.rules.numbers import written
from scorepad.rules.phrases import capital
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _, ngettext


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
    opened = setup.open_game(
        Rulebook.from_dict(first.opened.rulebook),
        first.sheet.scheme,
        [one.name for one in new.players],
        first_dealer=new.first_dealer,
        house=setup.house_now(first),
        **{**setup.head_now(first), "scorer": new.scorer, "location": _location(first, new)},
    )
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
        raise errors.half_total(one.name, written(one.points))
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
