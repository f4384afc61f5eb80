"""The special wins of Fuzhou, each asked by itself: does this winner have it? FZ 3.9, 5.2, 7.7, 7.8."""

from __future__ import annotations

from collections.abc import Mapping

from tests.oracle import wild, win
from tests.oracle.ending import Counts, Ending, Options
from tests.oracle.wild import Held

FIRST_FLOWER = 27
SEASONS, PLANTS = range(34, 38), range(38, 42)

# In the order of their numbers, from 1.
SPECIALS = (
    "ping1",
    "ping0",
    "tianhu",
    "qiangjin",
    "sanjin",
    "jinque",
    "jinlong",
    "hunyise",
    "qingyise",
    "dandiao",
    "huahu",
    "dihu",
    "kan_win",
    "last_tile",
    "all_runs",
    "all_triplets",
    "concealed",
    "all_claimed",
)
HUAHU_FLOWERS = 20


def winner_held(ending: Ending, seat: int, options: Options) -> Held:
    """The winner's tiles with the winning one; an indicator that was taken as the tile it shows is a natural tile."""
    held = wild.held_of(ending.hands[seat], ending.gold, ending.melds[seat], len(ending.gold_flowers[seat]))
    if ending.opening == "indicator":
        before = held.minus(ending.indicator)
        is_gold = options["gold.maps_to"] == "same"
        return before.with_indicator(ending.indicator, is_gold, bool(options["rob_gold.indicator_wild"]))
    return held


def took_gold(ending: Ending, options: Options) -> bool:
    """Did the winner take the indicator, and is that a gold? Under `gold.maps_to: next` it is none. FZ 4."""
    return ending.opening == "indicator" and options["gold.maps_to"] == "same"


def own_golds(ending: Ending, seat: int, options: Options) -> int:
    """Golds among the concealed tiles, a taken indicator left aside. FZ-3G-02, A12."""
    held = winner_held(ending, seat, options)
    return held.golds + held.face - took_gold(ending, options)


def golds_of(ending: Ending, seat: int, options: Options) -> int:
    """Gd: gold tiles in the final hand, a taken indicator and a gold laid out in a chi among them. FZ 5.1."""
    held = winner_held(ending, seat, options)
    melded = [kind for meld in ending.melds[seat] for kind in meld.tiles]
    return held.golds + held.face + (melded.count(ending.gold) if ending.gold >= 0 else 0)


def n_flowers(ending: Ending, seat: int) -> int:
    return sum(ending.flowers[seat])


def flower_quads(flowers: Mapping[int, int], options: Options) -> int:
    """Four equal honours; a full set of seasons or plants where `flower.quads` says so. FZ-END-04, A15. By kind."""
    quads = sum(flowers.get(kind, 0) == 4 for kind in range(FIRST_FLOWER, 34))
    if options["flower.quads"] == "honours_and_sets":
        quads += sum(all(flowers.get(kind, 0) for kind in group) for group in (SEASONS, PLANTS))
    return quads


def shapes_at(ending: Ending, options: Options) -> win.Shapes:
    """The shapes that won at the end: the fourth copy may be half of the pair once no kan is possible. FD b.6."""
    free = bool(options["win.fourth_as_pair"]) and ending.no_kan
    return win.shapes_of(options)._replace(fourth_pair=free)


def has_shape(ending: Ending, seat: int, options: Options) -> bool:
    """Is it a complete hand? Tiles between turns (three golds at the opening) are none."""
    shapes = shapes_at(ending, options)
    held = winner_held(ending, seat, options)
    return held.size() == 3 * shapes.sets + 2 and wild.is_win(held, shapes)


def flowers_that_win(laid: Counts, golds: int, options: Options) -> int:
    """What `win.flower_win` counts: all flowers laid out (from E on) where winds are flowers, otherwise seasons and plants only;
    and golds where they may. FD b.7, X15."""
    counted = sum(laid) if options["tiles.winds"] == "flower" else sum(laid[SEASONS[0] - FIRST_FLOWER :])
    return counted + (golds if options.get("win.flower_win_golds") else 0)


def wins_by_flowers(ending: Ending, seat: int, options: Options) -> bool:
    """Could the winner win by its flowers alone? `win.flower_win`, `win.flower_win_mid_hand`."""
    needed = int(options["win.flower_win"])
    counted = flowers_that_win(ending.flowers[seat], ending.golds(seat), options)
    if not needed or ending.result != "self_draw" or counted < needed:
        return False
    return ending.opening == "dealt" or (ending.opening == "" and bool(options["win.flower_win_mid_hand"]))


def shapeless_gold_win(ending: Ending, seat: int, options: Options) -> bool:
    """Three golds when they win by themselves, or two and the indicator where `rob_gold.shapeless` allows it."""
    if ending.result != "self_draw":
        return False
    golds = own_golds(ending, seat, options)
    if ending.opening == "indicator":
        return bool(options["rob_gold.shapeless"]) and took_gold(ending, options) and golds >= 2
    when = options["win.three_gold"]
    if ending.opening == "" and when == "on_third":
        return golds == 3 and ending.tile == ending.gold
    return golds >= 3 and (when == "any_own_draw" or (ending.opening == "dealt" and when != "none"))


