"""The run folder: parts written whole or not at all, a manifest of what is there, and the rules of taking up again.

    run.json config.yaml manifest.json log.txt
    data/<variant>/part-00000.parquet                    hands (store=rows)
    stats/<variant>/{tally,hist}-00000.parquet           statistics per block, see sim.tallies
    stats/<variant>/clauses-00000.parquet                the clause log per block, where the rules have one
    data/<variant>/breaches-00000.parquet                one row for each breach (clauses=events)

A part is the files of one (shard, variant). Its files say in their footers which design, rules, code, seed and walls they
come from; a file that is missing, cut short or says anything else counts as not there and is made again. So does a file
whose content is not what was written: its SHA-256 must be the manifest's, and where the manifest does not list it (a run
that was killed) the checksums of its pages must hold. Progress is thus a set of finished parts, never a counter: the same
command continues, more walls or one more variant play what is missing.
Parts, statistics and manifest hold no times and no names of machines; those stand in `run.json` and `log.txt`.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

import pyarrow as pa
import pyarrow.parquet as pq

from rulesets.errors import InputError
from sim.plan import Shard, Study, VariantPlan, config_hash, default_folder_name, design_hash, design_of, shards
from sim.provenance import source_hash, versions
from sim.shard import Tables, Work, part_metadata

__all__ = ["Part", "Store", "describe", "read_part", "run_folder", "source_hash", "write_part"]

MANIFEST_VERSION = 1
_MANIFEST_SECONDS = 5.0  # the manifest is brought up to date this often while parts come in
_FULL = {errno.ENOSPC, errno.EDQUOT}


@dataclass(frozen=True)
class Part:
    """A finished (shard, variant): wall range, rows, and SHA-256 by path inside the run folder."""

    shard: int
    variant: str  # slug
    first: int
    stop: int
    rows: int
    files: tuple[tuple[str, str], ...]


# --- Files, as workers use them ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def _clear_errors(path: Path) -> Iterator[None]:
    """Turns what the operating system refuses into one sentence."""
    try:
        yield
    except OSError as fault:
        where = fault.filename or path
        if fault.errno in _FULL:
            raise InputError(
                f"{where}: the disk is full. Free some space and run the same command again; it continues where it stopped.",
                f"{where}：磁盘已满。腾出空间后再运行同一命令即可接着进行。",
            ) from None
        raise InputError(
            f"{where}: cannot be written ({os.strerror(fault.errno or 0)}). Choose another folder with out=FOLDER.",
            f"{where}：无法写入（{os.strerror(fault.errno or 0)}）。请用 out=文件夹 另选位置。",
        ) from None


def write_whole(path: Path, content: bytes | memoryview, *, durable: bool = False) -> None:
    """Writes a file under a temporary name beside it and renames it, so that a reader sees all of it or none.

    `durable` also waits for the disk. Parts do without: after a power failure an empty part is found out and made again.
    """
    with _clear_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.parent / f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp"
        try:
            with open(temporary, "wb") as stream:
                stream.write(content)
                if durable:
                    stream.flush()
                    os.fsync(stream.fileno())
            os.replace(temporary, path)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def _paths(work: Work, shard: Shard, slug: str) -> dict[str, str]:
    """Path inside the run folder of each file of a part, in the order of writing."""
    files = {"rows": f"data/{slug}/part-{shard.number:05d}.parquet"} if work.rows else {}
    if work.rows and work.forms is not None:
        files["matches"] = f"data/{slug}/matches-{shard.number:05d}.parquet"
    if work.clauses == "events":
        files["breaches"] = f"data/{slug}/breaches-{shard.number:05d}.parquet"
    kinds = ("clauses", "hist", "tally") if work.clauses != "none" else ("hist", "tally")
    return files | {kind: f"stats/{slug}/{kind}-{shard.number:05d}.parquet" for kind in kinds}


def write_part(root: Path, work: Work, shard: Shard, variant: int, tables: Tables) -> Part:
    """Writes the files of one part. The same tables always give the same bytes."""
    said = part_metadata(work, shard, variant, tables)
    slug = work.slugs[variant]
    files = []
    for kind, name in _paths(work, shard, slug).items():
        table: pa.Table = getattr(tables, kind)
        table = table.replace_schema_metadata({**(table.schema.metadata or {}), **said, "rulelab_file": kind})
        sink = pa.BufferOutputStream()
        pq.write_table(
            table, sink, compression="zstd", compression_level=3, use_dictionary=True, write_page_checksum=True
        )
        content = memoryview(sink.getvalue())
        write_whole(root / name, content)
        files.append((name, hashlib.sha256(content).hexdigest()))
    return Part(shard.number, slug, shard.first, shard.stop, tables.hands, tuple(files))


def read_part(
    root: Path, work: Work, shard: Shard, variant: int, known: Mapping[str, str] = MappingProxyType({})
) -> Part | None:
    """The part if all its files are there, whole, and of this very study, code and wall range; otherwise None.

    `known`: SHA-256 by path of files that the manifest of the same code lists; any other content is not theirs.
    """
    slug = work.slugs[variant]
    rows, files = work.rows_of(shard, variant), []  # None: of matches the file itself says how many hands they had
    wanted = {
        "rulelab_design": work.design,
        "rulelab_variant": work.variant_keys[variant],
        "rulelab_source": work.source,
        "rulelab_walls": f"{shard.first}-{shard.stop}",
        **({} if rows is None else {"rulelab_hands": str(rows)}),
    }
    for kind, name in _paths(work, shard, slug).items():
        try:
            content = (root / name).read_bytes()
            footer = pq.read_metadata(pa.BufferReader(content))
        except (OSError, pa.ArrowInvalid):
            return None
        said = {k.decode(): v.decode(errors="replace") for k, v in (footer.metadata or {}).items()}
        if any(said.get(key) != value for key, value in wanted.items()) or said.get("rulelab_file") != kind:
            return None
        if rows is None:
            rows = int(said.get("rulelab_hands", -1))
            wanted["rulelab_hands"] = str(rows)
        if kind == "rows" and footer.num_rows != rows:
            return None
        digest = hashlib.sha256(content).hexdigest()
        if known[name] != digest if name in known else not _pages_hold(content):
            return None
        files.append((name, digest))
    return Part(shard.number, slug, shard.first, shard.stop, rows or 0, tuple(files))


def _pages_hold(content: bytes) -> bool:
    """Whether every page of a Parquet file can be read and has the checksum that was written with it."""
    try:
        pq.read_table(pa.BufferReader(content), page_checksum_verification=True)
    except (OSError, pa.ArrowException):
        return False
    return True


# --- The folder, as the driver uses it --------------------------------------------------------------------------------


def run_folder(parent: Path, study: Study) -> Path:
    """The folder for a study whose user named none: its own, or that of the same study with fewer variants, which it
    extends, or a new one. Does not create it."""
    own = parent / default_folder_name(study)
    if (own / "manifest.json").exists():
        return own
    wanted = {v.slug: (v.spec.rules_hash, v.policy) for v in study.variants}
    best: tuple[int, Path] | None = None
    for manifest in sorted(parent.glob("*/manifest.json")):
        stored = _read_json(manifest)
        variants = {v["slug"]: (v["rules_hash"], v["policy"]) for v in stored.get("variants", [])}
        extends = bool(variants) and all(wanted.get(slug) == rules for slug, rules in variants.items())
        if extends and stored.get("design_hash") == design_hash(study) and (best is None or len(variants) > best[0]):
            best = len(variants), manifest.parent
    return best[1] if best else own


def _read_json(path: Path) -> dict[str, Any]:
    """A JSON object, empty if the file is missing or unreadable."""
    try:
        value = json.loads(path.read_text(encoding="utf8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _lock(path: Path) -> TextIO:
    """Takes the folder for this process; the lock dies with the process, however it ends."""
    with _clear_errors(path):
        stream = path.open("a+", encoding="utf8")
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.seek(0)
        owner = stream.read().strip() or "?"
        stream.close()
        raise InputError(
            f"{path.parent}: another run is at work in this folder (process {owner}). Wait for it, or choose another folder "
            "with out=FOLDER.",
            f"{path.parent}：另一个运行正在使用此文件夹（进程 {owner}）。请等它结束，或用 out=文件夹 另选位置。",
        ) from None
    stream.seek(0)
    stream.truncate()
    stream.write(f"{os.getpid()} on {socket.gethostname()}")
    stream.flush()
    return stream


class Store:
    """An open run folder: knows which parts are there and keeps the manifest. One process at a time."""

    def __init__(self, root: Path, study: Study, work: Work, *, command: str = "", config: str = "") -> None:
        """Opens or creates `root` for the study. A folder that holds another study is refused, before anything changes.

        If a finished run there has more walls, all of them stay (`store.study` is then larger than asked).
        """
        if re.match(r"[a-z][a-z0-9+.-]+:/", str(root)):  # Path has folded the second slash
            raise InputError(
                f'out: "{root}" is an address; give a folder, on a cluster one that all machines share.',
                f"out：“{root}”是网址；请给出文件夹，在集群上须为各机器共用的文件夹。",
            )
        self.root = root.absolute()
        self.study, self.work, self.command = study, work, command
        stored = _read_json(self.root / "manifest.json")
        _refuse_other_study(self.root, stored, study)
        if stored.get("complete") and stored["walls"] > study.walls:
            self.study = replace(study, walls=stored["walls"])
        with _clear_errors(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
        self._held = _lock(self.root / ".lock")
        self._mutex = threading.Lock()
        self._written = time.monotonic()
        try:
            for left_over in self.root.rglob(".*.tmp"):
                left_over.unlink(missing_ok=True)
            if config:
                write_whole(self.root / "config.yaml", config.encode())
            self._parts: dict[tuple[int, str], Part] = {}
            self._shards = shards(self.study)
            self.adopt(_listed_files(stored, work))
            self.write_manifest()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives the folder free."""
        self._held.close()

    def adopt(self, known: Mapping[str, str] = MappingProxyType({})) -> None:
        """Counts the parts that are there and whole and were not counted yet; `known` as in `read_part`."""
        for shard in self._shards:
            for v, slug in enumerate(self.work.slugs):
                if (shard.number, slug) in self._parts:
                    continue
                part = read_part(self.root, self.work, shard, v, known)
                if part is not None:
                    self._parts[shard.number, part.variant] = part

    def missing(self) -> list[tuple[Shard, tuple[int, ...]]]:
        """What is left to do: shards with the variants (indices) they lack."""
        out = []
        for shard in self._shards:
            lacks = tuple(v for v, slug in enumerate(self.work.slugs) if (shard.number, slug) not in self._parts)
            if lacks:
                out.append((shard, lacks))
        return out

    @property
    def pieces_done(self) -> int:
        """Finished parts in what progress counts: hands, or matches."""
        return sum(self.pieces_in(part) for part in self._parts.values())

    def pieces_in(self, part: Part) -> int:
        """One part in what progress counts."""
        return part.rows if self.work.forms is None else self.work.pieces_of(part.stop - part.first, (0,))

    def add(self, parts: Iterable[Part]) -> None:
        """Takes note of parts that a worker has written; safe from several threads."""
        with self._mutex:
            self._parts |= {(p.shard, p.variant): p for p in parts}
            due = time.monotonic() - self._written > _MANIFEST_SECONDS
        if due:
            self.write_manifest()

    def write_manifest(self) -> None:
        """Writes what readers trust. It lists only shards that are there for every variant."""
        with self._mutex:
            self._written = time.monotonic()
            content = json.dumps(self._manifest(), ensure_ascii=False, indent=1) + "\n"
            write_whole(self.root / "manifest.json", content.encode(), durable=True)

    def _manifest(self) -> dict[str, Any]:
        study, slugs = self.study, self.work.slugs
        done = [s for s in self._shards if all((s.number, slug) in self._parts for slug in slugs)]
        return {
            "schema": MANIFEST_VERSION,
            **describe(study),
            "config_hash": config_hash(study),
            "design_hash": self.work.design,
            "source_hash": self.work.source,
            "versions": versions(),
            "command": self.command,
            "complete": len(done) == len(self._shards),
            "walls_done": sum(s.walls for s in done),
            "design": design_of(study),
            "streaks": list(self.work.streaks),
            "parts": [_part_entry(self._parts[s.number, slug]) for s in done for slug in slugs],
        }

    def log(self, line: str) -> None:
        """Adds a line with the time to log.txt."""
        with contextlib.suppress(OSError), open(self.root / "log.txt", "a", encoding="utf8") as stream:
            stream.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {line}\n")

    def record_run(self, entry: dict[str, Any]) -> None:
        """Adds this run (times, host, workers, command, outcome) to run.json."""
        runs = _read_json(self.root / "run.json").get("runs", [])
        content = json.dumps({"schema": 1, "runs": [*runs, entry]}, ensure_ascii=False, indent=1) + "\n"
        write_whole(self.root / "run.json", content.encode())


