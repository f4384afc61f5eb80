"""The greedy bot: nearest to a win first, then the most live useful tiles, then fixed weights of the tile thrown.

It reads the public record and its own tiles, never a score: what a win is worth changes none of its moves. Ties that the
weights leave are broken by a number of its own, so that no suit is favoured.

The same moves, with one thing added or missing, make the other kinds of this family: `blind` does not look at what lies
on the table, `careless` sometimes acts at random, `patient` (`sim.bots.patient`) declines cheap wins.

Golds (wild tiles) count as what they are: each takes one off the tiles needed, and none is thrown while anything else may
be. Drawing one helps after every discard alike, so golds are left out where live tiles are counted. Hands of eight pairs:
`sim.bots.pairs`; wins that need no shape: `sim.bots.winning`.

What it does not do: guess other hands, fold, weigh the danger of a discard, plan for the end of the wall.

Integers are widened to 64 bits where they are read, and few functions lie between a decision and the hand kernels: both
keep compiling short.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.hand_discard import best_discards, live_in, without
from rulesets.hand_distance import (
    STEP,
    keys_distance,
    orphans_missing,
    pairs_missing,
    plain_useful,
    shapes_of,
)
from rulesets.tiles import N_HELD_KINDS, MeldKind, Tile
from sim.actions import Action
from sim.bits import bit, has, lowest, n_bits, nth
from sim.bots.aims import NO_AIM, WINDS, aim_of, fits, is_suit, outside, set_aside, take_back
from sim.bots.pairs import discards_for_pairs, eight_pairs_needed, eight_pairs_of, live_pairs
from sim.flow.bars import discards_after_claim, has_bars
from sim.jit import kernel
from sim.seeding import below


class Greedy(IntEnum):
    """Places of the settings in the bot row; a kind of this family may add its own from OWN_SETTING on."""

    CALLS = 0  # chi and pon: 0 never, 1 if they bring the hand nearer, 2 also if it stays as near and gains live tiles
    CLOSED_KAN = 1  # 1: declare kans that do not take the hand further away
    OPEN_KAN = 2
    ADDED_KAN = 3
    READY = 4  # 1: declare ready where the rules offer it
    HONOUR = 5  # weights of the tile thrown: the lightest goes first
    TERMINAL = 6
    EDGE = 7
    MIDDLE = 8
    PAIR = 9
    NEIGHBOUR = 10
    FLUSH = 11
    PAIRS = 12  # eight pairs are aimed at if they are more than so many tiles nearer than sets
    HOLD_GOLDS = 13  # a win by golds or flowers alone is declined with at most so many tiles to go to a shape
    ONE_SUIT = 14  # from so many tiles of one suit on (melds count three) the bot makes the hand of that suit; 0: never
    WINDS = 15  # from so many winds on it keeps them and claims their triplets; 0: never
    OWN_SETTING = 16


CALLS_TO_RUN_OR_TRIPLET = (1 << Action.CHI_LOW) | (1 << Action.CHI_MID) | (1 << Action.CHI_HIGH) | (1 << Action.PON)


# --- what is live -----------------------------------------------------------------------------------------------------


@kernel
def live_copies(public, own, belief, looks):
    """Masks of the kinds of which at least one, two, three and four copies are live: not in hand and, if `looks`, not seen.

    A bot that does not look still knows its own melds, and every bot knows its own hidden kans. Golds are left out.
    """
    one = two = three = four = np.int64(0)
    for kind in range(N_HELD_KINDS):
        left = 4 * np.int64(belief.built.held[kind]) - np.int64(own.counts[kind])
        if looks:
            left -= np.int64(public.visible[kind])
        one |= (1 if left > 0 else 0) << kind
        two |= (1 if left > 1 else 0) << kind
        three |= (1 if left > 2 else 0) << kind
        four |= (1 if left > 3 else 0) << kind
    live = (one, two, three, four)
    for i in range(own.n_melds):
        if not looks or public.meld_tile[own.seat, i] < 0:
            tile = np.int64(own.meld_tile[i])
            if own.meld_kind[i] == MeldKind.CHI:
                live = without(without(without(live, tile), tile + 1), tile + 2)
            else:
                for _ in range(3 if own.meld_kind[i] == MeldKind.PON else 4):
                    live = without(live, tile)
    if own.gold_kind < 0:
        return live
    one, two, three, four = live
    others = ~bit(own.gold_kind)
    return one & others, two & others, three & others, four & others


# --- the own hand -----------------------------------------------------------------------------------------------------


@kernel
def reads_wild(own, belief):
    """Whether to read the hand table that allows fifth copies: with golds in hand, if they may be one.

    That table also allows a fifth copy that no gold is left for; it hardly ever matters, and a bot may err there.
    """
    return own.golds > 0 and belief.gold.fifth_copy != 0


@kernel
def held_copies(own):
    """Masks of the kinds held in at least one, two, three and four copies."""
    return own.at_least[0], own.at_least[1], own.at_least[2], own.at_least[3]


@kernel
def distance_without(lines, own, n_sets, a, n_a, b):
    """Tiles needed for sets and a pair after `n_a` tiles of kind `a` and, unless it is negative, one of kind `b` are gone."""
    m, p, s, z = np.int64(own.keys[0]), np.int64(own.keys[1]), np.int64(own.keys[2]), np.int64(own.keys[3])
    less = n_a * STEP[a % 9]
    suit = a // 9
    if b >= 0:  # the other tile of a run, of the same suit
        less += STEP[b % 9]
    if suit == 0:
        m -= less
    elif suit == 1:
        p -= less
    elif suit == 2:
        s -= less
    else:
        z -= less
    return keys_distance(lines, m, p, s, z, n_sets)


@kernel
def special_distance_of(held, pairs, quads, orphans, limit):
    """Tiles needed for seven pairs or thirteen orphans by the masks of held copies; `limit` if neither needs fewer."""
    one, two, three, four = held
    if pairs:
        limit = min(limit, pairs_missing(n_bits(one), n_bits(two), n_bits(three), n_bits(four), quads))
    if orphans:
        limit = min(limit, orphans_missing(one, two, orphans))
    return limit


@kernel
def needed_for_sets(lines, own, belief):
    """Natural tiles needed for sets and a pair, seven pairs or thirteen orphans, golds not taken off."""
    n_sets, pairs, quads, orphans = shapes_of(belief, own.n_melds)
    needed = distance_without(lines, own, n_sets, np.int64(0), np.int64(0), np.int64(-1))
    return special_distance_of(held_copies(own), pairs, quads, orphans, needed)


# --- discards ---------------------------------------------------------------------------------------------------------


@kernel
def suit_size(own, kind):
    """Concealed tiles of the suit of a kind; for an honour, of the longest suit, which it goes with."""
    longest = np.int64(0)
    for suit in range(3):
        size = np.int64(0)
        for rank in range(9):
            size += np.int64(own.counts[9 * suit + rank])
        if suit == kind // 9:
            return size
        longest = max(longest, size)
    return longest


@kernel
def tile_weight(own, bot, kind):
    """What throwing a tile of a kind costs by the fixed weights of the bot."""
    settings = bot.settings
    if kind >= Tile.EAST:
        weight = np.int64(settings[Greedy.HONOUR])
    else:
        rank = kind % 9
        if rank == 0 or rank == 8:
            weight = np.int64(settings[Greedy.TERMINAL])
        elif rank == 1 or rank == 7:
            weight = np.int64(settings[Greedy.EDGE])
        else:
            weight = np.int64(settings[Greedy.MIDDLE])
        if (rank > 0 and has(own.at_least[0], kind - 1)) or (rank < 8 and has(own.at_least[0], kind + 1)):
            weight += np.int64(settings[Greedy.NEIGHBOUR])
    if has(own.at_least[1], kind):
        weight += np.int64(settings[Greedy.PAIR])
    if settings[Greedy.FLUSH]:
        weight += np.int64(settings[Greedy.FLUSH]) * suit_size(own, kind)
    return weight


@kernel
def lightest(own, bot, kinds, key):
    """The kind with the least weight among some; if several have it, one of them by the bot's own numbers."""
    if kinds & (kinds - 1) == 0:
        return lowest(kinds)
    least = np.int64(1 << 40)
    ties = np.int64(0)
    for kind in range(N_HELD_KINDS):
        if has(kinds, kind):
            weight = tile_weight(own, bot, kind)
            if weight < least:
                least = weight
                ties = np.int64(0)
            if weight == least:
                ties |= bit(kind)
    if ties & (ties - 1) == 0:
        return lowest(ties)
    return nth(ties, below(key[0], key[1], key[2], key[3], key[4], n_bits(ties)))


