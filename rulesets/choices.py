"""The choices of every option as enums for kernels: a rule row holds these numbers.

Written by hand so that code can be read and checked; a test compares every enum with the catalogue. Boolean options
need none: their cells hold 0 or 1. Options of one family's scoring have theirs in `rulesets.<family>.choices`, those of
table law (bars, penalties, timing) in `rulesets.table_choices`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class Family(IntEnum):
    """Whose scoring a rule row asks for; read in `rulesets/score.py` only."""

    HEBEI = 1
    FUZHOU = 2
    FUDING = 3


class Role(IntEnum):
    """`tiles.winds`, `.red`, `.green`, `.white`: what a group of honours is for."""

    HAND = 0
    FLOWER = 1
    ABSENT = 2


class SeasonRole(IntEnum):
    """`tiles.seasons`: what the eight single flowers are for."""

    ABSENT = 0
    FLOWER = 1


class SeatWinds(IntEnum):
    """`deal.seat_winds`: how seat winds 門風 are given out."""

    NONE = 0
    DEALER_EAST = 1
    DICE = 2
    RANDOM = 3


class FirstTaker(IntEnum):
    """`deal.first_taker`: who takes first from a recorded wall."""

    DEALER = 0
    DICE = 1


class TailOrder(IntEnum):
    """`wall.tail_order`."""

    LINEAR = 0
    STACK = 1


class OddTail(IntEnum):
    """`wall.odd_tail`."""

    IGNORE = 0
    EXCLUDE = 1


class NearEnd(IntEnum):
    """`kan.near_end`: when a kan may still be declared."""

    ALWAYS = 0
    LIVE_TILE = 1
    WITHIN_RESERVE = 2
    ONE_EACH = 3
    FIVE = 4


class ReplacementToZero(IntEnum):
    """`end.replacement_to_zero`."""

    DISCARD = 0
    END_HAND = 1


class LastGroupWin(IntEnum):
    """`end.last_group_win`."""

    OPTIONAL = 0
    FORCED = 1


class KanIntoGroup(IntEnum):
    """`end.kan_into_group`: the maker of a kan whose replacement leaves only last-group tiles."""

    DISCARD = 0
    NO_DISCARD = 1


LAST_GROUP_ACTIVE = -1  # `end.last_group: active`: as many tiles as seats are still in play


class KanMakerTile(IntEnum):
    """`end.kan_maker_tile`: the tile of the last group for the maker of the kan that led into it."""

    SKIP = 0
    LAST_TILE = 1


class FlowerIntoGroup(IntEnum):
    """`end.flower_into_group`: a flower after whose drawing only last-group tiles remain."""

    REPLACE = 0
    DEAD = 1


class DrawSettlement(IntEnum):
    """`end.draw_settlement`."""

    NONE = 0
    KAN_POINTS = 1
    PAIRWISE = 2
    PAIRWISE_FLAT = 3


class ChiRight(IntEnum):
    """`claim.chi`."""

    NONE = 0
    NEXT_SEAT = 1


class MultiWin(IntEnum):
    """`claim.multi_win`: head bump 截胡, or all winners 一炮多响."""

    HEAD_BUMP = 0
    ALL = 1


class WinOrder(IntEnum):
    """`claim.win_order`: who goes first where one discard has several winners and one may win."""

    SEAT = 0
    GOLD_PAIR_FIRST = 1
    SPECIAL_RANK = 2


class PassAfter(IntEnum):
    """`claim.pass_after`: what puts a kind on a seat's passed list."""

    WIN = 0
    WIN_OR_PON = 1
    SEEN = 2


class PassWin(IntEnum):
    """`claim.pass_win`: which discards a seat with a passed kind may not win on."""

    NONE = 0
    SAME_KIND = 1
    ANY_KIND = 2


class DiscardAfterChi(IntEnum):
    """`claim.discard_after_chi`."""

    FREE = 0
    NOT_SAME = 1


class Ready(IntEnum):
    """`turn.ready`: declaring ready 报听."""

    NONE = 0
    OPTIONAL_LOCK = 1


class AddedTiming(IntEnum):
    """`kan.added_timing`."""

    ANY_OWN_DRAW = 0
    DRAWN_TILE_ONLY = 1


class RobClosed(IntEnum):
    """`kan.rob_closed`."""

    NEVER = 0
    ORPHANS_ONLY = 1


class ClosedKind(IntEnum):
    """`kan.closed_kind`."""

    SHOWN = 0
    HIDDEN = 1


class GoldSource(IntEnum):
    """`gold.source`: wild tiles 金."""

    NONE = 0
    INDICATOR = 1


class GoldWhen(IntEnum):
    """`gold.open_when`: opening the gold 開金."""

    AFTER_FLOWERS = 0
    AFTER_DEAL = 1
    BEFORE_DEAL = 2


class GoldMapsTo(IntEnum):
    """`gold.maps_to`: which kind the indicator makes wild."""

    SAME = 0
    NEXT = 1


class FlowerFlip(IntEnum):
    """`gold.flower_flip`: the tile turned up is a flower."""

    DEALER_KEEPS = 0
    DEALER_DRAWS = 1
    FLOWERS_ARE_GOLD = 2


class GoldDiscard(IntEnum):
    """`gold.discard`."""

    ALLOWED = 0
    FORBIDDEN = 1


class GoldDiscardEffect(IntEnum):
    """`gold.discard_effect`."""

    NONE = 0
    SELF_DRAW_ONLY = 1


