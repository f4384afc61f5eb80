"""Arguments as people type them, made into what Hydra's grammar reads, and simple `key=value` parsing for the other commands.

Hydra cannot lex unquoted text outside ASCII, brackets or spaces in paths, and takes `a,b` for a sweep. Here such values
are quoted, and the two keys that hold lists accept a plain comma list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rulesets.errors import InputError, did_you_mean

LIST_KEYS = ("variants", "lineups")
GROUP_KEYS = ("study", "compute", "output")
TEXT_KEYS = ("out", "name", "baseline", "title.en", "title.zh", "compute.address", *GROUP_KEYS)
_CALL = re.compile(r"(choice|range|interval|glob|sort|shuffle|tag)\(.*\)")  # Hydra's functions
_SPECIAL = re.compile(r"[^A-Za-z0-9_/.@\-\[\]{}, ]")
RUN_FLAGS = {
    "--help": 0, "-h": 0, "--hydra-help": 0, "--cfg": 1, "-c": 1, "--resolve": 0, "--package": 1, "-p": 1, "--run": 0, "-r": 0,
    "--multirun": 0, "-m": 0, "--shell-completion": 0, "-sc": 0, "--config-dir": 1, "-cd": 1, "--info": 1, "-i": 1,
}  # fmt: skip
_TOKEN = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\[\]{},:]|[^\[\]{},:"']+|["'])""")
_KEY = re.compile(r"(?P<sign>\+\+|\+|~|)(?P<key>[A-Za-z_][\w/.@\-:]*)", re.ASCII)


def is_quoted(text: str) -> bool:
    """Whether the whole text stands in one pair of quotes."""
    return len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]


def quote(text: str) -> str:
    """The text as one double-quoted Hydra value."""
    body = re.sub(r'(\\*)"', lambda m: m[1] * 2 + '\\"', text)
    tail = len(body) - len(body.rstrip("\\"))
    return f'"{body}{chr(92) * tail}"'


def quote_foreign(value: str, several: bool = False) -> str:
    """The value with every unquoted piece outside ASCII put in quotes: in lists, in mappings, in `several` values.

    >>> quote_foreign("[hebei/我的,hebei/app]")
    '["hebei/我的",hebei/app]'
    >>> quote_foreign("结果 (1)")
    '"结果 (1)"'
    """
    if value.isascii() or is_quoted(value):
        return value
    if value[:1] not in "[{" and not several:
        return quote(value)
    return _quote_pieces(value, str.isascii)


def _quote_pieces(value: str, is_plain: Callable[[str], bool]) -> str:
    """The value with those pieces between brackets, braces, commas and colons quoted that are not plain or quoted."""
    return "".join(t if is_quoted(t) or is_plain(t) else quote(t.strip()) for t in _TOKEN.findall(value))


def hydra_override(argument: str, sweep: bool) -> str:
    """One `key=value` as Hydra reads it; `sweep` leaves comma lists to Hydra, where they mean several runs."""
    left, equals, value = argument.partition("=")
    match = _KEY.fullmatch(left)
    if not equals or match is None:
        return argument
    key = match["key"]
    if key == "changes" or key.startswith("changes."):
        left = f"++{key}"  # options are free keys to Hydra; the rule loader checks them
    if value == "" or is_quoted(value) or _CALL.fullmatch(value):
        return f"{left}={value}"
    if key in LIST_KEYS and "," in value and value[0] not in "[{" and not sweep:
        value = f"[{value}]"
    if key in LIST_KEYS and not value.startswith("${"):
        return f"{left}={_quote_pieces(value, lambda piece: not _SPECIAL.search(piece))}"
    is_text = key in TEXT_KEYS and not (sweep and key in GROUP_KEYS)
    if is_text and value[0] not in "[{" and not value.startswith("${") and value != "null":
        return f"{left}={quote(value)}"
    return f"{left}={quote_foreign(value, sweep)}"


