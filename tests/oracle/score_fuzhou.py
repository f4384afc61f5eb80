"""Points of a finished Fuzhou hand, read off the specification's section 5, one payment a line."""

from __future__ import annotations

from tests.oracle import specials
from tests.oracle.ending import Ending, Options, Score
from tests.oracle.specials import SPECIALS

NUMBER = {name: number for number, name in enumerate(SPECIALS, start=1)}
GROUPS = ({"jinlong", "jinque", "sanjin"}, {"qingyise", "hunyise"}, {"tianhu", "qiangjin", "dihu"})
GOLD_HANDS = {"jinlong", "jinque", "sanjin"}


def value_of(name: str, options: Options) -> int:
    return int(options[f"fuzhou.special_{name}"])


def counted_specials(names: frozenset[str], options: Options) -> dict[str, int]:
    """The specials that bring points, and how many: the best one, or all with one of each group. FZ 5.2, 5.3.

    Equal ones in the order of FZ 7.8: golds go first.
    """
    order = sorted(names, key=lambda name: name not in GOLD_HANDS)
    values = {name: value_of(name, options) for name in order if value_of(name, options)}
    groups = [set(values)] if options["fuzhou.special_combine"] == "max" else GROUPS
    for group in groups:
        found = [name for name in values if name in group]
        best = max(found, key=values.__getitem__, default="")
        values = {name: points for name, points in values.items() if name not in group or name == best}
    if options["fuzhou.special_exclusions"] == "gold_hands" and "jinlong" in values:
        values.pop("all_runs", None)
    return values


def special_points(names: frozenset[str], options: Options) -> int:
    return sum(counted_specials(names, options).values())


def core(ending: Ending, seat: int, names: frozenset[str], streak: int, options: Options) -> int:
    """FZ 5.1: base, flowers, quads, golds, kans and the dealer's streak."""

    def points(key: str) -> int:
        return int(options[f"fuzhou.{key}"])

    per_gold = points("per_gold")
    # Reading: what is left out is left out of a win that is scored for its golds, not of every win that could be.
    if GOLD_HANDS & set(counted_specials(names, options)) and options["fuzhou.special_exclusions"] == "gold_hands":
        per_gold = 0
    counted = [seat] if options["fuzhou.kans_counted"] == "winner" else range(4)
    melds = [meld.what for owner in counted for meld in ending.melds[owner]]
    flowers = {specials.FIRST_FLOWER + i: n for i, n in enumerate(ending.flowers[seat])}
    return (
        points("base_points")
        + points("per_flower") * specials.n_flowers(ending, seat)
        + points("quad_bonus") * specials.flower_quads(flowers, options)
        + per_gold * specials.golds_of(ending, seat, options)
        + points("per_open_kan") * (melds.count("kan_open") + melds.count("kan_added"))
        + points("per_closed_kan") * melds.count("kan_closed")
        + points("per_kept") * streak
    )


def factor(names: frozenset[str], self_draw: bool) -> int:
    """`core_times_special`: the highest that applies. FZ 5.3."""
    if "qiangjin" in names:
        return 5
    if names & {"jinque", "jinlong"}:
        return 4
    if "sanjin" in names:
        return 3
    return 2 if self_draw else 1


def amount(
    ending: Ending, seat: int, names: frozenset[str], payer: int, self_draw: bool, options: Options
) -> int:
    """S, as this payer has it: only the streak can differ between payers."""
    scope = options["fuzhou.kept_scope"]
    counts = seat == ending.dealer or scope == "always" or (scope == "collects_from_dealer" and payer == ending.dealer)
    points = core(ending, seat, names, ending.n_kept if counts else 0, options)
    unit = int(options["fuzhou.unit"])
    if options["fuzhou.formula"] == "core_times_special":
        return unit * points * factor(names, self_draw)
    forced = options["fuzhou.special_as_self_draw"] and any(value_of(name, options) for name in names)
    mult = int(options["fuzhou.self_draw_mult" if self_draw or forced else "fuzhou.discard_mult"])
    return unit * (points * mult + special_points(names, options))


def fan_points(ending: Ending, seat: int, names: frozenset[str], options: Options) -> int:
    """What the specials bring beyond the plain win, before limits and shares. *Reading*: under `core_times_special` the
    core times what the factor exceeds the plain one by, as a payer other than the dealer has it."""
    if options["fuzhou.formula"] == "core_plus_special":
        return int(options["fuzhou.unit"]) * special_points(names, options)
    whole = ending.result == "rob_kan" and options["pay.robbed_kan"] == "declarer_pays_all"
    self_draw = ending.result == "self_draw" or whole
    other = next(payer for payer in range(4) if payer not in (seat, ending.dealer))
    return sum(amount(ending, seat, kinds, other, self_draw, options) * by for kinds, by in ((names, 1), (frozenset(), -1)))


def payments(ending: Ending, winner: int, names: frozenset[str], options: Options) -> list[tuple[int, int]]:
    """(payer, points) of everything due to this winner, before the limit. Other winners pay nothing."""
    losers = [seat for seat in range(4) if seat != winner]
    if ending.result == "self_draw":
        return [(loser, amount(ending, winner, names, loser, True, options)) for loser in losers]
    if ending.result == "rob_kan" and options["pay.robbed_kan"] == "declarer_pays_all":
        # Reading: three payments of a self-draw, each with its own limit, all from one purse.
        return [(ending.payer, amount(ending, winner, names, loser, True, options)) for loser in losers]
    shares = {seat: int(options["pay.discarder_share" if seat == ending.payer else "pay.other_share"]) for seat in losers}
    return [
        (seat, shares[seat] * amount(ending, winner, names, seat, False, options))
        for seat in losers
        if seat not in ending.winners
    ]


def score(ending: Ending, options: Options) -> Score:
    """Points of a finished hand. No points on an exhaustive draw, none for kans by themselves."""
    delta = [0] * 4
    limit = int(options["pay.limit"])
    fans = tuple(specials.specials_of(ending, winner, options) for winner in ending.winners)
    for winner, names in zip(ending.winners, fans, strict=True):
        for payer, points in payments(ending, winner, names, options):
            paid = min(points, limit) if limit else points
            delta[payer] -= paid
            delta[winner] += paid
    points = tuple(fan_points(ending, winner, names, options) for winner, names in zip(ending.winners, fans, strict=True))
    return Score(tuple(delta), tuple(delta), (0,) * 4, fans, points, None)
