"""The words that adoption adds to the launcher."""

from xyzgrid_ext.game.cli.actions import YES
from xyzgrid_ext.game.cli.grammar import Word
from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.adopt.migration import DELETE_3D, FORGET, adopt, unadopt

_WORDS = (
    Word("adopt", "adopt [MODULE ...] [--yes]", "take over a grid of the contrib", """
Shows what would change, and asks. The contrib's script, rooms and exits get this package's classes.
No room is recreated, and everything that players and builders made stays. Stop the server first.
You can repeat it safely. Name modules only if the contrib's own list of maps cannot be read.
""", adopt, YES, needs_stopped_game=True),
    Word("unadopt", "unadopt [--yes] [--delete-3d] [--forget]",
         "give the grid back to the contrib", """
Shows what would change, and asks. The contrib cannot show matrices and maps with levels: their
rooms stay without a map, or are removed with --delete-3d. What characters have explored and where
they are going stays for a later adoption, or is removed with --forget. Stop the server first.
""", unadopt, YES | {DELETE_3D, FORGET},
         needs_stopped_game=True),
)  # fmt: skip

GAME = GamePart("adopt", launcher_words=_WORDS)
