"""`play`: the same hand whatever is played around it, accounts that balance, one compiled signature. V5, V6, V13, V14."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.options import Value
from rulesets.spec import load_preset
from rulesets.tiles import WinKind
from sim.actions import Action
from sim.batch import EngineError, Group, LineUp, LogEvent, WallMode, play, play_batch
from sim.bots.row import BOT
from sim.outcomes import COLUMNS, OUTCOME, column_names, schema, to_table
from sim.wall import WallMode as SameWallMode
from tests.sim.tabletop import GREEDY, RANDOM, Array, bots, decisions, rows

TWO = bots("greedy", "random_legal")
CYCLED = LineUp((0, 1, 1, 1), ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)))
PRESETS = ("literal", "app", "single_wait", "total", "head_bump", "no_multi_stack")


def deltas(found: Array) -> Array:
    """Points by seat, shape (..., 4)."""
    return np.stack([found[f"delta_s{s}"] for s in range(4)], axis=-1)


def test_v5_accounts_balance_under_every_preset() -> None:
    table = rule_table([load_preset(f"hebei/{name}") for name in PRESETS])
    played = play(table, GREEDY, range(800), 5, fan_paid=True)
    found = played.rows
    assert (deltas(found).sum(axis=-1) == 0).all()
    kan = np.stack([found[f"kan_part_s{s}"] for s in range(4)], axis=-1)
    assert (kan.sum(axis=-1) == 0).all()
    ends = np.bincount(found["end"].ravel(), minlength=4)
    assert ends.sum() == found.size and ends[WinKind.SELF_DRAW] > 0 and ends[WinKind.DISCARD] > 0
    drawn = found["end"] == WinKind.DRAW
    assert (found["winner_mask"][drawn] == 0).all() and (found["winner_mask"][~drawn] > 0).all()
    assert (deltas(found)[drawn] == 0).all()
    assert ((found["payer"] >= 0) == np.isin(found["end"], (WinKind.DISCARD, WinKind.ROB_KAN))).all()
    # points that changed hands for fans never exceed all points that changed hands for wins
    win_points = np.maximum(deltas(found) - kan, 0).sum(axis=-1)
    assert (played.fan_paid.sum(axis=-1) <= win_points).all()
    several = np.isin(found["winner_mask"], (1, 2, 4, 8), invert=True) & ~drawn
    assert (found["fans_b"][~several] == 0).all()
    assert several[0].any() and not several[PRESETS.index("head_bump")].any()


def test_largest_possible_sum_is_never_exceeded() -> None:
    """39 with seven pairs, 16 in a standard reading, 14 with thirteen orphans (specification of Hebei, B.8)."""
    found = play(rows(), GREEDY, range(5000), 6).rows.ravel()
    single = found[(found["fans_b"] == 0) & (found["end"] != WinKind.DRAW)]
    pairs = (single["fans_a"] & (1 << 10 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 17)) != 0
    orphans = (single["fans_a"] & 1 << 11) != 0
    assert single["fan_points"].max() <= 39
    assert single[orphans]["fan_points"].max(initial=0) <= 14
    assert single[~pairs & ~orphans]["fan_points"].max() <= 16


def test_counts_of_a_hand_fit_each_other() -> None:
    found = play(rows(), TWO, range(2000), 8, lineups=[CYCLED]).rows.ravel()
    assert (found["wall_left"].astype(int) == 83 - found["draws"]).all()
    kans = sum((found["kans"].astype(int) >> 4 * s) & 15 for s in range(4))
    claimed = sum((found["calls"].astype(int) >> 4 * s) & 15 for s in range(4))
    drawn = found["end"] == WinKind.DRAW
    # HB S10-S12: 71 tiles in a hand that runs out after an even number of kans, 70 after an odd one
    assert (found["draws"][drawn] == np.where(kans[drawn] % 2, 70, 71)).all()
    opens = sum((found["open_kans"].astype(int) >> 4 * s) & 15 for s in range(4))
    own_kans = kans - opens
    # every tile drawn, and every tile claimed for a pon, is followed by a discard, unless it wins or goes into a kan
    expected = 1 + found["draws"].astype(int) + claimed - opens - own_kans
    ends = (found["end"] == WinKind.SELF_DRAW) + (found["end"] == WinKind.ROB_KAN)
    assert (found["discards"] == expected - ends).all()
    assert (found["decisions"] > found["discards"]).all() or (found["decisions"] >= found["discards"]).all()
    assert (found["legal_sum"] >= found["decisions"]).all()


def test_v6_the_same_rules_twice_play_the_same_transcripts() -> None:
    table = rule_table([load_preset("hebei/literal")] * 2)
    played = play(table, TWO, range(50), 3, lineups=[CYCLED, LineUp((0, 0, 0, 0))], log=True)
    hands = played.transcripts()
    assert len(hands) == 50 * 2 * 2
    for one, other in zip(hands[0::2], hands[1::2], strict=True):
        assert np.array_equal(one[1:], other[1:])
        assert one[0, 2] == 0 and other[0, 2] == 1  # the header names the rule row
        assert np.array_equal(np.delete(one[0], 2), np.delete(other[0], 2))
    assert np.array_equal(played.rows[0], played.rows[1])


def test_v13_one_hand_played_alone_is_the_hand_of_the_batch() -> None:
    table = rows({}, {"claim.chi": "next_seat"})
    together = play(table, TWO, range(30), 13, lineups=[CYCLED], log=True)
    for wall in (0, 7, 29):
        alone = play(table[1:], TWO, [wall], 13, lineups=[CYCLED], log=True)
        hand = next(
            h for h in together.transcripts() if h[0, 4] == wall and h[0, 2] == 1
        )
        assert np.array_equal(hand[1:], alone.log[1:])
        assert together.rows[1, 0, wall, 0] == alone.rows[0, 0, 0, 0]


def test_v13_order_and_company_of_walls_do_not_matter() -> None:
    order = np.random.default_rng(0).permutation(40)
    straight = play(rows(), RANDOM, range(40), 14).rows[0, 0]
    mixed = play(rows(), RANDOM, order, 14).rows[0, 0]
    assert np.array_equal(straight[order], mixed)


def test_other_random_numbers_in_between_change_nothing() -> None:
    """Case 99: nothing depends on generators of NumPy or Python."""
    first = play(rows(), RANDOM, range(20), 15).rows
    np.random.seed(1)
    np.random.random(1000)
    assert np.array_equal(first, play(rows(), RANDOM, range(20), 15).rows)


def test_seed_wall_and_slot_matter() -> None:
    base = play(rows(), RANDOM, range(20), 1, log=True)
    assert not np.array_equal(base.log, play(rows(), RANDOM, range(20), 2, log=True).log)
    assert not np.array_equal(base.log, play(rows(), RANDOM, range(20), 1 + (1 << 40), log=True).log)
    moved = play(rows(), RANDOM, range(20), 1, lineups=[LineUp((0, 0, 0, 0), ((1, 0, 2, 3),))], log=True)
    deals = [hand[hand[:, 0] == LogEvent.DEAL] for hand in base.transcripts()]
    assert all(np.array_equal(d, h[h[:, 0] == LogEvent.DEAL]) for d, h in zip(deals, moved.transcripts(), strict=True))
    assert not np.array_equal(base.log, moved.log)  # the private numbers went with the bots


def test_private_numbers_follow_the_bot_not_the_seat() -> None:
    """Seat by seat: with all deals equal a bot of the same slot meets the same first decision in the same way."""
    table = rows()
    for seatings in (((0, 1, 2, 3),), ((2, 3, 0, 1),)):
        played = play(table, RANDOM, [4], 5, lineups=[LineUp((0, 0, 0, 0), seatings)], dealers=np.array([0]), log=True)
        first = next(row for row in played.log if row[0] == LogEvent.DECISION)
        assert first[1] == 0
        discards, extra = int(first[5]), int(first[3])
        assert extra >> 6 == Action.DISCARD and discards >> (extra & 63) & 1


def test_play_groups_score_shared_hands_like_separate_ones() -> None:
    """Class S: one played hand, many scorings, the same rows as if each rule set had played by itself."""
    changes: list[dict[str, Value]] = [{}, {"hebei.self_draw_fans": "total_even"}, {"hebei.kan_open": 0}, {"pay.limit": 9}]
    table = rows(*changes)
    separate = play(table, GREEDY, range(400), 17)
    shared = play(table, GREEDY, range(400), 17, groups=[Group(0, (0, 1, 2, 3))])
    assert np.array_equal(separate.rows, shared.rows)
    assert shared.variants == (0, 1, 2, 3)
    assert not np.array_equal(shared.rows[0], shared.rows[1])
    first = play(table, GREEDY, range(400), 17, groups=[Group(2, (2, 0)), Group(3, (3,))])
    assert first.variants == (2, 0, 3) and np.array_equal(first.rows[1], separate.rows[0])


def test_sessions_hand_the_deal_on() -> None:
    """HB-DLR-03 to -05 over whole sessions, for every rule of succession."""
    first_dealers: list[dict[str, Value]] = [{"dealer.first": "seat0"}, {"dealer.first": "rotate_by_session"}]
    changes: list[dict[str, Value]] = [{}, {"dealer.on_draw": "next"}, *first_dealers]
    played = play(rows(*changes), GREEDY, range(60), 21, session_hands=8)
    assert played.rows.shape == (4, 1, 60, 8)
    for v in range(4):
        for session in played.rows[v, 0]:
            assert list(session["hand_no"]) == list(range(8))
            for now, after in pairwise(session):
                dealer = int(now["dealer"])
                stays = bool(now["winner_mask"] >> dealer & 1) if now["winner_mask"] else v != 1
                assert after["dealer"] == (dealer if stays else (dealer + 1) % 4)
    first = played.rows[:, 0, :, 0]["dealer"]
    assert len(set(first[0])) == 4
    assert set(first[2]) == {0} and list(first[3]) == [w % 4 for w in range(60)]


def test_first_dealer_is_uniform() -> None:
    """HB-DLR-01, with a four standard error band."""
    counts = np.bincount(play(rows(), GREEDY, range(2000), 22).rows["dealer"].ravel(), minlength=4)
    assert (abs(counts - 500) < 4 * np.sqrt(2000 * 0.25 * 0.75)).all()


def swap_suits(kinds: Array) -> Array:
    """Dots and bamboos exchanged."""
    new = kinds.copy()
    new[(kinds >= 9) & (kinds < 18)] += 9
    new[(kinds >= 18) & (kinds < 27)] -= 9
    return new


def mirror(kinds: Array) -> Array:
    """Ranks 1-9 read from the other end."""
    new = kinds.copy()
    suited = kinds < 27
    new[suited] = kinds[suited] // 9 * 9 + 8 - kinds[suited] % 9
    return new


@pytest.mark.parametrize("relabel", [swap_suits, mirror])
def test_v14_relabelled_hands_are_legal_and_score_alike(relabel: object) -> None:
    """The rules name one suit (characters, for 捉五) and a middle rank; so dots and bamboos may change places, and 1 and 9."""
    assert callable(relabel)
    rng = np.random.default_rng(14)
    played = 0
    for wall in range(40):
        line = rng.permutation(np.repeat(np.arange(34), 4)).astype(np.int8)
        common = {"mode": WallMode.RECORDED, "dealers": np.array([wall % 4]), "log": True}
        base = play(rows(), TWO, [wall], 31, lineups=[CYCLED], recorded=line[None], **common)
        told = [(seat, (choice >> 6) * 64 + int(relabel(np.array([choice & 63]))[0])) for seat, choice in decisions(base.log)]
        other = play(rows(), TWO, [wall], 31, recorded=relabel(line)[None], script=told, strict=True, **common)
        assert other.log[:, 0].tolist() == base.log[:, 0].tolist()
        for name in ("end", "winner_mask", "payer", "fans_a", "fans_b", "tags", "draws", "kans", "decisions", "legal_sum"):
            assert other.rows[0, 0, 0, 0][name] == base.rows[0, 0, 0, 0][name]
        assert np.array_equal(deltas(other.rows), deltas(base.rows))
        played += int(base.rows[0, 0, 0, 0]["end"] != WinKind.DRAW)
    assert played > 0


def test_identical_bots_in_rotated_seats_gain_alike() -> None:
    """Case 102: four copies of one bot, all four rotations of every wall: sums to zero, no seat effect beyond chance."""
    seatings = CYCLED.seatings
    copies = np.zeros((4, 800))
    for i, seating in enumerate(seatings):
        found = play(rows(), GREEDY, range(800), 23, lineups=[LineUp((0, 0, 0, 0), (seating,))], dealers=np.full(800, i % 4))
        points = deltas(found.rows[0, 0, :, 0])
        for seat, slot in enumerate(seating):
            copies[slot] += points[:, seat]
    assert (copies.sum(axis=0) == 0).all()
    spread = copies.std(axis=1) / np.sqrt(800)
    assert (abs(copies.mean(axis=1)) <= 4 * spread).all()


def test_log_grows_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    import sim.batch

    full = play(rows(), RANDOM, range(3), 2, log=True).log
    monkeypatch.setattr(sim.batch, "LOG_ROWS", 5)
    assert np.array_equal(play(rows(), RANDOM, range(3), 2, log=True).log, full)


def test_errors_name_seed_and_wall() -> None:
    unknown = np.zeros(1, BOT)
    unknown["kind"] = 9999
    with pytest.raises(EngineError, match="seed 77, wall 12, hand 0, line-up 0, rule row 0: a bot of an unknown kind"):
        play(rows(), unknown, [12], 77)


def test_columns_are_the_documented_ones() -> None:
    played = play(rows(), RANDOM, range(5), 2)
    columns = played.columns()
    assert list(columns) == [c.name for c in COLUMNS] == list(OUTCOME.names or ())
    assert all(len(values) == 5 and values.dtype == np.dtype(c.code) for values, c in zip(columns.values(), COLUMNS, strict=True))
    for full in (False, True):
        table = to_table(played.rows[0], full)
        assert table.num_rows == 5 and table.schema.equals(schema(full), check_metadata=True)
        assert table.column_names == column_names(full)
    assert SameWallMode is WallMode


def test_one_compiled_signature() -> None:
    """Whatever is played, the kernel was compiled for one set of types."""
    play(rows(), RANDOM, [1], 1)
    two = rows({}, {"claim.chi": "next_seat"})
    play(two, TWO, np.arange(3, dtype=np.uint32), np.int64(4), lineups=[CYCLED], fan_paid=True, log=True)
    read_only = rows()
    read_only.flags.writeable = False
    play(read_only, RANDOM, (2, 3), 5, session_hands=2, script=[(0, 64)], mode=WallMode.LINEAR)
    signatures = getattr(play_batch, "signatures", None)
    assert signatures is None or len(signatures) == 1
