"""How the fonts of prints were made: `python merge_fonts.py Roboto.ttf DejaVu.ttf out.ttf "Scorepad Condensed"`.

Roboto Condensed has figures of one width and needs four fifths of the width of DejaVu Sans. It has no ticks, dots,
suits, Hebrew or Arabic, so these come from DejaVu Sans. Both have 2,048 units per em.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

NEEDLESS = ["GPOS", "GSUB", "GDEF", "kern", "cvt ", "fpgm", "prep", "gasp", "FFTM", "hdmx", "VDMX", "LTSH"]


def subset_font(path: str, letters: set[int], out: str) -> None:
    """Write the font with only these code points, without hints, to `out`."""
    options = subset.Options(
        drop_tables=NEEDLESS, hinting=False, layout_features=[], notdef_outline=True, name_IDs=[0, 13, 14]
    )
    font = subset.load_font(path, options)
    keeper = subset.Subsetter(options)
    keeper.populate(unicodes=letters)
    keeper.subset(font)
    subset.save_font(font, out, options)


def merge_fonts(first: str, second: str, out: str, name: str) -> None:
    """All letters of the first font and those of the second that it lacks, under a name that is neither's."""
    ours = set(TTFont(first).getBestCmap())
    others = {code for code in TTFont(second).getBestCmap() if code <= 0xFFFF} - ours
    with TemporaryDirectory() as folder:
        parts = [str(Path(folder) / part) for part in ("first.ttf", "second.ttf")]
        subset_font(first, ours, parts[0])
        subset_font(second, others, parts[1])
        font = Merger().merge(parts)
    names = font["name"]
    for number, text in ((1, name), (2, "Regular"), (4, name), (6, name.replace(" ", "")), (3, name)):
        names.setName(text, number, 3, 1, 0x409)
    font.save(out)


if __name__ == "__main__":
    merge_fonts(*sys.argv[1:])