def check_flag(argument: str) -> None:
    """Refuse a flag that `rulelab run` does not have."""
    flag = argument.partition("=")[0]
    if flag not in RUN_FLAGS:
        en, zh = did_you_mean(flag, RUN_FLAGS)
        raise InputError(f"run: there is no flag {flag}.{en}", f"run：没有 {flag} 这个参数。{zh}")


def for_hydra(argv: Sequence[str]) -> list[str]:
    """All arguments of `rulelab run` as Hydra reads them, flags first: Hydra's parser wants the settings in one piece.

    Raises InputError for what cannot be an argument.

    >>> for_hydra(["study=quick", "-m", "walls=100"])
    ['-m', 'study=quick', 'walls=100']
    """
    sweep = any(a in ("-m", "--multirun") for a in argv)
    flags: list[str] = []
    settings: list[str] = []
    rest = iter(argv)
    for argument in rest:
        if argument.startswith("-") and len(argument) > 1:
            check_flag(argument)
            flags.append(argument)
            if RUN_FLAGS[argument.partition("=")[0]] and "=" not in argument:
                value = next(rest, None)
                if value is None:
                    raise InputError(f"{argument} needs a value.", f"{argument} 后面缺少值。")
                flags.append(value)
        elif "=" not in argument and not argument.startswith("~"):
            en, zh = did_you_mean(argument, ("study=", *LIST_KEYS))
            if not en and argument.isidentifier():
                en, zh = f" A study is chosen with study={argument}.", f"选用研究请写 study={argument}。"
            raise InputError(
                f'run: "{argument}" is not a setting; settings are written key=value, such as walls=2000.{en}',
                f"run：“{argument}”不是设置；设置写作 键=值，例如 walls=2000。{zh}",
            )
        else:
            settings.append(hydra_override(argument, sweep))
    return flags + settings


@dataclass
class Given:
    """Arguments of a plain command: words, `key=value` settings and `--flag value` options."""

    words: list[str] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    flags: dict[str, str | bool] = field(default_factory=dict)
    config_dirs: list[str] = field(default_factory=list)

    def flag(self, name: str) -> bool:
        """Whether the flag was given."""
        return bool(self.flags.get(name))

    def text(self, name: str) -> str | None:
        """The value of a flag that takes one, or of the setting of that name."""
        value = self.flags.get("--" + name, self.settings.get(name))
        return value if isinstance(value, str) else None


def plain_arguments(command: str, argv: Iterable[str], keys: Sequence[str] = (), flags: dict[str, bool] | None = None) -> Given:
    """Parse the arguments of a command that does not go through Hydra.

    `keys` = settings it knows beside `lang`; `flags` = its flags, True for those that take a value; `--config-dir` is
    known to all. A key may also be given as a flag with a value (`--out file` for `out=file`) and is then stored the
    same way.
    """
    known_keys = (*keys, "lang")
    known = {"--config-dir": True, "-cd": True, **{f"--{k}": True for k in known_keys}, **(flags or {})}
    given = Given()
    rest = iter(argv)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if argument.startswith("-") and len(argument) > 1:
            if name not in known:
                en, zh = did_you_mean(name, known)
                raise InputError(f"{command}: there is no flag {name}.{en}", f"{command}：没有 {name} 这个参数。{zh}")
            if known[name] and not equals:
                value = next(rest, "")
                if not value:
                    raise InputError(f"{command}: {name} needs a value.", f"{command}：{name} 后面缺少值。")
            if name in ("--config-dir", "-cd"):
                given.config_dirs.append(value)
            elif name[2:] in known_keys:
                given.settings[name[2:]] = value
            else:
                given.flags[name] = value if known[name] else True
        elif equals and re.fullmatch(r"[\w.]+", name):
            if name not in known_keys:
                en, zh = did_you_mean(name, known_keys)
                raise InputError(f'{command}: there is no setting "{name}".{en}', f"{command}：没有“{name}”这个设置。{zh}")
            given.settings[name] = value[1:-1] if is_quoted(value) else value
        else:
            given.words.append(argument)
    return given