def specials_of(ending: Ending, seat: int, options: Options) -> frozenset[str]:
    """Names of all specials the winner has, whatever they are worth."""
    shape = has_shape(ending, seat, options)
    if not (shape or shapeless_gold_win(ending, seat, options) or wins_by_flowers(ending, seat, options)):
        raise ValueError(f"seat {seat} has no winning hand: {ending}")
    found = _of_the_table(ending, seat, options)
    if (shape and _counts_golds(ending, seat, options)) or shapeless_gold_win(ending, seat, options):
        found.add("sanjin")
    if wins_by_flowers(ending, seat, options) or (shape and n_flowers(ending, seat) >= HUAHU_FLOWERS):
        found.add("huahu")  # FZ 7.8: three golds without a shape do not carry it
    if shape:
        found |= _of_the_moment(ending, seat, options) | _of_the_shape(ending, seat, options)
    if ending.opening == "indicator":
        found.add("qiangjin")
    if "qiangjin" in found and not options["fuzhou.rob_gold_keeps_golds"]:
        found -= {"jinque", "jinlong"}
    return frozenset(found)


def _of_the_table(ending: Ending, seat: int, options: Options) -> set[str]:
    """平胡: flowers and kans alone. FZ-PING-01, 02."""
    found = set()
    flowers, melds = n_flowers(ending, seat), ending.melds[seat]
    kans = sum(meld.what.startswith("kan") for meld in melds)
    claimed = any(meld.what in ("chi", "pon") for meld in melds)
    if not flowers and not kans and not (claimed and options["fuzhou.ping0_concealed"]):
        found.add("ping0")
    if flowers == 1 and not (kans and options["fuzhou.ping1_needs_no_kan"]):
        found.add("ping1")
    return found


def _counts_golds(ending: Ending, seat: int, options: Options) -> bool:
    """Does a complete hand bring the bonus of three golds? FZ-3G-01, A12."""
    on_discard = ending.result != "self_draw"
    return own_golds(ending, seat, options) >= 3 and not (on_discard and not options["fuzhou.sanjin_on_discard"])


def _of_the_moment(ending: Ending, seat: int, options: Options) -> set[str]:
    """How the winning tile came."""
    if ending.result != "self_draw":
        return set()
    found, dealer = set(), seat == ending.dealer
    if ending.opening == "dealt" and dealer:
        found.add("tianhu")
    if ending.opening == "" and ending.first_draw and not dealer:
        if options["rob_gold.window"] == "own_first_draw" and ending.gold >= 0 and ending.tile == ending.gold:
            found.add("qiangjin")
        if not any(ending.melds):
            found.add("dihu")
    if ending.after_kan:
        found.add("kan_win")
    if ending.last_tile:
        found.add("last_tile")
    return found


def _of_the_shape(ending: Ending, seat: int, options: Options) -> set[str]:
    """What the complete hand looks like."""
    shapes, held = win.shapes_of(options), winner_held(ending, seat, options)
    melds = ending.melds[seat]
    found = flushes(held)
    if wild.has_gold_pair(held, shapes):
        found.add("jinque")
    if wild.has_gold_triplet(held, shapes):
        found.add("jinlong")
    if wild.is_all("run", held, shapes):
        found.add("all_runs")
    if wild.is_all("triplet", held, shapes):
        found.add("all_triplets")
    if all(meld.what == "kan_closed" for meld in melds):
        found.add("concealed")
    if len(melds) == shapes.sets:
        found.add("dandiao")
        if ending.result != "self_draw" and not any(meld.what == "kan_closed" for meld in melds):
            found.add("all_claimed")
    return found


def flushes(held: Held) -> set[str]:
    """清一色: natural tiles of one suit, golds of that suit only. 混一色: one suit, and a gold of another or natural
    honours beside it; honours alone are neither. FZ 7.7."""
    kinds = {kind for kind, n in enumerate(held.natural) if n} | {kind for meld in held.melds for kind in meld.tiles}
    suits = {min(kind // 9, 3) for kind in kinds}
    numbers = suits - {3}
    if len(numbers) != 1:
        return set()
    strange_gold = held.golds > 0 and min(held.gold // 9, 3) not in numbers
    return {"hunyise"} if 3 in suits or strange_gold else {"qingyise"}


def rank(ending: Ending, seat: int, options: Options) -> int:
    """`claim.win_order`: how early this winner goes, 0 first; equal ones go in turn order.

    *Reading*: hands are ranked as they stand; whether the scoring counts a special does not matter.
    """
    order = options["claim.win_order"]
    shapes, held = win.shapes_of(options), winner_held(ending, seat, options)
    if order == "seat":
        return 0
    if order == "gold_pair_first":
        return 0 if wild.has_gold_pair(held, shapes) else 1
    one_suit = flushes(held)
    no_kan = not any(meld.what.startswith("kan") for meld in ending.melds[seat])
    tests = (
        "qingyise" in one_suit,
        wild.has_gold_triplet(held, shapes),
        "hunyise" in one_suit,
        wild.has_gold_pair(held, shapes),
        n_flowers(ending, seat) == 0 and no_kan,
    )
    return tests.index(True) if any(tests) else len(tests)
