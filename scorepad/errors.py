"""One class per failure; each writes its own message, a sentence for a card player."""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.words import _


class ScorepadError(Exception):
    """Anything Scorepad refuses; `str(error)` is a full sentence."""


# --- the laws: formulas, schemes, ladders, rulebooks ---------------------------------------------


class FormulaError(ScorepadError):
    """A formula that cannot be used; `at` is the 0-based place in `text`."""

    def __init__(self, text: str, at: int, reason: str) -> None:
        self.text, self.at, self.reason = text, at, reason
        super().__init__(reason)


class UnknownName(FormulaError):
    """A name the language does not have here."""

    def __init__(self, text: str, at: int, name: str, names: Iterable[str]) -> None:
        from difflib import get_close_matches  # late: every start pays for what is imported above

        close = get_close_matches(name[:40], names, n=1)
        reason = _("there is no name “{name}” here").format(name=name[:40])
        hint = _("did you mean “{name}”?").format(name=close[0]) if close else ""
        super().__init__(text, at, f"{reason}; {hint}" if hint else reason)


class RuleFileError(ScorepadError):
    """A scheme, rulebook or ladder that cannot be used: `where` names the key, `line`/`column` (1-based) the place."""

    def __init__(self, where: str, reason: str, line: int | None = None, column: int | None = None) -> None:
        self.where, self.reason, self.line, self.column = where, reason, line, column
        place = _("line {line}, {where}").format(line=line, where=where) if line and where else where
        super().__init__(f"{place}: {reason}" if place else reason)


class SchemeError(RuleFileError):
    """A scoring scheme that cannot be used."""


class RulebookError(RuleFileError):
    """A rulebook, or a house rule, that cannot be used."""


class LadderError(RulebookError):
    """A line of hand sizes that cannot be read or dealt; `at` is the 0-based place in the line."""

    def __init__(self, reason: str, at: int = 0) -> None:
        self.at = at
        super().__init__("ladder", reason)


class RuleFileRefused(ScorepadError):
    """A rule file that is not kept; `told` names the file, the place and the reason."""

    def __init__(self, told: str) -> None:
        super().__init__(told)


class NoOwnRuleFile(ScorepadError):
    def __init__(self, key: str) -> None:
        super().__init__(_("You have no rules of your own called “{key}”.").format(key=key[:60]))


def shown(value: object) -> str:
    """Something typed, as a message quotes it: a text that looks like a number keeps its quotes."""
    return f"“{value[:40]}”" if isinstance(value, str) else "–" if value is None else str(value)[:40]


# --- the game: what may not be recorded -----------------------------------------------------------


