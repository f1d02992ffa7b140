"""parts/boards/terminal."""
