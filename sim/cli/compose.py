"""From arguments to a checked request, through Hydra.

The command line goes through `hydra.main`, so that `-m`, `--cfg`, `--info`, `--config-dir` and completion work as Hydra
users expect. Hydra only composes: the task function keeps what it was given, and the work starts after Hydra is done.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from rulesets.errors import InputError
from sim.cli.argv import for_hydra, hydra_override
from sim.cli.sentences import GROUPS, sentence
from sim.settings import Settings, as_mapping, check_settings, register_schema

CONFIG_MODULE = "conf"
_SHOW_ONLY = ("--cfg", "-c", "--info", "-i", "--hydra-help", "--shell-completion", "-sc")


@dataclass(frozen=True)
class Request:
    """Checked settings, the user's own configuration folders, and the words they came from."""

    settings: Settings
    config_dirs: tuple[Path, ...]
    arguments: tuple[str, ...]


def from_arguments(arguments: Sequence[str]) -> Request | None:
    """The request that `rulelab run ...` makes, or None when Hydra only showed something (--cfg, --info, completion)."""
    import hydra

    words = for_hydra(arguments)
    kept: list[Request] = []

    def keep(cfg: Any) -> None:
        """Called by Hydra, or by our launcher with the merged cells of a sweep."""
        with _kept_faults(faults):
            dirs = _user_dirs()
            kept.append(Request(check_settings(as_mapping(cfg)), dirs, tuple(arguments)))

    faults: list[Exception] = []
    register_schema()
    application = hydra.main(version_base="1.3", config_path=f"pkg://{CONFIG_MODULE}", config_name="config")(keep)
    with tempfile.TemporaryDirectory() as scratch, _hydra_process(words, scratch):
        _check_user_dirs(words)
        try:
            application()
        except SystemExit as stop:
            if stop.code not in (0, None):
                raise InputError(
                    "the flags cannot be read; see rulelab run --help.", "参数无法读取；见 rulelab run --help。"
                ) from None
            return None
        except Exception as fault:
            raise sentence(fault, _dirs_of(words)) or fault from None
    if faults:
        raise sentence(faults[0], _dirs_of(words)) or faults[0]
    if len(kept) > 1:
        raise InputError(
            "a sweep with another launcher would make several runs; leave hydra/launcher out.",
            "换用别的 launcher 会把一次扫描变成多次运行；请去掉 hydra/launcher。",
        )
    return kept[0] if kept else None


def from_keywords(overrides: Sequence[str], config_dirs: Sequence[Path] = ()) -> Request:
    """The request of a Python caller: overrides as on the command line, without touching the process's arguments."""
    from hydra import compose, initialize_config_module
    from hydra.core.global_hydra import GlobalHydra

    for folder in config_dirs:
        _check_dir(folder)
    search = ",".join(f'"file://{d.resolve()}"' for d in config_dirs)
    words = [hydra_override(o, sweep=False) for o in overrides] + ([f"hydra.searchpath=[{search}]"] if search else [])
    register_schema()
    GlobalHydra.instance().clear()
    try:
        with initialize_config_module(version_base="1.3", config_module=CONFIG_MODULE):
            settings = check_settings(as_mapping(compose("config", overrides=words)))
    except Exception as fault:
        raise sentence(fault, config_dirs) or fault from None
    return Request(settings, tuple(Path(d).resolve() for d in config_dirs), tuple(overrides))


@contextlib.contextmanager
def _kept_faults(faults: list[Exception]) -> Iterator[None]:
    """Keep a fault of the task for later: Hydra would print its own words about it."""
    try:
        yield
    except Exception as fault:
        faults.append(fault)


@contextlib.contextmanager
def _hydra_process(words: list[str], scratch: str) -> Iterator[None]:
    """The process as Hydra wants it: arguments in sys.argv, faults raised, no output folder in the user's place."""
    from hydra.core.global_hydra import GlobalHydra

    GlobalHydra.instance().clear()
    shows = any(w in _SHOW_ONLY or w.startswith("-sc") for w in words)
    before_argv, before_full = sys.argv, os.environ.get("HYDRA_FULL_ERROR")
    line = os.environ.get("COMP_LINE")
    sys.argv = ["rulelab", *words] + ([] if shows else [f'hydra.sweep.dir="{scratch}"'])
    os.environ["HYDRA_FULL_ERROR"] = "1"
    if line is not None and line.startswith("rulelab run "):
        os.environ["COMP_LINE"] = "rulelab " + line.removeprefix("rulelab run ")
    complaints = io.StringIO()
    try:
        with contextlib.redirect_stderr(complaints):
            yield
    finally:
        sys.argv = before_argv
        if before_full is None:
            del os.environ["HYDRA_FULL_ERROR"]
        else:
            os.environ["HYDRA_FULL_ERROR"] = before_full
        GlobalHydra.instance().clear()


def _user_dirs() -> tuple[Path, ...]:
    """Folders of Hydra's search path that the user added, in search order."""
    from hydra.core.hydra_config import HydraConfig

    sources = HydraConfig.get().runtime.config_sources
    return tuple(Path(s.path) for s in sources if s.schema == "file")


def _check_user_dirs(words: Sequence[str]) -> None:
    for folder in _dirs_of(words):
        _check_dir(folder)


def _dirs_of(words: Sequence[str]) -> list[Path]:
    """The folders named by --config-dir."""
    named = [value for flag, value in pairwise(words) if flag in ("--config-dir", "-cd")]
    named += [w.partition("=")[2] for w in words if w.startswith(("--config-dir=", "-cd="))]
    return [Path(n) for n in named]


def _check_dir(folder: Path) -> None:
    """Refuse a folder that is missing, or whose file would be hidden by one of ours with the same name."""
    from importlib.resources import files

    if not folder.is_dir():
        raise InputError(f"--config-dir: there is no folder {folder}.", f"--config-dir：没有 {folder} 这个文件夹。")
    for group in GROUPS:
        ours = {entry.name for entry in (files(CONFIG_MODULE) / group).iterdir()}
        for path in sorted((folder / group).glob("*.yaml")):
            if path.name in ours:
                raise InputError(
                    f"{path}: a built-in {group} has this name and would be used instead; give your file another name.",
                    f"{path}：与内置的 {group} 同名，会被内置的取代；请改名。",
                )
