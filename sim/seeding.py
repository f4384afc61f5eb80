"""Random numbers from counters: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC'11).

There is no state. A number is a function of (study seed, wall, hand, purpose, item), so it does not matter who asks for
it, in which order, on which worker, or what was asked before. The key is the 64-bit study seed; the four 32-bit counter
words are (item, purpose, hand_no, wall). All arithmetic here is unsigned; no other module uses unsigned integers.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim.jit import kernel


class Purpose(IntEnum):
    """What a number is for; append-only. Numbers of different purposes are independent."""

    DICE = 1  # item 0: the dealer of an independent hand, the first dealer of a session; 1, 2: two dice; 3: seat winds
    TILE_PRIORITY = 2
    GOLD_FLIP = 3  # unused: the tile turned up is the tail tile
    LANE = 4
    DEALER_STREAK = 5  # how often the dealer of an independent hand has kept the deal
    SEATING_SHUFFLE = 6
    BOOTSTRAP = 7
    BOT = 16  # 16 + slot: private numbers of the bot in that slot of the line-up
    SLIP = 32  # 32 + slot: whether the player in that slot makes a mistake; item = moment * 64 + mistake
    NOTICE = 40  # 40 + slot: whether it notices one, and objects


_MASK = np.uint64(0xFFFFFFFF)
_S32 = np.uint64(32)
_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_S31 = np.uint64(31)
_ONE = np.uint64(1)
_THREE = np.uint64(3)


@kernel
def philox(c0, c1, c2, c3, k0, k1):
    """The four 32-bit output words (as uint64) of Philox4x32-10 for a counter and a key of 32-bit words (as uint64)."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0 = (p1 >> _S32) ^ c1 ^ k0
        c1 = p1 & _MASK
        c2 = (p0 >> _S32) ^ c3 ^ k1
        c3 = p0 & _MASK
        k0 = (k0 + _W0) & _MASK
        k1 = (k1 + _W1) & _MASK
    return c0, c1, c2, c3


@kernel
def block(seed, wall, hand_no, purpose, item):
    """The four 32-bit words for one item of one purpose. `seed` is uint64, the others non-negative integers below 2**32."""
    key = np.uint64(seed)
    return philox(
        np.uint64(item), np.uint64(purpose), np.uint64(hand_no), np.uint64(wall), key & _MASK, key >> _S32
    )


@kernel
def sort_key(high, low):
    """A 63-bit non-negative sort key from two 32-bit words."""
    return np.int64((high << _S31) | (low >> _ONE))


@kernel
def two_bits(word, i):
    """Bits 2i and 2i + 1 of a 32-bit word, as a number 0-3."""
    return np.int64((word >> np.uint64(2 * i)) & _THREE)


@kernel
def bounded(word, bits, n):
    """An unbiased number in 0 .. n-1 from a uniform word of `bits` bits (1-32), or -1: take another word.

    Lemire's multiply-shift: the high part of word*n is uniform once words whose low part is below 2**bits mod n are
    refused. `n` must be positive and at most 2**bits.
    """
    width = np.uint64(bits)
    size = np.uint64(n)
    product = np.uint64(word) * size
    span = _ONE << width
    if (product & (span - _ONE)) < span % size:
        return -1
    return np.int64(product >> width)


@kernel
def below(seed, wall, hand_no, purpose, item, n):
    """An unbiased number in 0 .. n-1 for one item. Refused words are followed by the next ones of the block, then by the
    blocks of item + 2**24, item + 2 * 2**24, …
    """
    at = item
    while True:
        w0, w1, w2, w3 = block(seed, wall, hand_no, purpose, at)
        found = bounded(w0, 32, n)
        if found < 0:
            found = bounded(w1, 32, n)
        if found < 0:
            found = bounded(w2, 32, n)
        if found < 0:
            found = bounded(w3, 32, n)
        if found >= 0:
            return found
        at += 1 << 24


@kernel
def bot_item(turn, decision, draw):
    """Item number of a bot's private number: discards so far, the bot's own decisions since the last discard, and which of
    its numbers in that decision it is (below 256). Nothing another seat does moves it.
    """
    return (turn << 16) | (decision << 8) | draw