@kernel
def without_golds(own, allowed):
    """The allowed discards but golds, unless nothing else may go."""
    if own.gold_kind < 0:
        return allowed
    others = allowed & ~bit(own.gold_kind)
    return others if others else allowed


@kernel
def nearest_discards(lines, own, n_sets, pairs, quads, orphans, allowed):
    """The discards after which the hand is nearest, tried one by one: for a complete hand, or if none keeps its distance."""
    held = held_copies(own)
    nearest = np.int64(1 << 40)
    best = np.int64(0)
    for kind in range(N_HELD_KINDS):
        if has(allowed, kind):
            distance = distance_without(lines, own, n_sets, kind, np.int64(1), np.int64(-1))
            distance = special_distance_of(without(held, kind), pairs, quads, orphans, distance)
            if distance < nearest:
                nearest = distance
                best = np.int64(0)
            if distance == nearest:
                best |= bit(kind)
    return best


# --- turns and claims ---------------------------------------------------------------------------------------------------


@kernel
def own_kan(lines, own, legal, belief, bot):
    """A closed or added kan that does not take the hand further away, as a choice; -1 if there is none."""
    closed = legal.closed_kans if bot.settings[Greedy.CLOSED_KAN] else np.int64(0)
    added = legal.added_kans if bot.settings[Greedy.ADDED_KAN] else np.int64(0)
    if closed | added == 0:
        return np.int64(-1)
    n_sets, _, _, _ = shapes_of(belief, own.n_melds)
    now = needed_for_sets(lines, own, belief)
    choice = eight_pairs_of(own, belief)
    if choice:
        now = min(now, eight_pairs_needed(own, belief, choice) + bot.settings[Greedy.PAIRS])
    for kind in range(N_HELD_KINDS):
        is_closed = has(closed, kind)
        if is_closed or has(added, kind):
            n, sets = (4, n_sets - 1) if is_closed else (1, n_sets)
            if distance_without(lines, own, sets, kind, n, np.int64(-1)) <= now:
                return np.int64((Action.KAN_CLOSED if is_closed else Action.KAN_ADDED) * 64 + kind)
    return np.int64(-1)


