"""The club: what lies above one table. Here so far the tournament of the Code, as pure functions."""
