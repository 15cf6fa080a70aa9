"""Old sheets imported on the page: previewed, questioned, saved."""

import io
import random
import time
import zipfile

from html_pages import Page
from scorekeeper import Scorekeeper

EVENINGS = "date;game;Anne;Bob;Zoë\n2026-01-03;Wizard;84;79;12\n2026-01-10;Oh Hell;60;71;5\n"
HANDS = (
    "hand,cards,dealer,Ann bid,Ann taken,Ann points,Bob bid,Bob taken,Bob points,Cat bid,Cat taken,Cat points\n"
    "1,2,Ann,1,1,11,0,0,10,1,1,-29\n"
)


def pasted(keeper: Scorekeeper, rows: str, **typed: object) -> Page:
    return keeper.send_form(keeper.visit("/import").form("/import"), {"rows": rows, **typed})  # type: ignore[dict-item]


def rows(page: Page) -> list[list[str]]:
    """Return the cells of the preview."""
    return [[cell.text for cell in row.all("th", "td")] for row in page.root.all("tr")]


def keep(keeper: Scorekeeper, page: Page, button: str = "Import") -> Page:
    return keeper.send_form(page.form("/import"), {}, button)


def test_pasted_evenings_are_looked_at_before_they_are_kept_once(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, EVENINGS)
    assert ["3 Jan 2026 Wizard · line 2", "84", "79", "12"] in rows(page)
    assert "Wizard" not in newcomer.visit("/").text.replace("Boerenbridge, Wizard, Murder", "")
    page = keep(newcomer, page, "Import 2 evenings")
    assert "2 evenings imported." in page.status_text
    assert page.text.count("Anne, Bob, Zoë") == 2
    page = pasted(newcomer, EVENINGS)
    assert page.text.count("This evening is already saved.") == 2
    assert "Keep" not in [button.text for button in page.form("/import").buttons]


def test_where_paper_and_rules_differ_somebody_says_what_counts(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, HANDS, rulebook="pike")
    assert "Hand 1, Cat: paper −29, rules 11" in page.text
    on_paper = keep(newcomer, page, "Import 1 evening")
    assert on_paper.totals["Cat"] == -29
    page = pasted(newcomer, HANDS, rulebook="pike", counts="rules")
    assert keep(newcomer, page, "Import 1 evening").totals["Cat"] == 11


# hand 2 has two tricks for one card
MORE_HANDS = HANDS + "2,1,Bob,0,0,10,1,1,-5,0,1,-12\n3,1,Cat,0,0,10,1,1,-6,0,0,10\n"


def test_one_hand_counts_otherwise_than_all(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, MORE_HANDS, rulebook="pike")
    assert "Hand 2 by the rules" not in page.text, "they cannot"
    page = newcomer.send_form(page.form("/import"), {"rules.0.2.3": True}, "Update preview")
    assert rows(page)[1][1:] == ["31", "16", "−31"]
    kept = keep(newcomer, page, "Import 1 evening")
    assert kept.totals == {"Ann": 31, "Bob": 16, "Cat": -31}


def test_a_hand_that_cannot_be_is_left_as_on_paper_where_all_others_count_by_the_rules(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, MORE_HANDS, rulebook="pike", counts="rules")
    assert page.refusals == ["Hand 2: Tricks add up to 2, but the hand has 1."]
    page = newcomer.send_form(page.form("/import"), {"paper.0.2.2": True}, "Update preview")
    page = newcomer.send_form(page.form("/import"), {"paper.0.2.1": True}, "Update preview")
    assert "Hand 2 is left as on paper" in page.text
    assert keep(newcomer, page, "Import 1 evening").totals == {"Ann": 31, "Bob": 16, "Cat": -31}


def test_a_name_that_is_nearly_somebodys_is_asked_for(newcomer: Scorekeeper) -> None:
    keep(newcomer, pasted(newcomer, EVENINGS.replace("Anne", "Ann")))
    page = pasted(newcomer, EVENINGS.replace("2026-01", "2026-02"))
    assert "Who is “Anne”?" in page.text
    page = newcomer.send_form(page.form("/import"), {"who.Anne": "Ann"}, "Import 2 evenings")
    assert page.text.count("Ann, Bob, Zoë") == 4


