"""A slow, independent referee and scorer, written from the rules alone, and what compares the engine with it.

The oracle: `win` (shapes, waits, distance), `wild` (hands with golds), `readings` (every way to read one), `score_hebei`,
`specials`, `score_fuzhou` and `score_fuding` (points; `scoring` picks the family), `ending` (how a hand ended, the next deal),
`wall`, and the referee: `moves` (actions, events), `state` (what is on the table), `bars` (what the table forbids), `legality`
(who may do what), `opening` (flowers, golds, opening wins, the end), `table` (turns, claims, standing, the last group).
`options`, `options_fuzhou` and `options_fuding` hold names and defaults as the rule texts have them. It imports nothing of
the project but tile names.
The comparison: `replay` (a transcript, row by row), `agreement`, `rigged`, `rigged_fuzhou` and `rigged_fuding` (many hands,
arranged hands), `scene` (staged hands for tests), `engine` (records of the project), `endings`, `endings_fuzhou`,
`endings_fuding` and `selfplay` (made-up ends, the oracle alone), `bound` (what clauses take away).
"""
