"""`rulelab run`: a study from its name to its report."""

from __future__ import annotations

from rulesets.errors import InputError
from sim.cli.compose import from_arguments
from sim.cli.words import Voice, effective_lang


def command(argv: list[str], voice: Voice) -> int:
    """Compose, check, play, report. Prints the report's path as its last line."""
    request = from_arguments(argv)
    if request is None:
        return 0
    voice = Voice(effective_lang(request.settings.lang))
    from sim.cli.prepare import prepare

    try:
        prepared = prepare(request)
    except InputError as fault:
        voice.error(fault)
        return 2
    for warning in prepared.warnings:
        voice.note(f"rulelab: note: {warning.en}", f"rulelab：注意：{warning.zh}")
    from sim.cli import execute
    from sim.distribute import RunFailed
    from sim.progress import for_stream

    if prepared.settings.dry_run:
        voice.warn_of_compiling()
        for line in execute.outlook(prepared):
            voice.say(*line)
        return 0
    try:
        done = execute.run(prepared, for_stream(lang=voice.lang), argv, voice.lang)
    except KeyboardInterrupt:
        voice.note(
            "rulelab: interrupted; the same command continues where it stopped.", "rulelab：已中断；运行同一命令即可接着进行。"
        )
        return 130
    except InputError as fault:
        voice.error(fault)
        return 2
    except RunFailed as fault:
        voice.note(f"rulelab: {fault.en}", f"rulelab：{fault.zh}")
        return 1
    if done.study.walls > prepared.study.walls:
        voice.note(
            f"rulelab: the folder holds {done.study.walls:,} walls from an earlier run; all of them are kept and reported.",
            f"rulelab：文件夹中已有以前跑的 {done.study.walls:,} 副牌墙；全部保留并计入报告。",
        )
    if done.report is None:
        voice.say(f"Results: {done.folder}", f"结果：{done.folder}")
    else:
        voice.say(f"Report: {done.report}", f"报告：{done.report}")
    return 0
