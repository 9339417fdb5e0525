"""What was played in the club: players, matches, frames, shots; heard from tables or read from journals."""