class GoldClaimable(IntEnum):
    """`gold.claimable`."""

    NEVER = 0
    WIN_ONLY = 1


class GoldInMelds(IntEnum):
    """`gold.in_melds`."""

    NEVER = 0
    NATURAL_IN_CHI = 1


class IdleWin(IntEnum):
    """`gold.idle_win`: wins of a hand with an idle gold 閒金."""

    ANY = 0
    SELF_DRAW_ONLY = 1


class FlowerOrder(IntEnum):
    """`flower.opening_order`: replacing the flowers of the deal 補花."""

    ROUNDS = 0
    SEAT_UNTIL_CLEAN = 1


class FlowerQuads(IntEnum):
    """`flower.quads`."""

    HONOURS_AND_SETS = 0
    HONOURS_ONLY = 1


class OpeningCheck(IntEnum):
    """`opening.check`."""

    AFTER_FLOWERS = 0
    BEFORE_AND_AFTER = 1


class OpeningOrder(IntEnum):
    """`opening.order`: heavenly win 天胡, three golds 三金倒, taking the indicator 搶金."""

    HEAVENLY_FIRST = 0
    THREE_GOLD_FIRST = 1
    SEAT = 2


class RobWindow(IntEnum):
    """`rob_gold.window`: when the indicator may be taken 搶金."""

    NONE = 0
    AFTER_FIRST_DISCARD = 1
    AT_OPENING = 2
    OWN_FIRST_DRAW = 3


class ThreeGold(IntEnum):
    """`win.three_gold`: three golds 三金倒."""

    NONE = 0
    OPENING_ONLY = 1
    ON_THIRD = 2
    ANY_OWN_DRAW = 3


class ThreeGoldChoice(IntEnum):
    """`win.three_gold_choice`."""

    OPTIONAL = 0
    FORCED = 1


class Pairs(IntEnum):
    """`win.pairs`."""

    NONE = 0
    SEVEN = 1
    EIGHT_ANY_SINGLE = 2
    EIGHT_HALF_MATCHES = 3


class Orphans(IntEnum):
    """`win.orphans`: thirteen orphans 十三幺 and its pair."""

    NONE = 0
    DRAGON_PAIR = 1
    ANY_PAIR = 2


class SameKindGroup(IntEnum):
    """`win.same_kind_group`: triplets, kans and pairs of one kind in a winning hand."""

    NONE = 0
    EXPOSED_ONLY = 1
    ALL = 2


class FirstDealer(IntEnum):
    """`dealer.first`."""

    RANDOM = 0
    SEAT0 = 1
    ROTATE_BY_SESSION = 2


class AfterWin(IntEnum):
    """`dealer.after_win`."""

    STAY_OR_NEXT = 0
    WINNER = 1


class OnDraw(IntEnum):
    """`dealer.on_draw`."""

    STAY = 0
    NEXT = 1


class DealerMultiWin(IntEnum):
    """`dealer.multi_win`: who deals after several winners."""

    STAY_IF_DEALER_WINS = 0
    FIRST_WINNER = 1
    NEXT_IF_OTHER_WINS = 2


class RobbedKan(IntEnum):
    """`pay.robbed_kan`."""

    AS_DISCARD = 0
    DECLARER_PAYS_ALL = 1


CHOICES: Mapping[str, type[IntEnum]] = MappingProxyType(
    {
        "tiles.winds": Role,
        "tiles.red": Role,
        "tiles.green": Role,
        "tiles.white": Role,
        "tiles.seasons": SeasonRole,
        "deal.seat_winds": SeatWinds,
        "deal.first_taker": FirstTaker,
        "wall.tail_order": TailOrder,
        "wall.odd_tail": OddTail,
        "kan.near_end": NearEnd,
        "end.replacement_to_zero": ReplacementToZero,
        "end.last_group_win": LastGroupWin,
        "end.kan_into_group": KanIntoGroup,
        "end.kan_maker_tile": KanMakerTile,
        "end.flower_into_group": FlowerIntoGroup,
        "end.draw_settlement": DrawSettlement,
        "claim.chi": ChiRight,
        "claim.multi_win": MultiWin,
        "claim.win_order": WinOrder,
        "claim.pass_after": PassAfter,
        "claim.pass_win": PassWin,
        "claim.discard_after_chi": DiscardAfterChi,
        "turn.ready": Ready,
        "kan.added_timing": AddedTiming,
        "kan.rob_closed": RobClosed,
        "kan.closed_kind": ClosedKind,
        "gold.source": GoldSource,
        "gold.open_when": GoldWhen,
        "gold.maps_to": GoldMapsTo,
        "gold.flower_flip": FlowerFlip,
        "gold.discard": GoldDiscard,
        "gold.discard_effect": GoldDiscardEffect,
        "gold.claimable": GoldClaimable,
        "gold.in_melds": GoldInMelds,
        "gold.idle_win": IdleWin,
        "flower.opening_order": FlowerOrder,
        "flower.quads": FlowerQuads,
        "opening.check": OpeningCheck,
        "opening.order": OpeningOrder,
        "rob_gold.window": RobWindow,
        "win.three_gold": ThreeGold,
        "win.three_gold_choice": ThreeGoldChoice,
        "win.pairs": Pairs,
        "win.orphans": Orphans,
        "win.same_kind_group": SameKindGroup,
        "dealer.first": FirstDealer,
        "dealer.after_win": AfterWin,
        "dealer.on_draw": OnDraw,
        "dealer.multi_win": DealerMultiWin,
        "pay.robbed_kan": RobbedKan,
    }
)
