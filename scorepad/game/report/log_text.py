"""Events in words: a sentence for the log and for conflicts, or a few words for Undo and Redo."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from scorepad.formats import format_change, format_points, plural_number, readable, sentence
from scorepad.game.report.changed_values import Changing, FieldValues, new_values, values_before
from scorepad.game.report.hand_detail import plays_in_words
from scorepad.game.report.house_changes import house_changes
from scorepad.game.state import events as e
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game
from scorepad.game.state.history import History, names_in
from scorepad.game.state.rows import Points
from scorepad.rules.cards import NO_TRUMPS
from scorepad.rules.suits import FRENCH, Suits, read_suits
from scorepad.words import _, isolated, join_label, join_names, ngettext, ours, with_colon


class Names(dict[str, str]):
    """The players' names by id, and the suits of the game's pack."""

    def __init__(self, names: Mapping[str, str], suits: Suits = FRENCH) -> None:
        super().__init__(names)
        self.suits = suits


def _suits_of(events: Iterable[e.Event]) -> Suits:
    """Return the suits of the pack after these events."""
    suits: object = "French"
    for event in events:
        given = {**event.rulebook, **event.house} if isinstance(event, e.Opened) else {}
        given = event.house if isinstance(event, e.HouseChanged) else given
        suits = given.get("suits") or suits
    return read_suits("suits", suits)


def event_sentence(event: e.PlainEvent, names: Names, was: FieldValues) -> str:
    """Return a sentence about an event.

    `names` are the players' current names. `was` has the values before the event. If it has a changed value, the
    sentence has old → new.
    """
    match event:
        case e.Opened(rulebook=rulebook):
            players = ", ".join(isolated(names[player]) for player, _name in event.players)
            return _("A game of {rulebook} starts: {players}.").format(rulebook=ours(rulebook["name"]), players=players)
        case e.BidsRecorded():
            return _bids_sentence(event, names)
        case e.TricksRecorded():
            return _tricks_sentence(event, names)
        case e.Corrected() | e.HouseChanged() | e.SchemeChanged() | e.Described():
            return _change_sentence(event, names, was, new_values(event))
        case e.Misdealt():
            return _misdeal_sentence(event, names)
        case e.Joined(name=name, points=points):
            begins = [] if points is None else [_("Begins with {points}.").format(points=format_points(points))]
            return " ".join([_("{name} joins.").format(name=name), *begins])
        case e.Misplayed(player=player) | e.Left(player=player) | e.Returned(player=player):
            misplay, leaves, back = _("Misplay by {name}, dealt again."), _("{name} leaves."), _("{name} is back.")
            return {"misplay": misplay, "leave": leaves, "return": back}[event.kind].format(name=names[player])
        case e.Renamed(player=player, name=name):
            return _("{was} is now called {name}.").format(was=names[player], name=name)
        case e.Swapped(players=(first, second)):
            return _("{names} change seats.").format(names=join_names([names[first], names[second]]))
        case e.Adjusted():
            return _adjust_sentence(event, names)
        case e.TotalsKnown(totals=totals):
            return _("Only the totals are known: {totals}.").format(totals=_by_player(_written(totals), names))
        case e.Commented(text=text, hand=hand):
            return (_("Hand {hand}: “{text}”") if hand else _("“{text}”")).format(hand=hand, text=text)
        case e.Planned(cards=cards):
            return _("Hands to come: {cards}.").format(cards=" ".join(map(str, cards)))
        case e.ClosingAnnounced(hands=hands):
            words = ngettext("The next hand is the last.", "The next {n} hands are the last.", hands)
            return words.format(n=hands) if hands else _("The last hands are no longer announced.")
        case e.DealerSet():
            return _dealer_sentence(event, names)
        case e.Ended(moved=moved):
            return _("It continues at other tables.") if moved else _("The game was ended.")
        case e.Reopened():
            return _("The game continues.")
        case never:
            assert_never(never)


def log_lines(events: Sequence[e.Event]) -> list[str]:
    """Return a sentence for each event of a complete log, with the players' names at that time."""
    sentences: list[str] = []
    history, names, ever, suits = History(()), dict[str, str](), dict[str, str](), _suits_of(events)
    for event in events:
        ever |= names_in([event])
        earlier, history = history, history.after(event)
        done = earlier.target_of(event)
        if isinstance(event, e.Undone):
            sentences.append(
                _undo_sentence(done, history.standing, Names({**ever, **names_in(history.standing)}, suits))
            )
        else:
            what = event_sentence(done, Names({**ever, **names}, suits), values_before(done, earlier.standing))
            sentences.append(_("Redone: {what}").format(what=what) if isinstance(event, e.Redone) else what)
        if isinstance(event, e.Opened | e.Joined | e.Renamed | e.Undone | e.Redone):
            names = names_in(history.standing)
    return sentences


