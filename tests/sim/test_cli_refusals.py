"""Malformed input of every kind is refused in one sentence with file, key and nearest valid name, and leaves nothing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rulesets.errors import InputError
from tests.sim.cli_tools import Ran, Shell, refused, shell

__all__ = ["shell"]

# (what is typed after `rulelab run`, words that the sentence must hold)
SETTINGS: list[tuple[list[str], list[str]]] = [
    (["wals=3"], ["wals", "walls"]),
    (["varaints=hebei/literal"], ["varaints", "variants"]),
    (["compute.wokers=2"], ["compute.wokers", "compute.workers"]),
    (["compute.x.y=3"], ["compute.x.y"]),
    (["+foo=3"], ["foo"]),
    (["+walls=3"], ["walls", "plus"]),
    (["hydra.foo=3"], ["hydra.foo"]),
    (["变体=3"], ["变体"]),
    (["study/x=3"], ["study"]),
    (["study=quik"], ["quik", "Did you mean quick"]),
    (["quick"], ["quick", "study=quick"]),
    (["study=快览"], ["快览", "quick"]),
    (["study="], ["study", "quick"]),
    (["compute=rey"], ["rey", "Did you mean ray"]),
    (["compute=3"], ["compute", "local"]),
    (["output=row"], ["row", "rows"]),
    (["walls=abc"], ["walls", "abc", "20000"]),
    (["walls=0"], ["walls", "0", "1 to"]),
    (["walls=-1"], ["walls", "-1"]),
    (["walls=1.5"], ["walls", "1.5"]),
    (["walls="], ["walls"]),
    (["walls=99999999999999"], ["walls", "4000000000"]),
    (["walls=true"], ["walls"]),
    (["walls=[1,2]"], ["walls"]),
    (["seed=-1"], ["seed", "-1"]),
    (["seed=18446744073709551616"], ["seed", "18446744073709551615"]),
    (["seed=0x10"], ["seed", "0x10"]),
    (["seed=${nope}"], ["seed", "nope"]),
    (["dry_run=maybe"], ["dry_run", "maybe", "true"]),
    (["store=row"], ["store", "row", "Did you mean rows"]),
    (["columns=all"], ["columns", "all", "full"]),
    (["unit=hands"], ["unit", "Did you mean hand"]),
    (["lang=fr"], ["lang", "fr", "zh"]),
    (["sweep=all"], ["sweep", "one_at_a_time", "pairs"]),
    (["policy=adapt"], ["policy", "adapted"]),
    (["session_hands=0", "unit=session"], ["session_hands"]),
    (["unit=session", "variants=[hebei/literal,hebei/literal+format.max_hands=2000]"], ["format.max_hands", "2000", "1000"]),
    (["variants=[hebei/literal,hebei/literal+format.max_hands=8]"], ["format.max_hands", "how long a session lasts"]),
    (["compute.workers=0"], ["compute.workers", "1 to"]),
    (["compute.workers=two"], ["compute.workers", "two"]),
    (["compute.backend=dask"], ["compute.backend", "dask", "ray"]),
    (["name=a/b"], ["name", "a/b"]),
    (["name=[a]"], ["name"]),
    (["title=3"], ["title", "{en"]),
    (["~walls"], ["walls"]),
    (["variants="], ["variants", "empty"]),
    (["variants=[]"], ["variants", "empty"]),
    (["lineups=[]"], ["lineups", "empty"]),
    (["variants=[hebei/literal"], ["variants", "brackets"]),
    (["variants={a: 1}"], ["variants"]),
    (["walls='"], ["walls"]),
    (["walls=3=4"], ["walls"]),
    (["changes=3"], ["changes"]),
    (["out="], ["out", "empty"]),
    (["walls"], ["walls", "key=value"]),
    (["--wals", "3"], ["--wals"]),
    (["--config-dir"], ["--config-dir"]),
    (["--config-dir", "nowhere"], ["--config-dir", "nowhere"]),
    (["--cfg", "jib"], ["flags"]),
    (["-m", "seed=1,2"], ["seed", "one comparison"]),
    (["-m", "walls=range(1,3)"], ["walls", "one comparison"]),
    (["-m", "study=quick,aa_check"], ["name", "one comparison"]),
    (["-m", "walls=1,"], ["walls"]),
    (["compute.address=ray://head:10001", "compute.backend=local"], ["compute.address", "local"]),
    (["compute=cluster", "out=here"], ["out", "here", "relative"]),
]


@pytest.mark.parametrize(("argv", "words"), SETTINGS, ids=[" ".join(a) for a, _ in SETTINGS])
def test_a_malformed_setting_is_refused_in_one_sentence(shell: Shell, argv: list[str], words: list[str]) -> None:
    """Before anything is resolved, played or created."""
    refused(shell, ["run", *argv], *words)


@pytest.mark.parametrize(("argv", "words"), SETTINGS[::8], ids=[" ".join(a) for a, _ in SETTINGS[::8]])
def test_the_same_in_chinese(shell: Shell, argv: list[str], words: list[str]) -> None:
    """`lang=zh` is obeyed although the settings are wrong."""
    ran = refused(shell, ["run", *argv, "lang=zh"] if "lang=fr" not in argv else ["run", "lang=zh", "walls=x"])
    assert any("\u4e00" <= letter <= "\u9fff" for letter in ran.err)


# (variants or line-ups, words that the sentence must hold)
NAMES: list[tuple[list[str], list[str]]] = [
    (["variants=hebei/litteral"], ["variants", "litteral", "hebei/literal"]),
    (["variants=hebei/截糊"], ["variants", "截糊"]),
    (["variants=不存在的规则"], ["variants", "不存在的规则"]),
    (["variants=hubei/literal"], ["variants", "hubei", "hebei"]),
    (["variants=hebei/literal,hebei/literal"], ["variants", "twice", "@again"]),
    (["variants=hebei/literal,literal"], ["variants", "twice"]),
    (["variants=hebei/literal@a b"], ["variants", "label"]),
    (["variants=literal+wall.reserv=14"], ["variants", "wall.reserv", "wall.reserve"]),
    (["variants=literal+wall.reserve=99"], ["variants", "wall.reserve", "99"]),
    (["variants=literal+wall.reserve"], ["variants", "wall.reserve"]),
    (["variants=literal+wall.reserve=13"], ["variants", "even"]),
    (["variants=literal+claim.multi_win=everybody"], ["variants", "claim.multi_win", "everybody", "all"]),
    (["variants=literal+claim.multi_win=all"], ["variants", "changes nothing"]),
    (["variants=literal+claim.discard_after_chi=not_same"], ["variants", "claim.chi"]),
    (["variants=hebei/literal,literal+wall.tail_order=linear"], ["variants", "recorded walls"]),
    (["variants=hebei/literal,literal+dealer.on_draw=next"], ["variants", "session"]),
    (["changes.wall.reserv=14"], ["wall.reserv", "wall.reserve"]),
    (["changes.wall=14"], ["wall"]),
    (["baseline=hebei/litera"], ["variants", "hebei/literal"]),
    (["lineups=four_gready"], ["lineups", "four_gready", "four_greedy"]),
    (["lineups=四个高手"], ["lineups", "四个高手"]),
    (["lineups=four_greedy,four_greedy"], ["lineups", "twice"]),
]


@pytest.mark.parametrize(("argv", "words"), NAMES, ids=[" ".join(a) for a, _ in NAMES])
def test_an_unknown_or_contradictory_name_is_refused(shell: Shell, argv: list[str], words: list[str]) -> None:
    """Rule sets and line-ups are resolved before a folder is made."""
    refused(shell, ["run", "study=quick", *argv], *words)


USER_STUDIES: list[tuple[str, str, list[str]]] = [
    ("unknown_key", "# @package _global_\nname: x\nakka: 3\n", ["unknown_key.yaml", "akka"]),
    ("near_key", "# @package _global_\nname: x\nwals: 3\n", ["near_key.yaml", "wals", "walls"]),
    ("no_header", "name: x\n", ["no_header.yaml", "@package _global_"]),
    ("broken", "# @package _global_\nname: [a\nwalls: 3: 4\n", ["broken.yaml", "line 3", "YAML"]),
    ("tab", "# @package _global_\ntitle:\n\ten: x\n", ["tab.yaml", "line 3", "YAML"]),
    ("list", "# @package _global_\n- a\n", ["list.yaml", "list"]),
    ("doubled", "# @package _global_\nwalls: 3\nwalls: 4\n", ["doubled.yaml", "line 3", "walls"]),
    ("typed", "# @package _global_\nname: [a]\n", ["typed.yaml", "name"]),
    ("empty", "", ["empty.yaml", "@package _global_"]),
    ("defaults", "# @package _global_\ndefaults:\n  - quik\nname: x\n", ["defaults.yaml", "quik"]),
    ("reference", "# @package _global_\nname: x\nseed: ${sed}\n", ["seed", "sed"]),
]


@pytest.mark.parametrize(("name", "text", "words"), USER_STUDIES, ids=[n for n, _, _ in USER_STUDIES])
def test_a_faulty_study_file_is_named(shell: Shell, name: str, text: str, words: list[str]) -> None:
    """The sentence names the user's file, the key and the line where there is one."""
    shell.write(f"mine/study/{name}.yaml", text)
    refused(shell, ["run", "--config-dir", "mine", f"study={name}"], *words)