def test_of_two_spellings_that_come_in_together_the_more_frequent_stands(newcomer: Scorekeeper) -> None:
    rows = "2026-01-03,Wizard,,1,2\n2026-01-04,Wizard,3,,2\n2026-01-05,Wizard,3,,4\n"
    page = pasted(newcomer, "date,game,Ann,Anne,Bob\n" + rows)
    assert "Who is “Anne”?" in page.text
    assert "Who is “Ann”?" not in page.text
    page = newcomer.send_form(page.form("/import"), {"who.Anne": "Ann"}, "Import 3 evenings")
    assert page.text.count("Ann, Bob") == 3
    page = pasted(newcomer, "date,game,Cath,Cat,Bob\n2026-01-03,Wizard,3,1,2\n")  # they sat at one table
    assert "Who is" not in page.text


def test_dates_of_two_meanings_are_asked_for_and_nothing_typed_is_lost(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, "date,Ann,Bob,Cat\n03/04/2026,1,2,3\n", rulebook="wizard")
    assert "” may be two dates" in page.refusals[0]
    page = newcomer.send_form(page.form("/import"), {"dates": "day"}, "Update preview")
    assert rows(page)[1:2] == [["3 Apr 2026 Wizard · line 2", "1", "2", "3"]]


def test_what_many_evenings_wait_for_is_told_once(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, "date,Ann,Bob,Cat\n2026-01-03,1,2,3\n2026-01-10,1,2,4\n2026-01-17,1,2,5\n")
    assert page.text.count("Choose the game that was played.") == 1
    assert "line 2, and 2 evenings more" in page.text
    page = newcomer.send_form(page.form("/import"), {"rulebook": "wizard"})
    assert page.text.count("Wizard · line") == 3
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for month in (4, 5):
            file.writestr(f"{month}.csv", f"date,game,Ann,Bob\n03/0{month}/2026,Wizard,1,2\n")
    files = {"files": ("two.zip", packed.getvalue())}
    page = newcomer.send_form(newcomer.visit("/import").form("/import"), files)
    assert page.text.count("” may be two dates") == 1


def test_a_file_is_kept_whole_or_what_cannot_be_kept_is_left_out_on_purpose(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, EVENINGS + "2026-01-17;Wizard;1;;\n")
    assert "A game is for 2 to 10 players, not for 1." in page.refusals
    assert not any("Keep" in button.text for button in page.form("/import").buttons)
    page = newcomer.send_form(page.form("/import"), {"leave_out": True}, "Update preview")
    page = keep(newcomer, page, "Import 2 evenings")
    assert "2 evenings imported." in page.status_text
    assert page.text.count("Anne, Bob, Zoë") == 2


def test_a_day_that_is_typed_is_read_as_the_dates_of_the_sheets_are(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, "game,Ann,Bob,Cat\nWizard,1,2,3\n", date="03/04/2026", dates="month")
    assert rows(page)[1:2] == [["4 Mar 2026 Wizard · line 2", "1", "2", "3"]]


def test_nothing_sent_or_what_somebody_has_changed_is_refused(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, "")
    assert (page.status, page.refusals) == (422, ["Choose a file first, or paste rows of a spreadsheet."])
    assert newcomer.forge(pasted(newcomer, EVENINGS).form("/import"), carried="AAAA").status == 422


def test_what_the_form_could_not_carry_along_is_refused_before_anybody_looks_at_it(newcomer: Scorekeeper) -> None:
    """240 kB that do not compress are 320 kB as the text of a form field."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("years.csv", EVENINGS)
        file.writestr("picture.png", random.Random(1).randbytes(240_000))
    files = {"files": ("years.zip", packed.getvalue())}
    page = newcomer.send_form(newcomer.visit("/import").form("/import"), files)
    assert page.status == 422
    assert "This is more than the page can hold" in page.text
    assert not page.form("/import").value("carried")


def test_a_folder_of_evenings_goes_in_without_a_zip_and_what_is_too_much_says_so(newcomer: Scorekeeper) -> None:
    form, line = newcomer.visit("/import").form("/import"), b" " * 999 + b"\n"
    page = newcomer.send_form(form, {"files": ("years.csv", EVENINGS.encode() + line * 400)})
    assert "2 evenings found" in page.text
    page = newcomer.send_form(form, {"files": ("years.csv", EVENINGS.encode() + line * 500)})
    assert page.status == 413
    assert "Send files as a zip, or use the command line: scorepad import." in page.text


def test_more_than_the_work_of_a_moment_is_refused_before_anybody_tries_it(newcomer: Scorekeeper) -> None:
    """Valid sheets compress well: 400 kB may contain 100 MB of them. The control is a file that is read."""
    page, refusal = zipped(newcomer, 1, 8_000)
    assert "This is more than the page can hold" in page.text
    page, control = zipped(newcomer, 1, 200)
    assert "evenings found" in page.text
    assert refusal < 3 * control


def zipped(newcomer: Scorekeeper, files: int, evenings: int) -> tuple[Page, float]:
    """Send a zip of `files` files; return the answer, and the seconds of work that it took."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for number in range(files):
            file.writestr(f"{number}.csv", EVENINGS + "2026-01-10;Oh Hell;60;71;5\n" * evenings)
    begun = time.process_time()
    sent = {"files": ("years.zip", packed.getvalue())}
    return newcomer.send_form(newcomer.visit("/import").form("/import"), sent), time.process_time() - begun


