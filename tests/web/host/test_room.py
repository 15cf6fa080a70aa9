"""A full group starts no new game, but its present games continue to their end."""

import asyncio
import contextlib
from pathlib import Path

import pytest
from builders import play
from hosting import Hosted, hosted
from scorekeeper import Scorekeeper

from scorepad.web.groups.group import Group
from scorepad.web.host.limits import Limits
from scorepad.web.reports.render_cache import MOST_WAITING, Drawings
from scorepad.web.server.streams import Page, Streams


def two_games(host: Hosted) -> tuple[Group, Scorekeeper, str]:
    group = host.begin("Thursday")
    ids = [group.games.keep(play("ohell", "Ann Bob Cat", house={"ladder": "2-4"}), by="test") for _game in range(2)]
    somebody = host.owner(group)
    return group, somebody, ids[0]


@pytest.mark.parametrize(("limits", "text"), [(Limits(games=2), "2 games"), (Limits(megabytes=0), "0 MB")])
def test_nothing_begins_and_the_page_says_what_to_do(tmp_path: Path, limits: Limits, text: str) -> None:
    with hosted(tmp_path, limits=limits) as host:
        group, somebody, game_id = two_games(host)
        somebody.visit(f"{group.root}/games/{game_id}/rematch")
        page = somebody.send("/rematch")
        assert page.status == 429
        assert int(page.headers["retry-after"]) > 0
        assert (
            f"A group can have {text} on this server, and yours has reached that. Nothing new was started." in page.text
        )
        assert group.store.count("running") == 2
        somebody.visit(f"{group.root}/games/{game_id}")
        assert somebody.bid(Ann=1, Bob=0, Cat=0).status == 200
        assert somebody.take(Ann=1, Bob=1, Cat=0).status == 200, "who plays goes on"


def test_old_sheets_are_no_way_around_it(tmp_path: Path) -> None:
    with hosted(tmp_path, limits=Limits(games=2)) as host:
        group, somebody, _game_id = two_games(host)
        for address in ("/import", "/import/type"):
            somebody.visit(f"{group.root}{address}")
            assert somebody.send(address).status == 429


def test_rules_of_ones_own_are_kept_as_long_as_there_is_room(tmp_path: Path) -> None:
    for limits, status, kept in ((Limits(megabytes=0), 429, 0), (Limits(games=1), 200, 1)):
        with hosted(tmp_path / str(status), limits=limits) as host:
            group, somebody, _game_id = two_games(host)
            somebody.visit(f"{group.root}/schemes/new?from=squares")
            assert somebody.send("/schemes/new", "Check text").status == 200, "nothing is kept by that"
            assert somebody.send("/schemes/new", "Save").status == status
            assert len(group.store.rule_files("scheme")) == kept


def test_a_game_in_the_bin_makes_room(tmp_path: Path) -> None:
    with hosted(tmp_path, limits=Limits(games=2)) as host:
        group, somebody, game_id = two_games(host)
        group.store.remove_game(game_id)
        other = group.store.game_ids()[1]
        somebody.visit(f"{group.root}/games/{other}/rematch")
        assert somebody.send("/rematch").status == 200
        assert group.store.count("running") == 2


def test_lookers_on_are_counted_by_group(tmp_path: Path) -> None:
    with hosted(tmp_path, limits=Limits(lookers=1)) as host:
        item, other = host.begin("One"), host.begin("Other")
        streams: Streams = host.pages.extensions["scorepad_streams"]

        async def seats() -> list[bool]:
            asked = [(item, "a"), (item, "b"), (other, "c")]
            result = [streams.seat(Page(group, "g", "look"), "", by, by, packed=False) for group, by in asked]
            for seat in result:
                if seat:
                    seat.leave()
            return [seat is not None for seat in result]

        assert asyncio.run(seats()) == [True, False, True]


def test_what_was_not_recorded_stays_in_its_field_and_is_sent_again_to_the_groups_address(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        group, quick, game_id = two_games(host)
        slow = host.owner(group)
        for browser in (quick, slow):
            browser.visit(f"{group.root}/games/{game_id}")
        quick.bid(Ann=1, Bob=0, Cat=0)
        assert slow.bid(Ann=0, Bob=0, Cat=0).status == 409
        assert slow.send("Save mine anyway", "Save mine anyway").status == 200
        assert slow.take(Ann=1, Bob=1, Cat=0).totals["Ann"] == -1, "who has bid nought"
        slow.follow("Players")
        page = slow.send("/players", name="Ann")
        assert (page.status, page.form("/players").value("name")) == (422, "Ann")
        assert page.refusals, "at the field, and not only above the page"


def test_a_page_that_waits_says_that_scorepad_does_not_answer_where_there_is_no_laptop(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        group, somebody, game_id = two_games(host)
        page = somebody.visit(f"{group.root}/games/{game_id}").source
        assert "Scorepad does not answer" in page
        assert "laptop" not in page


def test_who_waits_for_prints_is_counted_by_group_and_on_the_host_and_who_plays_goes_on(tmp_path: Path) -> None:
    with hosted(tmp_path, limits=Limits(prints=3, prints_a_group=2)) as host:
        item, somebody, game_id = two_games(host)
        other, third = (two_games(host) for _group in range(2))
        drawings: Drawings = host.pages.extensions["scorepad_drawings"]
        sheet = f"/games/{game_id}/sheet.pdf"

        def asked(group: Group, somebody: Scorekeeper, game_id: str) -> int:
            return somebody.way.ask("GET", f"{group.root}/games/{game_id}/sheet.pdf").status

        with contextlib.ExitStack() as waiting:
            for phone in range(2):
                waiting.enter_context(drawings.waiting(f"phone {phone}", item.key))
            page = somebody.visit(item.root + sheet)
            assert (page.status, page.headers["retry-after"]) == (429, "1")
            assert "Too many sheets and pictures are being created." in page.text
            assert page.link("Try again") == item.root + sheet
            assert asked(*other) == 200, "another group has its own"
            waiting.enter_context(drawings.waiting("phone", other[0].key))
            assert asked(*third) == 429, "the host has no more"
            somebody.visit(f"{item.root}/games/{game_id}")
            assert somebody.bid(Ann=1, Bob=0, Cat=0).status == 200
            assert somebody.take(Ann=1, Bob=1, Cat=0).status == 200
        assert somebody.visit(item.root + sheet).status == 200


def test_however_much_a_host_allows_most_threads_are_for_who_plays(tmp_path: Path) -> None:
    with hosted(tmp_path, limits=Limits(prints=1000)) as host:
        drawings: Drawings = host.pages.extensions["scorepad_drawings"]
        assert drawings.most_waiting == MOST_WAITING


def test_each_of_several_workers_has_its_share() -> None:
    four = Limits(lookers=10, prints=64, prints_a_group=8).share(4)
    assert (four.lookers, four.prints, four.prints_a_group) == (3, 16, 2)
    of_an_address = Limits(groups=20, wrong=6).share(4)
    assert (of_an_address.groups, of_an_address.wrong) == (5, 2)
    assert Limits().share(1) == Limits()
    assert Limits(prints_a_group=8).share(64).prints_a_group == 2, "else a couple could not print at once"
    assert Limits(prints_a_group=1).share(64).prints_a_group == 1