class RuleError(ScorepadError):
    """Something the rules do not let a scorer record; `field` names where it was typed ("bids.Ann")."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)


class BrokenEvent(ScorepadError):
    """A stored event that this program cannot read."""

    def __init__(self, data: object) -> None:
        super().__init__(_("A record of this game cannot be read: {data}").format(data=str(data)[:200]))


class GameWasOver(RuleError):
    def __init__(self) -> None:
        super().__init__("hand", _("The game was already over before this hand."))


class GameOver(RuleError):
    def __init__(self) -> None:
        super().__init__("hand", _("The game is over. Reopen it to play on."))


class BidMissing(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"bids.{player}", _("{name} has not bid yet.").format(name=name))


class BidNotAsked(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"bids.{player}", _("{name} does not bid in this hand.").format(name=name))


class BidOutOfRange(RuleError):
    def __init__(self, player: str, name: str, bid: object, cards: int) -> None:
        text = _("{name} cannot bid {bid}: a bid is a whole number from 0 to {cards}.")
        super().__init__(f"bids.{player}", text.format(name=name, bid=shown(bid), cards=cards))


class HookForbids(RuleError):
    def __init__(self, player: str, name: str, bid: int, cards: int) -> None:
        text = _("{name} bids last and may not bid {bid}: the bids would add up to {cards}.")
        super().__init__(f"bids.{player}", text.format(name=name, bid=bid, cards=cards))


class BidsStand(RuleError):
    def __init__(self, hand: int) -> None:
        text = _("The bids of hand {hand} are already written down; correct them instead.")
        super().__init__("bids", text.format(hand=hand))


class BidsFirst(RuleError):
    def __init__(self, hand: int) -> None:
        super().__init__("bids", _("Hand {hand} needs its bids first.").format(hand=hand))


class HandUnderWay(RuleError):
    def __init__(self, hand: int) -> None:
        text = _("Hand {hand} is being played. Record it first, or take its bids back with Undo.")
        super().__init__("hand", text.format(hand=hand))


class WrongCards(RuleError):
    def __init__(self, given: object, planned: int, hand: int) -> None:
        text = _("Hand {hand} has {planned} cards by the ladder, not {given}.")
        super().__init__("cards", text.format(hand=hand, planned=planned, given=shown(given)))


class TricksMissing(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"taken.{player}", _("How many tricks did {name} take?").format(name=name))


class MadeMissing(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"made.{player}", _("Did {name} make the bid or miss it?").format(name=name))


class TricksOutOfRange(RuleError):
    def __init__(self, player: str, name: str, taken: object, cards: int) -> None:
        text = _("{name} cannot have taken {taken} tricks: it is a whole number from 0 to {cards}.")
        super().__init__(f"taken.{player}", text.format(name=name, taken=shown(taken), cards=cards))


class TricksDoNotAddUp(RuleError):
    def __init__(self, total: int, cards: int) -> None:
        text = _("The tricks add up to {total}, but the hand has {cards}.")
        super().__init__("taken", text.format(total=total, cards=cards))


class NothingCancelled(RuleError):
    def __init__(self) -> None:
        super().__init__("cancelled", _("No tricks are cancelled in this game."))


class MadeNeedsTricks(RuleError):
    def __init__(self, scheme: str) -> None:
        text = _("The scheme “{scheme}” needs the number of tricks, not only who made it.")
        super().__init__("made", text.format(scheme=scheme))


class MadeOrTaken(RuleError):
    def __init__(self) -> None:
        super().__init__("made", _("Write either the tricks or who made it, not both."))


class TotalTooLarge(ScorepadError):
    """A running total that no game comes to."""

    def __init__(self, most: int) -> None:
        super().__init__(_("that would be a total of more than {most}").format(most=most))


class PointsUnknown(RuleError):
    def __init__(self, name: str, reason: str) -> None:
        text = _("The points of {name} cannot be worked out: {reason}")
        super().__init__("points", text.format(name=name, reason=reason))


class DealerBidsFirst(RuleError):
    def __init__(self) -> None:
        super().__init__("first_bidder", _("Who bids first follows from the dealer in this game."))


class MadeImpossible(RuleError):
    def __init__(self) -> None:
        super().__init__("made", _("That cannot be: the bids of those who made it do not leave the right tricks over."))


class NotAtTheTable(RuleError):
    def __init__(self, field: str, name: str) -> None:
        super().__init__(field, _("{name} is not at the table.").format(name=name))


class WrongTrump(RuleError):
    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)


class WrongContract(RuleError):
    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"contract.{field}" if field else "contract", reason)


class IllegalCall(RuleError):
    """A call that the auction does not allow; `number` is its place in the list, from 1."""

    def __init__(self, number: int, call: str, reason: str) -> None:
        self.number, self.reason = number, reason
        text = _("Call {number}, {call}: {reason}.")
        super().__init__("auction", text.format(number=number, call=shown(call), reason=reason))


class AuctionNotOver(RuleError):
    def __init__(self, name: str) -> None:
        super().__init__("auction", _("The auction is not over: {name} calls next.").format(name=name))


class WrongMark(RuleError):
    def __init__(self, player: str, mark: str, reason: str) -> None:
        super().__init__(f"marks.{player}.{mark}", reason)


class NoSuchHand(RuleError):
    def __init__(self, hand: object) -> None:
        super().__init__("hand", _("This game has no hand {hand} now.").format(hand=shown(hand)))


class NameMissing(RuleError):
    def __init__(self, field: str) -> None:
        super().__init__(field, _("A player needs a name."))


class NameTooLong(RuleError):
    def __init__(self, field: str, most: int) -> None:
        super().__init__(field, _("A name has at most {most} letters.").format(most=most))


class NameTaken(RuleError):
    def __init__(self, field: str, name: str) -> None:
        text = _("There is already a player called {name}. Add a letter or two.")
        super().__init__(field, text.format(name=name))


class WrongPlayerCount(RuleError):
    def __init__(self, field: str, count: int, least: int, most: int, rulebook: str) -> None:
        text = _("{rulebook} is for {least} to {most} players, not {count}.")
        if least == most:
            text = _("{rulebook} is for {least} players, not {count}.")
        super().__init__(field, text.format(rulebook=rulebook, least=least, most=most, count=count))


class NoSuchSplit(RuleError):
    """So many players fill no tables of `least` to `most`, or more than `tables` of them."""

    def __init__(self, count: int, least: int, most: int, tables: int) -> None:
        text = _("{count} players cannot be seated: up to {tables} tables of {least} to {most}, please.")
        if least == most:
            text = _("{count} players cannot be seated: up to {tables} tables of {least}, please.")
        super().__init__("players", text.format(count=count, least=least, most=most, tables=tables))


class FitsAtOneTable(RuleError):
    def __init__(self, count: int) -> None:
        text = _("{count} players fit at one table. Add who is arriving, or another table.")
        super().__init__("players", text.format(count=count))


class TableDoesNotFit(RuleError):
    def __init__(self, letter: str, count: int, least: int, most: int) -> None:
        text = _("Table {letter} would have {count} players; it needs {least} to {most}.")
        if least == most:
            text = _("Table {letter} would have {count} players; it needs {least}.")
        super().__init__("tables", text.format(letter=letter, count=count, least=least, most=most))


class NoSuchTable(RuleError):
    def __init__(self, name: str, letters: str) -> None:
        text = _("Choose a table for {name}: {letters}.")
        super().__init__("tables", text.format(name=name, letters=", ".join(letters)))


class NotADraw(RuleError):
    def __init__(self, count: int) -> None:
        super().__init__("order", _("The draw is not for these {count} players. Draw again.").format(count=count))


class TableNotReady(RuleError):
    """Another table that cannot be taken in; `why` is a sentence."""

    def __init__(self, title: str, why: str) -> None:
        super().__init__("games", f"{title}: {why}")


class OtherPoints(RuleError):
    def __init__(self, title: str) -> None:
        text = _("{table} is counted by other rules or points: its totals do not go with these.")
        super().__init__("games", text.format(table=title))


class HalfTotal(RuleError):
    def __init__(self, name: str, total: str) -> None:
        text = _("{name} stands at {total}, and a new table begins with whole points. Let all begin at 0.")
        super().__init__("restart", text.format(name=name, total=total))


class MoreNamesThanPlayers(RuleError):
    def __init__(self, names: int, players: int) -> None:
        text = _("{names} names are too many for {players} players.")
        super().__init__("names", text.format(names=names, players=players))


class TooManyNames(RuleError):
    def __init__(self, most: int) -> None:
        super().__init__("name", _("{most} people have sat at this table; begin another game.").format(most=most))


class LastPlayer(RuleError):
    def __init__(self, name: str) -> None:
        super().__init__("player", _("{name} is the last one at the table. End the game instead.").format(name=name))


class NoHands(RuleError):
    def __init__(self) -> None:
        super().__init__("cards", _("Say at least one hand to come, or end the game."))


class AlreadyThere(RuleError):
    def __init__(self, name: str) -> None:
        super().__init__("player", _("{name} is already at the table.").format(name=name))


class SamePlayer(RuleError):
    def __init__(self) -> None:
        super().__init__("players", _("Choose two different players."))


class NotWhole(RuleError):
    def __init__(self, field: str, least: int, most: int) -> None:
        text = _("This needs a whole number from {least} to {most}.")
        super().__init__(field, text.format(least=least, most=most))


class NotATime(RuleError):
    def __init__(self, field: str) -> None:
        super().__init__(field, _("Write a time of day like 13:00 or 0:30."))


class TextMissing(RuleError):
    def __init__(self, field: str) -> None:
        super().__init__(field, _("Write a few words first."))


class TextTooLong(RuleError):
    def __init__(self, field: str, most: int) -> None:
        super().__init__(field, _("At most {most} letters, please.").format(most=most))


class TooManyCards(RuleError):
    def __init__(self, field: str, cards: int, players: int, most: int) -> None:
        text = _("{cards} cards each for {players} players is more than the pack has; {most} is the most.")
        super().__init__(field, text.format(cards=cards, players=players, most=most))


class NothingToUndo(RuleError):
    def __init__(self) -> None:
        super().__init__("undo", _("There is nothing to undo."))


class NothingToRedo(RuleError):
    def __init__(self) -> None:
        super().__init__("redo", _("There is nothing to redo."))


class NotOver(RuleError):
    def __init__(self) -> None:
        super().__init__("hand", _("The game is still running."))


class SchemeMissing(RuleError):
    def __init__(self, rulebook: str) -> None:
        text = _("The points of “{rulebook}” are not known. Choose a scoring scheme for it.")
        super().__init__("scheme", text.format(rulebook=rulebook))


class BadHouse(RuleError):
    """A house rule, rulebook or scheme that a game cannot be played by."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)


