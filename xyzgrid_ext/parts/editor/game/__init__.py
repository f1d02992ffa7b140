"""parts/editor/game."""
