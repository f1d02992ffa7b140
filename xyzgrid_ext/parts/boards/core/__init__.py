"""parts/boards/core."""
