"""What each mistake is, in English and Chinese: what `rulelab list mistakes` and `rulelab explain` say."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rulesets.options import Text

MISTAKE_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        name: Text(en, zh)
        for name, (en, zh) in {
            "overdraw": ("takes a tile too many", "多拿一张牌"),
            "false_closed_kan": ("declares a closed kan with a tile that does not belong", "暗杠中混入不同的牌"),
            "wrong_door": ("breaks the wall at the wrong place", "开错门"),
            "wrong_gold": ("turns up the wrong tile as gold", "开错金"),
            "false_win": ("calls a win that is none; lays all tiles down, or some", "诈和：整手摊牌或只亮部分"),
            "passed_win": ("wins on a kind it let go by", "和过手牌"),
            "passed_pon": ("pons a kind it let go by", "碰过手牌"),
            "flush_bar": ("discards or kans the suit of a flush table", "打出或开杠清一台面的花色"),
            "four_winds_bar": ("discards the fourth wind against three shown ones", "打出四字台面所缺的风牌"),
            "idle_gold_win": ("wins on another seat's tile with an idle gold", "游金牌面点炮和牌"),
            "untaken_chi": ("leaves the tile of a chi lying", "吃牌后未把牌拿过来"),
            "wrong_dealer": ("deals out of turn", "抢了别人的庄"),
            "skip_draw": ("discards without a draw or a replacement", "没有摸牌或补牌就打牌"),
            "kan_tile": ("discards the fourth tile of an own pon", "打出可补杠的第四张"),
            "discard_gold": ("discards a gold", "打出金牌"),
            "claim_gold": ("claims a gold that was discarded", "吃碰打出的金牌"),
            "chi_with_gold": ("uses an own gold in a chi", "用手中的金牌吃牌"),
            "replace_gold_flower": ("lays out and replaces a flower that is gold", "把花金当花补"),
            "wrong_end": ("draws from the tail", "从墙尾摸牌"),
            "wrong_chi": ("lays down a chi that is no run", "吃牌不成顺子"),
            "flower_forget": ("forgets to replace a flower of the deal", "忘记补花"),
            "tell_tenpai": ("tells others that it is ready", "告诉别人自己听牌"),
            "ask_chi": ("asks for the tile it wants to chi", "开口要想吃的牌"),
            "leak_hand": ("shows tiles of its hand", "故意亮出手牌"),
            "pon_retract": ("calls pon, shows the pair and takes it back", "喊碰亮对后收回"),
            "flower_jump": ("replaces a flower before its turn without asking", "抢先补花而不询问"),
            "flower_silent": ("owes a flower and does not answer when asked", "欠花被问而不答"),
            "late_chi": ("claims a chi after lifting a tile from the wall", "抬牌之后又要吃"),
            "hint_ponner": ("puts a lifted tile back with a hint", "退回抬起的牌时暗示"),
            "leak_tile": ("lets the others see a tile", "故意漏一张牌"),
            "freeze_breach": ("uses or wins on a tile that its leak has frozen", "违反漏牌后的限制"),
            "flower_unseen": ("takes a flower for another tile and discards", "摸到花未发觉而打牌"),
            "late_kan": ("declares a kan with too few tiles left", "牌不够时开杠"),
            "late_honour": ("discards an honour when few tiles remain", "末尾打出字牌"),
            "hasty": ("calls a win before nearer seats have answered", "不等前面各家就喊和"),
            "slow": ("answers late", "反应迟缓"),
            "swap_chi": ("changes the tiles of a chi afterwards", "事后改换吃牌的搭子"),
            "flip_early": ("turns over table tiles before its points are counted", "未算胡数就翻牌"),
            "undercount": ("forgets points of its concealed tiles", "少算暗牌的胡数"),
            "hide_bust": ("plays on without chips", "没有筹码而隐瞒"),
            "hint_wait": ("hints at its wait", "暗示自己听的牌"),
            "peek_dice": ("looks at its tiles before the dice are thrown", "投骰子前看牌"),
            "kan_retract": ("takes a shown kan back", "亮杠之后反悔"),
        }.items()
    }
)

ENTRY_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "partial_false_win": Text("calls a win that is none and lays down some tiles", "诈和，只亮部分"),
        "no_discard": Text("no lawful discard is left", "无牌可打"),
        "joint_opening": Text("door and gold opened wrongly by two seats", "门与金由两家开错"),
        "division": Text("the last tiles are dealt out", "末尾分牌"),
        "win_bumped": Text("a nearer seat takes the win", "拦胡"),
        "deal_passed": Text("the deal passes after a draw or a penalty payment", "流局或赔胡过庄"),
        "forced_kan": Text("a drawn tile has to be made a kan", "必须开杠"),
    }
)
"""Entries of the clause log that are no mistakes by themselves."""


def entry_text(entry: str) -> Text:
    """What an entry of the clause log is."""
    return ENTRY_TEXTS[entry] if entry in ENTRY_TEXTS else MISTAKE_TEXTS[entry]


PHASE_TEXTS: tuple[Text, ...] = (
    Text("before the first turn", "首家出牌之前"),
    Text("at a draw", "摸牌时"),
    Text("in its own turn", "自己的回合"),
    Text("with its discard", "打牌时"),
    Text("in answer to a discard", "别人打牌时"),
    Text("after the time to answer a discard", "应牌时限过后"),
    Text("while a kan may be robbed", "开杠待抢时"),
    Text("while the last tiles are dealt out", "分牌时"),
    Text("when the hand is over", "一局终了时"),
)
"""What the phases of a breach are, by `BreachPhase`."""

RATE_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "overdraw.self_report": Text("owns up to a tile too many at once", "多摸后当即认错"),
        "false_win.full": Text("a false win lays the whole hand down, not only some tiles", "诈和时整手摊开，而非只亮几张"),
        "wrong_chi.fix": Text("puts a wrong chi right in time, at each event", "每逢出牌及时改正错吃"),
        "flower_forget.fix": Text("makes a forgotten flower good, at each event", "每逢摸打补上忘补的花"),
        "untaken_chi.clear": Text("takes in the tile of a chi left lying, at each own turn", "每到自己摸打时收回未拿的吃牌"),
        "peek_dice.control": Text("steers the dice after a look at the tiles", "看牌后掷出想要的点数"),
        "slow.phase": Text(
            "a late answer comes before the next discard, at the lift, after the tile is racked, later still",
            "迟应的时机：下一次出牌前、抬牌时、牌到牌堆边后、更晚",
        ),
    }
)
"""The rates that refine a mistake."""

GROUP_TEXTS: tuple[Text, ...] = (
    Text("procedure", "程序"),
    Text("misreading", "看错"),
    Text("forgotten bar", "忘记限制"),
    Text("talk", "言语"),
    Text("sharp practice", "取巧"),
    Text("tempo", "快慢"),
)
"""By `rulesets.mistakes.Group`."""

PROFILE_TEXTS: Mapping[str, Text] = MappingProxyType(
    {
        "none": Text("makes no mistakes", "从不犯错"),
        "careful": Text("a careful player", "谨慎的牌手"),
        "human": Text("an ordinary player", "普通牌手"),
        "novice": Text("a novice", "新手"),
    }
)
