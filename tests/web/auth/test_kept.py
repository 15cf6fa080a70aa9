"""A phone's stored data of a game: its owner, and how the phone learns that it may no longer continue."""

import contextlib
from pathlib import Path

from clients import come_in, links_of, looker, owner, scorer, stranger
from flask import Flask
from linked import a_game, app
from scorekeeper import Scorekeeper

from scorepad.store import Store, open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links, Role

__all__ = ["app"]


def whose(somebody: Scorekeeper, game_id: str) -> str:
    """Return the mark on a game's page of the person whose phone data may be used there."""
    page = somebody.visit(f"/games/{game_id}")
    word = next(block.get("data-owner") for block in page.root.all("div") if "game" in block.classes)
    assert len(word) == 12
    return word


def test_what_a_phone_keeps_is_that_of_its_link_and_of_no_other(app: Flask, store: Store) -> None:
    game_id, links = a_game(store), links_of(app)
    item, other, mine = scorer(app, game_id), scorer(app, game_id), owner(app)
    before = whose(item, game_id)
    assert whose(other, game_id) == before
    assert whose(mine, game_id) != before
    links.renew(game_id, Role.SCORE)
    item.visit(links.link("", game_id, Role.SCORE))
    assert whose(item, game_id) not in (before, whose(mine, game_id))


def test_it_is_another_for_another_game_and_another_scorepad_and_the_same_after_a_restart(
    app: Flask, store: Store, tmp_path: Path
) -> None:
    game_id, other_id = a_game(store), a_game(store, "Xan Yves Zoë")
    item = scorer(app, game_id)
    item.visit(links_of(app).link("", other_id, Role.SCORE))
    before = whose(item, game_id)
    assert whose(item, other_id) != before
    again = create_app(store, links=Links(store))
    assert whose(scorer(again, game_id), game_id) == before
    with contextlib.closing(open_store(tmp_path / "other")) as other:
        assert whose(owner(create_app(other, links=Links(other))), a_game(other)) != whose(owner(app), game_id)


def test_the_owner_stays_the_owner_who_shuts_others_out_and_with_or_without_the_network(
    app: Flask, store: Store
) -> None:
    game_id, mine = a_game(store), owner(app)
    before = whose(mine, game_id)
    mine.visit("/device")
    mine.send("/another", "Sign out other devices")
    assert whose(mine, game_id) == before
    assert whose(stranger(create_app(store)), game_id) == before


def test_a_page_that_a_phone_may_keep_tells_no_link_no_key_and_no_name_of_the_device(app: Flask, store: Store) -> None:
    game_id, links = a_game(store), links_of(app)
    for somebody in (scorer(app, game_id), owner(app)):
        somebody.visit("/device")
        somebody.send("/device", name="Ottilie’s phone")
        page = somebody.visit(f"/games/{game_id}")
        secrets = [links.key(game_id, role) for role in (Role.LOOK, Role.SCORE)]
        secrets += [links.mark(game_id, role) for role in (Role.LOOK, Role.SCORE)]
        for secret in (
            "Ottilie",
            "enter?key",
            links.owner_mark(),
            *secrets,
            *(secret.rpartition(".")[2] for secret in secrets),
        ):
            assert secret not in page.source


# --- no longer theirs -----------------------------------------------------------------------------------


def access(somebody: Scorekeeper, method: str, path: str) -> tuple[int, str | None]:
    answer = somebody.way.ask(method, path, b"field=bid.p1&value=1", "application/x-www-form-urlencoded")
    return answer.status, answer.headers.get("Scorepad-Access")


def test_after_its_link_was_taken_back_a_phone_is_told_so_at_whatever_it_sends_or_asks(
    app: Flask, store: Store
) -> None:
    game_id, other_id = a_game(store), a_game(store, "Xan Yves Zoë")
    alone, of_two = scorer(app, game_id), scorer(app, game_id)
    of_two.visit(links_of(app).link("", other_id, Role.SCORE))
    asked = [("GET", ""), ("GET", "/version"), ("POST", "/hands/1/bids"), ("POST", "/hands/1/draft"), ("POST", "/undo")]
    assert [access(alone, *item)[1] for item in ((way, f"/games/{game_id}{path}") for way, path in asked)] == [None] * 5
    links_of(app).renew(game_id, Role.SCORE)
    for way, path in asked:
        assert access(alone, way, f"/games/{game_id}{path}") == (403, "none")
        assert access(of_two, way, f"/games/{game_id}{path}") == (404, "none")
    assert access(of_two, "GET", f"/games/{other_id}") == (200, None)


def test_who_may_only_look_from_now_on_is_told_so_when_they_send(app: Flask, store: Store) -> None:
    game_id = a_game(store)
    assert access(looker(app, game_id), "POST", f"/games/{game_id}/hands/1/bids") == (404, "none")


def test_a_game_that_is_gone_and_a_hand_that_is_refused_are_no_matter_of_links(app: Flask, store: Store) -> None:
    assert access(owner(app), "GET", "/games/nosuchgame") == (404, None)
    assert access(owner(app), "POST", f"/games/{a_game(store)}/hands/1/bids") == (400, None)


# --- deleted data ---------------------------------------------------------------------------------------


def test_a_device_that_is_forgotten_needs_a_link_again(app: Flask, store: Store) -> None:
    game_id = a_game(store)
    somebody = scorer(app, game_id)
    somebody.visit("/device")
    page = somebody.send("/forget")
    assert (page.status, page.headers["cache-control"]) == (200, "no-store")
    assert "This device is signed out. A link or its key signs it in again." in page.text
    assert somebody.visit(f"/games/{game_id}").status == 403
    assert come_in(app, links_of(app).link("", game_id, Role.SCORE)).page.path == f"/games/{game_id}"


def test_where_nobody_needs_a_link_its_name_and_its_look_are_forgotten(store: Store) -> None:
    keeper = stranger(create_app(store))
    keeper.visit("/device")
    keeper.send("/device", name="Di", look="dark")
    page = keeper.send("/forget")
    assert "This device is signed out." in page.status_text
    assert page.form("/device").value("name") == ""
    assert 'data-look="dark"' not in page.source