@kernel
def leaves_discard(public, own, belief, action):
    """Whether a chi or pon of the tile on offer leaves something to discard, where tiles can be barred."""
    if not has_bars(belief):
        return True
    return discards_after_claim(belief, public, own, action, public.tile) != 0


@kernel
def take_turn(tables, public, own, legal, belief, bot, key, looks):
    """The choice of a seat on its turn that does not win: kan, ready or discard."""
    lines = tables.wild if reads_wild(own, belief) else tables.plain
    kan = own_kan(lines, own, legal, belief, bot)
    aim = NO_AIM
    if bot.settings[Greedy.ONE_SUIT] or bot.settings[Greedy.WINDS]:
        aim = aim_of(own, bot.settings[Greedy.ONE_SUIT], bot.settings[Greedy.WINDS])
    if kan >= 0 and fits(aim, kan & 63):
        return kan
    action = Action.DISCARD * 64
    allowed = legal.discards
    if legal.ready_discards and bot.settings[Greedy.READY]:
        action = Action.READY * 64
        allowed = legal.ready_discards
    allowed = outside(aim, without_golds(own, allowed))
    if allowed & (allowed - 1) == 0:
        return action + lowest(allowed)
    if is_suit(aim) and allowed & aim == 0:
        return action + lightest(own, bot, allowed, key)
    n_sets, pairs, quads, orphans = shapes_of(belief, own.n_melds)
    live = live_copies(public, own, belief, looks)
    held = held_copies(own)
    best, _, needed = best_discards(lines, own.keys, held, n_sets, pairs, quads, orphans, allowed, live)
    choice = eight_pairs_of(own, belief)
    if choice and eight_pairs_needed(own, belief, choice) + bot.settings[Greedy.PAIRS] < needed:
        best = discards_for_pairs(own, belief, choice, allowed, live)
    elif best == 0:
        best = nearest_discards(lines, own, n_sets, pairs, quads, orphans, allowed)
    return action + lightest(own, bot, best, key)


@kernel
def called_tiles(own, action, tile):
    """What a chi or pon takes from the hand: a kind, how many of it, a second kind or -1, and how many golds.

    A gold goes where it stands for its own face in a chi (`gold.in_melds`); it is not among the natural tiles then.
    """
    none = np.int64(-1)
    one = np.int64(1)
    if action == Action.PON:
        return tile, one + 1, none, np.int64(0)
    first, second = tile + 1, tile + 2
    if action == Action.CHI_MID:
        first = tile - 1
        second = tile + 1
    elif action == Action.CHI_HIGH:
        first = tile - 2
        second = tile - 1
    if own.gold_kind >= 0 and first == own.gold_kind:
        return second, one, none, one
    if own.gold_kind >= 0 and second == own.gold_kind:
        return first, one, none, one
    return first, one, second, np.int64(0)


