"""Reading YAML strictly: every fault is one sentence with file and line, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.errors import InputError
from rulesets.yamlfile import parse_mapping, read_mapping

BROKEN = {
    "empty file": ("", "f.yaml: the file is empty"),
    "only a comment": ("# nothing\n", "f.yaml: the file is empty"),
    "list": ("- a\n- b\n", "must be a mapping of `key: value` lines, but is a list"),
    "plain value": ("hello\n", "but is a plain value"),
    "doubled key": ("a: 1\nb: 2\na: 3\n", "f.yaml:3: the key a stands twice (first on line 1)"),
    "doubled key deep inside": ("x:\n  b: 2\n  b: 3\n", "f.yaml:3: the key x.b stands twice (first on line 2)"),
    "tab": ("a:\n\tb: 1\n", "f.yaml:2: holds a tab"),
    "open bracket": ("a: {b: 1\n", "not readable as YAML"),
    "open quote": ("a: 'b\n", "not readable as YAML"),
    "two documents": ("a: 1\n---\nb: 1\n", "not readable as YAML"),
    "alias": ("a: &x {b: 1}\nc: *x\n", "anchors and aliases"),
    "alias of itself": ("a: &x {b: *x}\n", "anchors and aliases"),
    "key that is a list": ("[1, 2]: 3\n", "f.yaml:1: a key must be plain text"),
    "control character": ("a: \x07\n", "f.yaml: not readable as YAML"),
    "endless nesting": ("a: " + "[" * 3000 + "]" * 3000, "nested too deeply"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_yaml_is_one_clear_sentence(name: str) -> None:
    text, expected = BROKEN[name]
    with pytest.raises(InputError) as caught:
        parse_mapping(text, "f.yaml")
    assert expected in caught.value.en
    assert "\n" not in caught.value.en and caught.value.en.endswith(".")
    assert caught.value.zh.startswith("f.yaml") and caught.value.zh.endswith("。")


def test_only_true_and_false_are_booleans_and_only_decimals_numbers() -> None:
    data = parse_mapping("a: true\nb: yes\nc: on\nd: 012\ne: 12\nf: 1.5\ng: '12'\nh: ~\ni: 1e3\nj: 0x10\n", "f").data
    assert list(data.values()) == [True, "yes", "on", "012", 12, 1.5, "12", None, 1000.0, "0x10"]


def test_keys_are_text_whatever_they_look_like() -> None:
    assert list(parse_mapping("true: a\n1: b\nno: c\n", "f").data) == ["true", "1", "no"]


def test_byte_order_mark_and_chinese_text_are_read(tmp_path: Path) -> None:
    path = tmp_path / "规则.yaml"
    path.write_bytes("\ufeffname: 不吃\n".encode())
    assert read_mapping(path).data == {"name": "不吃"}


def test_other_encodings_folders_and_missing_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "gbk.yaml"
    path.write_bytes("name: 不吃\n".encode("gbk"))
    for bad, expected in ((path, "save the file as UTF-8"), (tmp_path, "a folder"), (tmp_path / "x", "no such file")):
        with pytest.raises(InputError) as caught:
            read_mapping(bad)
        assert str(bad) in caught.value.en and expected in caught.value.en
