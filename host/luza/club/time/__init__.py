"""Table time: sessions of tables as intervals, what they cost, and the lamps over the tables.

The values and functions (`spans`, `walltime`, `prices`, `pricing`, `bill`, `session`, `permission`, `played`,
`lamp`) are pure: every instant is an argument. `store` keeps them, `desk` is the way in for pages, and
`lampline` talks to real lamps.
"""
