"""What a leaked tile bars, and what it costs to forget it (FD-3.01); changed chis that win (FD-2.07, FD-3.08)."""

from __future__ import annotations

from dataclasses import replace

from rulesets.clause_log import Counter
from rulesets.mistakes import NUMBER_OF
from rulesets.options import Value
from rulesets.tiles import KIND_NAMES, WinKind
from sim.batch import LogEvent, Played
from sim.mistakes.profiles import MistakeProfile
from sim.mistakes.row import Objection
from tests.sim.fuding_slips import counted, end, erring, errs, penalties, seed_of, sees, standing
from tests.sim.fuding_table import LOOSE, A, B, C, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array, offered

DULL = LOOSE.replace("E", "F")
SILENT = sees(errs(), 1.0, Objection.NEVER)
READY = "456m68m123p456p789s99s"  # waits for 7m, on which it could also chi
FAR = "467m258p36p8p147sSWNC"


def leaker(rate: float, *more: str) -> MistakeProfile:
    """Somebody who leaks a tile at this rate, and makes other mistakes whenever it can."""
    profile = errs("leak_tile", *more)
    p = list(profile.p)
    p[NUMBER_OF["leak_tile"]] = rate
    return replace(profile, p=tuple(p))


def leaked(played: Played) -> list[str]:
    """The tiles that have been frozen, in order."""
    return [KIND_NAMES[int(row[2])] for row in played.log if row[0] == LogEvent.PENALTY and row[4] == Counter.FREEZE]


def leak_wall(hand: str, second: str, drawn: str = "9p") -> Array:
    """B leaks in its first turn; A throws F, and `second` in its second turn; B then draws `drawn`."""
    return fd_wall({A: DULL, B: hand}, draws=f"F S 9p 9p {second} {drawn}", gold="E")


def after_leak(tile: str, wall: Array, lines: str, rate: float, *more: str, changes: dict[str, Value] | None = None) -> Played:
    """The hand by the first seed of chance for which B leaks that tile in its first turn, and no other that matters."""

    def of(seed: int) -> Played:
        return erring(wall, {B: leaker(rate, *more)}, lines, changes, seed=seed)

    return of(seed_of(lambda seed: leaked(of(seed))[: None if rate < 1 else 1] == [tile]))


def test_FD_3_01_a_leaked_tile_lies_face_up_and_bars_what_is_within_three_of_it() -> None:
    wall = leak_wall(READY, "7m")
    lines = "0 discard F; 1 discard S; 0 discard 7m; 1 win"
    lawful = erring(wall, {}, lines)
    assert {"WIN", "CHI_MID", "CHI_HIGH"} <= set().union(*offered(lawful.log, B, "7m"))
    assert (end(lawful)["winner_mask"], end(lawful)["payer"]) == (1 << B, A)
    played = after_leak("4m", wall, lines, 1.0)
    assert penalties(played)[0] == (B, "leak_tile", "FREEZE")
    assert not {"WIN", "CHI_LOW", "CHI_MID", "CHI_HIGH", "PON"} & set().union(set(), *offered(played.log, B, "7m"))
    rows = [row for row in played.log if row[0] in (LogEvent.PENALTY, LogEvent.DECISION) and row[1] == B]
    at = next(i for i, row in enumerate(rows) if row[0] == LogEvent.PENALTY)
    before, after = int(rows[at - 1][5]), int(rows[at + 1][5])
    kind = KIND_NAMES.index("4m")
    assert before >> kind & 1 and before & ~after == 1 << kind  # of all discards that were lawful this one is gone
    assert counted(played, "freeze_breach")["denied"] >= 1


def test_FD_3_01_outside_its_range_the_seat_claims_as_before() -> None:
    wall = leak_wall(FAR, "8m")
    played = after_leak("4m", wall, "1 discard S; 0 discard 8m; 1 chi_high 8m", 1.0)
    assert "CHI_HIGH" in set().union(*offered(played.log, B, "8m"))
    assert ("CHI", B, "6m") in [row[:3] for row in story(played, LogEvent.CHI)]


def test_FD_3_01_who_wins_all_the_same_stands_and_the_win_is_void() -> None:
    played = after_leak("4m", leak_wall(READY, "7m"), "0 discard F; 1 discard S; 0 discard 7m; 1 win", 1.0, "freeze_breach")
    assert (B, "freeze_breach", "STAND") in penalties(played)
    assert standing(played) == {B} and not int(end(played)["winner_mask"]) >> B & 1


DRAW_7M = "1 discard S; 0 discard N; 1 win"


def drawn_7m(profile: MistakeProfile, others: MistakeProfile, seed: int = 0, changes: dict[str, Value] | None = None) -> Played:
    wall = leak_wall(READY, "N", "7m")
    return erring(wall, {B: profile}, DRAW_7M, changes, others=others, seed=seed)


