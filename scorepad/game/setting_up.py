"""Setting up a game: players, rulebook, house rules and scheme that fit each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorepad import errors
from scorepad.game.checks import is_whole
from scorepad.game.events import Described, HouseChanged, Opened
from scorepad.game.record import Game, options_for
from scorepad.game.upcoming import next_dealer
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme

MOST_NAME = 40  # letters
MOST_TEXT = 500
MOST_STAKE = 1_000_000  # smallest coins a point


def open_game(
    rulebook: Rulebook,
    scheme: Scheme,
    names: Sequence[str],
    *,
    first_dealer: str | None = None,
    house: Mapping[str, Any] | None = None,
    scorer: str = "",
    location: str = "",
    date: str = "",
    stake: int | None = None,
) -> Opened:
    """The event that opens a game; names clockwise, `first_dealer` one of them (None: the first).

    Raises RuleError for the field that does not fit, RulebookError for a house rule that cannot be.
    """
    played_by = rulebook.with_house(house or {})
    if len(names) > played_by.max_players:
        check_count(played_by, len(names))
    players = player_names(names)
    check_count(played_by, len(players))
    played_by.check_ladder(len(players))
    check_options(scheme, house or {})
    options_for(scheme, played_by)
    dealer = players[0] if first_dealer is None else " ".join(first_dealer.split())
    ids = {name: f"p{number}" for number, name in enumerate(players, 1)}
    if dealer not in ids:
        raise errors.NotAtTheTable("first_dealer", dealer)
    return Opened(
        rulebook=rulebook.to_dict(),
        scheme=scheme.to_dict(),
        players=tuple((ids[name], name) for name in players),
        first_dealer=ids[dealer],
        house=dict(house or {}),
        scorer=_text("scorer", scorer, MOST_NAME),
        location=_text("location", location, MOST_TEXT),
        date=_text("date", date, MOST_NAME),
        stake=_stake(stake),
    )


def check_options(scheme: Scheme, house: Mapping[str, Any]) -> None:
    """SchemeError for an option that a table sets and its scheme does not have."""
    options = house.get("options")
    if isinstance(options, Mapping):
        scheme.option_values(options)


def rematch(game: Game, *, date: str = "") -> Opened:
    """The opening of another game for those at the table now: same rules and points, the deal goes on in turn."""
    sheet = game.sheet
    house = dict(game.opened.house)
    for event in game.history.standing:
        if isinstance(event, HouseChanged):
            house |= event.house
    return open_game(
        Rulebook.from_dict(game.opened.rulebook),
        sheet.scheme,
        [game.names[player] for player in sheet.seats.present],
        first_dealer=game.names[next_dealer(sheet)],
        house=house,
        scorer=sheet.scorer,
        location=sheet.location,
        date=date,
        stake=sheet.stake,
    )


def describe(game: Game, **details: Any) -> Described:
    """Mend the head of the sheet: first_dealer (a player's id), scorer, location, date, stake."""
    checks = {"scorer": MOST_NAME, "location": MOST_TEXT, "date": MOST_NAME}
    changed: dict[str, Any] = {
        name: _text(name, value, checks[name]) for name, value in details.items() if name in checks
    }
    if "stake" in details:
        changed["stake"] = _stake(details["stake"])
    if "first_dealer" in details:
        if details["first_dealer"] not in dict(game.opened.players):
            raise errors.NotAtTheTable("first_dealer", str(details["first_dealer"]))
        changed["first_dealer"] = details["first_dealer"]
    return Described(changed)


def player_names(names: Sequence[str]) -> list[str]:
    """The names as they are written down; each one there, short enough, and unlike the others."""
    players: list[str] = []
    for at, name in enumerate(names):
        players.append(new_name(name, players, field=f"players.{at}"))
    return players


def new_name(name: object, taken: Sequence[str], *, field: str = "name") -> str:
    """A name that can be added to those `taken`; capitals do not make it another name."""
    text = " ".join(name.split()) if isinstance(name, str) else ""
    text = "".join(letter for letter in text if letter.isprintable())
    if not text:
        raise errors.NameMissing(field)
    if len(text) > MOST_NAME:
        raise errors.NameTooLong(field, MOST_NAME)
    if text.casefold() in {other.casefold() for other in taken}:
        raise errors.NameTaken(field, text)
    return text


def check_count(rulebook: Rulebook, count: int, field: str = "players") -> None:
    """Raise WrongPlayerCount unless so many can play."""
    if not rulebook.min_players <= count <= rulebook.max_players:
        raise errors.WrongPlayerCount(field, count, rulebook.min_players, rulebook.max_players, rulebook.name)


def _text(field: str, value: object, most: int) -> str:
    text = value.strip() if isinstance(value, str) else ""
    if len(text) > most:
        raise errors.TextTooLong(field, most)
    return text


def _stake(stake: object) -> int | None:
    if stake is None or (is_whole(stake) and isinstance(stake, int) and 0 <= stake <= MOST_STAKE):
        return stake
    raise errors.NotWhole("stake", 0, MOST_STAKE)