def _undo_sentence(undone: e.PlainEvent, left: tuple[e.PlainEvent, ...], names: Names) -> str:
    """Return a sentence about the undone event.

    For a change, it shows the undone and the restored value: old → new.
    """
    was = values_before(undone, left)
    if isinstance(undone, Changing):
        new = new_values(undone)
        back = {field: was.get(field) for field in new}
        if isinstance(undone, e.Corrected):  # of the values by player, only those of the players in the change
            for field, value in back.items():
                if isinstance(new[field], Mapping) and isinstance(value, Mapping):
                    back[field] = {player: value.get(player) for player in new[field]}
        what = _change_sentence(undone, names, {**was, **new}, back)
    else:
        what = event_sentence(undone, names, was)
    return _("Undone: {what}").format(what=what)


def _by_player(values: Mapping[str, Any], names: Names) -> str:
    return ", ".join(f"{isolated(names[player])} {value}" for player, value in values.items())


def _bids_sentence(event: e.BidsRecorded, names: Names) -> str:
    if event.bids:
        words = ngettext("Bids for {cards} card: {bids}.", "Bids for {cards} cards: {bids}.", event.cards)
    else:
        words = ngettext("No bids for {cards} card.", "No bids for {cards} cards.", event.cards)
    text = words.format(cards=event.cards, bids=_by_player(event.bids, names))
    if event.contract is not None:
        text = f"{sentence(plays_in_words(event.contract, names, names.suits.name(event.trump or NO_TRUMPS)))} {text}"
    if event.hook_waived:
        text += " " + _("The hook was waived.")
    return text


def _written(points: Mapping[str, Points]) -> Mapping[str, str]:
    return {player: format_points(value) for player, value in points.items()}


def _tricks_sentence(event: e.TricksRecorded, names: Names) -> str:
    known = event.points is None or event.taken or event.made or event.off or event.wrong_count
    sentences = [_results_sentence(event, names)] if known else []
    if event.bid_changes:
        changed = {player: format_change(change) for player, change in event.bid_changes.items()}
        sentences.append(_("Bids changed: {changes}.").format(changes=_by_player(changed, names)))
    if event.points:
        sentences.append(_("Points on paper: {points}.").format(points=_by_player(_written(event.points), names)))
    elif event.points is not None:
        sentences.append(_("Left as on paper."))
    return " ".join(sentences)


def _results_sentence(event: e.TricksRecorded, names: Names) -> str:
    if event.wrong_count is not None:
        return " ".join([_wrong_count_sentence(event.wrong_count, names), _("The others score as they bid.")])
    if event.off is not None:
        return _("Differences: {off}.").format(off=_by_player(event.off, names))
    if event.taken is None:
        made = [isolated(names[player]) for player, made in (event.made or {}).items() if made]
        return _("Made by: {players}.").format(players=", ".join(made)) if made else _("All players missed.")
    return _("Tricks: {taken}.").format(taken=_by_player(event.taken, names))


def _change_sentence(event: Changing, names: Names, was: FieldValues, new: FieldValues) -> str:
    """Return what was changed, one sentence per field.

    Fields with equal values are left out.
    """
    match event:
        case e.Corrected(hand=hand):
            text = _("Hand {hand} corrected.").format(hand=hand)
        case e.HouseChanged():
            return _("House rules changed.") + " " + house_changes(was, new)
        case e.SchemeChanged():
            ((_field, scheme),) = _changes(names, was, new)
            return _("Rescored with {scheme} from the first hand.").format(scheme=scheme)
        case e.Described():
            text = _("Game details changed.")
        case never:
            assert_never(never)
    labels = field_labels()
    changes = (
        _("{what}: {change}.").format(what=labels[field], change=change) for field, change in _changes(names, was, new)
    )
    return " ".join([text, *changes])


