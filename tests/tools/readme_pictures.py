"""Screenshots for the README (`make pictures`): a hand on a phone, and the sheet of an evening on paper."""

import contextlib
import json
import tempfile
from io import BytesIO
from pathlib import Path

import pypdfium2
from browser import engines
from browser.phone import Phone
from PIL import Image
from raw_http import served
from selenium import webdriver

from printables.filled.score_sheet import score_sheet
from scorepad.game.files.game_file import read_game
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.web import create_app

HOME = Path(__file__).parents[2]
EVENING = HOME / "tests" / "games" / "pagat_four.json"
DOCS = HOME / "docs"
HEIGHT = 760  # px, of both


def hand_on_a_phone(game: Game) -> Image.Image:
    """Return the page of a game before a bid of its next hand."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(open_store(Path(folder))) as store:
        path = "/games/" + GameRepository(store).keep(game, by="pictures")
        with engines.chromium() as driver, served(create_app(store)) as (host, port):
            assert isinstance(driver, webdriver.Chrome)
            phone = Phone(driver)
            phone.address = f"http://{host}:{port}"
            phone.turn(390, 844)
            phone.open(path)
            phone.wait_for("#sum:not(:empty)")
            phone.tap_number(phone.on_turn, 1)
            return Image.open(BytesIO(driver.get_screenshot_as_png()))


def sheet_on_paper(game: Game) -> Image.Image:
    """Return the first page of its filled sheet."""
    page: Image.Image = pypdfium2.PdfDocument(score_sheet(game))[0].render(scale=2).to_pil()
    return page


def evening(hands: int | None = None) -> Game:
    """Return the first hands of a recorded game, or all of it."""
    data = json.loads(EVENING.read_text("utf-8"))
    return read_game({**data, "record": data["record"][:hands]})


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    for name, picture in (("hand", hand_on_a_phone(evening(6))), ("sheet", sheet_on_paper(evening()))):
        width = round(picture.width * HEIGHT / picture.height)
        picture.convert("RGB").resize((width, HEIGHT)).quantize(256).save(DOCS / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
