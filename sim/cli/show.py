"""`rulelab show`: one hand, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from rulesets.errors import InputError, did_you_mean
from rulesets.options import Text
from sim.cli.argv import plain_arguments
from sim.cli.listing import config_dirs, fans_of
from sim.cli.words import Voice, columns
from sim.settings import MAX_SEED, MAX_SESSION_HANDS, MAX_WALLS, count

TILES = ("both", "text", "glyphs")


def command(argv: list[str], voice: Voice) -> int:
    """Play one hand and print it."""
    keys = ("seed", "wall", "variant", "lineup", "tiles", "hand", "session_hands")
    given = plain_arguments("show", argv, keys=keys, flags={"--decisions": False})
    if given.words:
        raise InputError(
            f'show: "{given.words[0]}" is not a setting; write key=value, such as wall=3.',
            f"show：“{given.words[0]}”不是设置；应写 键=值，例如 wall=3。",
        )
    text = given.settings
    seed = _number("seed", text.get("seed", "1"), 0, MAX_SEED)
    wall = _number("wall", text.get("wall", "0"), 0, MAX_WALLS - 1)
    session = _number("session_hands", text.get("session_hands", "0"), 0, MAX_SESSION_HANDS)
    hand = _number("hand", text.get("hand", "1"), 1, max(1, session))
    tiles = text.get("tiles", "both")
    if tiles not in TILES:
        en, zh = did_you_mean(tiles, TILES)
        raise InputError(
            f'tiles: "{tiles}" is not a choice; allowed are {", ".join(TILES)}.{en}',
            f"tiles：没有“{tiles}”；可用 {'、'.join(TILES)}。{zh}",
        )
    dirs = config_dirs(given)
    session = min(session, hand)  # the hand shown is the last one played
    played = play_shown(text.get("variant", "hebei/literal"), text.get("lineup", "four_greedy"), dirs, seed, wall, session, voice)
    _print(played, hand - 1, tiles, given.flag("--decisions"), voice)
    return 0


def _number(key: str, value: str, low: int, high: int) -> int:
    try:
        number = count(value)
    except InputError as fault:
        raise InputError(f"{key}: {fault.en}", f"{key}：{fault.zh}") from None
    if not low <= number <= high:
        raise InputError(
            f"{key}: {number} is out of range; allowed are {low} to {high}.", f"{key}：{number} 超出范围；允许 {low} 至 {high}。"
        )
    return number


class Shown:
    """What `play_shown` found: rule set, line-up, the engine's answer, the compiled rules."""

    def __init__(self, spec: Any, lineup: Any, played: Any, header: Text, rules: Any) -> None:
        self.spec, self.lineup, self.played, self.header, self.rules = spec, lineup, played, header, rules

    def seats(self, row: Any) -> list[str]:
        """Names by seat of the bots that played a hand, and of the profile of mistakes of those who have one."""
        seating = self.lineup.seatings[int(row["seating"])]
        bots = [self.lineup.bots[seating[s]] for s in range(4)]
        return [f"{bot.name}/{bot.mistakes.name}" if bot.mistakes else bot.name for bot in bots]


def play_shown(
    variant: str, lineup_name: str, dirs: tuple[Path, ...], seed: int, wall: int, session: int, voice: Voice
) -> Shown:
    from rulesets.formats import seat_errors
    from rulesets.spec import resolve
    from sim.bots.registry import load_lineup
    from sim.cli.prepare import check_mistakes

    spec = resolve(variant, dirs)
    lineup = load_lineup(lineup_name, dirs)
    check_mistakes(spec, (lineup,))
    unit: Literal["hand", "session"] = "session" if session else "hand"
    for finding in seat_errors([spec], unit, [(lineup.name, len(lineup.bots))]):
        hint = " Give session_hands=200 as well." if unit == "hand" else ""
        hint_zh = "请同时给出 session_hands=200。" if unit == "hand" else ""
        raise InputError(f"{spec.full_name}: {finding.en}{hint}", f"{spec.full_name}：{finding.zh}{hint_zh}")
    from sim.batch import play
    from sim.plan import Study, VariantPlan
    from sim.shard import work_of

    study = Study("show", (VariantPlan(spec),), (lineup,), walls=wall + 1, seed=seed, unit=unit, session_hands=session or 1)
    work = work_of(study, source="")
    errs = work.profiles is not None
    forms = None if work.forms is None else work.forms.copy()
    if forms is not None:  # the match is looked at up to the hand shown, whose table is then the last one
        forms["max_hands"] = forms["max_hands"].clip(max=session)
    voice.warn_of_compiling()
    played = play(
        work.rules, work.bots, [wall], seed, lineups=work.lineups, session_hands=session, forms=forms, log=True,
        profiles=work.profiles, clause_block=int(errs), breaches=errs,
    )  # fmt: skip
    header = Text(
        f"{spec.full_name} ({spec.title.en}), line-up {lineup.name}, seed {seed}, wall {wall}",
        f"{spec.full_name}（{spec.title.zh}），阵容 {lineup.name}，种子 {seed}，牌墙 {wall}",
    )
    return Shown(spec, lineup, played, header, work.rules[0])