class FileError(ScorepadError):
    """A game file that is refused: `entry` is its 1-based place in the record (None: the head of the file)."""

    def __init__(self, reason: str, entry: int | None = None, field: str = "") -> None:
        self.reason, self.entry, self.field = reason, entry, field
        place = _("entry {entry}").format(entry=entry) if entry else ""
        super().__init__(": ".join(part for part in (place, field, reason) if part))


# --- the store: what could not be kept or found ----------------------------------------------------


class GameNotFound(ScorepadError):
    """No game has this id."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        super().__init__(_("There is no game “{game}” here.").format(game=game_id))


class GameExists(ScorepadError):
    """A game with this id was begun by another event."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        super().__init__(_("There is a game “{game}” already.").format(game=game_id))


class StaleVersion(ScorepadError):
    """The game has gone on since it was looked at: `seen` and `now` are versions."""

    def __init__(self, seen: int, now: int) -> None:
        self.seen, self.now = seen, now
        super().__init__(_("Somebody else has written on this sheet in the meantime; nothing of yours was recorded."))


class TapChanged(ScorepadError):
    """What was tapped for the open hand is not what was seen: somebody else has tapped since."""

    def __init__(self) -> None:
        super().__init__(_("Somebody else has tapped for this hand in the meantime; nothing of yours was kept."))