def _listed_files(stored: dict[str, Any], work: Work) -> dict[str, str]:
    """SHA-256 by path of the files a stored manifest lists; none if other code made them, whose parts count for nothing."""
    if stored.get("source_hash") != work.source:
        return {}
    return {name: digest for part in stored.get("parts", []) for name, digest in part["files"].items()}


def _part_entry(part: Part) -> dict[str, Any]:
    return {
        "shard": part.shard,
        "variant": part.variant,
        "walls": [part.first, part.stop],
        "rows": part.rows,
        "files": dict(part.files),
    }


def _describe_variant(study: Study, variant: VariantPlan) -> dict[str, Any]:
    """One variant: its names, rules and what it changes in the baseline."""
    from rulesets.compare import differences

    spec = variant.spec
    changes = differences(study.baseline.spec, spec)
    return {
        "slug": variant.slug,
        "name": spec.name,
        "label": variant.label,
        "title": {"en": spec.title.en, "zh": spec.title.zh},
        "family": spec.family,
        "policy": variant.policy,
        "rules_hash": spec.rules_hash,
        "hands_per_unit": study.length(variant),
        "diff": [
            {"key": d.key, "from": d.before, "to": d.after, "meaning_en": d.meaning.en, "meaning_zh": d.meaning.zh}
            for d in changes
        ],
        "why": spec.variant.why.en,
        "why_zh": spec.variant.why.zh,
        "status": spec.variant.status,
        "source": spec.variant.source.en,
        "source_zh": spec.variant.source.zh,
    }


