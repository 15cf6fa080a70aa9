"""Setup of a game: players, rulebook, house rules and scheme that fit together."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from unicodedata import category

from scorepad import errors
from scorepad.formats import INVISIBLE, is_visible, is_whole
from scorepad.game.state.dates import is_date
from scorepad.game.state.events import Described, HouseChanged, Opened
from scorepad.game.state.game import Game, options_for
from scorepad.game.state.turns import next_dealer
from scorepad.rules.rulebook import KEYS, Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.words import _, ours

MOST_NAME = 40  # letters
MOST_TEXT = 500
MOST_STAKE = 1_000_000  # per point, in the smallest coin


def open_game(
    rulebook: Rulebook,
    scheme: Scheme,
    names: Sequence[str],
    *,
    first_dealer: str | None = None,
    house: Mapping[str, Any] | None = None,
    recorded: bool = False,
    **head: Any,
) -> Opened:
    """Return the event that opens a game.

    `names` are clockwise. `first_dealer` is one of them, or None for the first. `head` holds fields of `events.Head`.
    If the game was `recorded` earlier, its date may be any text. Raise RuleError for a field that does not fit. Raise
    RuleFileError for an invalid house rule.
    """
    for field, rules in (("rulebook", rulebook), ("scheme", scheme)):
        if not is_visible(rules.name):
            raise errors.rules_unnamed(field)
    house = with_scheme_options(house or {}, rulebook, scheme)
    played_by = rulebook.with_house(house)
    if len(names) > played_by.max_players:
        check_count(played_by, len(names))
    players = player_names(names)
    check_count(played_by, len(players))
    played_by.check_ladder(len(players))
    options_for(scheme, played_by)
    dealer = players[0] if first_dealer is None else normalize_name(first_dealer)
    ids = {name: f"p{number}" for number, name in enumerate(players, 1)}
    if dealer not in ids:
        raise errors.not_at_the_table("first_dealer", dealer)
    return Opened(
        rulebook=rulebook.to_dict(),
        scheme=scheme.to_dict(),
        players=tuple((ids[name], name) for name in players),
        first_dealer=ids[dealer],
        house=house,
        **_checked_head(head, recorded=recorded),
    )


def with_scheme_options(house: Mapping[str, Any], rulebook: Rulebook, scheme: Scheme) -> dict[str, Any]:
    """Return the house rules with complete tables of scheme options and auction rules.

    Values that are not given come from the rulebook. Scheme options may also be given at the top level of `house`.
    Raise RuleFileError for an option that the scheme does not have.
    """
    top_level = {name: value for name, value in house.items() if name in scheme.options and name not in KEYS}
    rest = {name: value for name, value in house.items() if name not in top_level}
    if isinstance(rest.get("auction"), Mapping):
        rest["auction"] = {**rulebook.to_dict().get("auction", {}), **rest["auction"]}
    given = rest.get("options", {})
    if not isinstance(given, Mapping) or not (given or top_level):
        return rest
    scheme.option_values({**given, **top_level})
    return {**rest, "options": {**rulebook.options, **given, **top_level}}


def rematch(game: Game, names: Sequence[str] | None = None, **head: str) -> Opened:
    """Return the opening of another game with the same rules and scheme.

    The players are those at the table now, or `names`. The deal continues in turn. `head` replaces fields of the head.
    The date and the quitting time are cleared. The old quitting time may be why the last game ended.
    """
    present = [game.names[player] for player in game.sheet.seats.present]
    playing = present if names is None else names
    seats = [game.names[player] for player in game.sheet.seats.everyone]
    at = seats.index(game.names[next_dealer(game.sheet)])
    dealer = next((name for name in seats[at:] + seats[:at] if name in playing), None)  # None if all are new
    return open_like(game, playing, dealer, **{"date": "", "until": "", **head})


def open_like(game: Game, names: Sequence[str], first_dealer: str | None, **head: str) -> Opened:
    """Return the opening of a game with this game's rules, scheme and head.

    `head` replaces fields of the head.
    """
    own_head = {name: value for name, value in game.sheet.head.items() if name != "first_dealer"}
    house = dict(game.opened.house)
    for event in game.history.standing:
        if isinstance(event, HouseChanged):
            house |= event.house
    rulebook = Rulebook.from_dict(game.opened.rulebook)
    return open_game(rulebook, game.sheet.scheme, names, first_dealer=first_dealer, house=house, **{**own_head, **head})


def describe(game: Game, *, recorded: bool = False, **details: Any) -> Described:
    """Return a change of the head: any fields of `events.HEAD`, with the first dealer as an id.

    Raise RuleError for an invalid value. An unchanged date may be any text, and so may one `recorded` earlier.
    """
    recorded = recorded or details.get("date") == game.sheet.date
    changed = _checked_head({name: value for name, value in details.items() if name in HEAD_CHECKS}, recorded=recorded)
    if "first_dealer" in details:
        if details["first_dealer"] not in dict(game.opened.players):
            raise errors.not_at_the_table("first_dealer", str(details["first_dealer"]))
        changed["first_dealer"] = details["first_dealer"]
    return Described(changed)


def player_names(names: Sequence[str]) -> list[str]:
    """Return the normalized names; raise RuleError for `players.1`, `players.2` and so on."""
    players: list[str] = []
    for at, name in enumerate(names, 1):
        players.append(new_name(name, players, field=f"players.{at}"))
    return players


_NO_BLANKS = dict.fromkeys(map(ord, INVISIBLE))
_JOINERS = "\u200c\u200d"  # invisible, but needed in Persian names and some signs


def normalize_name(name: object) -> str:
    """Return a normalized name, with single spaces and without invisible letters."""
    letters = name if isinstance(name, str) else ""
    if letters.isascii() and letters.isprintable():  # the usual case, and a file may have many names
        return " ".join(letters.split())
    printable = "".join(letter for letter in letters if letter.isprintable() or letter.isspace() or letter in _JOINERS)
    text = " ".join(printable.translate(_NO_BLANKS).split())
    return text if is_visible(text) else ""


def clean_text(text: str) -> str:
    """Return the text on one line.

    Control characters, surrogates and bidirectional overrides are removed or replaced by spaces.
    """
    one_line = "".join(" " if letter in _LINE_ENDS + _BIDI_CONTROLS else letter for letter in text)
    return "".join(letter for letter in one_line if category(letter) not in ("Cc", "Cs")).strip()


_LINE_ENDS = "\n\r\t\v\f\x85\u2028\u2029"
_BIDI_CONTROLS = (
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # Unicode's bidirectional embeddings and overrides
)


def new_name(name: object, taken: Sequence[str], *, field: str = "name") -> str:
    """Return the normalized name; raise RuleError for `field` if it is missing, too long or `taken`.

    Case does not distinguish names.
    """
    text = normalize_name(name)
    if not text:
        raise errors.name_missing(field)
    if len(text) > MOST_NAME:
        raise errors.RuleError(field, _("Enter a name of at most {most} letters.").format(most=MOST_NAME))
    if text.casefold() in {other.casefold() for other in taken}:
        taken_already = _("There is already a player called {name}. Add a letter or two.")
        raise errors.RuleError(field, taken_already.format(name=text))
    return text


def check_count(rulebook: Rulebook, count: int, field: str = "players") -> None:
    """Raise RuleError for `field` unless the rulebook allows this number of players."""
    least, most = rulebook.seats
    if not least <= count <= most:
        text = _("{rulebook} is for {least} to {most} players, not {count}.")
        if least == most:
            text = _("{rulebook} is for {least} players, not {count}.")
        reason = text.format(rulebook=ours(rulebook.name), least=least, most=most, count=count)
        raise errors.RuleError(field, reason)


def check_between_hands(game: Game) -> None:
    """Raise RuleError while a hand is in play, because it belongs to its bidders."""
    if game.sheet.bids is not None:
        raise errors.hand_under_way(game.sheet.hands_played + 1)


def _text(field: str, value: object, *, most: int) -> str:
    """Return the text; raise RuleError if it has more than `most` letters.

    A value of another type counts as no text.
    """
    text = clean_text(value) if isinstance(value, str) else ""
    if len(text) > most:
        raise errors.text_too_long(field, most)
    return text


def _short(field: str, value: object) -> str:
    return _text(field, value, most=MOST_NAME)


def _stake(field: str, value: object) -> int | None:
    """Return the stake, a whole number from 0 to MOST_STAKE or None; raise RuleError for others."""
    if value is None or (is_whole(value) and isinstance(value, int) and 0 <= value <= MOST_STAKE):
        return value
    raise errors.not_whole(field, 0, MOST_STAKE)


def _time(field: str, value: object) -> str:
    """Return a time of day as "13:00", from 13:00, 13.00, 9:05 or 9; "" if there is none."""
    text = normalize_name(value)
    match = re.fullmatch(r"([01]?[0-9]|2[0-3])(?:[:.h]([0-5][0-9]))?", text)
    if text and match is None:
        raise errors.RuleError(field, _("Enter a time of day. Examples: 13:00, 0:30."))
    return f"{int(match[1]):02}:{match[2] or '00'}" if match else ""


def _date(field: str, value: object) -> str:
    """Return the date as typed; "" if there is none."""
    text = _short(field, value)
    if text and not is_date(text):
        raise errors.not_a_date(field, text)
    return text


HEAD_CHECKS: Mapping[str, Callable[[str, object], Any]] = {
    "scorer": _short,
    "location": partial(_text, most=MOST_TEXT),
    "date": _date,
    "stake": _stake,
    "until": _time,
}
"""The validator of each field of `events.Head`.

It takes the field's name and a value, returns the value to store, and may raise RuleError.
"""


def _checked_head(head: Mapping[str, Any], *, recorded: bool = False) -> dict[str, Any]:
    """Return the validated head; `recorded`: by a Scorepad that accepted any text as a date."""
    checks = {**HEAD_CHECKS, "date": _short} if recorded else HEAD_CHECKS
    return {name: checks[name](name, value) for name, value in head.items()}
