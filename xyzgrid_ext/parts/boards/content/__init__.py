"""The boards of the package. A game's own files in `world/boards` take precedence."""

from pathlib import Path

BOARDS = Path(__file__).parent
"""The folder of these files."""
BOXES = BOARDS / "boxes.game"
"""The rules of `boxes`, which files of Sokoban levels (`.xsb`) use."""
