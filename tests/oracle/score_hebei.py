"""Points of a finished Hebei hand, read off the rule text clause by clause.

Nothing here is fast. Every reading of the hand is written out, the fans of each are listed by name, the best list is
kept, and each payment is a line of its own. The record of a hand is plain: see `Ending`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from tests.oracle import win
from tests.oracle.ending import Ending, Meld, Options, Score
from tests.oracle.options import FAN_POINTS
from tests.oracle.win import Counts, Reading, shapes_of

NUMBER = {name: number for number, name in enumerate(FAN_POINTS, start=1)}  # menqing is F01 ... zhuowu is F19
QUAD_FANS = ("danhao", "shuanghao", "sanhao")  # one, two, three quads
PAIRS_FANS = ("qidui", "hunqidui", "qingqidui", *QUAD_FANS)
FIVES = (4, 13, 22)


# --- fans ------------------------------------------------------------------------------------------------------------


def suit_of(kind: int) -> int:
    return min(kind // 9, 3)


def _situation_fans(ending: Ending, options: Options) -> set[str]:
    """HB-FAN-02, 03, 12: fans of how the winning tile came."""
    fans = set()
    self_draw = ending.result == "self_draw"
    if ending.result == "rob_kan":
        fans.add("qianggang")
    if self_draw and ending.after_kan:
        fans.add("gangkai")
    if ending.last_tile:
        last_discard = ending.result == "discard" and options["hebei.haidi_scope"] == "self_draw_or_last_discard"
        if self_draw or last_discard:
            fans.add("haidi")
    if "gangkai" in fans and not options["hebei.haidi_with_gangkai"]:
        fans.discard("haidi")
    return fans


def _flush_fan(concealed: Counts, melds: Sequence[Meld]) -> str:
    """HB-FAN-06, 07, 08: one suit, one suit and honours, honours only, or nothing."""
    kinds = {kind for kind, n in enumerate(concealed) if n} | {kind for meld in melds for kind in meld.tiles}
    suits = {suit_of(kind) for kind in kinds}
    number_suits = suits - {3}
    if not number_suits:
        return "qingfeng"
    if len(number_suits) == 1:
        return "hunyise" if 3 in suits else "qingyise"
    return ""


def _catches_five(reading: Reading, seat: int, ending: Ending, options: Options) -> bool:
    """HB-FAN-19: the winning 5 fills the gap between 4 and 6."""
    tile, concealed = ending.tile, ending.hands[seat]
    if tile not in (FIVES if options["hebei.zhuowu_suits"] == "mps" else FIVES[:1]):
        return False
    if options["hebei.zhuowu_mode"] == "loose":
        return concealed[tile - 1] > 0 and concealed[tile + 1] > 0
    if ("run", tile - 1) not in reading.groups:
        return False
    if options["hebei.zhuowu_mode"] == "single_wait":
        return _only_wait(seat, ending, options)
    return True


def _only_wait(seat: int, ending: Ending, options: Options) -> bool:
    """Was the winning kind the only one that completes the hand, kinds held four times (melds included) left aside?"""
    melds = ending.melds[seat]
    before = list(ending.hands[seat])
    before[ending.tile] -= 1
    held = Counter(kind for meld in melds for kind in meld.tiles)
    used = [n + held[kind] for kind, n in enumerate(before)]
    return win.waits(before, len(melds), shapes_of(options), used) == [ending.tile]


def _standard_fans(reading: Reading, melds: Sequence[Meld]) -> set[str]:
    """HB-FAN-04, 09, 18: all triplets, one dragon (1-9 of a suit), flower dragon (123 456 789 in three suits)."""
    groups = list(reading.groups) + [("run" if meld.what == "chi" else "triplet", meld.kind) for meld in melds]
    fans = set()
    if all(what == "triplet" for what, _ in groups):
        fans.add("pengpeng")
    runs = {kind for what, kind in groups if what == "run"}
    if any({9 * suit, 9 * suit + 3, 9 * suit + 6} <= runs for suit in range(3)):
        fans.add("yitiaolong")
    if any({9 * a, 9 * b + 3, 9 * c + 6} <= runs for a, b, c in permutations(range(3))):
        fans.add("hualong")
    return fans


def _pairs_fans(concealed: Counts, flush: str, options: Options) -> set[str]:
    """HB-FAN-10, 13 to 17: seven pairs, alone or in one suit, and with quads."""
    quads = sum(n == 4 for n in concealed)
    combined = {"qingyise": "qingqidui", "hunyise": "hunqidui"}
    if not quads:
        if flush in combined:
            return {combined[flush]}
        return {"qidui", flush} if flush else {"qidui"}
    fans = {QUAD_FANS[quads - 1]}
    if options["hebei.luxury_flush"] == "add" and flush:
        fans.add(flush)
    elif options["hebei.luxury_flush"] == "double" and flush:
        fans.add(combined.get(flush, flush))
    return fans


def _is_concealed(melds: Sequence[Meld], ending: Ending, options: Options) -> bool:
    """HB-FAN-01: no pon and no exposed kan; a closed kan keeps the hand concealed."""
    if any(meld.what != "kan_closed" for meld in melds):
        return False
    return options["hebei.menqing_win"] == "any" or ending.result == "self_draw"


def _is_single_tile(melds: Sequence[Meld], options: Options) -> bool:
    """HB-FAN-05: four melds, one tile left in hand before the win."""
    if len(melds) != 4:
        return False
    return bool(options["hebei.dadiaoche_closed_kans"]) or all(meld.what != "kan_closed" for meld in melds)


def fans_of_reading(reading: Reading, seat: int, ending: Ending, options: Options) -> frozenset[str]:
    """The names of all fans of one reading."""
    concealed, melds = ending.hands[seat], ending.melds[seat]
    flush = _flush_fan(concealed, melds)
    fans = _situation_fans(ending, options)
    if reading.shape == "standard":
        fans |= _standard_fans(reading, melds)
        fans |= {flush} if flush else set()
        if flush == "qingfeng" and not options["hebei.qingfeng_with_pengpeng"]:
            fans.discard("pengpeng")
    elif reading.shape == "pairs":
        fans |= _pairs_fans(concealed, flush, options)
    else:
        fans.add("shisanyao")
    if _is_single_tile(melds, options):
        fans.add("dadiaoche")
    if _catches_five(reading, seat, ending, options):
        fans.add("zhuowu")
    if _is_concealed(melds, ending, options):
        fans.add("menqing")
    return frozenset(fans)


def _without_concealed(fans: frozenset[str], options: Options) -> frozenset[str]:
    """`hebei.menqing_with_special: false`: no F01 beside the fan of a special shape."""
    if not options["hebei.menqing_with_special"] and fans & {*PAIRS_FANS, "shisanyao"}:
        return fans - {"menqing"}
    return fans


def _union(lists: Sequence[frozenset[str]], options: Options) -> frozenset[str]:
    """`hebei.reading: union`: fans over all readings, with the exclusions named for it.

    *Reading*: what two options say about fans beside each other holds for the collected list too: no 门清 beside the
    special shapes (`menqing_with_special: false`), no flush beside a quad fan (`luxury_flush: none`).
    """
    fans = set().union(*lists)
    if fans & {"pengpeng", "yitiaolong", "hualong", "zhuowu"}:
        fans -= {"qidui", "hunqidui", "qingqidui"}
    else:
        if "hunqidui" in fans:
            fans.discard("hunyise")
        if "qingqidui" in fans:
            fans.discard("qingyise")
    if "zhuowu" in fans:
        fans.discard("pengpeng")
    if options["hebei.luxury_flush"] == "none" and fans & set(QUAD_FANS):
        fans -= {"qingyise", "hunyise", "qingfeng"}
    return frozenset(fans)


def points_of(fans: frozenset[str], options: Options) -> int:
    return sum(int(options[f"hebei.fan_{name}"]) for name in fans)


def fans_of_winner(seat: int, ending: Ending, options: Options) -> frozenset[str]:
    """The fans that are scored: of the best reading (equal ones: smallest list of fan numbers), or collected."""
    found = win.readings(ending.hands[seat], len(ending.melds[seat]), shapes_of(options))
    if not found:
        raise ValueError(f"seat {seat} has no winning hand: {ending}")
    lists = [fans_of_reading(reading, seat, ending, options) for reading in found]
    if options["hebei.reading"] == "union":
        return _without_concealed(_union(lists, options), options)
    lists = [_without_concealed(fans, options) for fans in lists]
    return min(lists, key=lambda fans: (-points_of(fans, options), sorted(NUMBER[name] for name in fans)))


# --- payments --------------------------------------------------------------------------------------------------------


def _self_draw_base(winner: int, payer: int, dealer: int, options: Options) -> int:
    """HB-BASE-01, 02."""
    if winner == dealer:
        return int(options["hebei.win_dealer_self"])
    return int(options["hebei.win_self_from_dealer" if payer == dealer else "hebei.win_self_from_other"])


def _discard_base(winner: int, payer: int, dealer: int, options: Options) -> int:
    """HB-BASE-03, 04, 05."""
    if winner == dealer:
        return int(options["hebei.win_dealer_discard"])
    return int(options["hebei.win_dealer_deals_in" if payer == dealer else "hebei.win_other_deals_in"])


def split_evenly(total: int, payers: Sequence[int]) -> dict[int, int]:
    """Whole points for each payer, what is left over one each to the first ones (nearest after the winner)."""
    return {p: total // len(payers) + (place < total % len(payers)) for place, p in enumerate(payers)}


def split_by_weight(total: int, payers: Sequence[int], weights: Sequence[int]) -> dict[int, int]:
    """Largest remainder; equal remainders in the order of `payers`. Without any weight: evenly."""
    whole = sum(weights)
    if not whole:
        return split_evenly(total, payers)
    shares = {p: total * w // whole for p, w in zip(payers, weights, strict=True)}
    rest = {p: total * w % whole for p, w in zip(payers, weights, strict=True)}
    for p in sorted(payers, key=lambda p: -rest[p])[: total - sum(shares.values())]:
        shares[p] += 1
    return shares


def self_draw_payments(winner: int, points: int, dealer: int, options: Options) -> dict[int, tuple[int, int]]:
    """What each of the three owes on a self-draw: (base, fans). HB-WIN-04."""
    payers = [(winner + i) % 4 for i in (1, 2, 3)]
    bases = [_self_draw_base(winner, p, dealer, options) for p in payers]
    if options["hebei.self_draw_fans"] == "total_even":
        fans = split_evenly(points, payers)
    elif options["hebei.self_draw_fans"] == "total_proportional":
        fans = split_by_weight(points, payers, bases)
    else:
        fans = dict.fromkeys(payers, points)
    return {p: (base, fans[p]) for p, base in zip(payers, bases, strict=True)}


def discard_payments(winner: int, payer: int, points: int, dealer: int, options: Options) -> dict[int, tuple[int, int]]:
    """What each loser owes on a discard: (base, fans), multiplied by his share. HB-WIN-02, 03.

    Where the other losers pay too, the base falls into own shares: 1 part each, doubled between the dealer and another
    seat, doubled again for the discarder. *Reading*: it is the base of the table that is cut in these proportions
    (5 = 2 + 1 + 2 and so on; largest remainder for other bases), so that changed base points stay in force.
    """
    discarder_share, other_share = int(options["pay.discarder_share"]), int(options["pay.other_share"])
    base = _discard_base(winner, payer, dealer, options)
    if not other_share:
        return {payer: (base * discarder_share, points * discarder_share)}
    losers = [(winner + i) % 4 for i in (1, 2, 3)]
    parts = [(2 if dealer in (winner, p) else 1) * (2 if p == payer else 1) for p in losers]
    own = split_by_weight(base, losers, parts)
    shares = {p: discarder_share if p == payer else other_share for p in losers}
    return {p: (own[p] * shares[p], points * shares[p]) for p in losers}


def win_payments(winner: int, points: int, ending: Ending, options: Options) -> list[tuple[int, int, int]]:
    """Every payment due to this winner, (payer, base, fans), before the limit."""
    if ending.result == "self_draw":
        owed = self_draw_payments(winner, points, ending.dealer, options)
    elif ending.result == "rob_kan" and options["pay.robbed_kan"] == "declarer_pays_all":
        # *Reading*: three payments of the self-draw, each with its own limit, all from one purse.
        due = self_draw_payments(winner, points, ending.dealer, options).values()
        return [(ending.payer, base, fans) for base, fans in due]
    else:
        owed = discard_payments(winner, ending.payer, points, ending.dealer, options)
    return [(payer, base, fans) for payer, (base, fans) in owed.items()]


def kan_payments(ending: Ending, options: Options) -> list[tuple[int, int, int]]:
    """(from, to, points) of every kan on the table. HB-KAN-01 to 05, HB-DRAW-04."""
    if ending.result == "draw" and options["end.draw_settlement"] != "kan_points":
        return []
    kans = [(seat, meld) for seat in range(4) for meld in ending.melds[seat] if meld.what.startswith("kan")]
    if ending.robbed == "kan_added" and options["hebei.robbed_kan_points"] == "keep":
        pon = next(m for m in ending.melds[ending.payer] if m.what == "pon" and m.kind == ending.tile)
        kans.append((ending.payer, Meld("kan_added", pon.kind, pon.feeder)))
    if options["hebei.kan_points_scope"] == "winners_only":
        kans = [(seat, meld) for seat, meld in kans if seat in ending.winners]
    paid = []
    for seat, meld in kans:
        points = int(options[f"hebei.{meld.what}"])
        others = [p for p in range(4) if p != seat]
        if meld.what == "kan_open":
            paid.append((meld.feeder, seat, points))
        elif meld.what == "kan_added" and options["hebei.added_kan_payer"] == "pon_feeder":
            paid.append((meld.feeder, seat, 3 * points))
        else:
            paid += [(p, seat, points) for p in others]
    return paid


def score(ending: Ending, options: Options) -> Score:
    """Points of a finished hand. All entries are whole numbers and every column sums to zero."""
    win_part, kan_part = [0] * 4, [0] * 4
    fans = tuple(fans_of_winner(winner, ending, options) for winner in ending.winners)
    fan_points = tuple(points_of(names, options) for names in fans)
    limit, cut = int(options["pay.limit"]), False
    paid: Counter[str] = Counter()
    for winner, names, points in zip(ending.winners, fans, fan_points, strict=True):
        for payer, base, extra in win_payments(winner, points, ending, options):
            amount = min(base + extra, limit) if limit else base + extra
            cut = cut or amount < base + extra
            win_part[payer] -= amount
            win_part[winner] += amount
        times = sum(extra for _, _, extra in win_payments(winner, 1, ending, options))
        paid.update({name: int(options[f"hebei.fan_{name}"]) * times for name in names})
    for payer, owner, amount in kan_payments(ending, options):
        kan_part[payer] -= amount
        kan_part[owner] += amount
    delta = tuple(a + b for a, b in zip(win_part, kan_part, strict=True))
    return Score(delta, tuple(win_part), tuple(kan_part), fans, fan_points, None if cut else dict(paid))