def test_a_study_file_that_is_not_utf8(shell: Shell) -> None:
    (shell.write("mine/study/bytes.yaml", "")).write_bytes(b"# @package _global_\nname: \xff\xfe\n")
    refused(shell, ["run", "--config-dir", "mine", "study=bytes"], "bytes.yaml", "UTF-8")


def test_a_user_file_that_a_built_in_one_would_hide(shell: Shell) -> None:
    """Hydra takes the first of two files with one name, which would be ours, in silence."""
    shell.write("mine/study/quick.yaml", "# @package _global_\nname: other\n")
    refused(shell, ["run", "--config-dir", "mine", "study=quick"], "quick.yaml", "name")


USER_VARIANTS: list[tuple[str, str, list[str]]] = [
    ("seven", "changes: {win: {seven_pair: true}}", ["win.seven_pair"]),
    ("size", "changes: {deal: {hand_sise: 16}}", ["deal.hand_sise", "Did you mean deal.hand_size"]),
    ("group", "changes: {deel: {hand_size: 16}}", ["deel", "unknown option group"]),
    ("choice", "changes: {claim: {chi: nextseat}}", ["claim.chi", "nextseat", "next_seat"]),
    ("range", "changes: {wall: {reserve: 61}}", ["wall.reserve", "61", "60"]),
    ("typed", "changes: {wall: {reserve: many}}", ["wall.reserve", "many"]),
    ("flag", "changes: {kan: {after_claim: yes}}", ["kan.after_claim", "true or false"]),
    ("parent", "changes: {claim: {pass_rob: true}}", ["claim.pass_rob", "claim.pass_win"]),
    ("nobody_pays", "changes: {pay: {discarder_share: 0}}", ["pay.discarder_share"]),
    ("nothing", "changes: {claim: {multi_win: all}}", ["changes nothing"]),
    ("flat", "changes: {claim.chi: next_seat}", ["claim"]),
    ("no_changes", "changes: {}", ["changes"]),
    ("field", "changes: {claim: {chi: next_seat}}\nwhi: x", ["whi", "why"]),
]


