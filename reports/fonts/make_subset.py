"""Makes `RulelabSansSC.otf` from Noto Sans CJK SC: the glyphs of GB2312 level 1 and of all texts of this project.

A developer's tool, not imported by the product. Needs fonttools and a copy of NotoSansCJK-Regular.ttc:

    python reports/fonts/make_subset.py /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

FAMILY = "Rulelab Sans SC"
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SIGNS = "▲▼△▽＝？—–−±×→≤≥≈·…‰°†‡•◆◇○●□■✓“”‘’「」『』《》〈〉【】、。！，：；（）％～￥ε²³½¼¾"


def wanted() -> set[int]:
    """Code points: ASCII and Latin-1, signs, GB2312 rows 1-3 and level 1 (rows 16-55), everything in our texts."""
    points = set(range(0x20, 0x7F)) | set(range(0xA0, 0x100)) | {ord(c) for c in SIGNS}
    for row in (*range(1, 4), *range(16, 56)):
        for cell in range(1, 95):
            try:
                points.add(ord(bytes((0xA0 + row, 0xA0 + cell)).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    for folder in ("rulesets", "reports", "conf", "sim"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in {".py", ".yaml", ".md", ".j2", ".html", ".js"}:
                points |= {ord(c) for c in file.read_text(encoding="utf-8") if ord(c) < 0x1F000}
    return points


def chinese_face(path: str) -> TTFont:
    """The Simplified Chinese proportional face of the collection."""
    for font in TTCollection(path).fonts:
        if font["name"].getDebugName(1) == "Noto Sans CJK SC":
            return font
    raise SystemExit(f"{path} holds no Noto Sans CJK SC")


def rename(font: TTFont) -> None:
    """Give the subset a name of its own, so that it is never taken for the full font or the other way round."""
    names = {1: FAMILY, 2: "Regular", 3: f"{FAMILY} Regular subset", 4: FAMILY, 6: FAMILY.replace(" ", "")}
    table = font["name"]
    keep = [r for r in table.names if r.nameID in (0, 5, 13, 14) and r.langID == 0x409]
    table.names = keep
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    if "CFF " in font:
        top = font["CFF "].cff
        top.fontNames = [FAMILY.replace(" ", "")]
        top[0].FamilyName, top[0].FullName = FAMILY, FAMILY


def main(path: str) -> None:
    """Write the subset beside this file."""
    font = chinese_face(path)
    options = subset.Options(hinting=False, desubroutinize=False, layout_features=["kern"], notdef_outline=True)
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GSUB", "GPOS", "DSIG"]
    worker = subset.Subsetter(options)
    worker.populate(unicodes=wanted())
    worker.subset(font)
    rename(font)
    font.save(HERE / "RulelabSansSC.otf")
    print(f"{len(font.getBestCmap())} characters, {(HERE / 'RulelabSansSC.otf').stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
