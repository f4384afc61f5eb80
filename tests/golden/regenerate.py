"""Prints how the golden hands would change; writes them with `--accept`."""

from __future__ import annotations

import difflib
import sys

from tests.golden.transcripts import FINGERPRINTED, HANDS, HERE, file_of, fingerprint, transcript


def main() -> int:
    """Exit code 1 if something differs and was not accepted."""
    new = {file_of(*hand): transcript(*hand) for hand in HANDS}
    new[HERE / "fingerprints.txt"] = "\n".join(map(fingerprint, FINGERPRINTED)) + "\n"
    differs = False
    for path, text in new.items():
        old = path.read_text(encoding="utf8") if path.exists() else ""
        changes = list(difflib.unified_diff(old.splitlines(), text.splitlines(), path.name, "now", lineterm=""))
        differs |= bool(changes)
        print("\n".join(changes))
        if "--accept" in sys.argv:
            path.write_text(text, encoding="utf8")
    return int(differs and "--accept" not in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