def _changes(names: Names, was: FieldValues, new: FieldValues) -> list[tuple[str, str]]:
    """Return changed values in words by field: `Bob 2 → 1`.

    If none has changed, return all values.
    """
    changes = [(field, _change_in_words(field, was.get(field), value, names)) for field, value in new.items()]
    return [change for change in changes if change[1]] or [
        (field, value_in_words(field, new[field], names)) for field in new
    ]


def field_labels() -> dict[str, str]:
    """Return the names of the fields of events."""
    return {
        "first_dealer": _("First dealer"), "scorer": _("Scorer"), "location": _("Location"), "date": _("Date"),
        "stake": _("Stake per point (cents)"), "until": _("Closing time"),
        "bids": _("Bids"), "bid_changes": _("Changes of bids"), "taken": _("Tricks"),
        "made": _("Made"), "off": _("Difference"), "trump": _("Trump"),
        "turned": _("Card turned up"), "marks": _("Marks"), "cards": _("Cards"), "contract": _("Contract"),
        "cancelled": _("Tricks cancelled"), "chosen_by": _("Trump chosen by"), "hook_waived": _("Hook waived"),
        "points": _("Points on paper"), "wrong_count": _("Wrong number of cards"),
    }  # fmt: skip


def _change_in_words(field: str, old: Any, new: Any, names: Names) -> str:
    """Return `Bob 2 → 1` for a change, the new value if there was none, or "" without a change."""
    if field in e.BY_PLAYER and isinstance(old, Mapping) and isinstance(new, Mapping):
        changed = [player for player in new if old.get(player) != new[player]]
        now, then = ({player: player_value(field, by.get(player), names) for player in changed} for by in (old, new))
        return ", ".join(f"{isolated(names[player])} {now[player]} → {then[player]}" for player in changed)
    if old == new:
        return ""
    return " → ".join(value_in_words(field, value, names) for value in ([new] if old is None else [old, new]))


def player_value(field: str, value: Any, names: Names) -> str:
    """Return one player's bid, tricks or marks in words, a dash for None."""
    if value is None:
        return "–"
    if field == "marks":
        marks = e.replace_players(value, names) or {}
        return " ".join(f"{readable(mark)} {_yes_no(setting)}" for mark, setting in marks.items()) or "–"
    if field == "bid_changes":
        return format_change(value)
    return format_points(value) if field == "points" else _yes_no(value)


def value_in_words(field: str, value: Any, names: Names) -> str:
    """Return the value of a field in words, a dash for None."""
    if value is None or value == "":
        return _("by the rules") if field == "points" else "–"
    if field in e.BY_PLAYER:
        text = _by_player({player: player_value(field, item, names) for player, item in value.items()}, names)
        return text or (_("as on paper") if field == "points" else "")
    match field:
        case "trump":
            return names.suits.name(value)
        case "turned":
            return names.suits.card(value, symbols=True)
        case "contract":
            return plays_in_words(Contract.of(value), names)
        case "first_dealer" | "chosen_by":
            return isolated(names[value])
        case "wrong_count":
            return ", ".join(isolated(names[player]) for player in value)
    return _yes_no(value)


def _yes_no(value: Any) -> str:
    """Return a boolean in words, and any other value as text."""
    return {True: _("yes"), False: _("no")}[value] if isinstance(value, bool) else str(value)


def _misdeal_sentence(event: e.Misdealt, names: Names) -> str:
    reasons = [_wrong_count_sentence(event.wrong_count, names)] if event.wrong_count else []
    text = _("Misdeal, dealt again, nothing charged.") if event.free else _("Misdeal, dealt again.")
    return " ".join([text, *reasons])


def _wrong_count_sentence(players: Iterable[str], names: Names) -> str:
    wrong = ", ".join(isolated(names[player]) for player in players)
    return _("Wrong number of cards: {players}.").format(players=wrong)


def _adjust_sentence(event: e.Adjusted, names: Names) -> str:
    count = plural_number(event.points)
    words = ngettext("{points} point for {name}.", "{points} points for {name}.", count)
    if event.why:
        words = ngettext("{points} point for {name} ({why}).", "{points} points for {name} ({why}).", count)
    return words.format(points=format_change(event.points), name=names[event.player], why=event.why)


def _dealer_sentence(event: e.DealerSet, names: Names) -> str:
    sentences = [_("{name} deals next.").format(name=names[event.player])] if event.player else []
    if event.first_bidder:
        sentences.append(_("{name} bids first.").format(name=names[event.first_bidder]))
    return " ".join(sentences)


