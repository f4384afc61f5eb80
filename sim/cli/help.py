"""`rulelab help`, `rulelab COMMAND --help` and `rulelab --version`, in English and Chinese."""

from __future__ import annotations

from sim.cli.words import Voice

OVERVIEW = (
    """rulelab: what happens to a mahjong game when you change its rules?

usage: rulelab COMMAND [key=value ...]

  run       play a study and write its report          rulelab run study=quick
  list      what there is to choose from               rulelab list variants
  show      one hand, move by move                     rulelab show seed=7 wall=3 variant=hebei/literal
  score     score a finished hand, fan by fan          rulelab score hands.jsonl
  report    write a run's report again                 rulelab report runs/quick-1a2b3c4d
  diff      two rule variants, difference by difference rulelab diff hebei/literal hebei/app
  explain   an option, fan, clause or variant in words rulelab explain claim.multi_win
  new       start a rule variant of your own           rulelab new variant hebei/mine
  doctor    check this installation                    rulelab doctor
  help      this text; rulelab COMMAND --help for one command

Every command takes lang=en, lang=zh or lang=auto, and --config-dir FOLDER for your own variants and studies.
Exit codes: 0 done, 1 failed, 2 wrong input, 130 interrupted.""",
    """rulelab：改一条麻将规则，牌局会怎样？

用法：rulelab 命令 [键=值 ...]

  run       跑一项研究并写出报告          rulelab run study=quick
  list      列出可选的内容                rulelab list variants
  show      逐步显示一副牌                rulelab show seed=7 wall=3 variant=hebei/literal
  score     给和牌计分，逐番说明          rulelab score hands.jsonl
  report    重写某次运行的报告            rulelab report runs/quick-1a2b3c4d
  diff      两种规则的逐条差别            rulelab diff hebei/literal hebei/app
  explain   解释选项、番种、条款或规则    rulelab explain claim.multi_win
  new       新建自己的规则变体            rulelab new variant hebei/mine
  doctor    检查本机安装                  rulelab doctor
  help      本说明；单个命令的说明用 rulelab 命令 --help

所有命令都接受 lang=en、lang=zh 或 lang=auto，以及 --config-dir 文件夹（存放自己的规则与研究）。
退出码：0 完成，1 出错，2 输入有误，130 中断。""",
)

