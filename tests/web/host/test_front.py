"""The host's own pages: without a link a visitor sees what Scorepad is, and never a game."""

import base64
import gzip
import hashlib
import os
import re
import shutil
import threading
import time
from datetime import date
from pathlib import Path

import pytest
from builders import play
from hosting import ADDRESS, Hosted, hosted
from scorekeeper import Scorekeeper

from scorepad.web.auth.access import HEADERS
from scorepad.web.groups.group import Group
from scorepad.web.host.limits import A_DAY, Limits
from scorepad.web.host.run_host import GroupMaintenance

STATIC = Path(__file__).parents[3] / "static"


def begun(host: Hosted, name: str) -> tuple[Scorekeeper, Group]:
    """Create a group as a visitor; return the browser on its first page, and the group."""
    somebody = host.stranger()
    somebody.visit("/")
    somebody.send("/begin", name=name)
    result = re.match("/g/([a-z0-9]+)/", somebody.page.path)
    assert result
    return somebody, host.host.opened.take(result[1])


def test_a_group_is_begun_with_its_name_and_its_owner_is_shown_the_link_that_lasts(host: Hosted) -> None:
    somebody, group = begun(host, "  Thursday <b>at</b> the Crown ")
    assert somebody.page.path == f"{group.root}/owners/welcome"
    assert "Thursday <b>at</b> the Crown" in somebody.page.text, "as it was typed, and no markup"
    link = re.search(rf"{ADDRESS}(/g/\S+/enter\?key=\S+)", somebody.page.text)
    assert link
    assert "Thursday <b>at</b> the Crown" in somebody.visit(f"{group.root}/").text
    assert "Thursday" not in group.key
    for _time in range(2):
        other = host.stranger()
        assert other.visit(link[1]).status == 200
        assert other.visit(f"{group.root}/").status == 200
    assert host.stranger().visit(f"{group.root}/").status == 403


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_group_without_a_name_is_not_begun_and_what_was_typed_stays(host: Hosted, name: str) -> None:
    somebody = host.stranger()
    somebody.visit("/")
    page = somebody.send("/begin", name=name)
    assert page.status == 422
    assert page.refusals == ["Enter a name for your group, with at most 60 letters."]
    assert page.form("/begin").value("name") == name.strip()
    assert host.host.groups.keys() == []


def test_no_page_of_the_host_tells_of_any_group(host: Hosted) -> None:
    _somebody, group = begun(host, "Thursday")
    game_id = group.games.keep(play("ohell", "Xan Yves Zoë"), by="test")
    stranger = host.stranger()
    for path in ("/", "/privacy", "/back", "/nowhere", f"/games/{game_id}", "/games", "/rules", "/g/", "/groups"):
        answer = stranger.way.ask("GET", path)
        assert answer.status == (200 if path in ("/", "/privacy", "/back") else 404), path
        for word in ("Thursday", "Xan", group.key):
            assert word.encode() not in answer.body
        policy = re.sub(" 'sha256-[^']+'", "", answer.headers["Content-Security-Policy"])
        assert HEADERS.items() <= {**answer.headers, "Content-Security-Policy": policy}.items(), path
        assert "Set-Cookie" not in answer.headers, "nor is anything remembered of who looks"


def test_the_first_page_weighs_little_and_asks_for_little(host: Hosted) -> None:
    page = host.stranger().visit("/")
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.source)
    assert len(files) <= 2, "with the page itself three requests"
    bodies = [host.stranger().way.ask("GET", file).body for file in files]
    assert sum(len(gzip.compress(body, 6)) for body in (page.source.encode(), *bodies)) <= 8000


@pytest.mark.parametrize("path", ["/", "/privacy", "/back", "/nowhere"])
def test_a_page_of_the_host_bears_its_own_style_and_no_other_may_stand_in_it(host: Hosted, path: str) -> None:
    page = host.stranger().visit(path)
    (style,) = re.findall(r"<style>(.*)</style>", page.source, re.DOTALL)
    assert set(re.findall(r"var\((--[\w-]+)", style)) <= set(re.findall(r"(--[\w-]+):", style)), "with all colours"
    assert 'rel="stylesheet"' not in page.source, "on a slow network it would be painted a whole way later"
    mark = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"; style-src 'self' 'sha256-{mark}'; " in page.headers["content-security-policy"]


