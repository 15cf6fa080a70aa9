"""Run `make bench`: print each figure with its control, their ratio and its limit.

The exit status is 1 if a figure misses its limit. Absolute times say little: machines differ and do other work. So each
time is a ratio to a minimal control of the same kind. Both are measured in turn, and the best of several runs counts.
Bytes, requests, memory and imports are counted instead.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from statistics import median

from raw_http import served
from scorekeeper import Wired

from scorepad.store import open_store
from tools.bench import database, games, host, in_browser, paper, phone, room, start, tables, writing


@dataclass(frozen=True)
class Figure:
    """A ratio or a count, its limit, and an explanation."""

    name: str
    value: float
    most: float
    how: str

    def __str__(self) -> str:
        verdict = "ok    " if self.value <= self.most else "MISSED"
        return f"{verdict} {self.name}: {self.value:.2f} (at most {self.most:.2f}) – {self.how}"


Clock = Callable[[], float]
"""Seconds: `time.perf_counter` if the disk or another process is involved, otherwise `time.thread_time`."""


def timed(act: Callable[[], object], times: int = 1, clock: Clock = time.perf_counter) -> float:
    """Return the ms per call of `act`, over `times` calls in a row."""
    begin = clock()
    for _turn in range(times):
        act()
    return (clock() - begin) * 1000 / times


def in_turn(
    first: Callable[[], object],
    other: Callable[[], object],
    *,
    rounds: int = 25,
    times: int = 3,
    clock: Clock = time.thread_time,
) -> tuple[float, float]:
    """Return the fewest ms of both, measured in turn so that a slow period affects both."""
    pairs = [(timed(first, times, clock), timed(other, times, clock)) for _round in range(rounds)]
    return _best(pairs)


def _best(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    return min(first for first, _second in pairs), min(second for _first, second in pairs)


def model_figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        repository, game_id = games.kept(Path(folder), players=7, hands=26)
        load, bare = in_turn(games.loader(repository, game_id), games.bare_reader(Path(folder), game_id))
        half_id = games.keep(repository, players=7, hands=13)
        double, single = in_turn(games.loader(repository, game_id), games.loader(repository, half_id))
        per_byte = len(games.sheet_text(repository, game_id)) / len(games.sheet_text(repository, half_id))
    return [
        Figure(
            "load, replay and score 7 players × 26 hands, against reading its JSON and hashing it",
            load / bare,
            16.0,
            f"{load:.2f} ms, bare {bare:.2f} ms",
        ),
        Figure("26 hands against 13", double / single, 2.4, f"{double:.2f} ms against {single:.2f} ms"),
        Figure("rows of the sheet, 26 hands against 13", per_byte, 2.2, "length of the sheet as JSON"),
    ]


def page_figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        first, again, grid = games.page_tasks(Path(folder))
        new, control = in_turn(first, grid)
        seen, control_again = in_turn(again, grid)
    return [
        Figure(
            "page of 7 × 26 hands and one open, packed, replay included, against a grid by Jinja alone",
            new / control,
            130.0,
            f"{new:.2f} ms, grid {control:.2f} ms",
        ),
        Figure("the page seen again", seen / control_again, 75.0, f"{seen:.2f} ms, grid {control_again:.2f} ms"),
    ]


def writing_figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        table = writing.Recording(open_store(folder))
        bare = writing.bare_route(writing.into_file(Path(folder)))
        seen, control = recorded(table, bare, seen_before=True)
        unseen, control_unseen = recorded(table, bare, seen_before=False)
        game_id = games.keep(table.repository, players=7, hands=26)
        store = table.repository.store
        verified, trusted = in_turn(writing.verifying(store, game_id), writing.trusting(store, game_id), rounds=25)
    return [
        Figure("recording a hand against a bare commit", seen / control, 3.0, f"{seen:.2f} ms, bare {control:.2f} ms"),
        Figure(
            "recording a hand of a game not seen before",
            unseen / control_unseen,
            6.0,
            f"{unseen:.2f} ms, bare {control_unseen:.2f} ms",
        ),
        Figure("replay with hashes verified", verified / trusted, 1.3, f"{verified:.2f} ms, without {trusted:.2f} ms"),
    ]


def recorded(
    table: writing.Recording, bare: Callable[[], object], *, seen_before: bool, rounds: int = 40
) -> tuple[float, float]:
    """Return the fewest ms of recording a hand, and of its control."""
    pairs = []
    for _round in range(rounds):
        table.ready(seen_before=seen_before)
        pairs.append((timed(table.record), timed(bare)))
    return _best(pairs)


def list_figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as few, tempfile.TemporaryDirectory() as many:
        small, large = games.list_task(Path(few), 100), games.list_task(Path(many), 100_000)
        figures = []
        for path, what, most in (
            ("/", "games list", 1.3),
            ("/?search=nobodyatall", "search for a word that nobody has", 3.0),
            ("/?search=ann", "search for a name that many have", 1.5),
        ):
            slow, quick = in_turn(partial(large, path), partial(small, path))
            how = f"{slow:.2f} ms against {quick:.2f} ms"
            figures.append(Figure(f"{what}, 100,000 games against 100", slow / quick, most, how))
    return figures


def years_figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as few, tempfile.TemporaryDirectory() as many:
        small, large = games.years_task(Path(few), 20), games.years_task(Path(many), 2_000)
        figures = []
        for path in ("/years", "/years/Ann", "/records", "/league"):
            slow, quick = in_turn(partial(large, path), partial(small, path))
            how = f"{slow:.2f} ms against {quick:.2f} ms"
            figures.append(Figure(f"{path}, 2,000 games against 20", slow / quick, 3, how))
    return figures


def host_figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as few, tempfile.TemporaryDirectory() as many:
        alone, among = host.page_among(Path(few), 2), host.page_among(Path(many), 10_000)
        slow, quick = in_turn(among, alone)
    how = f"{slow:.2f} ms against {quick:.2f} ms"
    return [Figure("a game's page on a host, among 10,000 groups against two", slow / quick, 1.3, how)]


def database_figures() -> list[Figure]:
    with database.groups() as there:
        group = there.create()
        table = writing.Recording(there.open(group))
        with served(table.app) as (_host, port):
            table.way = Wired(port)
            bare = writing.bare_route(database.into_table(there), table.app, table.way)
            seen, control = recorded(table, bare, seen_before=True)
        look, one_row = in_turn(database.look(there, 50), database.one_row(there), clock=time.perf_counter)
        shown = database.seen_by_another_machine(there)
    return [
        Figure("recording a hand in a database against a route of Scorepad that commits one row", seen / control, 3.0,
               f"{seen:.2f} ms, bare {control:.2f} ms"),
        Figure("a look whether anything is new in 50 groups, against one row by its key", look / one_row, 3.0,
               f"{look:.2f} ms, fifty times a second while somebody follows; one row {one_row:.2f} ms"),
        Figure("until a looker-on of another machine sees a hand, ms", median(shown), 150.0,
               f"{max(shown):.0f} ms at worst of {len(shown)}"),
    ]  # fmt: skip


def start_figures() -> list[Figure]:
    python = [sys.executable, "-c", "pass"]
    version = [*start.program(), "--version"]

    def run(command: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run(command, check=True, capture_output=True)

    ours, bare = in_turn(run(version), run(python), rounds=11, times=1, clock=time.perf_counter)
    with tempfile.TemporaryDirectory() as folder:
        start.first_answer(start.scorepad(folder))  # a folder that was used before
        pairs = [(start.first_answer(start.scorepad(folder)), start.first_answer(start.bare)) for _round in range(7)]
    answer, control = _best(pairs)
    return [
        Figure("scorepad --version against bare python", ours / bare, 3.0, f"{ours:.0f} ms, python {bare:.0f} ms"),
        Figure(
            "server's first answer after start, against a bare Flask application's",
            answer / control,
            2.8,
            f"{answer:.0f} ms, bare {control:.0f} ms",
        ),
    ]


def paper_figures() -> list[Figure]:
    game = paper.full_game()
    sheet, control, drawn = paper.tasks(game)
    ours, bare = in_turn(sheet, control)
    imported = sum(map(paper.printer_imported_by, ("scorepad.cli", "scorepad.web", "scorepad.commands.printing")))
    return [
        Figure("filled sheet, 26 hands × 7 players, against a bare canvas", ours / bare, 2.0,
               f"{ours:.2f} ms, canvas {bare:.2f} ms: {drawn}"),
        Figure("its file, kB", len(sheet()) / 1000, 30.0, "with the fonts that it needs"),
        Figure("ReportLab fetched before anything is printed", imported, 0.0, "by the command line or the pages"),
        Figure("1,000 sheets in a zip, MB more than 20", paper.archive_growth("zip"), 4.0, "largest resident size"),
        Figure("1,000 sheets in one PDF, MB more than 20", paper.archive_growth("pdf"), 8.0, "largest resident size"),
    ]  # fmt: skip


def visit_figures() -> list[Figure]:
    visit = phone.visits()
    details = f"by gzip {visit.by_gzip}; {', '.join(visit.requests)}; {visit.foreign} of them to another host"
    return [
        Figure("first visit of a game's page until it plays without a network, bytes", visit.weight, 50_000, details),
        Figure("first visit, requests", len(visit.requests) + 100 * visit.foreign, 7, "the worker's own among them"),
        Figure("second visit, requests", len(visit.again), 2, ", ".join(visit.again)),
        Figure("first paint over a mobile network, CPU at a quarter, s", visit.paint / 1000, 0.8,
               f"bare page {visit.bare_paint:.0f} ms"),
        Figure("largest paint, s", visit.largest / 1000, 1.0, "the best of five, like the first"),
    ]  # fmt: skip


def first_page_figures() -> list[Figure]:
    first = host.first_page()
    return [
        Figure("a host's first page, bytes by gzip", first.weight, 8_000, ", ".join(first.requests)),
        Figure("a host's first page, requests", len(first.requests) + 100 * first.foreign, 3, "on the first visit"),
        Figure("its first paint over a mobile network, CPU at a quarter, against a bare page's",
               first.paint / first.bare_paint, 1.3, f"{first.paint:.0f} ms, bare {first.bare_paint:.0f} ms"),
    ]  # fmt: skip


def evening_figures() -> list[Figure]:
    """Measure evenings; keep the best times, since other load only makes them worse.

    The times of taps have no limit: compare them with those of another commit, measured in the same hour.
    """
    return [figure for network in phone.NETWORKS for figure in _on(network, phone.evenings(3, network))]


def _on(network: str, games: list[phone.Evening]) -> list[Figure]:
    tapped = {
        "tap on Save, asked until taken, to the next hand": min(median(game.records) for game in games),
        "tap on the last bid to the tricks": min(median(game.endings) for game in games),
        "slowest tap of a game to the next paint": min(game.worst for game in games),
    }
    shift = max(game.shift for game in games)
    return [
        *(Figure(f"{name}, {network}, ms", value, inf, "at a quarter of the speed") for name, value in tapped.items()),
        Figure(f"shift of the layout over a game, {network}", shift, 0.0, f"of {phone.HANDS} hands, no tap's own"),
    ]


def room_figures() -> list[Figure]:
    """Measure a room of 1,000 viewers and an empty room in turn, twice each; keep the better of each."""
    full, empty = zip(*((room.evening(1000), room.evening(0)) for _time in range(2)), strict=True)
    table = room.evening(10)
    recorded, alone = (min(median(run.recorded) for run in rooms) for rooms in (full, empty))
    with room.pollers() as (poll, bare):
        poll_time, control = in_turn(poll, bare, times=20, clock=time.perf_counter)
    last = min((median(run.seen), max(run.seen)) for run in full)
    return [
        Figure("1,000 lookers-on: until the last one sees a hand, ms", last[0], 150.0, f"{last[1]:.0f} ms at worst"),
        Figure("hands that somebody missed", max(run.missed for run in (*full, table)), 0.0, f"of {room.HANDS} each"),
        Figure("the scorer's record beside them, against nobody looking on", recorded / alone, 1.3,
               f"{recorded:.1f} ms, alone {alone:.1f} ms"),
        Figure("memory for each of them, kB", min(run.kilobytes for run in full), 40.0, "resident size of the server"),
        Figure("10 lookers-on: until the last one sees a hand, ms", median(table.seen), 60.0,
               f"{max(table.seen):.0f} ms at worst"),
        Figure("asking whether there is something new, against a bare route", poll_time / control, 1.5,
               f"{poll_time:.2f} ms, bare {control:.2f} ms"),
    ]  # fmt: skip


def tables_figures() -> list[Figure]:
    files = tables.evenings(50)
    with database.groups() as there:
        database_pace = tables.evenings(200, there.database().address)
    setup = "tables with 5 viewers each, two workers"
    return [
        Figure(f"Save at 50 {setup}, 99th percentile against a table alone", files.ratio, 3.0, str(files)),
        Figure(f"until a viewer at 50 {setup} sees a hand, median, ms", files.seen(50), 150.0, str(files)),
        Figure(f"until a viewer at 200 {setup}, groups in a database, sees a hand, 99th percentile, ms",
               database_pace.seen(99), 1000.0, f"{database_pace.seen(50):.0f} ms in the median; {database_pace}"),
    ]  # fmt: skip


def in_browser_figures() -> list[Figure]:
    times, answers = in_browser.starts(), in_browser.answers()
    (save, save_laptop), (pdf, pdf_laptop) = answers["save"], answers["pdf"]
    bare = f"against {times.bare:.0f} ms of a bare page with Python and Flask"
    return [
        Figure("edition in the browser, first start", times.cold / times.bare, 1.3, f"{times.cold:.0f} ms {bare}"),
        Figure("… start from its snapshot", times.warm / times.bare, 0.5, f"{times.warm:.0f} ms {bare}"),
        Figure("… start without it", times.without / times.bare, 0.8, f"{times.without:.0f} ms {bare}"),
        Figure("… first visit, MB", times.size / 1e6, 15.0, "all files, as they are sent"),
        Figure("… a saved action against a laptop's", save / save_laptop, 3.0, f"{save:.0f} and {save_laptop:.0f} ms"),
        Figure("… a PDF against a laptop's", pdf / pdf_laptop, 3.0, f"{pdf:.0f} and {pdf_laptop:.0f} ms"),
    ]


def main() -> int:
    """Print every figure; return 1 if a limit is missed."""
    missed = 0
    every = (
        *(
            model_figures,
            page_figures,
            writing_figures,
            list_figures,
            years_figures,
            host_figures,
            database_figures,
            paper_figures,
            start_figures,
        ),
        *(room_figures, tables_figures, visit_figures, first_page_figures, evening_figures, in_browser_figures),
    )
    for figures in every:
        for figure in figures():
            print(figure, flush=True)
            missed += figure.value > figure.most
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
