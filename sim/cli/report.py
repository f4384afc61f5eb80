"""`rulelab report`: the report of an earlier run, written again from its statistics."""

from __future__ import annotations

from pathlib import Path

from rulesets.errors import InputError, did_you_mean
from sim.cli.argv import plain_arguments
from sim.cli.words import Voice


def command(argv: list[str], voice: Voice) -> int:
    """Rebuild summary, figures and report of one run folder and say where the report is."""
    given = plain_arguments("report", argv)
    if len(given.words) != 1:
        raise InputError(
            "report: name one run folder, such as rulelab report runs/quick-1a2b3c4d.",
            "report：请给出一个运行文件夹，例如 rulelab report runs/quick-1a2b3c4d。",
        )
    folder = run_folder(given.words[0])
    print(write_report(folder, voice))
    return 0


def run_folder(name: str) -> Path:
    """The run folder called `name`, which must hold a manifest."""
    folder = Path(name)
    if not folder.exists():
        siblings = [str(p) for p in folder.parent.glob("*") if (p / "manifest.json").exists()] if folder.parent.is_dir() else []
        en, zh = did_you_mean(name, siblings)
        raise InputError(f"{name}: there is no such folder.{en}", f"{name}：没有这个文件夹。{zh}")
    if not (folder / "manifest.json").is_file():
        raise InputError(
            f"{name}: holds no finished run (manifest.json is missing).", f"{name}：其中没有运行结果（缺少 manifest.json）。"
        )
    return folder


def write_report(folder: Path, voice: Voice) -> Path:
    """Build the report in the voice's language first; the page holds both."""
    from reports import build

    return Path(build(folder, voice.lang))
