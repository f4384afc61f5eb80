"""What the commands print, in both languages; names in Chinese; sweeps; settings as people type them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulesets.spec import resolve
from sim.cli import COMMANDS
from sim.cli.argv import for_hydra, hydra_override, plain_arguments
from sim.cli.compose import from_arguments, from_keywords
from sim.cli.help import TEXTS, version
from sim.cli.prepare import changed_name
from sim.cli.words import columns, width
from sim.settings import Settings, check_settings, count
from tests.sim.cli_tools import Shell, shell

__all__ = ["shell"]


def settings_of(*argv: str) -> Settings:
    """The settings that a command line asks for."""
    request = from_arguments(list(argv))
    assert request is not None
    return request.settings


class TestCounts:
    @pytest.mark.parametrize(
        "typed", ["20000", "20_000", "2e4", "2E4", "20k", "20K", "0.02M", 20000, 2e4, "2_0000"]
    )
    def test_all_spellings_of_twenty_thousand(self, typed: object) -> None:
        assert count(typed) == 20_000

    def test_large_counts_are_exact(self) -> None:
        assert count("1M") == 1_000_000
        assert count("1.000001M") == 1_000_001
        assert count("18446744073709551615") == 2**64 - 1

    @pytest.mark.parametrize("typed", ["20000", "20_000", "2e4", "20k"])
    def test_on_the_command_line(self, shell: Shell, typed: str) -> None:
        assert settings_of("study=quick", f"walls={typed}").walls == 20_000

    def test_in_a_study_file(self, shell: Shell) -> None:
        shell.write(
            "mine/study/big.yaml",
            "# @package _global_\nname: big\nvariants: hebei/literal\nlineups: four_greedy\nwalls: 1M\nseed: 2e3\n",
        )
        asked = settings_of("--config-dir", "mine", "study=big")
        assert (asked.walls, asked.seed, asked.variants, asked.lineups) == (
            1_000_000, 2000, ("hebei/literal",), ("four_greedy",),
        )  # fmt: skip


class TestSettings:
    def test_the_default_study(self, shell: Shell) -> None:
        """Issue's list: the written rules against at least nine house rules, three line-ups, 20 000 walls."""
        asked = settings_of()
        assert asked.name == "hebei_house_rules" and asked.walls == 20_000
        assert asked.variants[0] == "hebei/literal" and len(asked.variants) >= 13
        assert asked.lineups == ("four_greedy", "one_greedy_three_weak", "one_patient")
        changing_play = {"hebei/chi_allowed", "hebei/no_seven_pairs", "hebei/no_honours", "hebei/pass_win_lock"}
        assert changing_play <= set(asked.variants)
        for name in asked.variants:
            resolve(name)

    def test_a_comma_list_needs_no_brackets(self, shell: Shell) -> None:
        assert settings_of("study=quick", "variants=hebei/literal,hebei/app").variants == ("hebei/literal", "hebei/app")
        assert settings_of("study=quick", "variants=[hebei/literal, hebei/app]").variants == ("hebei/literal", "hebei/app")

    def test_rules_changed_on_the_spot(self, shell: Shell) -> None:
        assert settings_of("study=quick", "variants=literal,literal+wall.reserve=14@seven").variants == (
            "literal", "literal+wall.reserve=14@seven",
        )  # fmt: skip
        changed = settings_of("study=quick", "changes.wall.reserve=14", "changes.kan.rob_added=false").changes
        assert changed == ({"wall": {"reserve": 14}, "kan": {"rob_added": False}},)
        name = changed_name("hebei/literal", changed[0])
        assert name == "hebei/literal+wall.reserve=14+kan.rob_added=false"
        assert resolve(name)["wall.reserve"] == 14

    def test_chinese_names_need_no_quotes(self, shell: Shell) -> None:
        asked = settings_of("study=quick", "variants=帮助原文,截胡", "out=结果 (一)", "name=河北")
        assert asked.variants == ("帮助原文", "截胡") and asked.out == "结果 (一)" and asked.name == "河北"
        assert [resolve(v).name for v in asked.variants] == ["hebei/literal", "hebei/head_bump"]

    @pytest.mark.parametrize("folder", ["a b", "a(b)", "a,b", "a'b", 'a"b', "C:\\x\\", "结果/二", "a=b", "a#b", "${HOME}x"[2:]])
    def test_any_folder_name_passes(self, shell: Shell, folder: str) -> None:
        assert settings_of("study=quick", f"out={folder}").out == folder

    def test_the_baseline_comes_first(self, shell: Shell) -> None:
        asked = settings_of("study=quick", "variants=hebei/app,hebei/total", "baseline=hebei/literal")
        assert asked.all_variants() == ("hebei/literal", "hebei/app", "hebei/total")
        asked = settings_of("study=quick", "variants=hebei/app,hebei/total", "baseline=hebei/total")
        assert asked.all_variants() == ("hebei/total", "hebei/app")

    def test_output_groups(self, shell: Shell) -> None:
        assert (settings_of("output=stats").store, settings_of("output=full").columns) == ("stats", "full")
        assert settings_of("output=full", "columns=default").columns == "default"

    def test_compute_groups(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        assert settings_of("compute=local").compute.backend == "local"
        assert settings_of("compute=ray", "compute.workers=2").compute.workers == 2
        monkeypatch.setenv("RAY_ADDRESS", "ray://head:10001")
        cluster = settings_of("compute=cluster", "out=/shared/run").compute
        assert (cluster.backend, cluster.address) == ("ray", "ray://head:10001")

    def test_a_config_folder_given_relative_from_elsewhere(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        """Relative to the folder of the call, in run and sweep mode, and also for a Chinese folder name."""
        shell.write("规则/study/我的.yaml", "# @package _global_\nname: 我的\nvariants: [hebei/literal]\nlineups: [four_greedy]\n")
        (shell.folder / "deep").mkdir()
        monkeypatch.chdir(shell.folder / "deep")
        request = from_arguments(["--config-dir", "../规则", "study=我的"])
        assert request is not None and request.config_dirs == ((shell.folder / "规则").resolve(),)
        swept = from_arguments(["-m", "--config-dir", "../规则", "study=我的", "variants=hebei/literal,截胡"])
        assert swept is not None and swept.settings.variants == ("hebei/literal", "截胡")

    def test_python_keywords_mean_the_same(self, shell: Shell) -> None:
        words = ["study=quick", 'variants=["hebei/literal","截胡"]', "walls=3000"]
        assert from_keywords(words).settings == settings_of(*words)

    def test_unknown_fields_are_refused_by_the_second_check_too(self) -> None:
        with pytest.raises(ValueError, match="Did you mean walls"):
            check_settings({"name": "x", "variants": "a", "lineups": "b", "wals": 3})


class TestSweeps:
    def test_a_sweep_is_one_request(self, shell: Shell) -> None:
        asked = settings_of("-m", "study=quick", "variants=hebei/literal,hebei/app", "lineups=four_greedy,one_patient")
        assert asked.variants == ("hebei/literal", "hebei/app") and asked.lineups == ("four_greedy", "one_patient")

    def test_numbers_of_one_option(self, shell: Shell) -> None:
        asked = settings_of("-m", "study=quick", "variants=hebei/literal", "changes.wall.reserve=8,10,14")
        assert asked.changes == tuple({"wall": {"reserve": n}} for n in (8, 10, 14))

    def test_ranges_and_choices(self, shell: Shell) -> None:
        asked = settings_of("-m", "study=quick", "changes.wall.reserve=range(8,14,2)")
        assert [c["wall"]["reserve"] for c in asked.changes] == [8, 10, 12]
        asked = settings_of("-m", "study=quick", "variants=choice(hebei/literal,hebei/app)")
        assert asked.variants == ("hebei/literal", "hebei/app")

    def test_a_study_file_may_sweep(self, shell: Shell) -> None:
        shell.write(
            "mine/study/swept.yaml",
            "# @package _global_\nname: swept\nvariants: [hebei/literal]\nlineups: [four_greedy]\n"
            "hydra:\n  mode: MULTIRUN\n  sweeper:\n    params:\n      ++changes.wall.reserve: 8,14\n",
        )
        asked = settings_of("--config-dir", "mine", "study=swept")
        assert [c["wall"]["reserve"] for c in asked.changes] == [8, 14]

    def test_nothing_is_left_in_the_folder(self, shell: Shell) -> None:
        settings_of("-m", "study=quick", "variants=hebei/literal,hebei/app")
        settings_of("study=quick")
        assert list(shell.folder.iterdir()) == []


class TestHydraExtras:
    def test_the_composed_settings_are_shown(self, shell: Shell) -> None:
        ran = shell("run", "study=quick", "--cfg", "job")
        assert ran.code == 0 and "walls: 2000" in ran.out and "hebei/literal" in ran.out
        assert list(shell.folder.iterdir()) == []

    def test_the_search_path_is_shown(self, shell: Shell) -> None:
        assert "pkg://conf" in shell("run", "--info", "searchpath").out

    def test_completion_knows_our_groups(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        for line in ("rulelab study=", "rulelab run study="):
            monkeypatch.setenv("COMP_LINE", line)
            monkeypatch.setenv("COMP_POINT", str(len(line)))
            ran = shell("-sc", "query=bash")
            assert ran.code == 0 and "study=quick" in ran.out.split(), ran

    def test_without_a_command_settings_mean_run(self, shell: Shell) -> None:
        assert "walls: 2000" in shell("study=quick", "--cfg", "job").out


class TestHelp:
    def test_help_in_both_languages(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        assert "usage: rulelab" in shell().out and "usage: rulelab" in shell("--help").out
        assert "用法" in shell("help", "lang=zh").out and "用法" in shell("lang=zh").out
        monkeypatch.setenv("LANG", "zh_CN.UTF-8")
        assert "用法" in shell().out and "usage" in shell("lang=en").out

    @pytest.mark.parametrize("command", list(COMMANDS))
    def test_every_command_has_a_text(self, shell: Shell, command: str) -> None:
        for argv in ([command, "--help"], ["help", command]):
            ran = shell(*argv)
            assert ran.code == 0 and f"rulelab {command}" in ran.out
        assert set(TEXTS) == set(COMMANDS)
        assert any("\u4e00" <= c <= "\u9fff" for c in shell(command, "--help", "lang=zh").out)

    def test_version(self, shell: Shell) -> None:
        assert shell("--version").out.strip() == f"rulelab {version()}"


class TestLists:
    @pytest.mark.parametrize(
        ("what", "known"),
        [
            ("variants", "hebei/no_honours"), ("presets", "hebei/literal"), ("bots", "greedy"), ("lineups", "four_greedy"),
            ("studies", "hebei_house_rules"), ("options", "claim.multi_win"), ("fans", "zhuowu"), ("metrics", "draw_rate"),
        ],
    )  # fmt: skip
    def test_each_list_in_both_languages(self, shell: Shell, what: str, known: str) -> None:
        en, zh = shell("list", what), shell("list", what, "lang=zh")
        assert en.code == zh.code == 0 and known in en.out and known in zh.out and en.out != zh.out
        rows = json.loads(shell("list", what, "--json").out)
        assert known in [row["name"] for row in rows] and all(row["en"] and row["zh"] for row in rows)

    def test_columns_are_explained_and_chinese_lists_are_chinese(self, shell: Shell) -> None:
        """The legend goes to standard error: a pipe gets the list alone."""
        assert "variants x line-ups x walls" in shell("list", "studies").err
        assert all(f"{letter} " in shell("list", "options").err for letter in "SEDPR")
        assert re.search(r"^end.last_group +P +0\|4\|active ", shell("list", "options").out, re.M)
        studies = shell("list", "studies").out
        assert re.search(r"quick +3 x 1 x 2,000 ", studies) and re.search(r"one_step +1 \+ sweep x 1 x 10,000 ", studies)
        assert not re.search("official|observed|suggested", shell("list", "variants", "lang=zh").out)
        assert re.search(r"^greedy +贪心$", shell("list", "bots", "lang=zh").out, re.M)

    def test_own_variants_and_studies_are_listed(self, shell: Shell) -> None:
        shell("new", "variant", "hebei/mine", "dir=rules")
        shell.write("rules/study/ours.yaml", "# @package _global_\nname: ours\ntitle: {en: Ours, zh: 我们的}\n")
        assert "hebei/mine" in shell("list", "variants", "--config-dir", "rules").out
        assert "ours" in shell("list", "studies", "--config-dir", "rules").out

    def test_columns_align_wide_letters(self) -> None:
        assert width("荒庄 a") == 6
        assert columns([["荒庄", "x"], ["abc", "y"]]) == ["荒庄  x", "abc   y"]


class TestWords:
    def test_diff_says_every_option(self, shell: Shell) -> None:
        en, zh = shell("diff", "hebei/literal", "hebei/app").out, shell("diff", "hebei/literal", "hebei/app", "lang=zh").out
        for key in ("win.orphans", "hebei.menqing_win", "hebei.reading"):
            assert key in en and key in zh
        assert "fans of all readings" in en and "各种拆法" in zh
        assert "same rules" in shell("diff", "hebei/literal", "literal").out
        rows = json.loads(shell("diff", "hebei/literal", "hebei/app", "--json").out)["differences"]
        assert {r["key"] for r in rows} == {"win.orphans", "hebei.menqing_win", "hebei.reading"}

    @pytest.mark.parametrize("word", ["waits_for_gold", "留金做牌"])
    def test_explain_tells_a_bot_setting_by_setting(self, shell: Shell, word: str) -> None:
        en, zh = shell("explain", word), shell("explain", word, "lang=zh")
        assert en.code == zh.code == 0
        assert "hold_golds 2 (usually 0): a win by golds" in en.out and "may decline a win" in en.out
        assert "hold_golds 2（通常 0）：只凭金或花的和牌" in zh.out

    @pytest.mark.parametrize("word", ["claim.multi_win", "一炮多响", "zhuowu", "F19", "捉五", "hebei/app", "截胡", "wall.reserve"])
    def test_explain_finds_options_fans_and_rule_sets(self, shell: Shell, word: str) -> None:
        en, zh = shell("explain", word), shell("explain", word, "lang=zh")
        assert en.code == zh.code == 0 and len(en.out.splitlines()) >= 3 and en.out != zh.out

    def test_an_option_is_explained_with_what_the_presets_play(self, shell: Shell) -> None:
        """The catalogue's default of `wall.reserve` is 0; the baseline of Hebei plays 12."""
        assert "\n  12 in hebei/literal" in shell("explain", "wall.reserve").out
        several = shell("explain", "claim.multi_win").out.splitlines()
        assert any(line.startswith("  all in hebei/literal,") for line in several)
        assert any(line.startswith("  head_bump in ") and "hebei/head_bump" in line for line in several)
        assert "\n  12：hebei/literal" in shell("explain", "wall.reserve", "lang=zh").out

    def test_a_rule_file_of_ones_own_without_its_folder_is_told_about_it(self, shell: Shell) -> None:
        shell("new", "variant", "hebei/fourteen", "dir=rules")
        assert "--config-dir FOLDER" in shell("diff", "hebei/literal", "hebei/fourteen").err
        assert "--config-dir 文件夹" in shell("diff", "hebei/literal", "hebei/fourteen", "lang=zh").err
        assert "--config-dir" not in shell("diff", "hebei/literal", "hebei/forteen", "--config-dir", "rules").err

    def test_explanations_in_chinese_hold_no_english_words_of_ours(self, shell: Shell) -> None:
        assert "把握程度：较高" in shell("explain", "claim.multi_win", "lang=zh").out
        assert "observed" not in shell("explain", "hebei/app", "lang=zh").out
        assert "how long a session lasts" in shell("explain", "format.max_hands").out

    @pytest.mark.parametrize(
        ("word", "en", "zh"),
        [
            ("JINQUE", "fuzhou: F06 JINQUE 金雀: two golds as the pair", "fuzhou：F06 JINQUE 金雀"),
            ("金龙", "three golds are a triplet of their own", "三张金自成一刻"),
            ("fuzhou.kans_counted", "all_seats: those of all four seats", "all_seats：四家的杠都算给和牌者"),
            ("gold.idle_win", "self_draw_only: by self-draw only", "self_draw_only：只能自摸"),
            ("rob_gold.window", "own_first_draw", "own_first_draw"),
            ("fuzhou.special_jinkan", "0", "0"),
            ("fuzhou/mahjongpros", "fuzhou.special_exclusions", "fuzhou.special_exclusions"),
            ("fuzhou/idle_gold_self_draw", "gold.idle_win", "gold.idle_win"),
            ("FZ-JQ-02", "help text of the platform, sentence 108", "平台帮助说明第 108 句"),
            ("hb-win-05", "HB-WIN-05: When several seats wait", "HB-WIN-05：几家同听"),
            ("end.last_group", "active: as many as seats are still in play", "active：尚在局中的家数"),
            ("format.sweep_bonus", "pot: a pot of equal stakes", "pot：各人等额入池"),
            ("EIGHT_FLOWER", "fuding: F02 EIGHT_FLOWER 八花", "例 E06"),
            ("kan_win", "not scored unless told otherwise (option fuding.kan_win_tai)", "除非另行规定，不计分"),
            ("FD-1.08", "Against a flush table", "bar.flush_table"),
            ("fuding/literal", "stated in writing", "有文字依据"),
            ("FZ-NOTE-01", "the simulator leaves it out", "模拟中不涉及"),
        ],
    )
    def test_explain_knows_the_words_of_fuzhou_and_fuding_and_clauses(self, shell: Shell, word: str, en: str, zh: str) -> None:
        assert en in shell("explain", word).out
        assert zh in shell("explain", word, "lang=zh").out

    def test_explain_tells_fans_of_one_name_of_both_families(self, shell: Shell) -> None:
        said = shell("explain", "清一色").out
        assert "hebei: F06 QINGYISE" in said and "fuzhou: F09 QINGYISE" in said
        assert "not scored unless told otherwise (option fuzhou.special_qingyise)" in said
        assert "clause \n" not in said

    def test_a_new_variant_is_valid_and_says_how_to_use_it(self, shell: Shell) -> None:
        ran = shell("new", "variant", "hebei/我的", "--set", "wall.reserve=14", "--set", "claim.multi_win=head_bump", "why=试试")
        assert ran.code == 0 and "variants=hebei/literal,hebei/我的" in ran.out
        spec = resolve("hebei/我的", [Path("rules")])
        assert (spec["wall.reserve"], spec["claim.multi_win"], spec.variant.why.zh) == (14, "head_bump", "试试")
        assert "wall.reserve" in shell("diff", "hebei/literal", "hebei/我的", "--config-dir", "rules").out
        text = (Path("rules") / "variant" / "hebei" / "我的.yaml").read_text(encoding="utf8")
        assert text.startswith("#") and "0 to 60" in text


class TestScoreWithGolds:
    PAIR = "seat 3: 123m 456m 789m 123p 78p GG (H1 H2) + 9p; discard by 0; gold 5s; dealer 0"

    def test_rules_are_told_by_the_hand(self, shell: Shell) -> None:
        said = shell("score", self.PAIR).out
        assert "fuzhou/fz_std" in said and "JINQUE  60  金雀" in said and "3: +207" in said
        assert "core 9 = 5 base + 2 for 2 flowers + 2 for 2 golds" in said
        assert "基本分 9 = 底分 5 + 花 2 张 2 + 金 2 张 2" in shell("score", self.PAIR, "lang=zh").out

    def test_json_in_and_out_under_several_presets(self, shell: Shell, tmp_path: Path) -> None:
        said = json.loads(shell("score", self.PAIR, "variants=fuzhou/fz_std,fuzhou/mahjongpros", "--json").out)
        assert [r["delta"] for r in said["rulesets"]] == [[-69, -69, -69, 207], [-44, 0, 0, 44]]
        file = tmp_path / "hands.jsonl"
        file.write_text(json.dumps(said["record"]) + "\n", encoding="utf8")
        again = json.loads(shell("score", str(file), "--json").out)
        assert (again["record"], again["rulesets"][0]["delta"]) == (said["record"], [-69, -69, -69, 207])

    @pytest.mark.parametrize(
        ("hand", "en", "zh"),
        [
            (PAIR.replace("; gold 5s", ""), "does not say which kind is gold", "未写明何牌为金"),
            (PAIR.replace("gold 5s", "gold E"), "E cannot be gold: it is a flower under fuzhou/fz_std", "E 不能是金"),
            (PAIR.replace("78p", "EE"), "the record holds E, which is a flower under fuzhou/fz_std", "记录中有 E"),
            (PAIR.replace("+ 9p", "+ G"), "nobody can win on a discarded gold", "打出的金不能和"),
            (PAIR.replace("(H1 H2)", "(5p)"), "5p is no flower", "5p 不是花牌"),
            (PAIR.replace("+ 9p", "+ 1s").replace("GG", "G1p"), "is not complete under fuzhou/fz_std", "未成和牌"),
        ],
    )
    def test_a_hand_that_cannot_be_is_refused_with_a_sentence(self, shell: Shell, hand: str, en: str, zh: str) -> None:
        for lang, words in (("en", en), ("zh", zh)):
            ran = shell("score", hand, f"lang={lang}")
            assert ran.code == 2 and words in ran.err

    def test_rules_without_golds_say_so(self, shell: Shell) -> None:
        ran = shell("score", self.PAIR, "variants=hebei/literal")
        assert ran.code == 2 and "hebei/literal" in ran.err


class TestScore:
    HAND = "seat 1: 123m 46m 789m 888m 22m + 5m, discard by 0, dealer 0"

    def test_a_hand_under_two_rule_sets(self, shell: Shell) -> None:
        ran = shell("score", self.HAND, "variants=hebei/literal,hebei/app")
        assert ran.code == 0 and "hebei/literal" in ran.out and "hebei/app" in ran.out
        for fan in ("MENQING", "QINGYISE", "YITIAOLONG", "ZHUOWU"):
            assert fan in ran.out

    def test_json_out(self, shell: Shell) -> None:
        said = json.loads(shell("score", self.HAND, "--json").out)
        assert said["rulesets"][0]["delta"] == [-18, 18, 0, 0]

    def test_json_lines_from_a_file_and_from_standard_input(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        import io

        line = json.dumps(json.loads(shell("score", self.HAND, "--json").out)["record"])
        shell.write("手牌.jsonl", f"# two hands\n{line}\n\n{line}\n")
        assert shell("score", "手牌.jsonl", "lang=zh").out.count("清一色") == 2
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{line}\n"))
        assert "QINGYISE" in shell("score", "-").out


class TestArguments:
    @pytest.mark.parametrize(
        ("typed", "read"),
        [
            ("out=结果", 'out="结果"'),
            ("variants=[hebei/我的,b]", 'variants=["hebei/我的",b]'),
            ("variants=a,b", "variants=[a,b]"),
            ("variants=a+b=c", 'variants="a+b=c"'),
            ("walls=2e4", "walls=2e4"),
            ("changes.wall.reserve=3", "++changes.wall.reserve=3"),
            ("title={zh: 标题}", 'title={zh:"标题"}'),
            ('out="a b"', 'out="a b"'),
            ("seed=${x}", "seed=${x}"),
        ],
    )
    def test_what_hydra_reads(self, typed: str, read: str) -> None:
        assert hydra_override(typed, sweep=False) == read

    def test_sweeps_keep_their_commas(self) -> None:
        assert for_hydra(["-m", "variants=a,我的"]) == ["-m", 'variants=a,"我的"']

    def test_plain_commands_take_settings_either_way(self) -> None:
        one = plain_arguments("show", ["--seed", "3", "wall=4", "lang=zh"], keys=("seed", "wall"))
        assert one.settings == {"seed": "3", "wall": "4", "lang": "zh"}