# --- a few words, for buttons ------------------------------------------------------------------------------

Fields = Mapping[str, tuple[Any, Any]]


def words_of_players() -> dict[str, str]:
    """Return the names of a player's fields by kind.

    The page's script uses the same words.
    """
    return {
        "bid": _("{name}’s bid"), "taken": _("{name}’s tricks"), "made": _("{name}’s result"),
        "off": _("{name}’s difference"), "change": _("{name}’s change of bid"),
    }  # fmt: skip


def words_of_hand() -> dict[str, str]:
    """Return the names of the fields of the whole hand, inside a sentence."""
    return {
        "trump": _("trump"), "turned": _("card turned up"), "chosen_by": _("player who chose the trump"),
        "cancelled": _("cancelled tricks"), "contract": _("contract"),
    }  # fmt: skip


def turned_words(suits: Suits) -> dict[str, str]:
    """Return the turned-up cards that are not written as rank and suit."""
    return {**suits.signs(), "wizard": _("wizard"), "jester": _("jester"), "none": _("none")}


def undo_label(what: str) -> str:
    """Return the label of a button that undoes an event or a tap, given in words."""
    return (_("Undo: {what}") if what.endswith(".") else _("Undo {what}")).format(what=what)


def redo_label(what: str) -> str:
    """Return the label of a button that redoes an event or a tap, given in words."""
    return (_("Redo: {what}") if what.endswith(".") else _("Redo {what}")).format(what=what)


def undo_refusal(what: str, later: str) -> str:
    """Return the message that something cannot be undone because of something later, both in words."""
    words = _("“{what}” cannot be undone, because “{later}” came after it.")
    return words.format(what=what.rstrip("."), later=later.rstrip("."))


def tap_words(names: Names, fields: Fields) -> str:
    """Return `Bob’s bid 1 → 0` for changed values by field."""
    return ", ".join(_field_words(names, field, *values) for field, values in fields.items())


def _field_words(names: Names, field: str, now: Any, then: Any) -> str:
    kind, _dot, who = field.partition(".")
    player = names.get(who.rpartition(".")[2], "")
    if field == "calls":
        return _call_words(names, now, then)
    if kind == "mark":
        what = join_label(player, who.partition(".")[0])
    else:
        what = words_of_players().get(kind, "").format(name=player) or with_colon(words_of_hand().get(kind, field))
    signs = {"trump": names.suits.signs(), "turned": turned_words(names.suits)}.get(kind, {})
    known = {"yes": "✓", "no": "✗", **signs, **names}
    values = [
        isolated(known.get(value) or names.suits.card(str(value), symbols=True))
        for value in (now, then)
        if value not in (None, "")
    ]
    return f"{what} {' → '.join(values)}".strip()


def _call_words(names: Names, now: Any, then: Any) -> str:
    """Return `Ann’s call 2♥`: the last call of the longer auction."""
    auction = max((now or {}, then or {}), key=lambda auction_data: len(auction_data.get("calls", ())))
    calls, order = auction.get("calls", [""]), auction.get("order", ["", 0])[:-1]
    call = calls[-1]
    call_text = call[:-1] + names.suits.signs()[call[-1]] if call[-1:] in "CDHSN" and call[:-1].isdigit() else call
    spoken = {"pass": _("pass"), "double": "×", "redouble": "××"}.get(call, call_text)
    return _("{name}’s call {call}").format(name=names.get(order[(len(calls) - 1) % len(order)], ""), call=spoken)


def event_words(game: Game, version: int) -> str:
    """Return `bids of hand 3`, or the sentence of the log for other events."""
    event = game.events[version - 1]
    assert not isinstance(event, e.Undone | e.Redone)
    places = zip(game.history.places, game.history.standing, strict=True)
    before = [done for place, done in places if place < version]
    if not isinstance(event, e.BidsRecorded | e.TricksRecorded):
        # A player whose joining was undone after this event is named by the whole record only.
        names = {**names_in(game.events[:version]), **names_in(before)}
        return event_sentence(event, Names(names, game.sheet.rulebook.suits), values_before(event, before))
    words = _("bids of hand {number}") if isinstance(event, e.BidsRecorded) else _("tricks of hand {number}")
    return words.format(number=sum(isinstance(done, e.TricksRecorded) for done in before) + 1)