@pytest.mark.parametrize(("name", "text", "words"), USER_VARIANTS, ids=[n for n, _, _ in USER_VARIANTS])
def test_a_faulty_variant_file_is_named(shell: Shell, name: str, text: str, words: list[str]) -> None:
    """File and line, key and nearest valid name."""
    body = f"family: hebei\nbase: literal\n{text}\nwhy: trial\nstatus: suggested\n"
    shell.write(f"mine/variant/hebei/{name}.yaml", body)
    argv = ["run", "--config-dir", "mine", "study=quick", f"variants=hebei/literal,hebei/{name}"]
    refused(shell, argv, f"{name}.yaml:", *words)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("family: hebei\nbase: literal\nchanges: {claim: [chi\n", ["bad.yaml", "YAML"]),
        ("- a\n", ["bad.yaml", "list"]),
        ("", ["bad.yaml", "empty"]),
        ("family: fuxing\nbase: literal\nchanges: {}\nwhy: x\nstatus: suggested\n", ["bad.yaml", "fuxing"]),
        ("family: hebei\nbase: litteral\nchanges: {claim: {chi: next_seat}}\nwhy: x\nstatus: suggested\n", ["litteral", "literal"]),
        ("family: hebei\nbase: bad\nchanges: {claim: {chi: next_seat}}\nwhy: x\nstatus: suggested\n", ["circle"]),
        ("family: hebei\nbase: literal\nchanges: {claim: {chi: next_seat}}\nwhy: x\nstatus: seen\n", ["status", "seen"]),
    ],
)  # fmt: skip
def test_a_broken_variant_file_is_named(shell: Shell, body: str, words: list[str]) -> None:
    shell.write("mine/variant/hebei/bad.yaml", body)
    refused(shell, ["run", "--config-dir", "mine", "study=quick", "variants=hebei/bad"], *words)


