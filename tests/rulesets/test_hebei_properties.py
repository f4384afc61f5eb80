"""What holds for every hand: zero sum, sums of parts, seats and suits alike, exclusions, the largest hands."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.compile import rule_table
from rulesets.hand_tables import load_tables
from rulesets.hebei.fans import FAN_BITS, FANS, SPECIAL_SHAPES, Fan, mask_of
from rulesets.hebei.score import BASE, FANS_DUE, win_dues
from rulesets.jit import JIT_OFF
from rulesets.options import options_of
from rulesets.records.explain import score_record
from rulesets.records.read import parse_any
from rulesets.score import new_events, new_hands, new_scores, score_hand
from rulesets.tiles import KIND_NAMES, N_SEATS, MeldKind, WinKind, counts_of, parse_hand, parse_tiles
from tests.rulesets.hebei_endings import endings, moved
from tests.rulesets.hebei_hands import LITERAL, four, rules_with

Hand = tuple[str, list[tuple[MeldKind, int]]]  # concealed tiles with the winning one, and melds
PROPERTY = settings(
    max_examples=40 if JIT_OFF else 250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
CHOICES = {
    key.replace(".", "__"): option.alternatives
    for key, option in options_of("hebei").items()
    if option.group == "hebei" and option.kind != "int"
}


@st.composite
def scoring_rules(draw: st.DrawFn):
    """`literal` with any scoring choices, shares and a limit."""
    changes = {key: draw(st.sampled_from(values)) for key, values in CHOICES.items()}
    changes["pay__discarder_share"] = draw(st.integers(1, 3))
    changes["pay__other_share"] = draw(st.integers(0, 3))
    changes["pay__limit"] = draw(st.sampled_from([0, 0, 7, 20]))
    changes["pay__robbed_kan"] = draw(st.sampled_from(["as_discard", "declarer_pays_all"]))
    return rules_with(**changes)


@PROPERTY
@given(endings(), scoring_rules())
def test_zero_sum_and_sums_of_parts(record, spec):
    """The points add up to zero under any scoring rules, and so do both parts."""
    score = score_record(record, spec).score
    assert score.delta.sum() == score.win_part.sum() == score.kan_part.sum() == 0
    assert (score.delta == score.win_part + score.kan_part).all()


@PROPERTY
@given(endings(), scoring_rules())
def test_fan_paid_is_what_the_fans_moved(record, spec):
    """Over all fans, `fan_paid` is the fan part of what all payers owe; only fans of the hand move points."""
    result = score_record(record, spec)
    moved_points = 0
    for winner in result.winners:
        dues = np.zeros((2, N_SEATS), np.int64)
        points = int(result.score.fan_points[winner.seat])
        win_dues(result.rules, result.event, winner.seat, points, dues)
        moved_points += int(dues[FANS_DUE].sum())
        assert int(result.score.win_part[winner.seat]) == int(dues[BASE].sum() + dues[FANS_DUE].sum())
    assert int(result.score.fan_paid.sum()) == moved_points
    owned = 0
    for winner in result.winners:
        owned |= int(result.score.fans[winner.seat])
    assert owned & ~FAN_BITS == 0
    assert all(owned >> number & 1 for number in np.flatnonzero(result.score.fan_paid))


@PROPERTY
@given(endings())
def test_fan_paid_is_value_times_payers_under_the_written_rules(record):
    result = score_record(record, LITERAL)
    payers = 3 if record.result == WinKind.SELF_DRAW else 1
    for fan in FANS:
        value = int(LITERAL.values[fan.value_key])
        has = int(result.score.fans[record.winners[0].seat]) >> fan.number & 1
        assert int(result.score.fan_paid[fan.number]) == has * value * payers


@PROPERTY
@given(endings(), scoring_rules(), st.integers(1, 3))
def test_points_turn_with_the_seats(record, spec, step):
    before = four(score_record(record, spec).score.delta)
    after = four(score_record(moved(record, seat_step=step), spec).score.delta)
    assert after == [before[(seat - step) % N_SEATS] for seat in range(N_SEATS)]


def relabelled(suits: tuple[int, ...]) -> list[int]:
    return [9 * suits[k // 9] + k % 9 if k < 27 else k for k in range(34)]


@PROPERTY
@given(endings(), st.permutations(range(3)))
def test_suits_are_alike_but_for_the_caught_five(record, suits):
    """With 捉五 in all suits, renaming the suits changes nothing; with 5m only, renaming dots and bamboos changes nothing."""
    everywhere = rules_with(hebei__zhuowu_suits="mps")
    kinds = relabelled(tuple(suits))
    first, second = (score_record(r, everywhere).score for r in (record, moved(record, kinds=kinds)))
    assert four(first.delta) == four(second.delta)
    assert four(first.fans) == four(second.fans)
    swapped = moved(record, kinds=relabelled((0, 2, 1)))
    assert four(score_record(record, LITERAL).score.delta) == four(score_record(swapped, LITERAL).score.delta)


@PROPERTY
@given(endings(), st.sampled_from(["decomposition", "single_wait"]))
def test_fans_that_imply_or_exclude_each_other(record, mode):
    result = score_record(record, rules_with(hebei__zhuowu_mode=mode))
    winner = record.winners[0]
    mask = int(result.score.fans[winner.seat])
    for fan in FANS:
        if mask >> fan.number & 1:
            assert not mask & mask_of(fan.excludes), fan.code
    pairs = mask_of(["QIDUI", "HUNQIDUI", "QINGQIDUI", "DANHAO", "SHUANGHAO", "SANHAO"])
    shapes = [n for n in range(20) if mask & (pairs | mask_of(["SHISANYAO"])) & 1 << n]
    assert len(shapes) <= 1
    if mask >> Fan.DADIAOCHE & 1:
        assert mask >> Fan.PENGPENG & 1
    if mask >> Fan.QINGFENG & 1:
        assert mask >> Fan.PENGPENG & 1 or mask & pairs
    if mask >> Fan.GANGKAI & 1:
        assert any(m.kind in (MeldKind.KAN_OPEN, MeldKind.KAN_ADDED, MeldKind.KAN_CLOSED) for m in winner.melds)
    if mask & (pairs | mask_of(["SHISANYAO"])):
        assert not winner.melds


@PROPERTY
@given(endings())
def test_no_hand_is_worth_more_than_the_largest(record):
    result = score_record(record, LITERAL)
    seat = record.winners[0].seat
    mask, points = int(result.score.fans[seat]), int(result.score.fan_points[seat])
    if mask & mask_of(["SHISANYAO"]):
        assert points <= 14
    elif mask & mask_of(["QIDUI", "HUNQIDUI", "QINGQIDUI", "DANHAO", "SHUANGHAO", "SANHAO"]):
        assert points <= 39
    else:
        assert points <= 16


def _largest(hands: list[Hand], shapes: int) -> int:
    """The largest sum of fans over hands and every winning tile, by self-draw (after a kan, last tile) and robbed kan.

    Only results that have one of the fans in the mask `shapes` count, or, if it is 0, none of the special shapes.
    """
    rules = rule_table([LITERAL]).view(np.recarray)[0]
    four_hands, event, score = new_hands(), new_events()[0], new_scores()[0]
    event.winner_mask = 1
    best = 0
    for tiles, melds in hands:
        hand = four_hands[0]
        hand.counts[:] = parse_hand(tiles)
        hand.n_melds = len(melds)
        for place, (kind, tile) in enumerate(melds):
            hand.meld_kind[place], hand.meld_tile[place], hand.meld_from[place] = int(kind), tile, 1
        kans = any(kind != MeldKind.PON for kind, _ in melds)
        for tile in np.flatnonzero(hand.counts):
            ways = [(WinKind.SELF_DRAW, -1, int(kans), 1)]
            if hand.counts[tile] == 1:
                ways.append((WinKind.ROB_KAN, 1, 0, 0))
            event.tile = tile
            for event.win_kind, event.payer, event.after_kan, event.last_tile in ways:
                assert score_hand(load_tables(), rules, four_hands, event, score) == 0
                special = int(score.fans[0]) & SPECIAL_SHAPES
                if special & shapes if shapes else not special:
                    best = max(best, int(score.fan_points[0]))
    return best


def _fits(tiles: str, melds: list[tuple[MeldKind, int]]) -> bool:
    counts = counts_of(parse_tiles(tiles)).astype(int)
    for kind, tile in melds:
        counts[tile] += 3 if kind == MeldKind.PON else 4
    return bool((counts <= 4).all())


def test_largest_standard_hand_is_sixteen():
    """All hands of runs from 1, 4, 7, triplets and kans of honours and a kan of 9m: 16 at most, and 16 is met."""
    groups: list[tuple[str, list[tuple[MeldKind, int]]]] = [
        (f"{low}{low + 1}{low + 2}{suit}", []) for suit in "mps" for low in (1, 4, 7)
    ]
    groups += [("NNN", []), ("", [(MeldKind.KAN_CLOSED, 30)]), ("", [(MeldKind.KAN_OPEN, 30)]), ("", [(MeldKind.KAN_CLOSED, 8)])]
    if JIT_OFF:  # the same hands, thinned out: without a compiler scoring is a thousand times slower
        groups = [groups[i] for i in (1, 3, 8, 10, 11)]
    hands = []
    for chosen in itertools.combinations_with_replacement(groups, 4):
        melds = [meld for _, found in chosen for meld in found]
        for pair in ("22p", "EE", "55m"):
            tiles = " ".join([text for text, _ in chosen] + [pair])
            if _fits(tiles, melds):
                hands.append((tiles, melds))
    assert len(hands) > (50 if JIT_OFF else 2000)
    assert _largest(hands, 0) == 16


def test_largest_seven_pairs_is_thirty_nine():
    """Every split of seven pairs over one suit, honours, and a mixture: 39 at most, and 39 is met."""
    hands: list[Hand] = []
    for kinds in (list(range(9)), list(range(27, 34)), [0, 1, 2, 4, 13, 27, 28]):
        for counts in itertools.product((0, 2, 4), repeat=len(kinds)):
            if sum(counts) == 14:
                hands.append((" ".join(KIND_NAMES[k] for k, n in zip(kinds, counts, strict=True) for _ in range(n)), []))
    if JIT_OFF:
        hands = [*hands[::40], ("1111m 2222m 3333m 44m", [])]
    assert _largest(hands, SPECIAL_SHAPES) == 39


def test_largest_thirteen_orphans_is_fourteen():
    assert _largest([(f"19m 19p 19s ESWNCFP {pair}", []) for pair in "CFP"], SPECIAL_SHAPES) == 14


@pytest.mark.parametrize("spec", [LITERAL, rules_with(hebei__reading="union"), rules_with(hebei__zhuowu_mode="loose")])
def test_scoring_leaves_its_inputs_alone(spec):
    """The hands and the event are read, never written."""
    result = score_record(parse_any("seat 3: 444m 55m 666m 11p 999s + 5m; discard by 1; dealer 1"), spec)
    hands, event = result.hands.copy(), result.event.copy()
    score_hand(load_tables(), result.rules, result.hands, result.event, result.score)
    assert hands.tobytes() == result.hands.tobytes()
    assert event.tobytes() == result.event.tobytes()
