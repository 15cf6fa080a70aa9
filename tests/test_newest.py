"""The LRU cache."""

from concurrent.futures import ThreadPoolExecutor

from scorepad.util.lru_cache import LruCache


def test_what_nobody_has_asked_for_for_the_longest_time_makes_room() -> None:
    newest: LruCache[str, int] = LruCache(2)
    for name, number in (("one", 1), ("two", 2)):
        assert newest.keep(name, number) == number
    assert newest.get("one") == 1
    newest.keep("three", 3)
    assert [newest.get(name) for name in ("one", "two", "three")] == [1, None, 3]


def test_heavy_things_make_room_and_the_last_one_is_kept_whatever_it_weighs() -> None:
    newest: LruCache[str, bytes] = LruCache(10, most_weight=100, weight=len)
    for name, weight in (("one", 60), ("two", 40)):
        newest.keep(name, b"x" * weight)
    assert len(newest) == 2
    newest.keep("one", b"x" * 70)  # in the place of the lighter item
    assert [name in newest for name in ("one", "two")] == [True, False]
    newest.keep("two", b"x" * 30)
    assert len(newest) == 2
    newest.keep("three", b"x" * 1000)
    assert [name in newest for name in ("one", "two", "three")] == [False, False, True]
    newest.clear()
    newest.keep("four", b"x" * 100)
    newest.keep("five", b"")
    assert len(newest) == 2, "what is gone weighs nothing"


def test_many_threads_may_ask_and_keep_at_once() -> None:
    newest: LruCache[int, int] = LruCache(5)

    def ask(number: int) -> bool:
        return newest.keep(number % 9, number % 9) == number % 9 and newest.get(number % 9) in (None, number % 9)

    with ThreadPoolExecutor(8) as many:
        assert all(many.map(ask, range(5_000)))
    assert len(newest) == 5