def describe(study: Study) -> dict[str, Any]:
    """The study as reports read it: names, titles, rules and their differences to the baseline."""
    from sim.metrics import METRICS_VERSION

    return {
        "study": study.name,
        "title": {"en": study.title.en or study.name, "zh": study.title.zh or study.name},
        "unit": study.unit,
        "session_hands": study.hands_per_wall,
        "seed": study.seed,
        "walls": study.walls,
        "block": study.block,
        "store": study.store,
        "columns": study.columns,
        "clauses": study.clause_log,
        "metrics_version": METRICS_VERSION,
        "baseline": study.baseline.slug,
        "variants": [_describe_variant(study, variant) for variant in study.variants],
        "lineups": [
            {
                "slug": lineup.slug,
                "name": lineup.name,
                "title": {"en": lineup.title.en or lineup.name, "zh": lineup.title.zh or lineup.name},
                "bots": list(lineup.bot_names),
                "bot_titles": {b.name: {"en": b.title.en or b.name, "zh": b.title.zh or b.name} for b in lineup.bots},
                "seatings": [list(s) for s in lineup.seatings],
                "mistakes": [bot.mistakes.name if bot.mistakes is not None else "none" for bot in lineup.bots],
            }
            for lineup in study.lineups
        ],
        "fans": [fan._asdict() for fan in study.fans],
        "mechanisms": list(study.mechanisms),
    }


