"""What makes a win void: a tile too many, a false kan, flowers owed, a tile too few, the tile of a chi not taken in.

Who wins lays its tiles down, so these are found for certain, whether the win was called or is carried out without asking
(`win.three_gold_choice: forced`, `end.last_group_win: forced`).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.tiles import N_SEATS
from sim.actions import Action
from sim.bits import has
from sim.ends import self_draw
from sim.jit import kernel
from sim.mistakes.acts import Came, win_untaken
from sim.mistakes.flowers import win_owing
from sim.mistakes.short import win_short
from sim.mistakes.tiles import win_with_wrong_tiles


@kernel
def void_win(world, rules, table, order, seat):
    """The seat wins with the tiles dealt, its own draw or a tile of the last group. Returns what `Came` of it: NOTHING if the win
    counts. What costs more is found first.
    """
    came = win_with_wrong_tiles(world, rules, table, seat)
    if came == Came.NOTHING:
        came = win_owing(world, rules, table, order, seat)
    if came == Came.NOTHING:
        came = win_short(world, rules, table, seat)
    return came if came != Came.NOTHING else win_untaken(world, rules, table, seat)


@kernel
def judge_win(world, rules, table, seat):
    """As `void_win`, of a seat with its number of tiles that wins on another's."""
    came = win_with_wrong_tiles(world, rules, table, seat)
    return came if came != Came.NOTHING else win_untaken(world, rules, table, seat)


@kernel
def win_unless_void(world, rules, table, order, seat):
    """A self-drawn win that needs no question any more. Returns what `Came`: NOTHING if the seat has won."""
    came = void_win(world, rules, table, order, seat)
    if came == Came.NOTHING:
        self_draw(world.log, table, seat)
    return came


@kernel
def judge_wins(world, rules, table, seats):
    """The wins that some seats (a mask) have called: void with a tile too many, a false kan or an untaken chi. Who is out passes.
    Returns whether the hand is over.
    """
    giver = table.public.turn_seat
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        if has(seats, seat) and world.answers[seat] >> 6 == Action.WIN:
            came = judge_win(world, rules, table, seat)
            if came == Came.OVER:
                return True
            if came == Came.OUT:
                world.answers[seat] = Action.PASS * 64
    return False
