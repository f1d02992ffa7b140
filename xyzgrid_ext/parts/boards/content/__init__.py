"""The boards of the package. A game's own files in `world/boards` take precedence."""

from pathlib import Path

BOARDS = Path(__file__).parent
BOXES = BOARDS / "boxes.game"  # whose levels may be Sokoban's