def test_what_another_website_sends_begins_nothing(host: Hosted) -> None:
    client = host.front.test_client()
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        for path in ("/begin", "/demonstration", "/back"):
            assert client.post(path, data={"name": "Evil"}, headers=headers).status_code == 403
    assert (
        client.post("/begin", data={"name": "Ours"}, base_url=ADDRESS, headers={"Origin": ADDRESS}).status_code == 303
    )
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert len(host.host.groups.keys()) == 1


def test_an_address_that_lost_its_last_letter_leads_on_and_tells_nothing(host: Hosted) -> None:
    _somebody, group = begun(host, "Thursday")
    for key in (group.key, "abcdefghijkmnpqr"):
        answer = host.stranger().way.ask("GET", f"/g/{key}")
        assert (answer.status, answer.headers["Location"]) == (308, f"/g/{key}/")


# --- a demonstration ------------------------------------------------------------------------------------


def test_a_tap_leads_to_a_game_with_names_in_it_which_is_gone_after_a_day(host: Hosted, tmp_path: Path) -> None:
    _somebody, stays = begun(host, "Thursday")
    somebody = host.stranger()
    somebody.visit("/")
    page = somebody.send("/demonstration")
    assert "Ann" in page.text
    somebody.bid(Ann=1, Ben=1, Cat=1, Di=0)
    key = page.path.split("/")[2]
    assert "It is deleted after a day" in somebody.visit(f"/g/{key}/").text
    upkeep = GroupMaintenance(host.host, say=print)
    upkeep.sweep()
    assert host.host.groups.has(key)
    mark, long_ago = tmp_path / "host" / "groups" / key / "demonstration", time.time() - A_DAY - 1
    os.utime(mark, (long_ago, long_ago))
    upkeep.sweep()
    assert host.host.groups.keys() == [stays.key]
    assert somebody.visit(f"/g/{key}/").status == 403, "as if there had never been one"


def test_a_disk_that_fails_in_the_middle_tells_no_folder_of_the_hosts(host: Hosted, tmp_path: Path) -> None:
    somebody, group = begun(host, "Thursday")
    game_id = group.games.keep(play("ohell", "Xan Yves Zoë"), by="test")
    (tmp_path / "host" / "groups" / group.key / "scorepad.db").rename(tmp_path / "elsewhere.db")
    (tmp_path / "host" / "groups" / group.key / "scorepad.db").write_bytes(b"another one")
    for path in ("/", f"/games/{game_id}"):
        answer = somebody.way.ask("GET", group.root + path)
        assert answer.status == 503
        assert "ask the server’s administrator".encode() in answer.body
        assert str(tmp_path).encode() not in answer.body


def test_a_group_is_copied_once_a_day_and_a_copy_that_failed_is_told_once_and_made_as_soon_as_it_can_be(
    host: Hosted, tmp_path: Path
) -> None:
    _somebody, group = begun(host, "Thursday")
    group.games.keep(play("ohell", "Xan Yves Zoë"), by="test")
    parts: list[str] = []
    upkeep, copies = GroupMaintenance(host.host, say=parts.append), tmp_path / "host" / "groups" / group.key / "backups"
    copies.write_text("where copies are to be")
    for _time in range(2):
        upkeep.copy_all()
    assert len(parts) == 1
    assert f"Group {group.key}: No backup of the games was written" in parts[0]
    copies.unlink()
    for maintenance in (upkeep, upkeep, GroupMaintenance(host.host, say=parts.append)):
        maintenance.copy_all()
    assert len(parts) == 1
    assert [path.name.partition("-")[0] for path in sorted(copies.iterdir())] == ["day", "month"]


def test_a_group_whose_secret_was_lost_is_named_in_the_terminal(host: Hosted, tmp_path: Path) -> None:
    _somebody, group = begun(host, "Thursday")
    host.host.opened.forget(group.key)
    (tmp_path / "host" / "groups" / group.key / "scorepad.secret").unlink()
    parts: list[str] = []
    GroupMaintenance(host.host, say=parts.append).copy_all()
    told = "The secret of these games is new, so earlier links and open pages are invalid."
    assert parts == [f"Group {group.key}: {told}"]


