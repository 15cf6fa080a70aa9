"""What happened, in a sentence: for the log, and for whoever comes second."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from scorepad.game.report.hand_detail import plays_in_words
from scorepad.game.report.house_changes import house_changes
from scorepad.game.report.previous_values import Changing, FieldValues, values_before
from scorepad.game.state import events as e
from scorepad.game.state.events import Contract
from scorepad.game.state.history import History
from scorepad.game.state.rows import Points
from scorepad.rules import cards
from scorepad.rules.cards import NO_TRUMPS, suit_name
from scorepad.rules.numbers import change, many, written
from scorepad.rules.phrases import readable, sentence
from scorepad.words import _, both, ngettext, ours

Names = Mapping[str, str]


def event_sentence(event: e.Done, names: Names, was: FieldValues) -> str:
    """One sentence about an event, with the names that the players have; old → new where `was` says what stood."""
    match event:
        case e.Opened():
            return _open_sentence(event, names)
        case e.BidsRecorded():
            return _bids_sentence(event, names)
        case e.TricksRecorded():
            return _tricks_sentence(event, names)
        case e.Corrected() | e.HouseChanged() | e.SchemeChanged() | e.Described():
            return _change_sentence(event, names, was)
        case e.Misdealt():
            return _misdeal_sentence(event, names)
        case e.Misplayed(player=player):
            return _("Misplay by {name}, dealt again.").format(name=names[player])
        case e.Joined():
            return _join_sentence(event)
        case e.Left(player=player):
            return _("{name} leaves.").format(name=names[player])
        case e.Returned(player=player):
            return _("{name} is back.").format(name=names[player])
        case e.Renamed(player=player, name=name):
            return _("{was} is now called {name}.").format(was=names[player], name=name)
        case e.Swapped(players=(one, other)):
            return _("{names} change seats.").format(names=both([names[one], names[other]]))
        case e.Adjusted():
            return _adjust_sentence(event, names)
        case e.TotalsKnown(totals=totals):
            return _("Only the totals are known: {totals}.").format(totals=_by_player(_written(totals), names))
        case e.Commented():
            return _comment_sentence(event)
        case e.Planned(cards=cards):
            return _("Hands to come: {cards}.").format(cards=" ".join(map(str, cards)))
        case e.ClosingAnnounced(hands=hands):
            return _closing_sentence(hands)
        case e.DealerSet():
            return _dealer_sentence(event, names)
        case e.Ended(moved=moved):
            return _("It goes on at other tables.") if moved else _("The game was ended.")
        case e.Reopened():
            return _("The game goes on.")
        case never:
            assert_never(never)


def log_lines(events: Iterable[e.Event]) -> list[str]:
    """A sentence for each event of a whole log, with the names that the players had then, old → new."""
    said: list[str] = []
    history, names = History(()), dict[str, str]()
    for event in events:
        earlier, history = history, history.after(event)
        done = earlier.meant(event)
        if isinstance(event, e.Undone):
            said.append(_undo_sentence(done, history.standing))
        else:
            what = event_sentence(done, {**names_in([done]), **names}, values_before(done, earlier.standing))
            said.append(_("Done again: {what}").format(what=what) if isinstance(event, e.Redone) else what)
        if isinstance(event, e.Opened | e.Joined | e.Renamed | e.Undone | e.Redone):
            names = names_in(history.standing)
    return said


def _undo_sentence(undone: e.Done, left: tuple[e.Done, ...]) -> str:
    """What was taken back; of a change, what it is again: old → new."""
    was = values_before(undone, left)
    if isinstance(undone, Changing):
        undone, was = _reversed(undone, was), {**was, **_new_values(undone)}
    return _("Taken back: {what}").format(what=event_sentence(undone, {**names_in([undone]), **names_in(left)}, was))


def _reversed(event: Changing, was: FieldValues) -> Changing:
    """The change the other way round."""
    back = {name: was.get(name) for name in _new_values(event)}
    match event:
        case e.Corrected():
            return e.Corrected(event.hand, {name: _players_of(event.changes[name], back[name]) for name in back})
        case e.HouseChanged():
            return e.HouseChanged(back)
        case e.SchemeChanged():
            return e.SchemeChanged(back)
        case e.Described():
            return e.Described(back)
        case never:
            assert_never(never)


def _players_of(change: Any, value: Any) -> Any:
    """Of values by player, those of the players that the change is about."""
    if isinstance(change, Mapping) and isinstance(value, Mapping):
        return {one: value.get(one) for one in change}
    return value


def _new_values(event: Changing) -> FieldValues:
    """What a change says that holds from now on."""
    match event:
        case e.Corrected(changes=changes):
            return changes
        case e.HouseChanged(house=house):
            return house
        case e.SchemeChanged(scheme=scheme):
            return {"name": ours(scheme["name"])}
        case e.Described(details=details):
            return details
        case never:
            assert_never(never)


def names_in(standing: Iterable[e.Done]) -> dict[str, str]:
    names: dict[str, str] = {}
    for event in standing:
        if isinstance(event, e.Opened):
            names = dict(event.players)
        elif isinstance(event, e.Joined | e.Renamed):
            names[event.player] = event.name
    return names


def _by_player(values: Mapping[str, Any], names: Names) -> str:
    return ", ".join(f"{names[player]} {value}" for player, value in values.items())


def _open_sentence(event: e.Opened, names: Names) -> str:
    players = ", ".join(names[player] for player, _name in event.players)
    return _("A game of {rulebook} begins: {players}.").format(rulebook=ours(event.rulebook["name"]), players=players)


def _bids_sentence(event: e.BidsRecorded, names: Names) -> str:
    if event.bids:
        words = ngettext("Bids for {cards} card: {bids}.", "Bids for {cards} cards: {bids}.", event.cards)
    else:
        words = ngettext("Nobody bids for {cards} card.", "Nobody bids for {cards} cards.", event.cards)
    text = words.format(cards=event.cards, bids=_by_player(event.bids, names))
    if event.contract is not None:
        text = f"{sentence(plays_in_words(event.contract, event.trump or NO_TRUMPS, names))} {text}"
    if event.hook_waived:
        text += " " + _("The hook was waived.")
    return text


def _tricks_sentence(event: e.TricksRecorded, names: Names) -> str:
    if event.points is None:
        return _results_sentence(event, names)
    results = [_results_sentence(event, names)] if event.taken or event.made or event.off else []
    kept = _("As on paper: {points}.").format(points=_by_player(_written(event.points), names))
    return " ".join([*results, kept if event.points else _("Kept as on paper.")])


def _written(points: Mapping[str, Points]) -> Mapping[str, str]:
    return {player: written(one) for player, one in points.items()}


def _results_sentence(event: e.TricksRecorded, names: Names) -> str:
    if event.off is not None:
        return _("Off the bid: {off}.").format(off=_by_player(event.off, names))
    if event.taken is None:
        made = [names[player] for player, made in (event.made or {}).items() if made]
        return _("Made by: {players}.").format(players=", ".join(made)) if made else _("Nobody made the bid.")
    return _("Tricks: {taken}.").format(taken=_by_player(event.taken, names))


def _change_sentence(event: Changing, names: Names, was: FieldValues) -> str:
    """What was changed from what to what, a sentence each; nothing of what stayed as it was."""
    match event:
        case e.Corrected(hand=hand):
            text = _("Hand {hand} corrected.").format(hand=hand)
            return text + " " + _told(_fields(), _changes(event, names, was))
        case e.HouseChanged(house=house):
            return _("House rules changed.") + " " + house_changes(was, house)
        case e.SchemeChanged():
            ((_field, scheme),) = _changes(event, names, was)
            return _("Counted by {scheme} from the first hand on.").format(scheme=scheme)
        case e.Described():
            return _("Head of the sheet changed.") + " " + _told(_head(), _changes(event, names, was))
        case never:
            assert_never(never)


def _told(labels: Mapping[str, str], changes: Iterable[tuple[str, str]]) -> str:
    return " ".join(_("{what}: {change}.").format(what=labels[field], change=change) for field, change in changes)


def _changes(event: Changing, names: Names, was: FieldValues) -> list[tuple[str, str]]:
    """By field, `Bob 2 → 1`, of those that differ; where none does, what holds."""
    new = _new_values(event)
    told = [(field, _change_in_words(field, was.get(field), value, names)) for field, value in new.items()]
    return [one for one in told if one[1]] or [(field, _value_in_words(field, new[field], names)) for field in new]


def _head() -> dict[str, str]:
    return {
        "first_dealer": _("First dealer"), "scorer": _("Scorer"), "location": _("Location"), "date": _("Date"),
        "stake": _("Money a point, in the smallest coin"), "until": _("Quitting time"),
    }  # fmt: skip


def _fields() -> dict[str, str]:
    return {
        "bids": _("Bids"), "taken": _("Tricks"), "made": _("Made"), "off": _("Off the bid"), "trump": _("Trump"),
        "turned": _("Card turned up"), "marks": _("Marks"), "cards": _("Cards"), "contract": _("Contract"),
        "cancelled": _("Tricks cancelled"), "chosen_by": _("Trump chosen by"), "hook_waived": _("Hook waived"),
        "points": _("Points on paper"),
    }  # fmt: skip


def _change_in_words(field: str, old: Any, new: Any, names: Names) -> str:
    """`Bob 2 → 1`, of those whose values differ; the new value alone where there was none; "" if nothing changed."""
    if field in e.BY_PLAYER and isinstance(old, Mapping) and isinstance(new, Mapping):
        return ", ".join(
            f"{names[player]} {_of_one(field, old.get(player))} → {_of_one(field, new[player])}"
            for player in new
            if old.get(player) != new[player]
        )
    if old == new:
        return ""
    return (
        _value_in_words(field, new, names)
        if old is None
        else f"{_value_in_words(field, old, names)} → {_value_in_words(field, new, names)}"
    )


def _of_one(field: str, value: Any) -> str:
    """One player's bid, tricks or marks."""
    if value is None:
        return "–"
    if field == "marks":
        return _marks(value)
    return written(value) if field == "points" else _yes_no(value)