def test_a_missing_variant_file(shell: Shell) -> None:
    refused(shell, ["run", "study=quick", "variants=rules/none.yaml"], "rules/none.yaml", "no such file")


def test_a_results_folder_that_is_a_file(shell: Shell) -> None:
    shell.write("taken", "x")
    refused(shell, ["run", "study=quick", "out=taken"], "out", "taken", "file")
    refused(shell, ["run", "study=quick", "out=taken/inside"], "out", "taken", "file")


def test_a_results_folder_with_other_files_in_it(shell: Shell) -> None:
    shell.write("photos/one.jpg", "x")
    refused(shell, ["run", "study=quick", "out=photos"], "out", "photos")


def test_several_faults_are_all_listed(shell: Shell) -> None:
    refused(shell, ["run", "store=row", "columns=x", "walls=0"], "store", "columns", "walls", lines=3)


COMMANDS: list[tuple[list[str], list[str]]] = [
    (["rnu"], ["rnu", "run"]),
    (["跑"], ["跑", "run"]),
    (["help", "shwo"], ["shwo", "show"]),
    (["list"], ["variants", "options"]),
    (["list", "optoins"], ["optoins", "options"]),
    (["list", "options", "family=hebie"], ["hebie", "hebei"]),
    (["list", "variants", "famly=hebei"], ["famly", "family"]),
    (["list", "variants", "--jsn"], ["--jsn", "--json"]),
    (["list", "variants", "--config-dir", "nowhere"], ["nowhere"]),
    (["diff", "hebei/literal"], ["diff", "two"]),
    (["diff", "hebei/literal", "hebei/ap"], ["hebei/ap", "hebei/app"]),
    (["explain"], ["explain"]),
    (["explain", "claim.multi_wn"], ["claim.multi_wn", "claim.multi_win"]),
    (["explain", "捉六"], ["捉六", "捉五"]),
    (["explain", "hebei/literl"], ["hebei/literal"]),
    (["new"], ["new"]),
    (["new", "variant", "hebei/app"], ["hebei/app", "already"]),
    (["new", "variant", "fuxing/x"], ["fuxing", "hebei"]),
    (["new", "variant", "hebei/a b"], ["a b"]),
    (["new", "variant", "hebei/x", "base=litteral"], ["litteral"]),
    (["new", "variant", "hebei/x", "--set", "wall.reserv=3"], ["wall.reserv", "wall.reserve"]),
    (["new", "variant", "hebei/x", "--set"], ["--set"]),
    (["show", "wall=x"], ["wall", "x"]),
    (["show", "wall=-1"], ["wall", "-1"]),
    (["show", "tiles=glyph"], ["tiles", "glyph", "glyphs"]),
    (["show", "variant=hebei/litral"], ["litral", "hebei/literal"]),
    (["show", "lineup=four_gready"], ["four_gready", "four_greedy"]),
    (["show", "3"], ["3", "key=value"]),
    (["show", "hand=9", "session_hands=4"], ["hand", "9", "4"]),
    (["score"], ["score", "file"]),
    (["score", "nowhere.jsonl"], ["nowhere.jsonl"]),
    (["score", "seat 1: 23x + 1m, discard by 2, dealer 0"], ["23x"]),
    (["score", "seat 1: , self-draw"], ['"seat 1:"', "no tiles follow"]),
    (["score", "seat 1:"], ['"seat 1:"', "no tiles follow"]),
    (["score", ""], ["empty"]),
    (["score", "variants=hebei/ap", "x"], ["hebei/ap"]),
    (["report"], ["report"]),
    (["report", "nowhere"], ["nowhere"]),
    (["report", "."], ["manifest.json"]),
    (["doctor", "--fast"], ["--fast"]),
]  # fmt: skip