class GameBinned(ScorepadError):
    """The game lies in the bin, where nothing is written on it."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        super().__init__(_("This game is in the bin, so nothing was written down."))


class RecordDamaged(ScorepadError):
    """A game whose record is not as it was written: `seq` is the first event that does not hold, `problems` say why."""

    def __init__(self, game_id: str, seq: int, problems: Iterable[str] = ()) -> None:
        self.game_id, self.seq = game_id, seq
        unreadable = _("Event {number} of game “{game}” cannot be read any more.").format(number=seq, game=game_id)
        self.problems = tuple(problems) or (unreadable,)
        changed = _("Game “{game}” is damaged: {what}").format(game=game_id, what=" ".join(self.problems[:3]))
        super().__init__(changed if problems else unreadable)


class StoreUnavailable(ScorepadError):
    """The store cannot be opened, read or written; what was sent is not kept."""


class StoreFull(StoreUnavailable):
    """The disk is full, or as much of it as this user may fill; nothing was written."""

    def __init__(self) -> None:
        super().__init__(
            _("The disk is full, or your share of it, so nothing was written down. Free some space and try again.")
        )


class TooManyOpen(StoreUnavailable):
    """This process, or the whole computer, has as many files and connections open as it may."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Too many browsers or files are open at once, so the games' file could not be used. "
                "Wait a moment and try again; if it stays so, start Scorepad again."
            )
        )


class DiskFailed(StoreUnavailable):
    """The disk with the file refuses what should be possible; `said` is its complaint."""

    def __init__(self, path: str, said: str) -> None:
        text = _(
            "The disk with the games' file fails ({said}), so nothing was written down. Is it still connected? "
            "Try again; if it stays so, copy the folder of {path} to another disk and start Scorepad there (--data)."
        )
        super().__init__(text.format(path=path, said=said))


class StoreBusy(StoreUnavailable):
    """Another program has held the file for longer than we wait."""

    def __init__(self) -> None:
        super().__init__(
            _("Another program is holding the games' file, so nothing was written down. Close it there and try again.")
        )


class StoreReadOnly(StoreUnavailable):
    """The file or its folder may not be written or opened."""

    def __init__(self, path: str) -> None:
        text = _("The games' file cannot be opened for writing: {path}. Whose is it, and may its folder be written to?")
        super().__init__(text.format(path=path))


class StoreReplaced(StoreReadOnly):
    """Another file has taken the place of the one that is open; what is written in that one nobody would find."""

    def __init__(self, path: str) -> None:
        text = _("Another games' file has taken the place of the one that was open: {path}. Start Scorepad anew.")
        super(StoreReadOnly, self).__init__(text.format(path=path))


