"""What formats add to the game."""

from xyzgrid_ext.game.cli.actions import YES
from xyzgrid_ext.game.cli.grammar import Word
from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.formats import web
from xyzgrid_ext.parts.formats.core import FORMATS
from xyzgrid_ext.parts.formats.game import AS, TO, export, import_file

_WORDS = (
    Word("export", "export MAP ...|all --FORMAT [--to FILE] [--as CHARACTER] [--yes]",
         "write maps as files for other programs", f"""
Writes maps, or levels (`cube:3`), to the terminal, or with --to to FILE. An existing file is
replaced only with --yes. The file contains everything, as builders see it, or with --as only what
that character may see. The maps must have been spawned. FORMAT is one of

{chr(10).join(f"    --{row.name:<8} {row.title}, {row.suffix}" for row in FORMATS)}

    evennia xyzgrid export all --mudlet --to world.json
    evennia xyzgrid export lighthouse --svg --as Ann --to lighthouse.svg
""", export, frozenset({f"--{row.name}" for row in FORMATS}) | YES, frozenset({TO, AS})),
    Word("import", "import FILE [--to MODULE.py] [--yes]", "turn a map file into a map module", """
Reads MMP (XML) or a Mudlet map (JSON, from saveJsonMap), and writes a map module with all rooms,
exits and names to the terminal, or with --to to a file. It reports what such a module cannot
contain. It does not add the map to the game.

    evennia xyzgrid import isle.json --to world/isle.py
    evennia xyzgrid add world.isle
""", import_file, YES, frozenset({TO})),
)  # fmt: skip

GAME = GamePart("formats", launcher_words=_WORDS, map_links=web.map_links)
