"""Splitting a whole number of points so that the parts are whole and add up."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.jit import kernel


@kernel
def apportion(total, weights, n, parts):
    """Split `total` >= 0 into `n` integer `parts` in proportion to `weights`: largest remainder, ties to the first place.

    All weights 0 stand for equal weights. Arrays are int64, at least `n` long.
    """
    whole = 0
    for i in range(n):
        whole += weights[i]
    left = total
    for i in range(n):
        parts[i] = total * weights[i] // whole if whole > 0 else total // n
        left -= parts[i]
    if left == 0:
        return
    for i in range(n):  # one more each for the `left` places that lead in remainder
        before = 0
        for j in range(n):
            ahead = (total * weights[j] % whole) - (total * weights[i] % whole) if whole > 0 else 0
            if ahead > 0 or (ahead == 0 and j < i):
                before += 1
        if before < left:
            parts[i] += 1
