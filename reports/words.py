"""Sentences: what changes, by how much, how sure, in Chinese and English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from reports import digits
from reports.compare import CLAIM, Cell, Comparison, Verdict
from reports.load import Run, Text
from reports.metrics import Kind

NEVER_RESOLVED = 100
"""An unresolved difference that needs more than so many times the walls played is called undecidable in practice."""
MENTIONED_ELSEWHERE = 2
FOLLOW = frozenset(
    {
        "dealer_deal_in_rate",
        "dealer_win_rate",
        "decisions_per_hand",
        "discards_per_hand",
        "mean_deal_in",
        "points_moved",
        "ready_turn",
        "self_draw_rate",
        "win_rate",
    }
)
"""Metrics that move with the primary ones and say nothing new in a sentence."""

VERDICT_WORDS: dict[Verdict, Text] = {
    Verdict.HIGHER: Text("升高", "higher"),
    Verdict.LOWER: Text("降低", "lower"),
    Verdict.SLIGHTLY_HIGHER: Text("略升", "slightly higher"),
    Verdict.SLIGHTLY_LOWER: Text("略降", "slightly lower"),
    Verdict.SAME: Text("基本不变", "practically the same"),
    Verdict.IDENTICAL: Text("完全相同", "identical"),
    Verdict.UNRESOLVED: Text("未能判定", "not resolved"),
    Verdict.UNDEFINED: Text("无数据", "no data"),
}


@dataclass(frozen=True, slots=True)
class Measure:
    """What is played and compared one by one: deals, or sessions of several hands."""

    zh: str
    zh_one: str
    en: str
    en_one: str


WALLS = Measure("副牌墙", "一副", "walls", "wall")
SESSIONS = Measure("场", "一场", "sessions", "session")


def measure_of(run: Run) -> Measure:
    """The unit of a study as a word."""
    return SESSIONS if run.unit == "session" else WALLS


class Weight(IntEnum):
    """How much a variant matters, heaviest first."""

    CHANGES = 0
    SLIGHT = 1
    ELSEWHERE = 2
    OPEN = 3
    SAME = 4
    IDENTICAL = 5


WEIGHT_WORDS: dict[Weight, Text] = {
    Weight.CHANGES: Text("改变牌局", "Changes the game"),
    Weight.SLIGHT: Text("有变化，但很小", "Changes it a little"),
    Weight.ELSEWHERE: Text("主要指标不变，其他指标有变化", "Main measures stay, others move"),
    Weight.OPEN: Text("尚不能判定", "Not settled yet"),
    Weight.SAME: Text("几乎没有影响", "Practically no difference"),
    Weight.IDENTICAL: Text("完全相同", "Identical"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What is said about one variant with one line-up."""

    variant: int
    lineup: int
    weight: Weight
    size: float
    """Largest claimed difference in bands of indifference, for ordering."""
    lead: Text
    """What holds for all that follows; may be empty."""
    moves: tuple[Text, ...]
    """Clauses on what moved or is undecided, heaviest first."""
    stays: tuple[Text, ...]
    """Clauses on what stays."""

    @property
    def sentence(self) -> Text:
        """All of it as one sentence."""
        clauses = self.moves + self.stays
        en = "; ".join(c.en for c in clauses)
        if not self.lead.en:
            en = en[:1].upper() + en[1:]
        return Text(f"{self.lead.zh}{'；'.join(c.zh for c in clauses)}。", f"{self.lead.en}{en}.")


def findings(comparison: Comparison, lineup: int) -> list[Finding]:
    """One finding per variant, those that matter most first."""
    out = [finding(comparison, v.index, lineup) for v in comparison.run.variants[1:]]
    return sorted(out, key=lambda f: (f.weight, -f.size, f.variant))


def finding(comparison: Comparison, variant: int, lineup: int) -> Finding:
    """The sentence on a variant, how heavy it weighs and how large its largest effect is."""
    metrics = comparison.run.lineups[lineup].metrics
    every = [comparison.cell(variant, lineup, m.name) for m in metrics]
    cells = [c for c in every if c.metric.primary]
    if all(c.verdict in (Verdict.IDENTICAL, Verdict.UNDEFINED) for c in every):
        return Finding(variant, lineup, Weight.IDENTICAL, 0.0, Text("", ""), (), _identical(comparison.run))
    verdicts, elsewhere = [c.verdict for c in cells], _elsewhere(every)
    claimed = [abs(c.in_bands or 0.0) for c in cells if c.verdict and c.verdict.is_claim]
    if Verdict.HIGHER in verdicts or Verdict.LOWER in verdicts:
        weight = Weight.CHANGES
    elif claimed:
        weight = Weight.SLIGHT
    elif Verdict.UNRESOLVED in verdicts:
        weight = Weight.OPEN
    else:
        weight = Weight.ELSEWHERE if elsewhere else Weight.SAME
    size = max(claimed, default=max((abs(c.in_bands or 0.0) for c in elsewhere), default=0.0))
    return Finding(variant, lineup, weight, size, *_clauses(comparison, every, cells, elsewhere))


