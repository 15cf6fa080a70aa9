"""Seats: turns go clockwise or anticlockwise, past empty seats."""

from scorepad.game.state.seats import Seats

TABLE = Seats.of(["Ann", "Bob", "Cat", "Di"])


def turns(seats: Seats, start: str, count: int, step: int = 1) -> list[str]:
    result = [start]
    for _turn in range(count):
        result.append(seats.next_after(seats.seat_of(result[-1]).number, step=step).player)
    return result


def test_turns_go_clockwise_or_the_other_way_and_begin_again() -> None:
    assert turns(TABLE, "Cat", 4) == ["Cat", "Di", "Ann", "Bob", "Cat"]
    assert turns(TABLE, "Bob", 3, step=-1) == ["Bob", "Ann", "Di", "Cat"]
    assert TABLE.around_from("Bob", step=-1) == ["Bob", "Ann", "Di", "Cat"]
    assert TABLE.around_from("Di", step=-1) == ["Di", "Cat", "Bob", "Ann"]
    assert TABLE.next_after(1, step=1, skipping={"Bob", "Cat"}).player == "Di", "two are left out"


def test_an_empty_seat_is_passed_over_and_taken_again() -> None:
    without = TABLE.with_taken("Cat", False)
    assert without.present == ["Ann", "Bob", "Di"]
    assert without.everyone == ["Ann", "Bob", "Cat", "Di"]
    assert turns(without, "Bob", 2) == ["Bob", "Di", "Ann"]
    assert without.next_after(without.seat_of("Cat").number, step=1).player == "Di"
    assert without.with_taken("Cat", True) == TABLE


def test_a_newcomer_sits_just_before_somebody_or_after_the_last_seat() -> None:
    assert TABLE.joined("Eve", "Ann").present == ["Eve", "Ann", "Bob", "Cat", "Di"]
    assert TABLE.joined("Eve", "Cat").present == ["Ann", "Bob", "Eve", "Cat", "Di"]
    assert TABLE.joined("Eve", None).present == ["Ann", "Bob", "Cat", "Di", "Eve"]


def test_two_players_change_seats_and_the_turn_goes_on_from_the_seat() -> None:
    swapped = TABLE.swapped("Ann", "Cat")
    assert swapped.present == ["Cat", "Bob", "Ann", "Di"]
    assert swapped.seat_of("Cat").number == TABLE.seat_of("Ann").number
