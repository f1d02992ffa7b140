"""A link's `direction_aliases`: both halves of `path`, the words and the speed-walk, have them."""

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend
from spawned import spawned_once

from xyzgrid_ext.core.grid.model import Way
from xyzgrid_ext.core.routes import way_word

pytestmark = pytest.mark.django_db


class Ramp(xymap_legend.MapLink):
    """A link to the east that `path` calls `u`."""

    symbol = "/"
    display_symbol = "-"
    prototype = "xyz_exit"
    directions = {"e": "w", "w": "e"}  # noqa: RUF012
    direction_aliases = {"e": "u", "w": "d"}  # noqa: RUF012


shared_maps = spawned_once(
    {
        "zcoord": "hill",
        "map": "\n+ 0 1 2\n\n0 #/#-#\n\n+ 0 1 2\n",
        "legend": {"/": Ramp},
        "prototypes": {
            (x, 0): {"prototype_parent": "xyz_room", "key": key}
            for x, key in enumerate(("Foot", "Ridge", "Top"))
        },
    }
)


@pytest.mark.parametrize("speaks", [False, True])
def test_words_and_speedwalk_of_a_path_agree(grid, player, speaks):
    player.character.move_to(grid.live.object(("hill", 0)), move_type="teleport")
    if speaks:
        player.session.protocol_flags["SCREENREADER"] = True
    text = player.types("path top")
    words, walk = (line for line in text.splitlines() if ":" in line)
    assert words.rstrip(".").endswith("hill: u, east")
    assert walk.rstrip(".").endswith(": u e")


@pytest.mark.parametrize(
    ("way", "word"),
    [
        (Way("e", "east", ("e",), "e"), "east"),
        (Way("e", "east", ("e",), "u"), "u"),
        (Way("e", "gate", ("g",), "e"), "gate"),
        (Way("u", "up", ("u",), "u"), "up"),
        (Way("wormhole 2", "wormhole 2", ("wh2",), "wh2"), "wormhole 2"),
        (Way("red door", "|rRed|n Door", (), "red door"), "|rRed|n Door"),
    ],
)
def test_word_of_a_way_is_its_name_but_where_a_legend_calls_it_otherwise(way, word):
    assert way_word(way) == word
