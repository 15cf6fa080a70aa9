"""Murder's auction (rules.md F): the rulebook's examples call by call, all states of a small table, random auctions."""

import pytest
from builders import play, row_of
from hypothesis import given, settings
from hypothesis import strategies as st
from murder import BOOK
from soak import often

from scorepad.errors import IllegalCall
from scorepad.game.decide.auction import DENOMINATIONS, Auction
from scorepad.game.report.hand_detail import calls as told_again
from scorepad.rules.rulebook.house_options import AUCTION_OPTIONS, AuctionRules


def auction_result(auction: Auction) -> tuple[str, str]:
    """Return an auction's result in the notation of BOOK."""
    end = auction.contract
    doubled = f" doubled by {end.doubler}" if end.doubler else ""
    held = " ".join(f"{player}{bid}" for player, bid in auction.bids.items())
    return f"{end.declarer} {end.level}{auction.trump}{doubled}", held


@pytest.mark.parametrize("name", BOOK)
def test_an_auction_of_the_book_goes_as_it_says(name: str) -> None:
    players, cards, calls, contract, held = BOOK[name]
    auction = Auction(tuple(players), cards)
    for call in calls.split():
        if call.endswith("x"):
            with pytest.raises(IllegalCall):
                auction.after(call[:-1])
            assert call[:-1] not in auction.legal()
        else:
            assert call in auction.legal()
            auction = auction.after(call)
    assert auction.over
    assert auction_result(auction) == (contract, held)


@pytest.mark.parametrize(
    ("calls", "call", "reason"),
    [
        ("1H 1C pass pass", "1C", "1C is already taken."),
        ("1H 1C pass pass", "1D", "That would be lower, at level 1."),
        ("0C 0H pass 0D", "0N", "Zero bids are only for the first round."),
        ("", "2", "No suit has been named yet."),
        ("2H", "3", "That is above the current high bid 2."),
        ("2H 2 1 1 pass", "1", "Already committed to 2."),
        ("3H double 3C pass pass", "double", "The one double at level 3 is used."),
        ("pass 7S", "6H", "That is below the current level 7."),
        ("1H", "0C", "Zero bids only while the level is 0."),
        ("0C double 0D pass pass", "double", "The one double at level 0 is used."),
        ("2H", "0", "Already committed to 0."),
        ("pass", "9C", "Only 8 tricks exist."),
        ("1H pass pass", "redouble", "Only the declarer can redouble."),
        ("1H", "redouble", "Only the declarer can redouble."),
        ("1H double pass pass redouble pass pass", "double", "The contract is already doubled."),
        ("2H double pass pass redouble 1 pass pass", "redouble", "The contract is already redoubled."),
        ("1H double pass pass", "double", "Players cannot double their own contract."),
        ("1H double pass pass", "1", "Only a suit that another player named can be bid without a number."),
        ("", "double", "There is nothing to double yet."),
        ("", "two hearts", "A call is like 2H, 2, pass, double or redouble."),
    ],
)
def test_a_call_that_is_refused_says_why(calls: str, call: str, reason: str) -> None:
    assert called("ABCD", 8, calls).why_not(call) == reason


def called(players: str, cards: int, calls: str) -> Auction:
    """Return an auction after these calls; assert that each was offered."""
    auction = Auction(tuple(players), cards)
    for call in calls.split():
        assert call in auction.legal()
        auction = auction.after(call)
    return auction


def test_a_number_asleep_under_a_double_wakes_when_the_double_falls() -> None:
    doubled = called("ABCD", 8, "2H 2S double")
    assert (doubled.doubler, doubled.bids["B"]) == ("C", 2)
    fallen = doubled.after("3C")
    assert (fallen.doubler, fallen.redoubled) == (None, False)


def test_a_redouble_falls_with_its_double() -> None:
    auction = called("ABCD", 8, "2H double pass pass redouble 2S")
    assert (auction_result(auction), auction.redoubled) == (("B 2S", "A2 B2 C0 D0"), False)


def test_a_double_of_a_contract_for_zero_leaves_the_one_at_level_1_unused() -> None:
    assert called("ABCD", 8, "0C double 1D pass pass").why_not("double") is None


def test_levels_of_ten_and_more_are_called_and_held_to() -> None:
    assert auction_result(called("ABC", 13, "10H 10 11N pass pass")) == ("C 11N", "A10 B10 C11")


def test_every_number_up_to_the_high_bid_can_be_called() -> None:
    assert Auction(("A", "B", "C"), 3).after("3H").legal() == [
        "pass", "3C", "3D", "3S", "3N", "1", "2", "3", "double",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["Pas Doublet Redoublet", "passe Kontra Rekontra", "passe contre surcontre", "paso doblo redoblo"]
)
def test_a_call_is_understood_in_whatever_language_it_is_written(text: str) -> None:
    pass_, double, redouble = text.split()
    auction = Auction(("A", "B", "C"), 3)
    for call in ("1H", pass_, double, redouble):
        auction = auction.after(call)
    assert auction.calls == ("1H", "pass", "double", "redouble")
    with pytest.raises(IllegalCall, match="A call is like"):
        auction.after("passen wir")


def sound(auction: Auction) -> list[str]:
    """Assert what holds in every state (rules.md F2); return the legal calls."""
    level, calls = auction.level or 0, auction.legal()
    assert all(bid <= level for bid in auction.bids.values())
    assert auction.declarer not in auction.doublers
    assert len({*auction.doublers}) == len(auction.doublers)
    assert not auction.redoubled or auction.doubler is not None
    assert ("pass" in calls) is not auction.over
    assert bool(calls) is not auction.over
    return calls


RULES = st.builds(
    AuctionRules,
    **{option.name.removeprefix("auction."): st.sampled_from([*option.answers]) for option in AUCTION_OPTIONS},
)


@settings(max_examples=often(40, 400))
@given(st.data(), st.integers(3, 7), st.integers(1, 13), RULES)
def test_any_auction_ends_and_is_sound_on_the_way(
    data: st.DataObject, players: int, cards: int, rules: AuctionRules
) -> None:
    auction = Auction(tuple("ABCDEFG"[:players]), cards, rules)
    while not auction.over:
        at_random, level = data.draw(st.sampled_from(sound(auction))), auction.level or 0
        auction = auction.after(at_random if len(auction.calls) < 60 else "pass")
        assert (auction.level or 0) >= level
    sound(auction)
    bids_at_a_level = [call for call in auction.calls if call[-1] in DENOMINATIONS and call[0].isdigit()]
    assert len(bids_at_a_level) == len(set(bids_at_a_level))


def test_the_calls_of_a_hand_are_told_again_each_with_its_level_and_suit() -> None:
    taken = {"A": 10, "B": 0, "C": 0}
    game = play(
        "murder", "A B C", {"hand": {"auction": ["10H", "pass", "pass"], "taken": taken}}, house={"ladder": "10 3"}
    )
    row = row_of(game)
    assert [tuple(call) for call in told_again(row)] == [
        ("p1", "10H", "10", "H"), ("p2", "pass", "", ""), ("p3", "pass", "", ""),
    ]  # fmt: skip
