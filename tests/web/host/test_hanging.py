"""Requests of groups that wait for the database, and workers that still answer other groups."""

from functools import partial
from pathlib import Path

import pytest
from databases import Server, new_database
from hosting import ADDRESS, hosted
from waiting import started
from werkzeug.test import Client

from scorepad.store.postgres.groups import AT_ONCE
from scorepad.util.thread_slots import ThreadSlots
from scorepad.web.server.middleware import limit_concurrency


@pytest.mark.soak
def test_many_who_call_at_once_in_a_group_that_a_worker_has_not_opened_yet_are_answered(
    server: Server, tmp_path: Path
) -> None:
    """The request that opens the group waits for the database, and all others wait for that request."""
    with new_database(server) as database:
        with hosted(tmp_path, database) as host:
            keys = [host.host.groups.create() for _group in range(5)]
        with hosted(tmp_path, database) as host:
            worker = Client(limit_concurrency(host.front, ThreadSlots(AT_ONCE)))
            for key in keys:
                answers = [started(partial(worker.get, f"/g/{key}/", base_url=ADDRESS)) for _caller in range(12)]
                assert [answer.result(60).status_code for answer in answers] == [403] * 12