def _worth_a_word(cell: Cell) -> bool:
    """Whether a sentence may mention a metric beside the primary ones: not those that follow from them."""
    return not cell.metric.primary and cell.metric.group not in ("seat", "role") and cell.metric.name not in FOLLOW


def _elsewhere(every: Sequence[Cell]) -> list[Cell]:
    """The exploratory metrics that moved most, at most two and never twice the same thing (numerator)."""
    moved = [c for c in every if _worth_a_word(c) and c.verdict in (Verdict.HIGHER, Verdict.LOWER)]
    out: list[Cell] = []
    for cell in sorted(moved, key=lambda c: (-abs(c.in_bands or 0.0), c.metric.order)):
        seen = {c.metric.name.rsplit("_", 1)[0] if c.metric.group == "fan" else c.metric.definition.n for c in out}
        mine = cell.metric.name.rsplit("_", 1)[0] if cell.metric.group == "fan" else cell.metric.definition.n
        if mine not in seen:
            out.append(cell)
    return out[:MENTIONED_ELSEWHERE]


def _identical(run: Run) -> tuple[Text, Text]:
    w, n, unit = digits.count(run.walls), digits.touched(run.walls), measure_of(run)
    return (
        Text(f"全部指标在 {w} {unit.zh}上完全相同", f"every metric is identical on {w} {unit.en}"),
        Text(
            f"即使有差别，至多影响每 {n} {unit.zh}中的{unit.zh_one}",
            f"any difference touches at most 1 {unit.en_one} in {n}",
        ),
    )


def _clauses(
    comparison: Comparison, every: Sequence[Cell], cells: Sequence[Cell], elsewhere: Sequence[Cell]
) -> tuple[Text, tuple[Text, ...], tuple[Text, ...]]:
    """Lead; clauses on what moves: clear changes, slight ones, elsewhere, the undecided; clauses on what stays."""
    moves: list[Text] = []
    for kinds in ((Verdict.HIGHER, Verdict.LOWER), (Verdict.SLIGHTLY_HIGHER, Verdict.SLIGHTLY_LOWER)):
        moved = [c for c in cells if c.verdict in kinds]
        moves += [_moved(comparison, c) for c in sorted(moved, key=lambda c: -abs(c.in_bands or 0.0))]
    moves += [_moved(comparison, c) for c in elsewhere]
    moves += [_undecided(c, measure_of(comparison.run)) for c in cells if c.verdict is Verdict.UNRESOLVED]
    stays: list[Text] = []
    same = [c for c in cells if c.verdict is Verdict.SAME]
    if same:
        names = _join(*zip(*(_stays(c) for c in same), strict=True))
        stays.append(Text(f"{names.zh}几乎不变", f"{names.en} practically the same"))
    walls, unit = digits.count(comparison.run.walls), measure_of(comparison.run)
    fixed = [c for c in cells if c.verdict is Verdict.IDENTICAL]
    lead = Text("", "")
    if all(c.verdict is Verdict.IDENTICAL for c in every if _is_play(c)):
        zh = f"打牌过程在 {walls} {unit.zh}上完全相同，只有分数变化："
        lead = Text(zh, f"Play is identical on {walls} {unit.en}, only points move: ")
        fixed = [c for c in fixed if not _is_play(c)]
    if fixed:
        names = _join([c.metric.short_zh for c in fixed], [c.metric.noun_en for c in fixed])
        stays.append(
            Text(f"{names.zh}在 {walls} {unit.zh}上完全相同", f"{names.en} unchanged (identical on {walls} {unit.en})")
        )
    return lead, tuple(moves), tuple(stays)


def _is_play(cell: Cell) -> bool:
    """Whether a metric speaks of what happened at the table, not of what it was worth."""
    return cell.metric.group not in ("fan",) and cell.metric.kind is not Kind.POINT_SHARE and (
        cell.metric.definition.unit != "points"
    )