class StoreEmptied(StoreUnavailable):
    """The file is gone, empty or without its tables, and copies in `folder` hold games: it is no new one."""

    def __init__(self, path: str, folder: str) -> None:
        text = _(
            "The games' file is gone or empty: {path}. Copies of your games are left in {folder}: “scorepad restore” "
            "lists them and puts one back; “scorepad begin” begins anew without games and leaves the copies there."
        )
        super().__init__(text.format(path=path, folder=folder))


class StoreDamaged(StoreUnavailable):
    """The file is no database, or a broken one."""

    def __init__(self, path: str) -> None:
        text = _("The games' file is damaged: {path}. “scorepad check” tells what is wrong, “scorepad restore” helps.")
        super().__init__(text.format(path=path))


class CopyDamaged(StoreUnavailable):
    """What is to be put back is no copy of games, or not a whole one; nothing was changed."""

    def __init__(self, path: str) -> None:
        text = _("“{path}” is no whole copy of games, so nothing was put back. “scorepad restore” alone lists yours.")
        super().__init__(text.format(path=path))


class BackupWithoutGames(StoreUnavailable):
    """A backup without games would take the place of one that holds some; that one stays."""

    def __init__(self, path: str) -> None:
        text = _("“{path}” holds games and there are none to copy now, so it was left alone. Give another name.")
        super().__init__(text.format(path=path))


class StoreNewer(StoreUnavailable):
    """A later Scorepad has changed the file in ways this one does not know."""

    def __init__(self, path: str) -> None:
        text = _("The games' file was written by a newer Scorepad: {path}. Use that one, or another folder (--data).")
        super().__init__(text.format(path=path))


# --- the server: why it does not start --------------------------------------------------------------


class PortTaken(ScorepadError):
    """Another program listens there, or the address is not one of this machine's."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        super().__init__(
            _("Cannot listen on {host}, port {port}: another program is there, or the address is not ours.").format(
                host=host, port=port
            )
        )


# --- the printer ------------------------------------------------------------------------------------


class UnknownPaper(ScorepadError):
    """No such paper to print on."""

    def __init__(self, paper: str, known: list[str]) -> None:
        super().__init__(
            _("There is no paper called “{paper}” here; there is {known}.").format(
                paper=str(paper)[:40], known=", ".join(known)
            )
        )


class NothingToPrint(ScorepadError):
    """A file of all sheets without one: a PDF without a page is none."""

    def __init__(self) -> None:
        super().__init__(_("There is no game to print."))


class TooManyDrawings(ScorepadError):
    """So many ask for sheets and pictures at once that others have to come back in a moment."""

    def __init__(self) -> None:
        super().__init__(_("Many are asking for sheets and pictures just now. Try again in a moment."))


# --- the command line: what cannot be read or written ----------------------------------------------


class FileUnreadable(ScorepadError):
    """A file given by its name cannot be read."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(_("“{name}” cannot be read: {reason}.").format(name=name, reason=reason))


class FileUnwritable(ScorepadError):
    """A file given by its name cannot be written."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(_("“{name}” cannot be written: {reason}.").format(name=name, reason=reason))


class NotForATerminal(ScorepadError):
    """Bytes that would only make a mess on the screen."""

    def __init__(self) -> None:
        super().__init__(_("A PDF cannot be shown here. Say where to write it: -o FILE."))


class NothingKept(ScorepadError):
    """There is no store where one was looked for."""

    def __init__(self, folder: str) -> None:
        super().__init__(_("No games are kept in {folder}.").format(folder=folder))


class GamesAreKept(ScorepadError):
    """Games are where somebody would begin anew without them."""

    def __init__(self, path: str) -> None:
        text = _("Games are kept in {path}, so nothing was begun anew. Say --data FOLDER to begin in another folder.")
        super().__init__(text.format(path=path))


class NotACopy(ScorepadError):
    """What is to be restored is the very file it would replace."""

    def __init__(self, name: str) -> None:
        super().__init__(_("“{name}” is the games’ file itself; restore a copy of it.").format(name=name))


class BackupOntoItself(ScorepadError):
    """A backup would take the place of the very file it copies, or of one that lives beside it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            _("“{name}” is the games’ file itself or belongs to it; give the backup another name.").format(name=name)
        )
