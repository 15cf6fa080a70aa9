"""QR codes, read back by a small independent reader (ISO/IEC 18004: versions 1 to 6, level M, bytes)."""

import re
from collections.abc import Callable, Iterator

import pytest

from printables.page import qr

Matrix = list[list[bool]]

DATA_CODEWORDS = {1: 16, 2: 28, 3: 44, 4: 64, 5: 86, 6: 108}
BLOCKS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 4}
MASKS: list[Callable[[int, int], bool]] = [
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _j: i % 2 == 0,
    lambda _i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
]


def read(code: Matrix) -> str:
    """Return the text in a clean code."""
    version = (len(code) - 17) // 4
    level_and_mask = number(code[8][:5]) ^ 0b10101
    assert level_and_mask >> 3 == 0b00, "level M"
    masked = MASKS[level_and_mask & 0b111]
    bits = [code[i][j] ^ masked(i, j) for i, j in data_places(len(code))]
    codewords = [number(bits[at : at + 8]) for at in range(0, 8 * DATA_CODEWORDS[version], 8)]
    blocks = [codewords[first :: BLOCKS[version]] for first in range(BLOCKS[version])]
    stream = "".join(f"{word:08b}" for block in blocks for word in block)
    assert stream[:4] == "0100", "bytes"
    length = int(stream[4:12], 2)
    return bytes(int(stream[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8)).decode()


def number(bits: list[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def data_places(size: int) -> Iterator[tuple[int, int]]:
    """Yield the places of the data: in pairs of columns from the right, up and down in turn, around the patterns."""
    upwards = True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for i in range(size - 1, -1, -1) if upwards else range(size):
            for j in (right, right - 1):
                if not is_pattern(i, j, size):
                    yield i, j
        upwards = not upwards


def is_pattern(i: int, j: int, size: int) -> bool:
    corner = (i < 9 and (j < 9 or j >= size - 8)) or (i >= size - 8 and j < 9)
    alignment = size > 21 and abs(i - (size - 7)) <= 2 and abs(j - (size - 7)) <= 2
    return corner or alignment or i == 6 or j == 6


def from_text(text: str) -> Matrix:
    rows = []
    for line in text.splitlines():
        rows.append([letter not in "█▀" for letter in line])
        rows.append([letter not in "█▄" for letter in line])
    return rows[:-1]


def within_quiet_zone(drawn: Matrix) -> Matrix:
    around = [row for at, row in enumerate(drawn) if at < 4 or at >= len(drawn) - 4]
    assert not any(any(row) for row in around)
    assert not any(any(row[:4] + row[-4:]) for row in drawn)
    return [row[4:-4] for row in drawn[4:-4]]


@pytest.mark.parametrize(
    "text",
    [
        "http://127.0.0.1:7234/",
        "http://192.168.178.24:7234/enter?key=Yw3sYb7nQhWmH0_oJ-e2Gg",
        "http://[fd00::1234:5678:9abc:def0]:65535/enter?key=Yw3sYb7nQhWmH0_oJ-e2Gg&more=Zoë",
    ],
)
def test_what_is_drawn_reads_as_what_was_written(text: str) -> None:
    assert read(qr.matrix(text)) == text
    assert read(within_quiet_zone(from_text(qr.as_text(text)))) == text


def test_a_code_drawn_for_a_page_is_the_same_code() -> None:
    link = "http://192.168.178.24:7234/enter?key=uty8X_TaGfQ.rNSFXgjQkPtpw5V9-R6j8Q"
    size, path = qr.as_path(link)
    drawn = [[False] * size for _row in range(size)]
    for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path):
        for at in range(int(x), int(x) + int(wide)):
            drawn[int(y)][at] = True
    inside = [row[qr.QUIET : -qr.QUIET] for row in drawn[qr.QUIET : -qr.QUIET]]
    assert read(inside) == link
    assert sum(map(sum, drawn)) == sum(map(sum, inside)), "nothing in the quiet zone"