def _refuse_other_study(root: Path, stored: dict[str, Any], study: Study) -> None:
    """One sentence if the folder holds another study; what differs is named."""
    if not stored:
        return
    there, asked = stored.get("design", {}), design_of(study)
    for key in asked:
        if there.get(key) != asked[key]:
            raise _other(root, key, _short(there.get(key)), _short(asked[key]))
    known = {v["slug"]: v for v in stored.get("variants", [])}
    for variant in describe(study)["variants"]:
        old = known.get(variant["slug"])
        if old is None:
            continue
        if old["policy"] != variant["policy"]:
            raise _other(root, f"policy of {variant['label']}", old["policy"], variant["policy"])
        if old["rules_hash"] != variant["rules_hash"]:
            before = {d["key"]: d["to"] for d in old["diff"]}
            after = {d["key"]: d["to"] for d in variant["diff"]}
            key = next((k for k in {**before, **after} if before.get(k) != after.get(k)), "rules")
            raise _other(
                root, f"{variant['label']}: {key}", _short(before.get(key, "=")), _short(after.get(key, "="))
            )


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    return text if len(text) <= 60 else text[:57] + "..."


def _other(root: Path, key: str, there: str, asked: str) -> InputError:
    return InputError(
        f"{root}: this folder holds another study ({key}: {there} there, {asked} asked). "
        "Choose another folder with out=FOLDER, or leave out= away.",
        f"{root}：此文件夹中是另一项研究（{key}：已有 {there}，所求 {asked}）。请用 out=文件夹 另选位置，或不写 out=。",
    )
