"""The law of Fuding: tile set, presets, house rules T1 to T19, words that stand for numbers; clauses that are law alone."""

from __future__ import annotations

from rulesets.clauses import clauses_of
from rulesets.compare import differences
from rulesets.compile import rule_table
from rulesets.crosschecks import rule_warnings
from rulesets.dealer import next_dealer, next_streak
from rulesets.fuding.fans import FAN_BITS, FANS, N_FANS, fans_in
from rulesets.options import Value, load_catalogue, options_of
from rulesets.score import new_events
from rulesets.spec import list_rulesets, load_preset, resolve
from rulesets.tiles import WinKind
from rulesets.variant import read_presets

STANDARD = load_preset("fuding/literal")
ROW = rule_table([STANDARD])[0]


def moved(name: str) -> dict[str, Value]:
    """What a rule set changes in the written rules."""
    return {step.key: step.after for step in differences(STANDARD, resolve(f"fuding/{name}"))}


def test_FD_B_01_the_tile_set() -> None:
    built = ROW.built
    assert (int(built.n_tiles), int(built.n_flowers), int(built.held.sum())) == (144, 12, 33)
    assert built.flower[33:].all() and not built.flower[:33].any()
    held = rule_table([resolve("fuding/white_in_hand")])[0].built
    assert (int(held.n_flowers), int(held.held.sum())) == (8, 34)


def test_FD_B_03_sixteen_tiles_make_five_sets() -> None:
    assert (int(ROW.built.hand_size), int(ROW.built.sets)) == (16, 5)


def test_FD_1_07_the_number_that_the_text_leaves_out_is_reserved() -> None:
    clause = clauses_of("fuding")["FD-1.07"]
    assert not clause.modelled and not clause.options


LITERAL: dict[str, Value] = {
    "tiles.white": "flower", "tiles.seasons": "flower", "deal.hand_size": 16, "deal.seat_winds": "dice",
    "kan.near_end": "one_each", "kan.closed_kind": "hidden", "end.last_group": "active", "end.kan_into_group": "no_discard",
    "end.kan_maker_tile": "last_tile", "end.flower_into_group": "dead", "claim.chi": "next_seat",
    "claim.pass_after": "win_or_pon", "claim.pass_win": "same_kind", "claim.pass_pon": True, "claim.pass_kan": True,
    "turn.stand_pass": True, "gold.source": "indicator", "gold.open_when": "before_deal",
    "gold.flower_flip": "flowers_are_gold", "gold.discard": "forbidden", "gold.idle_win": "self_draw_only",
    "opening.check": "before_and_after", "opening.order": "seat", "win.three_gold": "opening_only", "win.flower_win": 8,
    "win.flower_win_golds": True, "win.flower_win_mid_hand": True, "win.same_kind_group": "all", "bar.late_honour": 8,
    "bar.flush_table": 4, "bar.four_winds": True, "bar.own_kan_tile": True, "dealer.on_draw": "next", "pay.other_share": 1,
    "pay.limit": 800,
}  # fmt: skip


def test_the_written_rules_differ_from_the_catalogue_in_35_options_only() -> None:
    catalogue = load_catalogue()
    assert {key: value for key, value in STANDARD.values.items() if value != catalogue[key].default} == LITERAL


def test_presets_of_fuding() -> None:
    assert list(read_presets("fuding")) == ["literal", "club", "bonus", "wujiao"]
    assert moved("club") == {"wall.reserve": 16}
    assert moved("bonus") == {"penalty.after_pei": "continue"}
    assert moved("wujiao") == {"penalty.after_pei": "continue", "format.kind": "five_corner", "format.max_hands": 200}


TOGGLES: dict[str, dict[str, Value]] = {
    "late_honours_free": {"bar.late_honour": 0},
    "no_flush_bar": {"bar.flush_table": 0},
    "no_wind_bar": {"bar.four_winds": False},
    "soft_wind_bar": {"bar.four_winds_dead": True, "bar.four_winds_follow": True},
    "idle_gold_wins": {"gold.idle_win": "any"},
    "no_pass_lock": {
        "claim.pass_win": "none", "claim.pass_pon": False, "claim.pass_kan": False, "claim.pass_after": "win",
    },
    "play_on": {
        "end.last_group": 0, "end.kan_into_group": "discard", "end.kan_maker_tile": "skip", "end.flower_into_group": "replace",
    },
    "kan_to_the_end": {"kan.near_end": "live_tile"},
    "groups_free": {"win.same_kind_group": "none"},
    "no_head_bump": {"claim.multi_win": "all"},
    "kan_tile_free": {"bar.own_kan_tile": False},
    "gold_discards": {"gold.discard": "allowed"},
    "no_follow": {"bar.flush_follow": False},
    "no_dead_tiles": {"bar.dead_tile": "none"},
    "draw_keeps_deal": {"dealer.on_draw": "stay"},
    "winner_takes_deal": {"dealer.after_win": "winner"},
    "dealer_plain": {"fuding.dealer_mult": 1},
    "streak_plain": {"fuding.streak_multiplies": False},
    "draws_settle": {"end.draw_settlement": "pairwise"},
    "pei_at_limit": {"penalty.pei_size": "limit"},
    "standing_plays": {"penalty.stand": "play_no_win"},
    "late_pon_allowed": {"timing.late_pon": "allow"},
    "no_grace": {"timing.grace_skipped": "none"},
}  # fmt: skip