def test_two_of_one_table_that_would_be_one_person_are_told_at_their_field(newcomer: Scorekeeper) -> None:
    keep(newcomer, pasted(newcomer, EVENINGS.replace("Anne", "Ann")))
    more = "date;game;Anne;Ann;Bob\n2026-02-03;Wizard;84;79;12\n"
    assert "Who is" not in pasted(newcomer, more).text, "Ann sits beside Anne, who is somebody else"
    page = pasted(newcomer, more.replace(";Ann;", ";Annie;"))
    page = newcomer.send_form(page.form("/import"), {"who.Anne": "Ann", "who.Annie": "Ann"}, "Update preview")
    assert page.refusal_at("who.Annie") == "“Anne” and “Annie” sat at one table, so they cannot both be “Ann”."
    assert [page.form("/import").value(f"who.{name}") for name in ("Anne", "Annie")] == ["Ann", "Ann"]
    page = newcomer.send_form(page.form("/import"), {"who.Annie": "Annie"}, "Update preview")
    assert "Ann Annie Bob 3 Feb 2026 Wizard · line 2 84 79 12" in page.text
    page = pasted(newcomer, "date;game;Ann;ann;Bob\n2026-02-03;Wizard;84;79;12\n")
    assert page.refusal_at("who.ann") == "“Ann” and “ann” sat at one table, so they cannot both be “ann”."
    page = newcomer.send_form(page.form("/import"), {"who.ann": "ann 2"}, "Update preview")
    assert "Ann ann 2 Bob 3 Feb 2026 Wizard · line 2 84 79 12" in page.text
    assert "1 evening imported." in keep(newcomer, page, "Import 1 evening").status_text


def test_a_name_that_is_joined_already_is_not_asked_for_again(newcomer: Scorekeeper) -> None:
    keep(newcomer, pasted(newcomer, EVENINGS))
    keep(newcomer, pasted(newcomer, EVENINGS.replace("Anne", "Ann").replace("2026-01", "2026-02")))
    people = newcomer.visit("/people")
    newcomer.send_form(people.form("Two people"), {}, "Ann 2 evenings")
    page = pasted(newcomer, EVENINGS.replace("2026-01", "2026-03").replace("Anne", "Annie"))
    assert page.form("/import").choices("who.Annie") == ["Annie", "Ann"]
    assert "Who is" not in pasted(newcomer, EVENINGS.replace("2026-01", "2026-03")).text


def test_a_sheet_that_is_typed_stays_in_its_field_until_it_is_kept(newcomer: Scorekeeper) -> None:
    page = newcomer.visit("/import/type")
    page = newcomer.send_form(page.form("/import/type"), {"rows": HANDS.replace("-29", "x"), "rulebook": "pike"})
    assert page.refusals == ["Hand 1: “x” is not a number. Example: 3. Column: “Cat points”."]
    assert page.form("/import/type").value("rows") == HANDS.replace("-29", "x")
    page = newcomer.send_form(page.form("/import/type"), {"rows": HANDS})
    assert "Hand 1, Cat: paper −29, rules 11" in page.text
    assert newcomer.send_form(page.form("/import/type"), {}, "Import 1 evening").totals["Cat"] == -29
    page = newcomer.send_form(newcomer.visit("/import/type").form("/import/type"), {"rows": ""})
    assert (page.status, page.refusals) == (422, ["Enter a hand first."])


def test_the_field_of_the_photograph_belongs_to_no_form_and_has_no_name(newcomer: Scorekeeper) -> None:
    page = newcomer.visit("/import/type")
    (photograph,) = [field for field in page.root.all("input") if field.get("type") == "file"]
    assert (photograph.within("form"), photograph.has("name"), photograph.has("form")) == (None, False, False)