def only_leak_is_4m(changes: dict[str, Value] | None = None) -> int:
    return seed_of(lambda seed: leaked(drawn_7m(leaker(0.4, "freeze_breach"), errs(), seed, changes))[:2] == ["4m"])


def test_FD_3_01_a_win_by_the_own_draw_within_three_is_a_breach_too() -> None:
    seed = only_leak_is_4m()
    played = drawn_7m(leaker(0.4, "freeze_breach"), errs(), seed)
    assert (B, "freeze_breach", "STAND") in penalties(played) and end(played)["winner_mask"] >> B & 1 == 0
    rows = [row[:3] for row in story(played, LogEvent.DRAW, LogEvent.STAND)]
    assert rows[rows.index(("DRAW", B, "7m")) + 1][:2] == ("STAND", B)  # its turn is over, without a discard
    assert counted(played, "freeze_breach")["trig"] == counted(played, "freeze_breach")["slip"] == 1


def test_FD_3_01_a_lawful_seat_is_denied_that_win_and_the_log_says_so() -> None:
    seed = only_leak_is_4m()
    played = drawn_7m(leaker(0.4), errs(), seed)
    assert end(played)["win_kind"] != WinKind.SELF_DRAW or end(played)["winner_mask"] != 1 << B
    assert counted(played, "freeze_breach")["denied"] >= 1 and counted(played, "freeze_breach")["bound"] >= 1
    free = drawn_7m(leaker(0.4, "freeze_breach"), errs(), seed, {"penalty.freeze_win": "discard_only"})
    assert end(free)["winner_mask"] == 1 << B and (B, "freeze_breach", "STAND") not in penalties(free)


# --- chis that change ---------------------------------------------------------------------------------------------------

SWAP = "0 discard 4m; 1 chi_high 4m; 1 discard S; 2 discard 1m; 1 win"


def swap_wall() -> Array:
    """B chis 4m with 2m and 3m and holds 5m and 6m; with 2m and 3m in the hand it would win on the 1m that C draws."""
    return fd_wall({A: DULL, B: "2356m123p456p789s99sS"}, draws="4m 1m", gold="E")


def test_FD_3_08_who_changes_a_chi_to_win_stands_if_somebody_objects() -> None:
    lawful = erring(swap_wall(), {}, SWAP)
    assert end(lawful)["payer"] != C
    played = erring(swap_wall(), {B: errs("swap_chi")}, SWAP)
    assert penalties(played) == [(B, "swap_chi", "STAND")] and end(played)["winner_mask"] >> B & 1 == 0
    assert story(played, LogEvent.EXCHANGE) == []


def test_FD_3_08_nobody_objects_and_the_changed_hand_wins() -> None:
    played = erring(swap_wall(), {B: sees(errs("swap_chi"))}, SWAP, others=SILENT)
    assert (end(played)["winner_mask"], end(played)["payer"]) == (1 << B, C)
    assert [(row[1], row[2], KIND_NAMES[row[3]]) for row in story(played, LogEvent.EXCHANGE)] == [(B, "5m", "2m"), (B, "6m", "3m")]
    rows = [row for row in played.log if row[0] in (LogEvent.EXCHANGE, LogEvent.DECISION)]
    last = next(i for i, row in enumerate(rows) if row[0] == LogEvent.EXCHANGE)
    assert rows[last + 2][0] == LogEvent.DECISION and rows[last + 2][1] == B  # it is asked once more, with its new tiles


def test_FD_2_07_a_chi_put_right_at_a_discard_lets_its_maker_answer_with_the_right_hand() -> None:
    """B lays 3m for 4m; put right at C's discard, it holds 3m again and wins on that very discard."""
    wall = fd_wall({A: DULL, B: "345m123p456p789p789sS"}, draws="6m 3m", gold="E")
    lines = "0 discard 6m; 1 chi_high 6m; 1 discard S; 1 discard S; 2 discard 3m; 1 win"
    wrong = erring(wall, {B: errs("wrong_chi")}, lines)
    assert penalties(wrong) == [(B, "wrong_chi", "STAND")] and end(wrong)["payer"] != C

    def put_right(seed: int) -> Played:
        return erring(wall, {B: errs("wrong_chi", wrong_chi_fix=0.5)}, lines, seed=seed)

    def at_second_discard(seed: int) -> bool:
        rows = [row[:2] for row in story(put_right(seed), LogEvent.EXCHANGE, LogEvent.DISCARD)]
        return rows[1:5] == [("EXCHANGE", B), ("DISCARD", B), ("DISCARD", C), ("EXCHANGE", B)]

    played = put_right(seed_of(at_second_discard))
    assert (end(played)["winner_mask"], end(played)["payer"]) == (1 << B, C) and penalties(played) == []
