"""parts/matrix_game/core."""