def _stays(cell: Cell) -> tuple[str, str]:
    """A name in both languages; with its number where a difference is there beyond chance, only too small to matter."""
    zh, en = cell.metric.short_zh, cell.metric.noun_en
    if cell.p_adjusted is None or cell.p_adjusted >= CLAIM:
        return zh, en
    change, unit = digits.change(cell), digits.difference_unit(cell.metric)
    return f"{zh}（{change.text} {unit.zh}）", f"{en} ({change.text} {unit.en})"


def _moved(comparison: Comparison, cell: Cell) -> Text:
    """"mean win −0.56 ± 0.01 points (9.43 → 8.87)"."""
    change, unit = digits.change(cell), digits.difference_unit(cell.metric)
    base = comparison.cell(comparison.run.baseline.index, cell.lineup, cell.metric.name)
    span = _from_to(base, cell)
    small = cell.verdict in (Verdict.SLIGHTLY_HIGHER, Verdict.SLIGHTLY_LOWER)
    return Text(
        f"{cell.metric.short_zh} {change.text} {unit.zh}（{span}{'，幅度很小' if small else ''}）",
        f"{_lower(cell.metric.noun_en)} {change.text} {unit.en} ({span}{', a small step' if small else ''})",
    )


def _lower(name: str) -> str:
    """A name inside a sentence: "Kan points' share" as "kan points' share", abbreviations kept."""
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


def _from_to(base: Cell, cell: Cell) -> str:
    """"1.6 → 3.9 %", both to one significant digit of the difference's half-width."""
    scale = digits.scale_of(cell.metric)
    places = max(0, digits.decimals((cell.diff.half_width or 0.0) * scale) - 1) if cell.diff else 2
    mark = " %" if cell.metric.is_share else ""
    values = [digits.fixed((c.estimate.estimate or 0.0) * scale, places) for c in (base, cell)]
    return f"{values[0]} → {values[1]}{mark}"


def _undecided(cell: Cell, measure: Measure) -> Text:
    change, unit, more = digits.change(cell), digits.difference_unit(cell.metric), further(cell, measure)
    return Text(
        f"{cell.metric.short_zh}未能判定（{change.text} {unit.zh}；{more.zh}）",
        f"{cell.metric.noun_en} not resolved ({change.text} {unit.en}; {more.en})",
    )


def further(cell: Cell, measure: Measure = WALLS) -> Text:
    """How many more walls (or sessions) would settle an unresolved difference."""
    if cell.diff is None or cell.further_walls is None or cell.further_walls > NEVER_RESOLVED * cell.diff.walls:
        return Text("紧贴可忽略的界限，实际上无法判定", "too close to the edge of what matters to be told")
    n = digits.two_digits(cell.further_walls, up=True)
    return Text(f"约需再打 {n} {measure.zh}", f"about {n} more {measure.en} needed")


def _join(zh: Sequence[str], en: Sequence[str]) -> Text:
    """Lists in both languages: "a、b" and "a, b and c"."""
    tail = en[-1] if len(en) == 1 else f"{', '.join(en[:-1])} and {en[-1]}"
    return Text("、".join(zh), tail)


def headline(comparison: Comparison, lineup: int) -> Text:
    """The first sentence of the report: how many variants matter."""
    weights = [f.weight for f in findings(comparison, lineup)]
    n = len(weights)
    if n == 0:
        return Text("本研究只有一套规则，没有可比较的对象。", "This study holds one rule set; there is nothing to compare it with.")
    parts_zh, parts_en = [], []
    for weight, zh, one, many in (
        (Weight.CHANGES, "{} 套改变牌局", "{} changes the game", "{} change the game"),
        (Weight.SLIGHT, "{} 套有很小的变化", "{} changes it a little", "{} change it a little"),
        (Weight.ELSEWHERE, "{} 套只改变次要指标", "{} moves other measures only", "{} move other measures only"),
        (Weight.OPEN, "{} 套尚不能判定", "{} is not settled yet", "{} are not settled yet"),
        (Weight.SAME, "{} 套几乎没有影响", "{} makes practically no difference", "{} make practically no difference"),
        (Weight.IDENTICAL, "{} 套完全相同", "{} is identical", "{} are identical"),
    ):
        k = weights.count(weight)
        if k:
            parts_zh.append(zh.format(k))
            parts_en.append((one if k == 1 else many).format(k))
    zh, en = "，".join(parts_zh), _join(parts_zh, parts_en).en
    if n == 1:
        word = WEIGHT_WORDS[weights[0]]
        return Text(f"与基准相比：{word.zh}。", f"Against the baseline: {word.en[:1].lower()}{word.en[1:]}.")
    return Text(f"{n} 套规则与基准相比：{zh}。", f"Of {n} variants, {en}.")