def test_the_bin_grows_older_once_a_day_on_however_many_machines_copies_are_made(host: Hosted, tmp_path: Path) -> None:
    _somebody, group = begun(host, "Thursday")
    game_id = group.games.keep(play("ohell", "Xan Yves Zoë"), by="test")
    group.store.remove_game(game_id)
    for day in (date(2026, 11, 20), date(2026, 11, 21)):
        for _machine in range(2):
            GroupMaintenance(host.host, say=print, today=lambda day=day: day).copy_all()  # type: ignore[misc]
            # so that the group has no backup of that day, as on another machine
            shutil.rmtree(tmp_path / "host" / "groups" / group.key / "backups")
    assert group.store.mark(game_id).days_binned == 3, "the day on which it was thrown away, and these two"


def test_of_many_workers_one_backs_up_a_group_and_its_trash_grows_older_once(host: Hosted, tmp_path: Path) -> None:
    _somebody, group = begun(host, "Thursday")
    game_id = group.games.keep(play("ohell", "Xan Yves Zoë"), by="test")
    group.store.remove_game(game_id)
    workers = [threading.Thread(target=GroupMaintenance(host.host, say=print).copy_all) for _worker in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    GroupMaintenance(host.host, say=print).copy_all()
    copies = sorted(path.name for path in (tmp_path / "host" / "groups" / group.key / "backups").iterdir())
    assert {name.partition("-")[0] for name in copies} == {"day", "month"}
    assert all(".db" in name and not name.startswith(".") for name in copies), "each is complete"
    assert group.store.mark(game_id).days_binned == 2, "the day on which it was thrown away, and this one"


# --- limits ---------------------------------------------------------------------------------------------


def test_who_begins_group_after_group_is_asked_to_wait_and_others_are_not(tmp_path: Path) -> None:
    with hosted(tmp_path, limits=Limits(groups=2)) as host:
        client = host.front.test_client()

        def begin(path: str, address: str) -> int:
            answer = client.post(path, data={"name": "Again"}, environ_base={"REMOTE_ADDR": address})
            if answer.status_code == 429:
                assert 3500 < int(answer.headers["Retry-After"]) <= 3600
                assert "from your network. Try again in 60 minutes." in answer.text
            return answer.status_code

        assert [begin("/begin", "192.0.2.1") for _time in range(3)] == [303, 303, 429]
        assert [begin("/demonstration", "192.0.2.1") for _time in range(3)] == [303, 303, 429]
        assert begin("/begin", "192.0.2.2") == 303
        assert len(host.host.groups.keys()) == 5
        of_one_house = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::", "2001:db8:1:2:a:b:c:d"]
        assert [begin("/begin", address) for address in of_one_house] == [303, 303, 429], "devices choose the rest"
        assert begin("/begin", "2001:db8:1:3::1") == 303


def test_who_tries_link_after_link_is_asked_to_wait_on_all_groups_and_for_codes_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.web.auth.login.WRONG_KEY_DELAY", 0)
    with hosted(tmp_path, limits=Limits(wrong=6)) as host:
        _somebody, group = begun(host, "Thursday")
        somebody = host.stranger()
        statuses = [somebody.visit(f"{root}/enter?key=x.y").status for root in (group.root, "/g/abcdefghijkmnpqr") * 3]
        assert statuses == [403] * 6
        answer = somebody.way.ask("GET", f"{group.root}/enter?key=x.y")
        assert answer.status == 429
        assert int(answer.headers["Retry-After"]) > 3500
        assert "links and codes came from your network. Try again in 60 minutes." in answer.body.decode()
        somebody.visit("/back")
        assert somebody.send("/back", code="ABCDE FGHJK LMNPQ RSTUV").status == 429


# --- errors ---------------------------------------------------------------------------------------------


def test_a_group_that_cannot_be_opened_says_so_and_tells_no_folder(host: Hosted, tmp_path: Path) -> None:
    key = host.host.groups.create()
    (tmp_path / "host" / "groups" / key / "scorepad.db").write_bytes(b"no database at all, whatever it is called" * 50)
    answer = host.front.test_client().get(f"/g/{key}/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "10"
    assert "This group cannot be opened right now" in answer.text
    assert str(tmp_path) not in answer.text