@pytest.mark.parametrize(("argv", "words"), COMMANDS, ids=[" ".join(a) for a, _ in COMMANDS])
def test_every_command_refuses_in_one_sentence(shell: Shell, argv: list[str], words: list[str]) -> None:
    refused(shell, argv, *words)


def test_a_faulty_line_of_a_score_file_is_named(shell: Shell) -> None:
    shell.write("hands.jsonl", '{"result": "draw", "dealer": 2}\n{"result": "drow", "dealer": 2}\n')
    ran: Ran = shell("score", "hands.jsonl")
    assert ran.code == 2 and "hands.jsonl: line 2" in ran.err and "draw" in ran.err, ran


@pytest.mark.parametrize("text", ["", "\n", "# nothing but a remark\n\n"])
def test_score_of_no_hand_at_all(shell: Shell, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Nothing in, nothing out would look like a success."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    refused(shell, ["score", "-"], "standard input", "no hand")
    shell.write("hands.jsonl", text)
    refused(shell, ["score", "hands.jsonl"], "hands.jsonl", "no hand")


def test_a_new_variant_does_not_overwrite(shell: Shell) -> None:
    assert shell("new", "variant", "hebei/mine").code == 0
    refused(shell, ["new", "variant", "hebei/mine"], "exists", "--force")
    assert shell("new", "variant", "hebei/mine", "--force").code == 0


def test_a_folder_that_cannot_be_written(shell: Shell) -> None:
    refused(shell, ["new", "variant", "hebei/mine", "dir=/proc/rules"], "/proc/rules", "cannot be written")


def test_faults_of_ours_are_one_sentence_and_a_file_with_the_details(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Exit code 1 tells a fault of the program from wrong input; the traceback goes to a file."""

    def fail(*_: object) -> int:
        raise RuntimeError("the floor gave way")

    monkeypatch.setattr("sim.cli.diff.command", fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ran = shell("diff", "a", "b")
    assert ran.code == 1 and ran.err.count("\n") == 1 and "the floor gave way" in ran.err
    file = next(tmp_path.glob("rulelab-error-*.txt"))
    assert "Traceback" in file.read_text(encoding="utf8")


def test_an_interrupt_is_130(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.cli.diff.command", interrupt)
    assert shell("diff", "a", "b").code == 130


def test_errors_carry_both_languages() -> None:
    fault = InputError("one", "一")
    assert (fault.en, fault.zh, str(fault)) == ("one", "一", "one")
