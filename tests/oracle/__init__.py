"""A slow, independent referee and scorer, written from the rules alone, and what compares the engine with it.

The oracle: `win` (shapes, waits, distance), `wild` (hands with golds), `score_hebei`, `specials` and `score_fuzhou` (points;
`scoring` picks the family), `ending` (how a hand ended, the next deal), `wall`, and the referee: `moves` (actions, events),
`state` (what is on the table), `legality` (who may do what), `opening` (flowers, golds, opening wins, the end), `table`
(turns, claims, the last group). `options` and `options_fuzhou` hold names and defaults as the rule texts have them. It
imports nothing of the project but tile names.
The comparison: `replay` (a transcript, row by row), `agreement`, `rigged` and `rigged_fuzhou` (many hands, arranged hands),
`scene` (staged hands for tests), `engine` (records of the project), `endings`, `endings_fuzhou` and `selfplay` (made-up
ends, the oracle alone).
"""
