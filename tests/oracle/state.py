"""The table as it stands: tiles, melds, flowers, golds, who stands, the wall's arithmetic, whether a hand is complete."""

from __future__ import annotations

from collections.abc import Mapping

from tests.oracle import specials, wild, win
from tests.oracle.ending import Ending, Meld
from tests.oracle.moves import Event, Phase, Stage
from tests.oracle.options import Value
from tests.oracle.wall import Wall, flower_kinds
from tests.oracle.wild import Held

FIRST_FLOWER = specials.FIRST_FLOWER


class State:
    """What is known about a hand in play. Hands are 34 counts, golds among them; flowers are never in a hand, but those that
    are golds are held beside it. `gold` is the kind that names a gold in choices, `gold_kinds` all that are wild."""

    def __init__(self, options: Mapping[str, Value], dealer: int, wall: Wall, n_kept: int = 0) -> None:
        self.options = options
        self._shapes = win.shapes_of(options)
        self.dealer, self.n_kept = dealer, n_kept
        self.wall = wall
        self.flower_kinds = flower_kinds(options)
        self.hands = [[0] * win.N_KINDS for _ in range(4)]
        self.melds: list[list[Meld]] = [[] for _ in range(4)]
        self.discards: list[list[int]] = [[] for _ in range(4)]
        self.flowers: list[list[int]] = [[] for _ in range(4)]  # kinds laid out, alive
        self.dead_flowers: list[int] = []
        self.gold = self.indicator = -1
        self.gold_kinds: tuple[int, ...] = ()
        self.gold_flowers: list[list[int]] = [[] for _ in range(4)]
        self.flowers_done = False  # the opening flowers have been replaced
        self.waiting: list[list[int]] = [[], [], [], []]  # flowers still in hand at the opening
        self.east = -1
        self.standing: set[int] = set()
        self.follow = [-1] * 4  # what each seat threw last, until it takes a tile
        self.aside: list[int] = []
        self.lays_aside = -1  # seat that has to lay a tile aside before its tile of the group
        self.thrown = 0  # discards made
        # Where standing is possible at all; elsewhere a seat without a free discard may throw anything.
        bars = ("bar.late_honour", "bar.flush_table", "bar.four_winds", "bar.own_kan_tile", "turn.stand_pass")
        self.may_stand = any(options[key] for key in bars)
        self.passed: list[set[int]] = [set() for _ in range(4)]
        self.is_ready = [False] * 4
        self.self_draw_only = [False] * 4
        self.own_draws = [0] * 4  # ordinary draws from the wall
        self.tail_taken = self.open_kans = self.closed_kans = self.draws = 0
        self.seat, self.phase, self.stage = dealer, Phase.ACT, Stage.HEAVENLY
        self.drawn = self.tile = -1  # kind just drawn by the seat to act; kind that can be claimed, robbed or taken
        self.kan = ""  # the kan that is being declared, in ROB
        self.after_kan = self.replaced = False  # the drawn tile replaces a kan's; a kan's or a flower's
        self.may_win = True  # the dealer's dealt tiles were offered as a win before
        self.to_lay_back = 0
        self.rob_open = False  # the indicator may still be taken
        self.wins_asked = False  # wins on the first discard were asked before the indicator was on offer
        self.group_left = -1  # tiles of the last group still to be drawn
        self.frozen_keep = -1  # the reserve from the last group on
        self.events: list[Event] = []
        self.ending: Ending | None = None
        self._may_lock = options["claim.pass_win"] != "none" or options["claim.pass_pon"] or options["claim.pass_kan"]

    def laid_out(self, seat: int) -> list[int]:
        """Flowers that lie on the table: those of a seat that wins before the first replacement are counted, not laid."""
        return self.flowers[seat] if self.flowers_done else []

    # --- the wall: HB-DRAW-01, HB-DRAW-02, FZ 3.11 ---

    def quads(self) -> int:
        """Flower quads of all seats. FZ-END-04."""
        counts = [{kind: flowers.count(kind) for kind in flowers} for flowers in map(self.laid_out, range(4))]
        return sum(specials.flower_quads(own, self.options) for own in counts)

    def keep(self, open_kans: int, closed_kans: int, tail_taken: int) -> int:
        """Tiles that ordinary draws must leave."""
        if self.frozen_keep >= 0:
            return self.frozen_keep
        keep = int(self.options["wall.reserve"])
        keep += int(self.options["wall.grow_open_kan"]) * open_kans
        keep += int(self.options["wall.grow_closed_kan"]) * closed_kans
        keep += int(self.options["wall.grow_flower_quad"]) * self.quads()
        return keep + (tail_taken % 2 if self.options["wall.odd_tail"] == "exclude" else 0)

    def on_table(self) -> int:
        """Tiles face down, and the indicator where it counts."""
        return self.wall.left + (self.indicator >= 0 and bool(self.options["wall.indicator_counts"]))

    def drawable(self) -> int:
        """Tiles left for ordinary draws. *Reading*: `tail_taken` counts replacements and flips, not draws that an empty
        lane sent to the tail, as the arithmetic is that of a physical wall."""
        keep = self.keep(self.open_kans, self.closed_kans, self.tail_taken)
        return max(0, min(self.on_table() - keep, self.wall.left))

    def kan_allowed(self, what: str) -> bool:
        """`kan.near_end`: may a kan of this sort be declared now?"""
        if self.wall.left < 1:
            return False
        mode = self.options["kan.near_end"]
        if mode == "always":
            return True
        if mode == "within_reserve":
            closed = what == "kan_closed"
            after = self.keep(self.open_kans + (not closed), self.closed_kans + closed, self.tail_taken + 1)
            return self.on_table() - 1 - after >= 0
        return self.drawable() >= {"live_tile": 1, "five": 5}.get(str(mode), self.n_in_play() + 1)  # one_each

    def group_size(self) -> int:
        """At how many drawable tiles the last group begins. `end.last_group`, FD b.9-3."""
        size = self.options["end.last_group"]
        return self.n_in_play() if size == "active" else int(size)

    # --- who stands: FD b.12 ---

    def n_in_play(self) -> int:
        return 4 - len(self.standing)

    def next_in_play(self, seat: int) -> int:
        """The next seat that does not stand."""
        return next((s for i in range(1, 5) if (s := (seat + i) % 4) not in self.standing), -1)

    def next_on_turn(self, seat: int) -> int:
        """The next seat that draws: seats that stand do so under `play_no_win` only."""
        return self.next_in_play(seat) if self.options["penalty.stand"] == "skip" else (seat + 1) % 4

    # --- questions ---

    def on_offer(self) -> int:
        """The tile the question is about, -1 on an own turn."""
        if self.phase == Phase.ROB_GOLD or (self.phase == Phase.OPENING and self.stage == Stage.TAKE):
            return self.indicator
        return self.tile if self.phase in (Phase.CLAIM, Phase.ROB) else -1

    def concerned(self, seat: int) -> int:
        """The tile that an action without a choice of tiles is about: the one on offer or the one drawn; -1 for none."""
        dealt = self.phase == Phase.OPENING and self.stage != Stage.TAKE and seat == self.dealer
        own = self.phase in (Phase.ACT, Phase.LAST, Phase.LAST_GROUP)
        if self.phase == Phase.BEFORE_DRAW:
            return -1
        return self.drawn if own or dealt else self.on_offer()

    # --- hands ---

    @property
    def shapes(self) -> win.Shapes:
        """The shapes that win now: the fourth copy may be half of the pair once the wall allows no kan. FD b.6, h.10."""
        return self._shapes._replace(fourth_pair=bool(self.options["win.fourth_as_pair"]) and self.no_kan())

    def no_kan(self) -> bool:
        """Does the wall allow no kan any more? FD b.9."""
        return self.group_left >= 0 or not (self.kan_allowed("kan_added") or self.kan_allowed("kan_closed"))

    def take_tile(self, seat: int, kind: int) -> int:
        """Put a tile that is no flower into a hand; returns the kind that names it, for a gold that of golds."""
        if kind in self.gold_kinds and kind >= win.N_KINDS:
            self.gold_flowers[seat].append(kind)
            return self.gold
        self.hands[seat][kind] += 1
        return kind

    def give_tile(self, seat: int, kind: int) -> int:
        """Take a tile of a kind out of a hand; returns the kind it really is, of gold flowers the first."""
        if kind == self.gold and kind >= win.N_KINDS:
            kind = min(self.gold_flowers[seat])
            self.gold_flowers[seat].remove(kind)
        else:
            self.hands[seat][kind] -= 1
        return kind

    def n_tiles_held(self, seat: int) -> int:
        """Tiles of a hand, melds as three."""
        return sum(self.hands[seat]) + len(self.gold_flowers[seat]) + 3 * len(self.melds[seat])

    def held(self, seat: int) -> Held:
        return wild.held_of(self.hands[seat], self.gold, self.melds[seat], len(self.gold_flowers[seat]))

    def golds(self, seat: int) -> int:
        """Golds among the concealed tiles."""
        own = self.hands[seat][self.gold] if 0 <= self.gold < win.N_KINDS else 0
        return own + len(self.gold_flowers[seat])

    def is_complete(self, seat: int) -> bool:
        """Is the hand with its drawn tile complete?"""
        return wild.is_win(self.held(seat), self.shapes)

    def completes(self, seat: int) -> bool:
        """Would the tile on offer complete the hand?"""
        return wild.is_win(self.held(seat).plus(self.tile), self.shapes)

    def taking_completes(self, held: Held) -> bool:
        """搶金: do these tiles win with the indicator? Two golds suffice under `rob_gold.shapeless`. FZ-ROB, FZ-3G-02."""
        is_gold = self.options["gold.maps_to"] == "same"
        wild_there = bool(self.options["rob_gold.indicator_wild"])
        if wild.is_win(held.with_indicator(self.indicator, is_gold, wild_there), self.shapes):
            return True
        return bool(self.options["rob_gold.shapeless"]) and is_gold and held.golds >= 2

    def golds_win(self) -> bool:
        """三金倒 with the tile just drawn. `win.three_gold`, FZ-3G-01, A11."""
        when, golds = self.options["win.three_gold"], self.golds(self.seat)
        if when == "on_third":
            # Reading: the draw that brings the third; with four live golds the fourth comes too late.
            return golds == 3 and self.drawn == self.gold
        return when == "any_own_draw" and golds >= 3

    def flowers_win(self) -> bool:
        """`win.flower_win` during play; not in the last group."""
        needed = int(self.options["win.flower_win"])
        in_time = bool(self.options["win.flower_win_mid_hand"]) and self.group_left < 0
        return bool(needed) and in_time and self.counted_flowers(self.seat) >= needed

    def counted_flowers(self, seat: int) -> int:
        """What counts for `win.flower_win`: flowers laid out and, at the opening, those still to be laid; golds. FD b.7."""
        own = [*self.flowers[seat], *self.waiting[seat]]
        laid = [own.count(kind) for kind in range(FIRST_FLOWER, 42)]
        return specials.flowers_that_win(laid, self.golds(seat), self.options)

    def is_ready_hand(self, held: Held) -> bool:
        """HB-TING-03, any wait. *Reading*: a wait counts unless all four copies are among the concealed tiles; copies in
        own melds or on the table do not matter. A gold that is yet to come is a wait like others."""
        live = 4 if self.options["gold.maps_to"] == "next" else 3
        for kind in range(win.N_KINDS):
            copies, most = (held.golds, live) if kind == held.gold else (held.natural[kind], 4)
            if copies < most and wild.is_win(held.plus(kind), self.shapes):
                return True
        return False
