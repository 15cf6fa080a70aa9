"""Owners of a group on a host: permanent named links, revoked one at a time, and recovery by a code."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from builders import play
from hosting import Hosted, hosted
from scorekeeper import Scorekeeper

from scorepad.errors import StoreUnavailable, store_full
from scorepad.formats import short_day
from scorepad.store import Store
from scorepad.web.groups.group import Group
from scorepad.web.groups.links import OwnerLinks, Role
from scorepad.web.host.owners import redeem_recovery_code


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, kept_in_for_all: str) -> Path:
    """Return the folder of the host."""
    return tmp_path_factory.mktemp("host")


@pytest.fixture(scope="module")
def host(folder: Path, kept_in_for_all: str) -> Iterator[Hosted]:
    """Yield one host for all tests; each test creates its own group."""
    with hosted(folder, kept_in_for_all) as opened:
        yield opened


@pytest.fixture
def group(host: Hosted) -> Iterator[Group]:
    begun = host.begin("Thursday")
    yield begun
    host.host.opened.give_back(begun)


@pytest.fixture
def ann(host: Hosted, group: Group) -> Scorekeeper:
    return host.owner(group)


def link_on(page: str) -> str:
    result = re.search(r"https://scores\.example\.org(/g/\S+/enter\?key=[\w~.-]+)", page)
    assert result, page
    return result[1]


def games(group: Group, number: int) -> None:
    for _game in range(number):
        group.games.keep(play("ohell", "Ann Bob Cat"), by="test")


def recovery_code(somebody: Scorekeeper, group: Group) -> str:
    somebody.visit(f"{group.root}/owners")
    code = re.search(r"\b[A-Z]{5}( [A-Z]{5}){3}\b", somebody.send("/owners/recovery").text)
    assert code
    return code[0]


def test_another_owner_gets_a_link_of_their_own_with_a_name_and_its_last_use(
    host: Hosted, group: Group, ann: Scorekeeper
) -> None:
    ann.visit(f"{group.root}/owners")
    page = ann.send("/owners", name="Bob’s telephone")
    link = link_on(page.text)
    lines = ann.visit(f"{group.root}/owners").text
    assert "Bob’s telephone Since" in lines
    assert "Never used yet" in lines
    assert link not in lines, "a link is shown to whom it is made by once, then to whom it is for"
    bob = host.stranger()
    bob.visit(link)
    assert bob.visit(f"{group.root}/").status == 200
    assert link_on(bob.visit(f"{group.root}/owners").text) == link
    assert f"Last used {short_day(date.today().isoformat())}" in ann.visit(f"{group.root}/owners").text
    assert "Never used yet" not in ann.page.text


def test_a_link_is_taken_back_alone_and_never_the_last_one(host: Hosted, group: Group, ann: Scorekeeper) -> None:
    ann.visit(f"{group.root}/owners")
    assert not [form for form in ann.page.forms if form.action.endswith("/revoke")]
    bob = host.stranger()
    link = link_on(ann.send("/owners", name="Bob").text)
    bob.visit(link)
    ann.visit(f"{group.root}/owners")
    links = group.links
    assert isinstance(links, OwnerLinks)
    of_bob = next(owner.id for owner in links.owners() if owner.name == "Bob")
    form = next(form for form in ann.page.forms if of_bob in form.action)
    ann.send_form(form, {})
    assert "This link is invalid now, and all who used it are signed out" in ann.page.text
    assert bob.visit(f"{group.root}/").status == 403
    assert host.stranger().visit(link).status == 403
    assert ann.visit(f"{group.root}/").status == 200
    last = next(owner.id for owner in links.owners())
    ann.forge(form, csrf_token=form.value("csrf_token"))  # Bob's again: it changes nothing
    ann.visit(f"{group.root}/owners")
    ann.forge(ann.page.form("/owners/name"), group="Friday")
    assert "The group is now called Friday." in ann.page.text
    seal = ann.page.form("/owners/name").value("csrf_token") or ""
    sent = f"csrf_token={seal}".encode()
    ann.way.ask("POST", f"{group.root}/owners/{last}/revoke", sent, "application/x-www-form-urlencoded")
    assert "This is the only link to the group." in ann.visit(f"{group.root}/owners").text
    assert [owner.id for owner in links.owners()] == [last]


def test_a_nameless_owner_and_a_nameless_group_are_refused_and_what_was_typed_stays(
    group: Group, ann: Scorekeeper
) -> None:
    ann.visit(f"{group.root}/owners")
    assert ann.send("/owners", name=" ").refusals == ["Enter the name of the person or device for this link."]
    ann.visit(f"{group.root}/owners")
    page = ann.send("/owners/name", group="y" * 61)
    assert page.status == 422
    assert page.form("/owners/name").value("group") == "y" * 61
    assert group.name == "Thursday"


# --- the recovery code ----------------------------------------------------------------------------------


def test_a_recovery_code_lets_in_once_and_the_next_one_is_asked_for(
    host: Hosted, group: Group, ann: Scorekeeper
) -> None:
    old, code = recovery_code(ann, group), recovery_code(ann, group)
    back = host.stranger()
    back.visit("/back")
    assert back.send("/back", code=old).status == 422, "the new one has replaced it"
    page = back.send("/back", code=f" {code.lower().replace(' ', '-')} ")
    assert page.path == f"{group.root}/owners/welcome", "where the next code is made"
    assert back.visit(f"{group.root}/").status == 200
    again = host.stranger()
    again.visit("/back")
    page = again.send("/back", code=code)
    assert page.status == 422
    assert page.form("/back").value("code") == code
    assert "each code works once" in page.text
    assert recovery_code(back, group) != code
    assert ann.visit(f"{group.root}/").status == 200, "nobody else is shut out"


def test_a_code_is_not_used_up_as_long_as_nothing_can_be_written(
    host: Hosted, group: Group, ann: Scorekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_store: Store, _name: str, _value: str) -> None:
        raise store_full()

    def used_up() -> str | None:
        return redeem_recovery_code(host.host.groups, host.host.opened, code, date(2026, 11, 20))

    code = recovery_code(ann, group)
    with monkeypatch.context() as patched:
        patched.setattr(type(group.store), "keep_setting", full)
        with pytest.raises(StoreUnavailable):
            used_up()
    assert used_up()
    assert not used_up()


def test_nothing_on_the_disk_tells_the_code(group: Group, ann: Scorekeeper, folder: Path) -> None:
    code = recovery_code(ann, group)
    group.store.backup(folder / "copy.db")
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert code.encode() not in data, path
            assert code.replace(" ", "").encode() not in data, path


def test_the_code_is_asked_for_at_the_beginning_and_again_after_the_third_game(group: Group, ann: Scorekeeper) -> None:
    home = f"{group.root}/"
    assert "Create recovery code" in ann.visit(home).text
    recovery_code(ann, group)
    games(group, 2)
    assert "recovery code?" not in ann.visit(home).text
    assert "Create recovery code" not in ann.page.text
    games(group, 1)
    assert "Do you still have your recovery code?" in ann.visit(home).text
    ann.send("/recovery/kept")
    assert "recovery code?" not in ann.page.text
    assert "recovery code?" not in ann.visit(home).text


def test_a_code_made_after_the_third_game_is_not_asked_for_at_once(group: Group, ann: Scorekeeper) -> None:
    games(group, 3)
    recovery_code(ann, group)
    assert "recovery code?" not in ann.visit(f"{group.root}/").text


def test_who_looks_or_scores_is_told_nothing_of_owners(host: Hosted, group: Group) -> None:
    games(group, 1)
    game_id = group.store.game_ids()[0]
    for role in (Role.LOOK, Role.SCORE):
        somebody = host.by_link(group, game_id, role)
        assert "owners" not in somebody.visit(f"{group.root}/games/{game_id}").source
        assert somebody.visit(f"{group.root}/owners").status == 404
