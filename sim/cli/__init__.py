"""The `rulelab` command: picks the sub-command, speaks the user's language, turns faults into one sentence and exit code 2.

Importing this package pulls in nothing heavy; each command's module is imported when it is called.
Exit codes: 0 done, 1 failed in the middle of the work, 2 wrong input, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from rulesets.errors import InputError, did_you_mean
from sim.cli.words import Voice, wanted_lang

COMMANDS: dict[str, str] = {
    "run": "sim.cli.run",
    "list": "sim.cli.listing",
    "show": "sim.cli.show",
    "score": "sim.cli.score",
    "report": "sim.cli.report",
    "diff": "sim.cli.diff",
    "explain": "sim.cli.explain",
    "new": "sim.cli.new",
    "doctor": "sim.cli.doctor",
    "help": "sim.cli.help",
}
EXIT_OK, EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; `argv` without the program's name (default: the process's own). Returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    voice = Voice(wanted_lang(arguments))
    _print_anything()
    try:
        code = _dispatch(arguments, voice)
        sys.stdout.flush()
        return code
    except InputError as fault:
        voice.error(fault)
        return EXIT_USAGE
    except KeyboardInterrupt:
        voice.note("rulelab: interrupted.", "rulelab：已中断。")
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return EXIT_OK
    except Exception as fault:
        return _crash(fault, voice)


def _print_anything() -> None:
    """Let a terminal that cannot show a letter show its number instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", "replace") == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _dispatch(arguments: list[str], voice: Voice) -> int:
    command, rest = _split(arguments)
    if command is None:
        known = list(COMMANDS)
        en, zh = did_you_mean(arguments[0], known)
        raise InputError(
            f'there is no command "{arguments[0]}".{en or " Commands: " + ", ".join(known) + "."}',
            f"没有“{arguments[0]}”这个命令。{zh or '命令有：' + '、'.join(known) + '。'}",
        )
    code: int = import_module(COMMANDS[command]).command(rest, voice)
    return code


def _split(arguments: list[str]) -> tuple[str | None, list[str]]:
    """The command and its own arguments; settings and Hydra's flags without a command mean `run`."""
    if not arguments or arguments[0] in ("--help", "-h"):
        return "help", arguments[1:]
    if arguments[0] in ("--version", "-V"):
        return "help", ["version"]
    if all(a.startswith("lang=") for a in arguments):
        return "help", arguments
    first = next((i for i, a in enumerate(arguments) if not a.startswith("lang=")), 0)
    if arguments[first] in COMMANDS:
        rest = arguments[:first] + arguments[first + 1 :]
        if any(a in ("--help", "-h") for a in rest):
            return "help", [arguments[first], *(a for a in rest if a.startswith("lang="))]
        return arguments[first], rest
    if "=" in arguments[first] or arguments[first].startswith("-"):
        return "run", arguments
    return None, arguments


def _forget_stdout() -> None:
    """The reader of our pipe has gone: send the rest nowhere, so that Python's exit does not complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf8")  # noqa: SIM115 (kept open until the process ends)


def _crash(fault: Exception, voice: Voice) -> int:
    """A fault that is ours: one sentence, the traceback in a file, exit code 1. RULELAB_DEBUG=1 shows it at once."""
    import tempfile
    import traceback

    if os.environ.get("RULELAB_DEBUG") == "1":
        traceback.print_exc()
    handle, path = tempfile.mkstemp(prefix="rulelab-error-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf8") as out:
        traceback.print_exc(file=out)
    what = f"{type(fault).__name__}: {fault}".splitlines()[0]
    voice.note(
        f"rulelab: failed ({what}). The details are in {path}; please report them.",
        f"rulelab：出错（{what}）。详情见 {path}，欢迎反馈。",
    )
    return EXIT_FAILED