def _print(shown: Shown, hand: int, tiles: str, decisions: bool, voice: Voice) -> None:
    from sim.show import picture

    hands = shown.played.transcripts()
    if hand >= len(hands):
        raise InputError(
            f"hand: {hand + 1} was not played; the match was over after {len(hands)} hands.",
            f"hand：没有第 {hand + 1} 局；这一场共打了 {len(hands)} 局。",
        )
    seen = picture(hands[hand], voice.lang, tiles, decisions, with_bars=bool(shown.rules.built.has_bars))
    row = shown.played.rows[0].reshape(-1)[hand]
    voice.say(*shown.header)
    print()
    for line in columns([[name, bot, hand_text] for (name, hand_text), bot in zip(seen.deal, shown.seats(row), strict=True)]):
        print(line)
    print()
    for line in columns(seen.moves):
        print(line)
    _unpunished(shown, hand, tiles, voice)
    print()
    _result(shown, row, voice)


def _unpunished(shown: Shown, hand: int, tiles: str, voice: Voice) -> None:
    """Breaches of the hand of which nothing came: nobody found them in time, or nobody objected."""
    from sim.show_unseen import HEADING, unpunished

    lines = unpunished(shown.played.breaches, hand, tiles, voice.lang)
    if lines:
        print()
        print(HEADING[voice.lang])
        for line in columns(lines):
            print(line)


def _result(shown: Shown, row: Any, voice: Voice) -> None:
    """Fans of each winner in play order, then the points of the four seats, and what penalties are among them."""
    fans = fans_of(shown.spec.family)
    mask, payer = int(row["winner_mask"]), int(row["payer"])
    first = (payer + 1) if payer >= 0 else 0
    winners = [s % 4 for s in range(first, first + 4) if mask >> (s % 4) & 1]
    for seat, bits in zip(winners, (row["fans_a"], row["fans_b"], row["fans_c"]), strict=False):
        held = [f for f in fans if int(bits) >> f.number & 1]
        words_en = ", ".join(f"{f.zh} {f.code} {shown.spec[f.value_key]}" for f in held) or "none"
        words_zh = "、".join(f"{f.zh} {shown.spec[f.value_key]}" for f in held) or "无"
        voice.say(f"seat {seat} fans: {words_en}", f"{seat} 号位番种：{words_zh}")
    if not int(row["aborted"]):
        _totals(shown, voice)
    for name, en, zh in (("penalty", "penalties", "其中罚分"), ("delta", "points", "得失")):
        points = [int(row[f"{name}_s{s}"]) for s in range(4)]
        if name == "delta" or any(points):
            voice.say(
                f"{en}: " + ", ".join(f"seat {s} {p:+d}" for s, p in enumerate(points)),
                f"{zh}：" + "，".join(f"{s} 号位 {p:+d}" for s, p in enumerate(points)),
            )


def _totals(shown: Shown, voice: Voice) -> None:
    """The score table of all four hands and who pays whom, where every hand has a total."""
    from importlib import import_module

    from rulesets.hand_tables import load_tables
    from rulesets.score import new_hands
    from sim.scoring import lay_open

    family = import_module(f"rulesets.{shown.spec.family}.explain")
    if not hasattr(family, "explain_totals"):
        return
    table = shown.played.table[0]
    hands = new_hands()
    lay_open(shown.rules, table, hands)  # type: ignore[no-untyped-call]
    found = family.explain_totals(load_tables(), shown.rules, hands, table.event)
    zh = voice.lang == "zh"
    print()
    rows = [["座位", "胡", "台", "总分"] if zh else ["seat", "hu", "tai", "total"]]
    for line in found.lines:
        seat = f"{line.seat} 号位" if zh else f"seat {line.seat}"
        if int(table.event.winner_mask) >> line.seat & 1:
            seat += "（和）" if zh else " (wins)"
        elif int(table.event.standing) >> line.seat & 1:
            seat += "（站胡）" if zh else " (stands)"
        limit = [] if line.limit is None else [line.limit.zh if zh else f"{line.limit.zh} {line.limit.en}"]
        rows.append([seat, str(line.hu), str(line.tai), " ".join([str(line.total), *limit])])
    for text in columns(rows):
        print(text)
    if not found.pairs:
        voice.say("nothing is settled", "各家之间不结算")
    for pair in found.pairs:
        voice.say(
            f"seat {pair.payer} pays seat {pair.receiver} {pair.points}",
            f"{pair.payer} 号位付 {pair.receiver} 号位 {pair.points}",
        )
    print()