TEXTS: dict[str, tuple[str, str]] = {
    "run": (
        """rulelab run [study=NAME] [key=value ...] [-m] [--cfg job] [--config-dir FOLDER]

Plays a study, writes results and report, prints where the report is. The same command continues an interrupted run;
more walls extend a finished one.

  study     a named study (rulelab list studies); everything below may change it
  variants  rule sets to compare, the first is the baseline: variants=hebei/literal,hebei/app
            name@label repeats one under another label
  changes   one more variant, the baseline with these options: changes.claim.multi_win=head_bump
  lineups   four bots each: lineups=four_greedy; five for five corners: lineups=five_greedy; people who make mistakes
            (Fuding): lineups=four_human, or a file of your own with mistakes: human (rulelab list --help)
  walls     deals per variant and line-up: 20000, 20_000, 2e4, 20k, 1M
  seed      0 to 2^64-1; the same seed gives the same bytes
  unit      hand (independent hands) or session (with dealer succession; session_hands=16, unless a variant's
            format.max_hands says otherwise); format.kind makes sessions matches: rounds, until_bust, five_corner
  out       results folder (default runs/<study>-<hash>)
  compute   auto, local, ray or cluster; compute.workers=2, compute.address=...
  store     rows, or stats for very large runs; columns=full for all columns
  dry_run   true: cells, shards, estimated time and size, nothing played
  report    false: leave the report out

  -m        sweep: -m changes.wall.reserve=8,10,12,14 plays all values as one comparison; the baseline's own value is
            left out, it is played anyway
  --cfg job print the composed settings""",
        """rulelab run [study=名称] [键=值 ...] [-m] [--cfg job] [--config-dir 文件夹]

跑一项研究，写出结果和报告，并打印报告位置。中断后用同一命令继续；牌墙加多则在原有结果上接着跑。

  study     研究名（rulelab list studies）；以下各项都可改动它
  variants  要比较的规则，第一个是基准：variants=hebei/literal,hebei/app
            名称@标签 可重复同一规则
  changes   再加一个变体：基准改动这些选项，如 changes.claim.multi_win=head_bump
  lineups   四个机器人一组：lineups=four_greedy；五角脱为五个：lineups=five_greedy；会犯错的人（福鼎）：
            lineups=four_human，或自己的阵容文件中写 mistakes: human（见 rulelab list --help）
  walls     每种规则、每组阵容的牌墙数：20000、20_000、2e4、20k、1M
  seed      0 至 2^64-1；同一种子结果逐字节相同
  unit      hand（独立的牌局）或 session（连庄换庄的整场；session_hands=16，变体可用 format.max_hands 另定）；
            format.kind 另定赛制：rounds 打圈、until_bust 打到输光、five_corner 五角脱
  out       结果文件夹（默认 runs/<研究>-<哈希>）
  compute   auto、local、ray 或 cluster；compute.workers=2、compute.address=...
  store     rows；特大规模用 stats；columns=full 写出全部列
  dry_run   true：只列出格数、分片、预计时间与大小
  report    false：不写报告

  -m        扫描：-m changes.wall.reserve=8,10,12,14 把所有取值放在一次比较里；基准本来的取值略去，基准总会打
  --cfg job 打印合成后的设置""",
    ),
    "list": (
        """rulelab list variants|presets|bots|lineups|profiles|mistakes|studies|options|fans|metrics [family=hebei] [--json]

Lists names with one line each. --json writes JSON.
Presets are whole rule sets; variants are presets and house rules. Profiles say how often people err: a line-up names one
(mistakes: human). Your own is a file FOLDER/mistakes/NAME.yaml, and a line-up FOLDER/lineup/NAME.yaml that names it:
  title: hurried                              title: four in a hurry
  based_on: human                             bots: [greedy, greedy, greedy, greedy]
  objection: always                           mistakes: hurried
  false_win: {p: 0.001, q: 0.8}
p: how often a player makes the mistake, at each opportunity; q: the chance that he notices it of another. Both are used with
--config-dir FOLDER: rulelab run study=fuding_discipline lineups=NAME --config-dir FOLDER""",
        """rulelab list variants|presets|bots|lineups|profiles|mistakes|studies|options|fans|metrics [family=hebei] [--json]

列出名称，每项一行。--json 输出 JSON。
presets 是整套规则；variants 包括整套规则和家规。profiles 表示犯错的频率，由阵容指定（mistakes: human）。
自己的习惯写在 文件夹/mistakes/名称.yaml，用它的阵容写在 文件夹/lineup/名称.yaml：
  title_zh: 性急                              title_zh: 四个性急的人
  based_on: human                             bots: [greedy, greedy, greedy, greedy]
  objection: always                           mistakes: hurried
  false_win: {p: 0.001, q: 0.8}
p：每次机会犯错的概率；q：发觉别家此种失误的概率。两者都用 --config-dir 文件夹：
rulelab run study=fuding_discipline lineups=名称 --config-dir 文件夹""",
    ),
    "show": (
        """rulelab show [seed=1] [wall=0] [variant=hebei/literal] [lineup=four_greedy] [tiles=glyphs|text]
             [hand=1] [session_hands=16]

Plays one hand and shows it move by move: deal, draws, discards, claims, win, fans and points; where the table bars tiles,
why they may not go; where every hand has a total, all four and who pays whom; where people err (lineup=four_novice), what
they do wrong, who notices and what it costs. In a study with this variant and line-up, wall N of seed S is this very hand
(in Fuzhou up to the dealer's streak, which studies draw). session_hands=16 hand=5 shows the fifth hand of a session.""",
        """rulelab show [seed=1] [wall=0] [variant=hebei/literal] [lineup=four_greedy] [tiles=glyphs|text]
             [hand=1] [session_hands=16]

打一副牌并逐步显示：配牌、摸打、吃碰杠、和牌、番种与得失；有牌不能打时说明原因，每手都有总分时列出四家总分与付法；
有人犯错时（lineup=four_novice）说明错在哪里、谁发觉、代价如何。
在含此规则与阵容的研究中，种子 S 的第 N 副牌墙就是这副牌（福州的连庄数由研究另抽）。
session_hands=16 hand=5 显示一场中的第五副。""",
    ),
    "score": (
        """rulelab score FILE|-|HAND... [variants=hebei/literal,hebei/app] [--json]

Scores finished hands under one or many rule sets and explains every fan. FILE (- = standard input) holds one hand a
line, as JSON or as text:
  {"dealer": 0, "result": "discard", "tile": "1m", "from": 2, "winners": [{"seat": 1, "concealed": "23m 345p 678p EE",
   "melds": [{"t": "pon", "tile": "9s"}]}]}
  seat 1: 23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0
Melds: pon, chi, kan_open 5m from 2, kan_added, kan_closed. Endings: discard by N, self-draw, robbed from N, exhaustive
draw; after kan, last tile. Kans of seats that did not win: seat 3: [kan_closed 9m]. --json writes JSON lines.
With golds: gold 5s (G is then one of them), flowers (EE H1) before the +, kept 2, dealt, takes the indicator, first draw.""",
        """rulelab score 文件|-|牌... [variants=hebei/literal,hebei/app] [--json]

按一种或多种规则给和牌计分，并逐番说明。文件（- 表示标准输入）每行一副，可用 JSON 或文字：
  {"dealer": 0, "result": "discard", "tile": "1m", "from": 2, "winners": [{"seat": 1, "concealed": "23m 345p 678p EE",
   "melds": [{"t": "pon", "tile": "9s"}]}]}
  座 1: 23m 345p 678p EE [pon 9s] + 1m，点炮 2，庄 0
副露：pon、chi、kan_open 5m from 2、kan_added、kan_closed。结束方式：点炮 N、自摸、抢杠 N、荒庄；杠上、海底。
未和者的杠：座 3: [kan_closed 9m]。--json 输出 JSON 行。
有金时：金 5s（G 即一张金），花写在 + 之前，如 (EE H1)，连庄 2、起手和、抢金、首摸。""",
    ),
    "report": (
        """rulelab report RUN_FOLDER

Writes summary, figures and report.html again from the run's statistics; plays nothing.""",
        """rulelab report 运行文件夹

根据该次运行的统计重写汇总、图和 report.html；不重新打牌。""",
    ),
    "diff": (
        """rulelab diff A B [--json]

Every option in which two rule sets differ, in words.""",
        """rulelab diff A B [--json]

用文字逐条说明两种规则的差别。""",
    ),
    "explain": (
        """rulelab explain OPTION|FAN|CLAUSE|VARIANT|BOT|LINE-UP|STUDY|MISTAKE|PROFILE|WORD

An option (claim.multi_win), a fan (zhuowu, 捉五, jinque), a clause of the rules (HB-WIN-05, FZ-JQ-01), a rule set
(hebei/app), a bot (greedy), a line-up (four_human), a study (wujiaotuo), a mistake (overdraw), a profile of mistakes
(human) or a word of the table (赔胡, "five corners"): meaning, values, source.""",
        """rulelab explain 选项|番种|条款|规则|机器人|阵容|研究|失误|习惯|用语

解释一个选项（claim.multi_win）、番种（zhuowu、捉五、金雀）、规则条款（HB-WIN-05、FZ-JQ-01）、规则（hebei/app）、
机器人（greedy）、阵容（four_human）、研究（wujiaotuo）、失误（overdraw）、失误习惯（human）或牌桌用语（赔胡、五角脱）：
含义、取值、出处。""",
    ),
    "new": (
        """rulelab new variant FAMILY/NAME [base=literal] [--set claim.multi_win=head_bump ...] [why=...] [dir=rules] [--force]

Writes a valid, commented file dir/variant/FAMILY/NAME.yaml. Use it with
  rulelab run --config-dir rules variants=FAMILY/literal,FAMILY/NAME""",
        """rulelab new variant 家族/名称 [base=literal] [--set claim.multi_win=head_bump ...] [why=...] [dir=rules] [--force]

写出一个有效、带注释的文件 dir/variant/家族/名称.yaml。使用方法：
  rulelab run --config-dir rules variants=家族/literal,家族/名称""",
    ),
    "doctor": (
        """rulelab doctor [--no-ray] [--json]

Checks Python, packages, foreign packages with our names, cache folder, compiled kernels, Ray and a browser.""",
        """rulelab doctor [--no-ray] [--json]

检查 Python、依赖包、同名的外来包、缓存文件夹、已编译的内核、Ray 和浏览器。""",
    ),
    "help": ("rulelab help [COMMAND]", "rulelab help [命令]"),
}


def version() -> str:
    """The installed version, or that of the checkout's pyproject.toml."""
    import tomllib
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed
    from pathlib import Path

    try:
        return installed("rulelab")
    except PackageNotFoundError:
        project = Path(__file__).resolve().parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf8"))["project"]["version"])


def command(argv: list[str], voice: Voice) -> int:
    """Print the overview, the text of one command, or the version."""
    words = [a for a in argv if not a.startswith("lang=")]
    if words[:1] == ["version"]:
        voice.say(f"rulelab {version()}")
    elif words and words[0] in TEXTS:
        voice.say(*TEXTS[words[0]])
    elif words:
        from rulesets.errors import InputError, did_you_mean

        en, zh = did_you_mean(words[0], TEXTS)
        raise InputError(f'help: there is no command "{words[0]}".{en}', f"help：没有“{words[0]}”这个命令。{zh}")
    else:
        voice.say(*OVERVIEW)
    return 0