def _marks(own: Mapping[str, Any]) -> str:
    return " ".join(f"{readable(mark)} {_yes_no(value)}" for mark, value in own.items()) or "–"


def _value_in_words(field: str, value: Any, names: Names) -> str:
    """A corrected field in words."""
    if value is None or value == "":
        return _("as the rules count") if field == "points" else "–"
    match field:
        case "bids" | "taken" | "off":
            return _by_player(value, names)
        case "points":
            own = {player: "–" if one is None else written(one) for player, one in value.items()}
            return _by_player(own, names) or _("as written")
        case "made":
            return _by_player({player: _yes_no(made) for player, made in value.items()}, names)
        case "marks":
            return _by_player({player: _marks(marks) for player, marks in value.items()}, names)
        case "trump":
            return suit_name(value)
        case "turned":
            return cards.shown(value, {})
        case "contract":
            return plays_in_words(Contract.of(value), None, names)
    if field in ("first_dealer", "chosen_by"):
        return names[value]
    return _yes_no(value)


def _yes_no(value: Any) -> str:
    """A switch in words, anything else as it is."""
    return {True: _("yes"), False: _("no")}[value] if isinstance(value, bool) else str(value)


def _misdeal_sentence(event: e.Misdealt, names: Names) -> str:
    wrong = ", ".join(names[player] for player in event.wrong_count)
    return _("Misdeal, dealt again.") + (
        " " + _("Wrong number of cards: {players}.").format(players=wrong) if wrong else ""
    )


def _join_sentence(event: e.Joined) -> str:
    text = _("{name} joins.").format(name=event.name)
    if event.points is None:
        return text
    return text + " " + _("Begins with {points}.").format(points=written(event.points))


def _adjust_sentence(event: e.Adjusted, names: Names) -> str:
    count = many(event.points)
    words = (
        ngettext("{points} point for {name} ({why}).", "{points} points for {name} ({why}).", count)
        if event.why
        else ngettext("{points} point for {name}.", "{points} points for {name}.", count)
    )
    return words.format(points=change(event.points), name=names[event.player], why=event.why)


def _comment_sentence(event: e.Commented) -> str:
    words = _("On hand {hand}: “{text}”") if event.hand else _("“{text}”")
    return words.format(hand=event.hand, text=event.text)


def _dealer_sentence(event: e.DealerSet, names: Names) -> str:
    said = [_("{name} deals next.").format(name=names[event.player])] if event.player else []
    if event.first_bidder:
        said.append(_("{name} bids first.").format(name=names[event.first_bidder]))
    return " ".join(said)


def _closing_sentence(hands: int) -> str:
    if not hands:
        return _("The last hands are called off.")
    return ngettext("The next hand is the last.", "The next {n} hands are the last.", hands).format(n=hands)
