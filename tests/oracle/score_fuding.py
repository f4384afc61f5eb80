"""Points of a finished Fuding hand, read off the specification's sections b.7, b.11 and h: all four hands are scored.

A winner's hand is read in every way there is, a loser's golds are given to its pairs and single tiles in every way there
is, and the best is taken.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from tests.oracle import specials, wild, win
from tests.oracle.ending import Ending, Meld, Options, Score
from tests.oracle.readings import Reading, meldable, readings
from tests.oracle.specials import FIRST_FLOWER, PLANTS, SEASONS

# In the order of their numbers, from 1: what replaces a total, then what brings tai.
FANS = ("three_gold", "eight_flower", "tianhu", "dihu", "qingyi", "four_winds", "pinghu")
FANS += ("gold", "white", "own_flower", "flower_set", "pung", "self_draw", "hunyise", "all_pungs")
FANS += ("idle_gold", "rob", "kan_win")
NUMBER = {name: number for number, name in enumerate(FANS, start=1)}

UNSURE = "several readings alike"  # the text does not say which of them is told

EAST, RED_DRAGON, GREEN_DRAGON, WHITE = 27, 31, 32, 33
WINDS = range(EAST, EAST + 4)
MULTIPLIERS = (4, 8, 16)


class Worth(NamedTuple):
    """What a hand, or one reading of it, is worth: the points of one share, and what they come from.

    `uncapped`: the total before limits; `names`: the fans it has, of limit hands those that are worth something.
    `computed`: the points come from hu and tai, not from a limit or flat hand.
    """

    points: int
    uncapped: int = 0
    tai: int = 0
    hu: int = 0
    names: frozenset[str] = frozenset()
    computed: bool = False
    counted: int = 0  # what counting gives before limits, of a flat hand too
    limited: int = 0  # the same after the limit of tai
    alone: int = 0  # what the reading would be worth but for the rows of the whole hand


def _value(options: Options, key: str) -> int:
    return int(options[f"fuding.{key}"])


def is_outer(kind: int) -> bool:
    """1, 9 and honours."""
    return kind >= 27 or kind % 9 in (0, 8)


def triplet_hu(kind: int, concealed: bool, options: Options) -> int:
    return _value(options, "hu_pung_outer" if is_outer(kind) else "hu_pung_simple") * (1 + concealed)


def meld_hu(meld: Meld, options: Options) -> int:
    """Hu of a meld. b.11."""
    if meld.what == "chi":
        return 0
    if meld.what == "pon":
        return triplet_hu(meld.kind, False, options)
    hu = _value(options, "hu_kan_outer" if is_outer(meld.kind) else "hu_kan_simple")
    return hu * (1 + (meld.what == "kan_closed"))


def own_wind(ending: Ending, seat: int) -> int:
    """Number of the seat's wind, 0 for East."""
    return (seat - ending.east) % 4


def earns_tai(kind: int, ending: Ending, seat: int) -> bool:
    """Dragons and the own wind. *Reading*: white dragons too where they are held."""
    return kind in (RED_DRAGON, GREEN_DRAGON, WHITE) or kind == EAST + own_wind(ending, seat)


def held_golds(ending: Ending, seat: int, options: Options) -> int:
    """Golds that are counted: none of a seat whose concealed tiles do not count. h.11."""
    return 0 if exposed_only(ending, seat, options) else ending.golds(seat)


def exposed_only(ending: Ending, seat: int, options: Options) -> bool:
    return seat in ending.standing and options["penalty.stand_scored"] == "exposed"


# --- flowers and golds: the same for all seats -----------------------------------------------------------------------


def flower_hu(ending: Ending, seat: int, options: Options) -> int:
    return _value(options, "hu_flower") * sum(ending.flowers[seat])


def table_tai(ending: Ending, seat: int, options: Options) -> dict[str, int]:
    """Tai of golds and flowers, by name. b.11, h.6."""
    laid = {FIRST_FLOWER + place: n for place, n in enumerate(ending.flowers[seat])}
    golds = held_golds(ending, seat, options)
    wind = own_wind(ending, seat)
    matching = sum(laid[colour[wind]] for colour in (SEASONS, PLANTS))
    if not exposed_only(ending, seat, options):
        matching += sum(kind in (SEASONS[wind], PLANTS[wind]) for kind in ending.gold_flowers[seat])
    sets = sum(all(laid[kind] for kind in colour) for colour in (SEASONS, PLANTS))
    found = {
        "gold": golds * _value(options, "tai_gold"),
        "white": max(0, laid[WHITE] - 1) * _value(options, "tai_white_step"),
        "own_flower": matching * _value(options, "tai_own_flower"),
        "flower_set": sets * _value(options, "tai_flower_set"),
    }
    return {name: tai for name, tai in found.items() if tai}


