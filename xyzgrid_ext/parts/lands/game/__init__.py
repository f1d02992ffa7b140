"""parts/lands/game."""