def after(winner: int | None, dealer: int = 0, streak: int = 0, name: str = "literal", **facts: int) -> tuple[int, int]:
    """Next dealer and streak after a hand that `winner` drew, or nobody won."""
    event = new_events()[0]
    event.dealer = dealer
    if winner is not None:
        event.win_kind, event.winner_mask = WinKind.SELF_DRAW, 1 << winner
    for key, value in facts.items():
        event[key] = value
    row = rule_table([resolve(f"fuding/{name}")])[0]
    return int(next_dealer(row, event)), int(next_streak(row, event, streak))


def test_FD_1_14_the_deal_passes_after_a_draw_or_a_penalty_payment() -> None:
    assert after(0, streak=1) == (0, 2)
    assert after(2) == (1, 0)
    assert after(None, streak=2) == (1, 0)
    assert after(None, streak=2, name="draw_keeps_deal") == (0, 3)
    assert after(2, name="winner_takes_deal") == (2, 0)
    assert after(0, pei_mask=1 << 2) == (1, 0)  # the dealer wins a hand in which another seat paid
    assert after(None, pei_mask=1 << 1, name="draw_keeps_deal") == (1, 0)
    assert after(0, pei_mask=1 << 2, name="literal+penalty.deal_passes=unless_dealer_won") == (0, 1)
    assert after(2, pei_mask=1 << 2, name="literal+penalty.deal_passes=unless_dealer_won") == (1, 0)


def test_FD_1_14_after_a_hand_dealt_out_of_turn() -> None:
    """The deal was seat 0's, seat 1 dealt: the deal goes to seat 1, whoever won, as a new one."""
    assert after(1, dealer=1, rightful=1, streak=0) == (1, 0)
    assert after(3, dealer=1, rightful=1) == (1, 0)
    assert after(1, dealer=1, rightful=1, name="literal+penalty.wrong_dealer=after_usurper") == (2, 0)


def test_FD_1_12_a_hand_made_void_passes_the_deal() -> None:
    assert after(None, dealer=0, pei_mask=1 << 3, name="bonus") == (1, 0)


def test_every_toggle_that_is_a_rule_is_a_house_rule() -> None:
    """T2 to T18; T1 is the preset `club`, half of T16 `bonus`, T19 the objection rate of a mistake profile, no rule."""
    assert {name: moved(name) for name in TOGGLES} == TOGGLES
    files = {v.name.split("/")[1] for v in list_rulesets()[0] if v.family == "fuding" and not v.is_preset}
    assert set(TOGGLES) <= files


def test_a_word_may_stand_for_a_number() -> None:
    option = load_catalogue()["end.last_group"]
    assert (option.kind, option.default, option.alternatives) == ("int", 0, (0, 4, "active"))
    assert [option.encode(value) for value in option.alternatives] == [0, 4, -1]
    assert int(ROW.end.last_group) == -1
    assert option.text_of("active").zh and option.text_of(4).en
    assert option.allowed() == "0, 4, active"


def test_numbers_of_scoring() -> None:
    numbers = [o for o in options_of("fuding").values() if o.family == "fuding" and o.kind == "int"]
    assert len(numbers) == 7 + 22
    assert sum(o.name.startswith("limit_") for o in numbers) == 6
    assert all(o.default == 800 for o in numbers if o.name.startswith("limit_"))


def test_fans_have_a_number_and_a_value() -> None:
    assert [fan.number for fan in FANS] == list(range(1, N_FANS + 1))
    options = options_of("fuding")
    for fan in FANS:
        assert fan.value_key in options and set(fan.options) <= set(options)
        assert all(fan.code in other.excludes for other in FANS if other.code in fan.excludes)
        assert fan.code not in fan.excludes
    assert fans_in(FAN_BITS) == FANS


def test_W1_dead_tiles_are_safe_only_with_both_rules() -> None:
    def warned(name: str) -> list[str]:
        return [finding.id for finding in rule_warnings("fuding", resolve(name).values)]

    assert warned("fuding/literal") == []
    assert warned("fuding/idle_gold_wins") == ["W1"]
    assert warned("fuding/literal+bar.dead_tile=natural") == ["W1"]
    assert warned("fuding/literal+format.kind=five_corner") == ["W6"]


def test_the_short_name_literal_still_means_hebei() -> None:
    assert resolve("literal").full_name == load_preset("literal").full_name == "hebei/literal"
    assert resolve("fuding/literal").family == "fuding"