def total(hu: int, tai: int, factor: int, options: Options) -> tuple[int, int]:
    """(T, T before both limits, that of tai and that of points). b.11."""
    rounding, limit = _value(options, "rounding"), int(options["pay.limit"])
    rounded = -(-hu // rounding) * rounding * factor
    points = rounded * 2 ** min(tai, _value(options, "tai_limit"))
    return (min(limit, points) if limit else points), rounded * 2**tai


# --- losers ----------------------------------------------------------------------------------------------------------


def loser_total(ending: Ending, seat: int, options: Options) -> int:
    """T of a hand that did not win: the best use of its golds. b.11, h.8."""
    melds, hidden = ending.melds[seat], exposed_only(ending, seat, options)
    tai = sum(table_tai(ending, seat, options).values())
    shown = [meld for meld in melds if meld.what != "chi" and not (hidden and meld.what == "kan_closed")]
    hu = flower_hu(ending, seat, options) + sum(meld_hu(meld, options) for meld in shown)
    tai += sum(_value(options, "tai_pung") for meld in shown if earns_tai(meld.kind, ending, seat))
    if hidden:
        return total(hu, tai, 1, options)[0]
    own = [0 if kind == ending.gold else n for kind, n in enumerate(ending.hands[seat])]
    for kind, n in enumerate(own):
        if n >= 3:
            hu += triplet_hu(kind, True, options)
            tai += _value(options, "tai_pung") * earns_tai(kind, ending, seat)
    grouped = {meld.kind for meld in melds if meld.what != "chi"}
    open_kinds = [kind for kind, n in enumerate(own) if n in (1, 2) and is_outer(kind) and kind not in grouped]
    golds, best = ending.golds(seat), 0
    for size in range(golds + 1):
        for chosen in combinations(open_kinds, size):
            left = golds - sum(3 - own[kind] for kind in chosen)
            if left >= 0:
                more = _value(options, "hu_loser_gold") * left + _value(options, "hu_loser_gold_pung") * len(chosen)
                doubled = sum(_value(options, "tai_pung") for kind in chosen if earns_tai(kind, ending, seat))
                best = max(best, total(hu + more, tai + doubled, 1, options)[0])
    return best


# --- the winner ------------------------------------------------------------------------------------------------------


def whole_hand(ending: Ending, seat: int, options: Options) -> set[str]:
    """What replaces the total whatever the reading. b.7, h.4, h.5, h.9."""
    found = set()
    shape = specials.has_shape(ending, seat, options)
    if specials.shapeless_gold_win(ending, seat, options):
        found.add("three_gold")
    if specials.wins_by_flowers(ending, seat, options):
        found.add("eight_flower")
    if not shape:
        return found
    dealer, melds = seat == ending.dealer, ending.melds[seat]
    if ending.opening == "dealt" and dealer:
        found.add("tianhu")
    drawn = ending.result == "self_draw" and ending.first_draw and options["fuding.dihu_first_draw"]
    if not dealer and ending.discards == 1 and not melds and not ending.opening and (drawn or ending.result == "discard"):
        found.add("dihu")
    if "qingyi" in flushes(ending, seat, options):
        found.add("qingyi")
    return found


def flushes(ending: Ending, seat: int, options: Options) -> set[str]:
    """清一色 and 混一色 by the tiles, golds and flowers left out. h.4."""
    own = {kind for kind, n in enumerate(ending.hands[seat]) if n and kind != ending.gold}
    own |= {kind for meld in ending.melds[seat] for kind in meld.tiles}
    suits = {min(kind // 9, 3) for kind in own}
    if len(suits) == 1 and (suits != {3} or options["fuding.qingyi_all_honours"]):
        return {"qingyi"}
    return {"hunyise"} if len(suits) == 2 and 3 in suits else set()


def zeroes_others(ending: Ending, seat: int, options: Options) -> bool:
    """Do the losers settle nothing among themselves? b.7: opening wins and 地胡, whatever they are worth."""
    found = set(whole_hand(ending, seat, options))
    early = {"three_gold", "eight_flower"} if not ending.discards else set()
    return bool(found & ({"tianhu", "dihu"} | early))


# What "the larger uncapped total" may be taken for (h.1): it decides which of equal readings is told.
_SIZES = (lambda w: w.uncapped, lambda w: w.counted, lambda w: w.limited, lambda w: w.alone)


def winner_worth(ending: Ending, seat: int, options: Options) -> Worth:
    """The best there is. h.1, h.3, h.5."""
    rows = {name: _value(options, f"limit_{name}") for name in whole_hand(ending, seat, options)}
    replaced = {name: points for name, points in rows.items() if points}
    held, shapes = specials.winner_held(ending, seat, options), specials.shapes_at(ending, options)
    found = []
    if specials.has_shape(ending, seat, options):
        moment = _of_the_moment(ending, seat, options)
        for reading in readings(held, shapes, meldable(options)):
            for place in _places(ending, reading):
                found.append(_read(ending, seat, reading, place, moment, options))
    elif not rows:
        raise ValueError(f"seat {seat} has no winning hand: {ending}")
    if replaced:  # a reading of four winds or runs may still be worth more than the rows
        highest = max(replaced.values())
        found = [worth._replace(points=max(highest, 0 if worth.computed else worth.points), computed=False) for worth in found]
    best = max(found, key=lambda worth: worth[:4], default=Worth(max(replaced.values(), default=0)))
    orders = [lambda w, size=size: (w.points, size(w), *w[1:4]) for size in _SIZES]
    if any(w.names != best.names for order in orders for w in found if order(w) == max(map(order, found))):
        best = best._replace(names=best.names | {UNSURE})
    return best._replace(names=best.names | frozenset(replaced))


def _places(ending: Ending, reading: Reading) -> list[int]:
    """Numbers of the groups in which the claimed tile may stand; 99 if it was not claimed. h.2.

    A claimed gold stands wherever a gold may stand.
    """
    if ending.result == "self_draw":
        return [99]
    if ending.tile != ending.gold:
        return reading.with_tile(ending.tile)
    return sorted({place for kind in reading.gold_as for place in reading.with_tile(kind)})


def _of_the_moment(ending: Ending, seat: int, options: Options) -> dict[str, int]:
    """Tai of how the hand was won, by name, and of its colour; "times" is no tai but the factor of an idle gold. h.12."""
    found = {}
    if ending.result == "self_draw":
        found["self_draw"] = _value(options, "tai_self_draw")
        level = idle_level(ending, seat, options)
        if level and options["fuding.idle_gold_bonus"] == "tai_1_2_3":
            found["idle_gold"] = level
        if level and options["fuding.idle_gold_bonus"] == "times_4_8_16":
            found["times"] = MULTIPLIERS[level - 1]
    if ending.result == "rob_kan":
        found["rob"] = _value(options, "rob_tai")
    if ending.after_kan:
        found["kan_win"] = _value(options, "kan_win_tai")
    if "hunyise" in flushes(ending, seat, options):
        found["hunyise"] = _value(options, "tai_hunyise")
    return {name: tai for name, tai in found.items() if tai} | table_tai(ending, seat, options)


def idle_level(ending: Ending, seat: int, options: Options) -> int:
    """Golds of an idle-gold hand before the tile it drew, 0 if it was none; three at most."""
    if ending.opening or ending.tile < 0:
        return 0
    before = specials.winner_held(ending, seat, options).minus(ending.tile)
    return min(3, before.golds) if wild.is_idle_gold(before, win.shapes_of(options)) else 0


def _read(ending: Ending, seat: int, reading: Reading, place: int, moment: dict[str, int], options: Options) -> Worth:
    """One reading, the claimed tile standing in the group of that number."""
    melds, flowers = ending.melds[seat], sum(ending.flowers[seat])
    triplets = [kind for what, kind in reading.groups if what == "triplet"]
    sets = [*triplets, *(meld.kind for meld in melds if meld.what != "chi")]
    streak = ending.n_kept + 1 if options["fuding.streak_multiplies"] else 1
    hu = _value(options, "winner_base") * streak + flower_hu(ending, seat, options)
    hu += sum(meld_hu(meld, options) for meld in melds)
    for number, (what, kind) in enumerate(reading.groups):
        if what == "triplet":
            hu += triplet_hu(kind, number != place, options)
    parts = {name: tai for name, tai in moment.items() if name != "times"}
    parts["pung"] = _value(options, "tai_pung") * len({kind for kind in sets if earns_tai(kind, ending, seat)})
    if len(sets) == len(reading.groups) + len(melds):
        parts["all_pungs"] = _value(options, "tai_all_pungs")
    parts = {name: tai for name, tai in parts.items() if tai}
    tai = sum(parts.values())
    points, uncapped = total(hu, tai, moment.get("times", 1), options)
    counted, limited = uncapped, total(hu, tai, moment.get("times", 1), {**options, "pay.limit": 0})[0]
    names = set(parts) | ({"idle_gold"} if "times" in moment else set())
    computed = True
    if _value(options, "limit_four_winds") and all(wind in (*sets, reading.pair) for wind in WINDS):
        names.add("four_winds")
        points = uncapped = _value(options, "limit_four_winds")
        computed = False
    flat = _value(options, "flat_pinghu") if options["fuding.pinghu"] != "none" else 0
    if flat and not melds and not flowers and not triplets:
        names.add("pinghu")
        if options["fuding.pinghu"] == "flat" or flat >= points:
            points, uncapped, computed = flat, flat, False
    return Worth(points, uncapped, tai, hu, frozenset(names), computed, counted, limited, points)


# --- settlement ------------------------------------------------------------------------------------------------------


def pair_factor(ending: Ending, one: int, other: int, options: Options) -> int:
    """The dealer double; not on a draw that is settled flat. b.9-5, b.11."""
    flat = ending.result == "draw" and options["end.draw_settlement"] == "pairwise_flat"
    return 1 if flat or ending.dealer not in (one, other) else _value(options, "dealer_mult")


def claims(ending: Ending, winner: int, worth: Worth, options: Options) -> list[tuple[int, int]]:
    """(payer, points) of everything due to a winner. `pay.*`, `fuding.eight_tai_bonus`."""
    bonus = _value(options, "eight_tai_bonus") if worth.computed and worth.tai >= _value(options, "tai_limit") else 0
    alone = ending.result == "rob_kan" and options["pay.robbed_kan"] == "declarer_pays_all"
    due = []
    for loser in range(4):
        if loser == winner or (loser in ending.winners and not alone):
            continue
        share = 1
        if ending.result != "self_draw" and not alone:
            share = int(options["pay.discarder_share" if loser == ending.payer else "pay.other_share"])
        points = share * worth.points * pair_factor(ending, winner, loser, options) + bonus
        due.append((ending.payer if alone else loser, points))
    return due


def score(ending: Ending, options: Options) -> Score:
    """Points of a finished hand: the winners' claims, then the losers among themselves. b.11."""
    delta, for_win = [0] * 4, [0] * 4
    worths = [winner_worth(ending, winner, options) for winner in ending.winners]
    for winner, worth in zip(ending.winners, worths, strict=True):
        for payer, points in claims(ending, winner, worth, options):
            for sums in (delta, for_win):
                sums[payer] -= points
                sums[winner] += points
    losers = [seat for seat in range(4) if seat not in ending.winners]
    unsettled = ending.result == "draw" and options["end.draw_settlement"] == "none"
    if unsettled or any(zeroes_others(ending, winner, options) for winner in ending.winners):
        losers = []
    totals = {seat: loser_total(ending, seat, options) for seat in losers}
    for seat in losers:
        for other in losers:
            if other != seat:
                points = totals[seat] * pair_factor(ending, seat, other, options)
                delta[seat] += points
                delta[other] -= points
    fans = tuple(worth.names for worth in worths)
    brought = tuple(fan_points(worth, options) for worth in worths)
    return Score(tuple(delta), tuple(for_win), (0,) * 4, fans, brought, None)


def fan_points(worth: Worth, options: Options) -> int:
    """What the fans bring, one share: beyond the rounded hu of the hand what tai add, or all of a limit or flat hand."""
    rounding = _value(options, "rounding")
    return worth.points - (-(-worth.hu // rounding) * rounding if worth.computed else 0)
