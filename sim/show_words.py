"""The words of the picture of a hand, in English and Chinese."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """The words of one language."""

    seat: str
    dealer: str
    deal: str
    draws: str
    replacement: str
    discards: str
    ready: str
    chi: str
    pon: str
    kan_open: str
    kan_added: str
    kan_closed: str
    source: str
    passes: str
    robbed: str
    self_draw: str
    win_on: str
    exhausted: str
    lays_out: str
    dead_flower: str
    gold: str
    flipped: str
    flipped_flower: str
    laid_back: str
    group: str
    dice: str
    dealt_win: str
    takes_gold: str
    east: str
    winds_dice: str
    stands: tuple[str, str, str]
    lays_aside: str
    comma: str


WORDS = {
    "en": Words(
        seat="seat {}", dealer="dealer", deal="Deal", draws="draws {}", replacement="replacement {}", discards="discards {}",
        ready="ready", chi="chi {}", pon="pon {}", kan_open="open kan {}", kan_added="added kan {}", kan_closed="closed kan {}",
        source="from seat {}", passes="passes on {}", robbed="wants to add {} and is robbed", self_draw="wins by self-draw on {}",
        win_on="wins on {} from seat {}", exhausted="Exhausted: nobody wins.",
        lays_out="lays out {}", dead_flower="a flower that is not replaced", gold="gold ", flipped="turned up: {}; gold is {}",
        flipped_flower="turned up: {}, a flower of the dealer", laid_back="lays back {}",
        group="The last group: {}, one for each seat, without discards.", dice="dice {} and {}: takes the first tiles",
        dealt_win="wins with the tiles dealt", takes_gold="takes the turned-up {} and wins",
        east="is East", winds_dice="dice {} and {}: is East",
        stands=("gives the hand up and stands", "may discard nothing and stands", "stands"), lays_aside="lays {} aside, face down",
        comma=", ",
    ),
    "zh": Words(
        seat="{} 号位", dealer="庄", deal="配牌", draws="摸 {}", replacement="补 {}", discards="打 {}", ready="报听", chi="吃 {}",
        pon="碰 {}", kan_open="明杠 {}", kan_added="补杠 {}", kan_closed="暗杠 {}", source="（{} 号位所打）", passes="放过 {}",
        robbed="要补杠 {}，被抢", self_draw="自摸 {}", win_on="和 {}（{} 号位放炮）", exhausted="荒庄：无人和牌。",
        lays_out="亮出 {}", dead_flower="花，不再补", gold="金", flipped="翻开 {}，金为 {}", flipped_flower="翻开 {}，是花，归庄家",
        laid_back="放回 {}", group="最后一组：余 {}，每家一张，不再打牌。", dice="骰子 {} 和 {}：先取牌",
        dealt_win="以起手的牌和牌", takes_gold="换进翻开的 {} 抢金和牌",
        east="为东", winds_dice="骰子 {} 和 {}：为东", stands=("放弃此副，站胡", "无牌可打，站胡", "站胡"), lays_aside="盖下 {}",
        comma="，",
    ),
}  # fmt: skip
