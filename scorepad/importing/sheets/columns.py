"""The columns of a table: what each means, by its heading, its values and the user's choices."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from scorepad.errors import ColumnsUnclear
from scorepad.formats import letters_of
from scorepad.game.state.dates import is_day
from scorepad.importing.sheets import cells
from scorepad.importing.sheets.cells import Line
from scorepad.importing.sheets.column_doubts import ColumnTable, Layout, add_doubts, are_numbers
from scorepad.importing.sheets.headings import (
    OF_A_PLAYER,
    Column,
    Heads,
    labels_of,
    letter_of,
    names_in,
    parse_code,
    parse_heading,
    parse_numbered,
    round_of,
    split_heading,
)
from scorepad.words import _

_RESULTS = ("bid", "taken", "made", "off")
_OF_EVENINGS = ("", "date", "place", "game", "scheme", "scorer", "comment")


class Columns(ColumnTable):
    """The columns of a table with headings and rows, without the rows that are sums by name.

    `choices` are codes by label, by heading, or by letter: “#A”.
    """

    def __init__(self, headings: Sequence[str], rows: Sequence[Line], choices: Mapping[str, str]) -> None:
        self.headings, self.rows = headings, rows
        self.columns = []
        for index, label in enumerate(labels_of(headings)):
            keys = (f"#{letter_of(index)}", label, headings[index])
            chosen = parse_code(next((choices[key] for key in keys if choices.get(key)), ""))
            self.columns.append(Column(index, label, *(chosen or parse_heading(headings[index])), bool(chosen)))
        self.problems = []
        self._learned: dict[str, str] = {}
        self._learn()
        self.seats = {}
        self._find_seats()
        self.layout = self._find_layout()
        for column in list(self.columns):
            self._resolve(column)
        add_doubts(self)

    @property
    def are_evenings(self) -> bool:
        """Return whether it is certain that each row is an evening, because the rows have different days."""
        return self.layout == "totals" and self._days_differ()

    def names_for(self, column: Column) -> list[str]:
        """Return the players to whom a column may belong: by its heading, then all others."""
        heading = cells.text_of(self.headings[column.index])
        by_heading = names_in(self.headings, column.index)
        by_heading += [heading] if self.layout == "totals" and parse_heading(heading) == ("", "") else []
        others = (other for other in self.problems if self.layout != "totals" or other.index != column.index)
        doubtful = {cells.text_of(self.headings[other.index]) for other in others}
        names = [column.player, *by_heading, *self.players]
        return (
            list(dict.fromkeys(name for name in names if name and name not in doubtful)) or [heading][: bool(heading)]
        )

    @property
    def ignored(self) -> list[str]:
        """Return the labels of the columns that are set aside although they have values."""
        first: dict[str, Column] = {}
        return [
            column.label
            for column in self.columns
            if self.values(column) and column.label not in self.seats
            if column.meaning == "ignored"
            or (self.layout == "totals" and not column.player and column.meaning not in _OF_EVENINGS)
            or (column.meaning and first.setdefault(column.code, column) is not column)
        ]

    def heads(self, line: int) -> Heads:
        """Return the meanings by column. Raise ColumnsUnclear if some columns are not understood.

        `line` is that of the headings.
        """
        if self.problems:
            texts = [self.headings[column.index] for column in self.problems]
            twice = next((text for text in texts if text and texts.count(text) > 1), "")
            words = _("“{head}” is the heading of two columns. Give each column its own heading.").format(
                head=twice[:40]
            )
            labels = [column.label for column in sorted(self.problems, key=lambda column: column.index)]
            raise ColumnsUnclear(labels, words if twice else "", line)
        heads = Heads({}, {}, {}, {column.index: column.label for column in self.columns}, {})
        for column in self.columns:
            if column.label in self.seats:
                heads.seats[column.label] = column.index
            elif column.player and self.layout == "totals":
                heads.other[column.player] = column.index
            elif column.player:
                heads.of_players.setdefault(column.player, {})[column.meaning] = column.index
            elif column.meaning not in ("", "ignored"):
                heads.of_all.setdefault(column.meaning, column.index)
        return heads

    # --- by heading --------------------------------------------------------------------------------------

    def _set(self, column: Column, meaning: str, player: str = "") -> None:
        self.columns[column.index] = replace(column, meaning=meaning, player=player)

    def _learn(self) -> None:
        """Apply a choice for “Ann xyz” to “Bob xyz” too."""
        learned = self._learned
        for column in self.columns:
            if column.is_chosen and column.player:
                heading = self.headings[column.index]
                for name, word in (*split_heading(heading), (heading, "")):
                    if letters_of(name) == letters_of(column.player):
                        learned[letters_of(word)] = column.meaning
        for column in self.columns if learned else ():
            if not column.is_chosen and (column.player or not column.meaning):
                splits = split_heading(self.headings[column.index])
                known = [(name, learned[letters_of(word)]) for name, word in splits if letters_of(word) in learned]
                if known:
                    self._set(column, known[0][1], known[0][0])

    # --- by values ---------------------------------------------------------------------------------------

    def _find_seats(self) -> None:
        """Find the columns with names of players, and give each column of results to one of them.

        It is the one with the same number, or the nearest on the left.
        """
        for column in self.columns:
            is_player = column.meaning == "player" or parse_numbered(self.headings[column.index])[1] == "player"
            if is_player and not (column.is_chosen and column.meaning != "player"):
                values = self.values(column)
                self.seats |= {column.label: column.index} if values and not are_numbers(values) else {}
        if len(self.seats) < 2:
            self.seats = {}
            return
        by_number = {parse_numbered(self.headings[index])[0]: label for label, index in self.seats.items()}
        for column in self.columns:
            number, meaning = parse_numbered(self.headings[column.index])
            meaning = column.meaning if column.is_chosen else meaning
            left = [label for label, index in self.seats.items() if index < column.index]
            seat = by_number.get(number, "") if number else next(iter(left[::-1]), "")
            if column.label in self.seats:
                self._set(column, "player")
            elif meaning in OF_A_PLAYER and seat and not (column.is_chosen and column.player):
                self._set(column, meaning, seat)

    @cached_property
    def has_hands(self) -> bool:
        """Return whether the columns have hands, and not only totals of evenings."""
        meanings = {column.meaning for column in self.columns}
        return bool(meanings & {"hand", "cards", *_RESULTS})

    def _find_layout(self) -> Layout:
        if self.seats:
            return "seats"
        bare = {column.meaning for column in self.columns if not column.player}
        if "player" in bare and bare & {*OF_A_PLAYER}:
            return "players"
        parts = {column.meaning for column in self.columns if column.player}
        if parts & {*_RESULTS}:
            return "hands"
        numbers = bare & {"hand", "cards", "dealer", "trump"}
        if parts:
            return "hands" if numbers or not self._days_differ() else "totals"
        has_names = sum(not column.meaning for column in self.columns) > 1
        if bare & {*_RESULTS} and not numbers & {"hand", "cards"} and not has_names:
            return "hands"
        return "hands" if numbers and not self._days_differ() else "totals"

    def _days_differ(self) -> bool:
        """Return whether each row has its own date, so that rows are evenings."""
        date = next((column for column in self.columns if column.meaning == "date"), None)
        days = self.values(date) if date else []
        return len(days) > 1 and len(set(days)) == len(days)

    def _resolve(self, column: Column) -> None:
        """Decide on a column that its heading does not explain."""
        values = self.values(column)
        if column.is_chosen:
            if column.meaning in OF_A_PLAYER and not column.player and self.layout != "players":
                self.problems.append(column)
        elif column.meaning == "number" or (column.meaning == "game" and values and all(map(str.isdigit, values))):
            is_hand = self.layout in ("hands", "players") and not self.has("hand") and len(set(values)) == len(values)
            self._set(column, "hand" if is_hand and column.meaning == "number" else "number")
        elif column.meaning == "game" and len({*values}) > 1 and {*values} <= {*self.players}:
            self.problems.append(column)
        elif column.meaning in OF_A_PLAYER and not column.player and self.layout != "players":
            self._resolve_part(column, values)
        elif not column.meaning:
            self._resolve_unknown(column, values)
        elif values and (column.player.isdigit() or (column.player and self.layout == "players")):
            self.problems.append(column)
        elif column.player and self.layout == "totals":
            self._set(column, column.meaning if column.meaning in ("points", "total") else "ignored", column.player)

    def _resolve_part(self, column: Column, values: Sequence[str]) -> None:
        """Decide on a heading such as “bid” without a name. In a table of totals, Bud and Won are names."""
        is_name = self.layout == "totals" and column.meaning in ("bid", "taken")
        if is_name and are_numbers(values):
            self._set(column, "total", cells.text_of(self.headings[column.index]))
        elif self.layout == "totals" or not values or not are_numbers(values) or column.meaning == "total":
            self._set(column, "ignored")
        else:
            self.problems.append(column)

    def _resolve_unknown(self, column: Column, values: Sequence[str]) -> None:
        name = cells.text_of(self.headings[column.index])
        guess = self._guess_day(column) if self.layout == "totals" else self._guess(column, values)
        has_parts = any(column.player and column.meaning in _RESULTS for column in self.columns)
        has_parts = has_parts or any(parse_heading(heading)[0] for heading in self.headings)
        if column in self.problems:
            return
        if guess:
            self._set(column, guess)
        elif not are_numbers(values):
            self._resolve_texts(column, values)
        elif not name or round_of(name) or name in self._without_result:
            self.problems.append(column)
        elif self.layout == "totals":
            self._set(column, "total", name)
        elif self.layout == "hands" and (name in self.players or not has_parts):
            self._set(column, self._learned.get("", "points"), name)
        else:
            self.problems.append(column)

    def _resolve_texts(self, column: Column, values: Sequence[str]) -> None:
        """Set aside a column of texts, unless it has marks such as ✓ and ✗ that say who made the bid."""
        is_made = values and all(cells.parse_made(text) is not None for text in values)
        owners = self._owners(column)
        is_result = owners or (is_made and (self._without_result or not self.players))
        if self.layout == "totals" or not is_result:
            self._set(column, "ignored")
        elif is_made and owners:
            self._set(column, "made", owners[0] if self.layout == "hands" else "")
        else:
            self.problems.append(column)

    def _owners(self, column: Column) -> list[str]:
        """Return the player without tricks whose name is in the heading of a column, if there is one."""
        heading = self.headings[column.index]
        names = [letters_of(name) for name in (heading, *(name for name, _word in split_heading(heading)))]
        return [player for player in self._without_result if letters_of(player) in names]

    @property
    def _without_result(self) -> list[str]:
        """The players with a column of bids, but none of tricks."""
        parts: dict[str, set[str]] = {}
        for column in self.columns:
            parts.setdefault(column.player, set()).add(column.meaning)
        return [player for player, known in parts.items() if "bid" in known and not known & {"taken", "made", "off"}]

    def _guess_day(self, column: Column) -> str:
        """Return “date” if most values of a column in a table of evenings are days, or "".

        A column is a problem if only some values are days, or if there are several such columns.
        """
        share = 0 if self.has("date") else self._share_of_days(column)
        if share < 0.25:
            return ""
        others = [other for other in self.columns if not other.meaning and other is not column]
        if share < 0.75 or any(self._share_of_days(other) >= 0.75 for other in others):
            self.problems.append(column)
            return ""
        return "date"

    def _share_of_days(self, column: Column) -> float:
        return sum(map(is_day, self.values(column))) / max(1, sum(not row.empty for row in self.rows))

    def _guess(self, column: Column, values: Sequence[str]) -> str:
        """Return the meaning that all values of a column have, or ""; y and n of a player are no trumps."""
        if self._owners(column):
            return ""
        names = {letters_of(name) for name in self.players}
        guesses: list[tuple[str, Callable[[str], object]]] = [
            ("date", is_day),
            ("trump", lambda text: not text.isdigit() and cells.trump(text)),
            ("dealer", lambda text: letters_of(text) in names),
        ]
        return next(
            (meaning for meaning, fits in guesses if values and not self.has(meaning) and all(map(fits, values))),
            "",
        )
