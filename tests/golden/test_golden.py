"""The engine still plays the golden hands, byte for byte."""

from __future__ import annotations

import pytest

from tests.golden.transcripts import FINGERPRINTED, HANDS, HERE, file_of, fingerprint, transcript


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: "-".join(map(str, hand)))
def test_a_golden_hand_is_played_as_before(hand):
    assert transcript(*hand) == file_of(*hand).read_text(encoding="utf8")


@pytest.mark.parametrize("variant", FINGERPRINTED)
def test_six_hundred_hands_end_as_before(variant):
    known = (HERE / "fingerprints.txt").read_text(encoding="utf8").splitlines()
    assert fingerprint(variant) in known
