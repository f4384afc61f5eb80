"""A slow, independent referee and scorer, written from the rules alone, and what compares the engine with it.

The oracle: `win` (shapes, waits, distance), `score_hebei` (points, next dealer), `wall`, `table` (what is legal, what
happens), `options` (names and defaults as the rule text has them). It imports nothing of the project but tile names.
The comparison: `replay` (a transcript, row by row), `agreement` and `rigged` (many hands, arranged hands), `scene` (staged
hands for tests), `engine` (records of the project), `endings` and `selfplay` (made-up ends, the oracle alone).
"""
