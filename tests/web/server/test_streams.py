"""Subscribers of streams, on the test's own event loop: changes at unlucky moments still arrive."""

from __future__ import annotations

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
from scorepad.web.server.streams import Frame, Page, Streams


def test_what_is_new_before_a_stream_flows_is_told_as_soon_as_it_does(store: Store) -> None:
    notes, later = Frame("2.", "told before"), Frame("3.", "told later")
    page = Page(Group(store), "g", "view")
    streams = Streams(lambda _page, _moment: later, lambda _page, _by: True, most=1)
    seat = streams.seat(page, "1.", by="somebody", device="", packed=False)
    assert seat is not None
    seat.give(notes)
    sent: list[bytes] = []

    async def follow() -> None:
        enough = asyncio.Event()

        async def receive() -> MutableMapping[str, Any]:
            await enough.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message["body"])
            if message["body"] == later.event:
                enough.set()

        async with asyncio.timeout(20):
            await seat.flow(receive, send)

    asyncio.run(follow())
    seat.leave()
    assert sent == [notes.event, later.event, b""]
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
    seat = streams.seat(page, "1.", by="somebody", device="", packed=False)
    assert seat is not None
    with contextlib.closing(asyncio.new_event_loop()) as loop:
        with monkeypatch.context() as full:
            full.setattr(Thread, "start", none_left)
            with pytest.raises(RuntimeError):
                streams.begin(loop, page)
        streams.begin(loop, page)
        assert asked.wait(20)
        seat.leave()


def test_a_page_that_cannot_be_drawn_ends_its_own_streams_and_keeps_no_other_from_what_is_new(store: Store) -> None:
    group, new = Group(store), Frame("2.", "new")
    bad, good = Page(group, "bad", "view"), Page(group, "g", "view")

    def draw(page: Page, _moment: Snapshot | None) -> Frame:
        if page == bad:
            raise ArithmeticError("nobody has foreseen this")
        return new

    streams = Streams(draw, lambda _page, _by: True, most=2)
    sent: dict[Page, list[bytes]] = {bad: [], good: []}

    async def follow(page: Page) -> None:
        seat = streams.seat(page, "1.", by="somebody", device="", packed=False)
        assert seat is not None
        enough = asyncio.Event()

        async def receive() -> MutableMapping[str, Any]:
            await enough.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent[page].append(message["body"])
            enough.set()

        async with asyncio.timeout(20):
            await seat.flow(receive, send)
        seat.leave()

    async def both() -> None:
        await asyncio.gather(follow(bad), follow(good))

    asyncio.run(both())
    assert sent == {bad: [b""], good: [new.event, b""]}