@kernel
def live_after_call(lines, own, live, n_sets, called, distance):
    """Live tiles that lower the distance once the tiles of a call are gone; the hand is restored."""
    first, n_first, second, _ = called
    change = n_first * STEP[first % 9] + (STEP[second % 9] if second >= 0 else 0)
    own.keys[first // 9] -= change
    useful = plain_useful(lines, own.keys, own.counts, n_sets, np.int64(0), np.int64(0), np.int64(0), distance)
    own.keys[first // 9] += change
    return live_in(useful, live)


@kernel
def answer_claim(tables, public, own, legal, belief, bot, looks):
    """The choice of a seat that may claim a tile but does not win on it: the call that helps most, or pass."""
    calls = bot.settings[Greedy.CALLS]
    may_call = calls != 0 and legal.actions & CALLS_TO_RUN_OR_TRIPLET != 0
    may_kan = has(legal.actions, Action.KAN_OPEN) and bot.settings[Greedy.OPEN_KAN] != 0
    best = np.int64(Action.PASS)
    if not may_call and not may_kan:
        return best
    lines = tables.wild if reads_wild(own, belief) else tables.plain
    tile = public.tile
    n_sets, pairs, quads, orphans = shapes_of(belief, own.n_melds)
    sets = needed_for_sets(lines, own, belief)
    choice = eight_pairs_of(own, belief)
    now = sets
    if choice:
        now = min(sets, eight_pairs_needed(own, belief, choice) + bot.settings[Greedy.PAIRS])
    if may_kan and distance_without(lines, own, n_sets - 1, tile, np.int64(3), np.int64(-1)) <= now:
        return Action.KAN_OPEN * 64 + tile
    if not may_call:
        return best
    live = live_copies(public, own, belief, looks)
    nearest = now - 1
    most = np.int64(-1)
    if calls == 2:
        nearest = now
        if now < sets:
            most = live_pairs(own, belief, choice, live)
        else:
            most = live_in(plain_useful(lines, own.keys, own.counts, n_sets, pairs, quads, orphans, now), live)
    for action in range(Action.CHI_LOW, Action.PON + 1):
        if has(legal.actions, action) and leaves_discard(public, own, belief, action):
            called = called_tiles(own, action, tile)
            first, n_first, second, golds = called
            after = distance_without(lines, own, n_sets - 1, first, n_first, second)
            needed = after + golds
            if own.gold_kind >= 0:
                needed = max(needed, own.golds + 1)  # complete for a moment, but a tile must go
            if needed <= nearest:
                gains = live_after_call(lines, own, live, n_sets - 1, called, after)
                if needed < nearest or gains > most:
                    nearest = needed
                    most = gains
                    best = action * 64 + tile
    return best


@kernel
def answer_with_aim(tables, public, own, legal, belief, bot, looks):
    """As `answer_claim` for a bot that may have an aim: it is the hand of those tiles alone that a call has to help."""
    aim = aim_of(own, bot.settings[Greedy.ONE_SUIT], bot.settings[Greedy.WINDS])
    if not fits(aim, public.tile):
        return np.int64(Action.PASS)
    pon = aim == WINDS and has(WINDS, public.tile) and has(legal.actions, Action.PON)
    if pon and leaves_discard(public, own, belief, Action.PON):
        return Action.PON * 64 + public.tile
    kept = (own.keys[0], own.keys[1], own.keys[2], own.keys[3])
    set_aside(own, aim)
    choice = answer_claim(tables, public, own, legal, belief, bot, looks)
    take_back(own, kept)
    return choice


@kernel
def greedy_move(tables, public, own, legal, belief, bot, key, looks):
    """The greedy choice of a seat that does not win."""
    if has(legal.actions, Action.PASS):
        if bot.settings[Greedy.ONE_SUIT] or bot.settings[Greedy.WINDS]:
            return answer_with_aim(tables, public, own, legal, belief, bot, looks)
        return answer_claim(tables, public, own, legal, belief, bot, looks)
    return take_turn(tables, public, own, legal, belief, bot, key, looks)


@kernel
def errs(bot, key):
    """Whether a careless bot acts at random this time (its errors are per thousand decisions)."""
    return below(key[0], key[1], key[2], key[3], key[4] + 1, np.int64(1000)) < bot.settings[Greedy.OWN_SETTING]
