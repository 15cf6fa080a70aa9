"""Tests of a full table on a phone: the targets of a hand, and of editing a saved one, fit on one screen."""

from builders import hand, play

from browser.phone import LONG, Phone


def out_of_sight(pad: Phone) -> list[str]:
    """Return the parts of a hand that are not entirely on the screen without scrolling."""
    assert pad.run("return scrollY") == 0
    return pad.out_of_sight(".seat, .seat .who, .seat:not(.now) .chip", foot=True) + pad.out_of_sight(
        ".now .chip, .foot button"
    )


ASKED_FOR = "return performance.getEntriesByName(arguments[0]).length"
SEVEN = tuple(name.split()[0] for name in LONG)
BIDS = dict(zip(SEVEN, (1, 2, 0, 3, 1, 0, 2), strict=True))


def test_seven_players_with_ten_cards_bid_and_say_their_tricks_on_one_screen(pad: Phone) -> None:
    pad.show(play("ohell", " ".join(SEVEN), house={"ladder": "10x3", "pack": 104}))
    pad.wait_for("#entry")
    for player in pad.bidders:
        assert pad.on_turn == player
        assert pad.shown(".now .chip") == 11
        assert out_of_sight(pad) == []
        pad.tap_number(player, BIDS[player])
    pad.wait_for("[data-stage=tricks]")
    assert len(pad.all(".seat")) == 7
    assert out_of_sight(pad) == []
    pad.tap(pad.seat("Cat").find_element("css selector", ".open"))
    assert pad.shown(".now .chip") == 11
    assert out_of_sight(pad) == []


# --- editing -------------------------------------------------------------------------------------------


def test_seven_players_with_nine_cards_are_corrected_on_one_screen(pad: Phone) -> None:
    bids = tuple(BIDS.values())
    played = hand(" ".join(SEVEN), bids, bids, trump="S")
    game = play("pike", " ".join(SEVEN), played, house={"ladder": "9x3", "pack": 104})
    pad.open(f"{pad.keep(game)}/hands/1/correction")
    pad.wait_for_words("#sum", "Tricks 9 of 9")
    assert pad.out_of_sight(".fix, .fix summary, .fix .total, .suits .chip", foot=True) == []
    assert pad.out_of_sight(".foot button, .foot a") == []
    assert pad.shown(".fix .chip") == 0
    ann, ben = SEVEN[:2]
    pad.expected = "422"  # a preview with one trick missing
    pad.tap_number(ann, 0, "taken")
    assert pad.words("#sum") == "Tricks 8 of 9: 1 missing"
    assert pad.words(f"[aria-label='{ann}'] details[open] b") == "0"
    pad.tap_number(ben, 3, "taken")
    assert pad.shown(".fix .chip") == 10, "those of one row"
    assert pad.out_of_sight(".fix .chip", foot=True) == []
    pad.wait_for("#preview .num")
    assert [len(total.split()) > 1 for total in pad.texts(".fix .total")] == [True, True, *[False] * 5]
    pad.tap(pad.button)
    pad.wait_for("#hand-1")
    assert pad.words(".said button") == "↶ Undo"
    assert pad.totals[ann].startswith("−")


def test_while_the_tricks_do_not_add_up_one_message_says_so_and_no_points_are_shown(pad: Phone) -> None:
    game = play("pike", "Ann Ben Cat", hand("Ann Ben Cat", (1, 0, 0), (2, 3, 0), trump="S"), house={"ladder": "5-1"})
    pad.open(f"{pad.keep(game)}/hands/1/correction")
    pad.expected = "422"

    def shown() -> tuple[list[str], list[str], bool]:
        """Return the messages, the points in the rows, and whether *Save changes* is quiet, as on a hand."""
        lines = pad.all(".refusal, #sum, #preview")
        return (
            [line.text for line in lines if line.is_displayed() and line.text],
            pad.texts(".fix .total"),
            "quiet" in str(pad.button.get_attribute("class")),
        )

    pad.wait_for_words("#sum", "Tricks 5 of 5")
    assert shown() == (["Tricks 5 of 5"], ["−11", "−13", "10"], False)
    pad.tap_number("Ann", 1, "taken")
    pad.wait_until(lambda: pad.run(ASKED_FOR, f"{pad.address}{preview(pad)}"))
    assert shown() == (["Tricks 4 of 5: 1 missing"], ["", "", ""], True)
    pad.tap(pad.button)
    pad.wait_for(".refusal")
    assert shown() == (["Tricks add up to 4, but the hand has 5."], ["", "", ""], True)
    pad.tap_number("Ben", 4, "taken")
    pad.wait_for("#preview .num")
    messages, points, quiet = shown()
    assert (messages[0], points, quiet) == ("Tricks 5 of 5", ["11 −11", "−14 −13", "10"], False)


def test_a_laptop_shows_the_sheet_next_to_the_form_and_marks_every_total_that_changes(pad: Phone) -> None:
    hands = [hand("Ann Ben Cat", (1, 0, 0), (cards, 0, 0), trump="S") for cards in (2, 1)]
    game = play("pike", "Ann Ben Cat", *hands, house={"ladder": "2-1"})
    pad.turn(1280, 800)
    pad.open(f"{pad.keep(game)}/hands/1/correction")
    assert pad.texts("#sheet .changed") == []
    assert pad.element(".edited").get_attribute("id") == "hand-1"
    pad.expected = "422"
    pad.tap_number("Ann", 1, "taken")
    pad.tap_number("Ben", 1, "taken")
    pad.wait_for("#sheet .changed")
    assert [len(pad.all(f"#sheet {row} .changed")) for row in ("#hand-1", "#hand-2", "tfoot")] == [2, 2, 2]
    pad.tap_number("Ben", 0, "taken")
    pad.wait_until(lambda: not pad.all("#sheet .changed"))


def preview(pad: Phone) -> str:
    return str(pad.element("#entry").get_attribute("data-preview"))
