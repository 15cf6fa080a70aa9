"""Subscribers of streams, on the test's own event loop: changes at unlucky moments still arrive."""

import asyncio
import contextlib
from collections.abc import Collection, Mapping, MutableMapping
from threading import Event, Thread
from typing import Any

import pytest

from scorepad.errors import StoreUnavailable
from scorepad.store import Store
from scorepad.store.records import Snapshot
from scorepad.web.groups.group import Group
from scorepad.web.server.streams import Frame, Page, Streams, Subscriber


def seated(streams: Streams, page: Page) -> Subscriber:
    seat = streams.seat(page, "1.", by="somebody", device="", packed=False)
    assert seat is not None
    return seat


async def sent(seat: Subscriber, last: bytes) -> list[bytes]:
    """Return what is sent to a viewer, who leaves after `last`."""
    messages: list[bytes] = []
    enough = asyncio.Event()

    async def receive() -> MutableMapping[str, Any]:
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        messages.append(message["body"])
        if message["body"] == last:
            enough.set()

    async with asyncio.timeout(60):
        await seat.flow(receive, send)
    seat.leave()
    return messages


def test_what_is_new_before_a_stream_flows_is_told_as_soon_as_it_does(store: Store) -> None:
    notes, later = Frame("2.", "told before"), Frame("3.", "told later")
    page = Page(Group(store), "g", "view")
    streams = Streams(lambda _page, _moment: later, lambda _page, _by: True, most=1)
    seat = seated(streams, page)
    seat.give(notes)
    assert asyncio.run(sent(seat, later.event)) == [notes.event, later.event, b""]
    assert len(streams) == 0


def test_those_who_follow_are_told_also_after_their_store_was_away_and_where_no_thread_could_be_begun(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, asked = Page(Group(store), "g", "view"), Event()
    streams = Streams(lambda _page, _moment: Frame("2.", "new"), lambda _page, _by: True, most=1)
    answers = iter([StoreUnavailable("away"), {}])

    def changes(_groups: Collection[Group]) -> Mapping[Group, int | None]:
        if isinstance(answer := next(answers, None), Exception):
            raise answer
        asked.set()
        return {}

    def none_left(_thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    streams.changes = changes
    seat = seated(streams, page)
    with contextlib.closing(asyncio.new_event_loop()) as loop:
        with monkeypatch.context() as full:
            full.setattr(Thread, "start", none_left)
            with pytest.raises(RuntimeError):
                streams.begin(loop, page)
        streams.begin(loop, page)
        assert asked.wait(60)
        seat.leave()


def test_a_page_that_cannot_be_drawn_ends_its_own_streams_and_keeps_no_other_from_what_is_new(store: Store) -> None:
    group, new = Group(store), Frame("2.", "new")
    bad, good = Page(group, "bad", "view"), Page(group, "g", "view")

    def draw(page: Page, _moment: Snapshot | None) -> Frame:
        if page == bad:
            raise ArithmeticError("nobody has foreseen this")
        return new

    streams = Streams(draw, lambda _page, _by: True, most=2)

    async def both() -> list[list[bytes]]:
        return await asyncio.gather(*(sent(seated(streams, page), new.event) for page in (bad, good)))

    assert asyncio.run(both()) == [[b""], [new.event, b""]]
