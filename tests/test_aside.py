"""Slots for threads.

A limited number of threads computes at once. A thread that waits releases its slot, and it blocks no other thread
when it returns.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from waiting import started, until

from scorepad.util.thread_slots import ThreadSlots, locked, released_slot

LONG = 60
"""Seconds to wait for a result that is due."""


class Crowd:
    """Threads that run in `places` until `go` releases them; `come` counts the running ones."""

    def __init__(self, places: ThreadSlots) -> None:
        self.places = places
        self.come, self.go = threading.Semaphore(0), threading.Semaphore(0)

    def run(self, act: Callable[[], object] = lambda: None) -> None:
        """In a slot, run a function, then stay until `go` releases this thread."""
        with self.places.taken():
            act()
            self.come.release()
            assert self.go.acquire(timeout=LONG)

    def somebody_comes(self) -> bool:
        return self.come.acquire(timeout=LONG)

    def nobody_comes(self) -> bool:
        return not self.come.acquire(timeout=0.2)


def test_no_more_run_at_once_even_after_some_have_been_aside() -> None:
    crowd = Crowd(ThreadSlots(2, patience=LONG))

    def step_aside() -> None:
        with released_slot():
            pass

    with ThreadPoolExecutor(6) as many:
        for _each in range(2):
            many.submit(crowd.run, step_aside)
            assert crowd.somebody_comes()
        for _each in range(4):
            many.submit(crowd.run)
        for _each in range(4):
            assert crowd.nobody_comes(), "a place was made out of nothing"
            crowd.go.release()
            assert crowd.somebody_comes()
        crowd.go.release(2)


def test_who_is_aside_lets_somebody_else_run() -> None:
    crowd, waited_for = Crowd(ThreadSlots(1, patience=LONG)), threading.Event()

    def wait() -> None:
        with released_slot(), released_slot():  # a nested release frees no second slot
            assert waited_for.wait(LONG)

    with ThreadPoolExecutor(3) as many:
        many.submit(crowd.run, wait)
        many.submit(crowd.run)
        many.submit(crowd.run)
        assert crowd.somebody_comes()
        assert crowd.nobody_comes()
        waited_for.set()
        crowd.go.release(3)


def test_who_was_aside_goes_on_with_what_all_others_wait_for() -> None:
    """Otherwise no thread would ever continue."""
    places, lock, held, all_wait = ThreadSlots(2, patience=LONG), threading.Lock(), threading.Event(), threading.Event()

    def hold() -> str:
        with places.taken(), lock:
            with released_slot():
                held.set()
                assert all_wait.wait(LONG)
            return "went on"

    def want() -> str:
        with places.taken():
            wanted.release()
            with lock:
                return "had it"

    wanted = threading.Semaphore(0)
    first = started(hold)
    assert held.wait(LONG)
    others = [started(want) for _place in range(2)]
    assert [wanted.acquire(timeout=LONG) for _other in others] == [True, True]
    all_wait.set()
    assert [value.result(LONG) for value in (first, *others)] == ["went on", "had it", "had it"]


def test_who_waits_for_a_turn_takes_no_place() -> None:
    crowd, lock = Crowd(ThreadSlots(1, patience=LONG)), threading.Lock()

    def take_a_turn() -> None:
        with locked(lock):
            pass

    with ThreadPoolExecutor(2) as many:
        with lock:
            waits = many.submit(crowd.run, take_a_turn)
            many.submit(crowd.run)
            assert crowd.somebody_comes()
            assert not waits.done()
        crowd.go.release(2)
    assert not lock.locked()


def test_who_breaks_leaves_their_place_and_what_they_held() -> None:
    places, lock = ThreadSlots(1, patience=LONG), threading.Lock()

    def breaks() -> None:
        with places.taken(), locked(lock), released_slot():
            raise ValueError

    with ThreadPoolExecutor(1) as many:
        assert isinstance(many.submit(breaks).exception(LONG), ValueError)
        assert many.submit(lambda: places.taken().__enter__()).result(LONG) is None
    assert not lock.locked()


def test_where_nobody_counts_one_waits_as_ever() -> None:
    crowd = Crowd(ThreadSlots(1, patience=LONG))
    with ThreadPoolExecutor(2) as many:
        with released_slot():
            many.submit(crowd.run)
            many.submit(crowd.run)
            assert crowd.somebody_comes()
            assert crowd.nobody_comes(), "a place was made by who had none"
        crowd.go.release(2)


def test_where_those_who_run_come_to_no_end_another_begins_all_the_same() -> None:
    crowd = Crowd(ThreadSlots(1, patience=0.1))
    with ThreadPoolExecutor(2) as many:
        for _each in range(2):
            many.submit(crowd.run)
            assert crowd.somebody_comes()
        crowd.go.release(2)


def test_who_came_first_is_the_first_to_have_a_place() -> None:
    places, came = ThreadSlots(1, patience=LONG), list[int]()

    def come(number: int) -> None:
        with places.taken():
            came.append(number)

    with ThreadPoolExecutor(5) as many, places.taken():
        places.come_back()  # as if another thread had waited too: the first of the two to leave frees no slot
        for number in range(4):
            many.submit(come, number)
            until(lambda number=number: len(places._left._waiters) > number)  # type: ignore[attr-defined]
        places.leave()
        assert came == []
    assert came == [0, 1, 2, 3]
