"""`show` where people err: the hand of the study, what came of breaches in both languages, and tiles that add up."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.jit import JIT_OFF
from rulesets.options import Value
from rulesets.spec import resolve
from rulesets.tiles import N_KINDS, Tile, WinKind
from sim.batch import LineUp, Played, play
from sim.bots.registry import load_lineup
from sim.cli.show import play_shown
from sim.cli.words import Voice
from sim.mistakes.profiles import FLAWLESS, profile_table
from sim.mistakes.row import Objection
from sim.plan import Shard, Study, VariantPlan
from sim.shard import run_shard, work_of
from sim.show import Picture, picture
from sim.show_mistakes import EFFECTS
from sim.show_unseen import unpunished
from tests.sim.cli_tools import Shell, refused, shell
from tests.sim.fuding_slips import BONUS, erring, errs, few, sees
from tests.sim.fuding_table import RUNS, A, B, C, D, fd, fd_wall
from tests.sim.tabletop import Array, bots
from tests.sim.test_fuding_late import pon_wall, slow, win_wall
from tests.sim.test_fuding_slips_books import OFTEN
from tests.sim.test_fuding_slips_melds import CHI, DULL, chi_wall, swap_wall
from tests.sim.test_fuding_slips_pay import FLUSH, FULL, false_win_wall, flush_wall
from tests.sim.test_fuding_slips_rest import forgotten

__all__ = ["shell"]

WALLS = 6 if JIT_OFF else 60


def told(shown: Picture, seat: int) -> list[str]:
    """What the lines of a seat say."""
    return [move[2] for move in shown.moves if move[1].startswith((f"seat {seat}", f"{seat} 号位"))]


@pytest.mark.parametrize(
    ("variant", "lineup"),
    [("fuding/literal", "four_novice"), ("fuding/bonus", "four_human_strict"), ("hebei/literal", "four_random")],
)
def test_a_wall_of_a_study_is_the_hand_shown(variant: str, lineup: str) -> None:
    study = Study("s", (VariantPlan(resolve(variant)),), (load_lineup(lineup),), walls=WALLS, seed=7, columns="full")
    rows = run_shard(work_of(study, source=""), Shard(0, 0, WALLS), [0])[0].rows
    assert rows is not None
    for wall in range(0, WALLS, max(1, WALLS // 6)):
        shown = play_shown(variant, lineup, (), 7, wall, 0, Voice("en")).played.rows[0, 0, 0, 0]
        for name in rows.column_names:
            assert int(rows.column(name)[wall].as_py()) == int(shown[name]), name


def test_a_false_win_is_told_and_the_void_hand() -> None:
    log = erring(false_win_wall(), {B: sees(FULL)}, "0 discard 5p", others=sees(errs())).log
    shown = picture(log, "en")
    assert told(shown, B)[-1] == "calls a win that is none and lays all tiles down (5p); seat 2 notices: pays a penalty 赔胡"
    assert shown.moves[-1][2] == "The hand is broken off and void: nobody wins, only penalties are paid."
    assert told(picture(log, "zh"), B)[-1] == "诈和，整手摊牌（5p），2 号位发觉：赔胡"
    assert picture(log, "zh").moves[-1][2].startswith("此局中止作废")


def test_where_play_goes_on_the_same_line_says_that_the_seat_stands() -> None:
    log = erring(false_win_wall(), {B: FULL}, "0 discard 5p", changes=BONUS).log
    assert told(picture(log, "en"), B) == [
        "calls a win that is none and lays all tiles down (5p): pays a penalty 赔胡 and stands"
    ]  # fmt: skip
    assert told(picture(log, "zh"), B) == ["诈和，整手摊牌（5p）：赔胡并站胡"]
    assert picture(log, "en").moves[-1][2] == "Exhausted: nobody wins."


def test_a_tile_taken_back_is_in_the_hand_again() -> None:
    log = erring(flush_wall("6p4p258m369m147sSWNCF"), {C: errs("flush_bar")}, FLUSH + "; 2 discard 4p; 2 discard 2m").log
    shown = picture(log, "en")
    at = next(i for i, move in enumerate(shown.moves) if "takes it back" in move[2])
    assert shown.moves[at][2] == "discards or kans the suit of a flush table (4p): takes it back"
    assert " 46p " in shown.moves[at][3] and " 46p " not in shown.moves[at - 1][3]
    assert shown.moves[at + 1][2].endswith("discards 2m")
    assert any(line == "打出或开杠清一台面的花色（4p）：收回重打" for line in told(picture(log, "zh"), C))


def test_a_win_paid_for_all_is_told() -> None:
    log = erring(flush_wall("6p4p258m369m147sSWNCF"), {C: errs("flush_bar")}, FLUSH + "; 2 discard 6p; 3 win").log
    assert [move[2] for move in picture(log, "en").moves[-2:]] == [
        "discards or kans the suit of a flush table (6p); seat 3 notices: pays this win for all 赔胡", "wins on 6p from seat 2",
    ]  # fmt: skip


def test_a_wrong_chi_and_what_becomes_of_it() -> None:
    shown = picture(erring(chi_wall(), {B: errs("wrong_chi")}, CHI).log, "en")
    line = next(move for move in shown.moves if "in place of" in move[2])
    assert line[2] == "lays 3m into the chi in place of 4m" and "[356m]" in line[3] and "4m " in line[3]
    assert told(shown, B)[-1] == "lays down a chi that is no run: stands"
    mended = picture(erring(chi_wall(), {B: errs("wrong_chi", wrong_chi_fix=1.0)}, CHI).log, "en")
    assert any("[456m]" in move[3] for move in mended.moves) and "[356m]" not in mended.moves[-1][3]


def test_a_chi_put_right_with_other_tiles_is_told_tile_by_tile() -> None:
    wall = fd_wall({A: DULL, B: "45789m11m258p369s4sSWN"}, draws="6m 9p 9s 9p", gold="E")
    lines = "0 discard 6m; 1 chi_low 6m; 1 discard S; 1 discard 8m"
    shown = picture(erring(wall, {B: errs("wrong_chi", wrong_chi_fix=1.0)}, lines).log, "en")
    swaps = [move for move in shown.moves if "in place of" in move[2]]
    assert [move[2] for move in swaps[1:]] == ["lays 4m into the chi in place of 7m", "lays 5m into the chi in place of 9m"]
    assert "[679m]" in swaps[0][3] and "[456m]" in swaps[-1][3]


def test_breaches_that_nobody_found_are_told_at_the_end_with_where_they_were_made() -> None:
    blind = sees(errs(), 0.0)
    played = erring(chi_wall(), {B: sees(errs("wrong_chi"), 0.0)}, CHI, others=blind)
    assert unpunished(played.breaches, 0, "text", "en") == [
        ["seat 1", "in its own turn (1 discarded so far)", "lays down a chi that is no run; nobody found it in time"]
    ]
    assert unpunished(played.breaches, 0, "text", "zh") == [
        ["1 号位", "自己的回合（已打出 1 张）", "吃牌不成顺子，无人及时发觉"]
    ]  # fmt: skip
    assert unpunished(played.breaches, 1, "text", "en") == []
    found = erring(chi_wall(), {B: errs("wrong_chi")}, CHI)
    assert unpunished(found.breaches, 0, "text", "en") == []


def test_a_breach_that_nobody_objected_to_is_told_too() -> None:
    wall = fd_wall({A: DULL, B: RUNS}, draws="5p", gold="E")
    silent = sees(errs(), 1.0, Objection.NEVER)
    played = erring(wall, {B: sees(errs("hint_wait"))}, "0 discard 5p", others=silent)
    line = unpunished(played.breaches, 0, "text", "en")[0]
    assert line[2] == "hints at its wait (5p); seat 2 notices; nobody objected"
    assert unpunished(played.breaches, 0, "text", "zh")[0][1] == "别人打牌时（已打出 1 张）"


def test_what_another_line_tells_is_not_told_again() -> None:
    """Points forgotten unseen, and a deal out of turn undone in time: the hand itself says what came of them."""
    assert unpunished(forgotten("undercount", "nobody").breaches, 0, "text", "en") == []
    undone = erring(fd_wall({A: DULL}, gold="E"), {B: sees(errs("wrong_dealer"))}, others=sees(errs()))
    assert len(undone.breaches) == 1 and unpunished(undone.breaches, 0, "text", "en") == []


def test_a_changed_chi_is_told_tile_by_tile() -> None:
    lines = "0 discard 4m; 1 chi_high 4m; 1 discard S"
    calm = sees(errs("swap_chi"), 0.0)
    played = erring(swap_wall(), {B: calm}, lines, others=sees(errs(), 0.0))
    shown = picture(played.log, "en")
    swaps = [move for move in shown.moves if "in place of" in move[2]]
    assert [move[2] for move in swaps] == ["lays 5m into the chi in place of 2m", "lays 6m into the chi in place of 3m"]
    assert "[456m]" in swaps[-1][3]
    counts = played.table[0]["own"][B]["counts"]
    assert (np.asarray(counts) == shown.hands[B].counts[: len(counts)]).all()


def test_a_turn_without_a_draw_is_told() -> None:
    shown = picture(erring(fd_wall({A: DULL}, gold="E"), {B: errs("skip_draw")}).log, "en")
    assert told(shown, B)[-1] == "discards without a draw or a replacement: stands"


def test_a_deal_out_of_turn_is_told() -> None:
    wall = fd_wall({A: DULL}, gold="E")
    shown = picture(erring(wall, {B: errs("wrong_dealer")}).log, "en")
    assert told(shown, B)[0] == "takes the deal of seat 0" and shown.deal[B][0] == "seat 1 (dealer)"
    undone = picture(erring(wall, {B: sees(errs("wrong_dealer"))}, others=sees(errs())).log, "zh")
    assert told(undone, B)[0] == "抢了 0 号位的庄；开金前发觉：由 0 号位坐庄" and "庄" in undone.deal[A][0]


def test_a_gold_flower_laid_out_by_mistake_is_told_as_laid_out_and_is_none_of_its_flowers() -> None:
    wall = fd_wall({A: DULL, B: "H1 147m9m147p9p147s9sSWNC"}, gold="H2", tail="2s")
    shown = picture(erring(wall, {B: errs("replace_gold_flower")}).log, "en")
    assert any(line.startswith("lays out H1") for line in told(shown, B)) and shown.hands[B].flowers == []


def test_tiles_taken_wrongly_from_the_wall_are_told() -> None:
    staged = fd_wall({A: DULL, B: "12m46m18m258p369s47sSW"}, draws="3m 9s 8s", gold="E", tail="7p 6p")
    owned_up = erring(staged, {B: errs("overdraw", overdraw_self_report=1.0)}, "0 discard 3m; 1 pass").log
    assert told(picture(owned_up, "en"), B)[0] == "takes 9s, a tile too many, puts 9s back on the wall"
    assert "多摸 9s，把 9s 放回牌墙" in told(picture(owned_up, "zh"), B)
    from_tail = picture(erring(staged, {B: errs("wrong_end")}, "0 discard 3m; 1 pass").log, "en")
    assert told(from_tail, B)[0] == "draws 7p from the tail, the wrong end, discards 7p"
    blind = sees(errs(), 0.0)
    lifted = erring(staged, {B: sees(errs("late_chi"), 0.0)}, "0 discard 3m; 1 pass", others=blind).log
    assert told(picture(lifted, "en"), B)[0] == "lifts 9s and then wants to chi, puts 9s back on the wall, chi 234m"


@pytest.mark.parametrize("extra", ["N", "S", "H1"])
def test_no_bar_is_told_of_a_tile_too_many_which_is_no_part_of_the_hand(extra: str) -> None:
    """FD-1.01, FD-2.11: the honours in hand are barred at the end of the wall; not the tile that lies with the hand unused."""
    wall = fd_wall({A: DULL, B: "12m46m18m258p369s47sSW"}, draws=f"3m {extra} 8s", gold="E")
    blind = sees(errs(), 0.0)
    who = {B: sees(errs("overdraw"), 0.0)}
    plenty, end = (
        picture(erring(wall, who, "0 discard 3m", rules=rules, others=blind).log, "en", with_bars=True) for rules in (None, few(18))
    )
    assert f"takes {extra}, a tile too many" in told(plenty, B)[0] and not any("may not" in line for line in told(plenty, B)[:2])
    late = [line for line in told(end, B) if "may not" in line]
    assert late and all("may not discard S W (few tiles are left)" in line for line in late)


@pytest.mark.parametrize(
    ("phase", "en", "zh"),
    [
        ("P2", "says late, before the next tile is lifted or discarded: pon 9m", "迟应，下一张牌抬起或打出之前才说：碰 9m"),
        ("P4", "says late, when the next tile has been lifted: pon 9m", "迟应，下一张牌已抬起才说：碰 9m"),
        ("P5", "says late, when the next tile has touched its rack: pon 9m", "迟应，下一张牌已到牌堆边上才说：碰 9m"),
        ("P5+", "says late, long after the next tile has touched its rack: pon 9m", "迟应，下一张牌到牌堆边上很久才说：碰 9m"),
    ],
)
def test_an_answer_that_comes_late_is_told(phase: str, en: str, zh: str) -> None:
    log = erring(pon_wall("9s"), {D: slow(phase)}, "0 discard 9m; 3 pon").log
    lines = told(picture(log, "en"), D)
    assert en in lines and zh in told(picture(log, "zh"), D)
    followed = lines[lines.index(en) + 1]
    assert followed.startswith("pon 9m") if phase in ("P2", "P4") else not followed.startswith("pon")


def test_a_late_chi_is_told_with_its_run_and_a_late_win_with_its_tile() -> None:
    log = erring(chi_wall("6m 9p"), {B: slow("P4")}, "0 discard 6m; 1 chi_high 6m").log
    assert told(picture(log, "en"), B)[0] == "says late, when the next tile has been lifted: chi 456m"
    assert told(picture(log, "zh", "glyphs"), B)[0] == "迟应，下一张牌已抬起才说：吃 🀊🀋🀌"
    won = erring(win_wall(D), {D: slow("P2")}, "0 discard 3p; 3 win").log
    assert "says late, before the next tile is lifted or discarded: win on 3p" in told(picture(won, "en"), D)


def test_every_effect_has_words_in_both_languages() -> None:
    assert set(EFFECTS["en"]) == set(EFFECTS["zh"]) and len(EFFECTS["en"]) == 8


def test_penalties_stand_beside_the_points_and_people_who_err_have_their_profile(shell: Shell) -> None:
    shell.write("rules/mistakes/clumsy.yaml", "title: clumsy\nbased_on: none\nwrong_door: {p: 1}\n")
    line = "title: clumsies\nbots: [greedy, greedy, greedy, greedy]\nmistakes: clumsy\n"
    shell.write("rules/lineup/clumsies.yaml", line)
    ran = shell("show", "variant=fuding/literal", "lineup=clumsies", "--config-dir", "rules", "lang=en", "tiles=text")
    assert ran.code == 0, ran.err
    assert "greedy/clumsy" in ran.out and "breaks the wall at the wrong place" in ran.out
    assert ran.out.count("-3000") == 2 and "penalties: seat" in ran.out and "tai" not in ran.out
    chinese = shell("show", "variant=fuding/literal", "lineup=clumsies", "--config-dir", "rules", "lang=zh", "tiles=text")
    assert "开错门" in chinese.out and "其中罚分：" in chinese.out and "作废" in chinese.out


@pytest.mark.parametrize(
    ("lang", "heading", "line"),
    [
        ("en", "Breaches without consequences:", "looks at its tiles before the dice are thrown; nobody found it in time"),
        ("zh", "未受追究的犯规：", "投骰子前看牌，无人及时发觉"),
    ],
)
def test_show_ends_with_the_breaches_that_lapsed(shell: Shell, lang: str, heading: str, line: str) -> None:
    shell.write("rules/mistakes/sly.yaml", "title: sly\nbased_on: none\nobserve: players\npeek_dice: {p: 1, q: 0}\n")
    shell.write("rules/lineup/slies.yaml", "title: slies\nbots: [tsumogiri, tsumogiri, tsumogiri, tsumogiri]\nmistakes: sly\n")
    ran = shell("show", "variant=fuding/literal", "lineup=slies", "--config-dir", "rules", f"lang={lang}", "tiles=text")
    assert ran.code == 0, ran.err
    assert ran.out.count(heading) == 1 and ran.out.count(line) == 1
    lawful = shell("show", "variant=fuding/literal", "lineup=four_greedy", f"lang={lang}", "tiles=text")
    assert heading not in lawful.out


def test_people_who_err_are_shown_only_where_the_rules_say_what_a_mistake_costs(shell: Shell) -> None:
    refused(shell, ["show", "variant=hebei/literal", "lineup=four_novice", "lang=en"], "four_novice", "hebei")


def in_hand(played: Played, seat: int, shown: Picture) -> Array:
    """Tiles that the engine holds concealed by true kind, waiting flowers of the deal among them, and a tile that was won on."""
    table = played.table[0]
    own, event = table["own"][seat], table["event"]
    counts = np.zeros(N_KINDS, np.int64)
    counts[: len(own["counts"])] = own["counts"]
    golds = int(own["golds"])
    for place in range(8):
        if int(own["gold_flowers"]) >> place & 1:
            counts[Tile.H1 + place] += 1
            golds -= 1
    if golds:
        counts[int(table["public"]["gold_kind"])] += golds
    if int(event["winner_mask"]) >> seat & 1 and int(event["win_kind"]) != WinKind.SELF_DRAW:
        last = int(event["tile"])
        counts[shown.thrown if last in shown.golds else last] += 1
    return counts


@pytest.mark.parametrize("changes", [{}, BONUS])
def test_whatever_goes_wrong_the_tiles_shown_are_those_in_hand(changes: dict[str, Value]) -> None:
    """In hands full of mistakes; beside them lies at most a tile too many, and flowers of the deal that nobody laid out."""
    table = bots("random_legal")
    table["profile"] = 1
    people = profile_table([FLAWLESS, OFTEN])
    too_many = 0
    for wall in range(8 if JIT_OFF else 80):
        played = play(
            fd(changes), table, np.array([wall]), 7, lineups=[LineUp((0, 0, 0, 0))], profiles=people, clause_block=1000, log=True
        )
        shown = picture(played.transcripts()[0], "en")
        for seat in range(4):
            beside = shown.hands[seat].counts - in_hand(played, seat, shown)
            assert (beside >= 0).all() and (shown.hands[seat].counts >= 0).all(), (wall, seat)
            waiting = int(played.table[0]["clock"]["waiting"][seat].sum())
            extra = int(beside.sum()) - waiting
            assert extra in (0, 1), (wall, seat)
            assert not extra or any("a tile too many" in line for line in told(shown, seat)), (wall, seat)
            too_many += extra
    assert too_many > 0
