"""MMP: the XML that Mudlet, MMapper and the clients of several large games know.

    <map>
     <areas><area id="1" name="Town"/></areas>
     <rooms>
      <room id="12" area="1" title="The Square" environment="257">
       <coord x="4" y="4" z="0"/>
       <exit direction="north" target="13" door="2"/>         1 open, 2 closed, 3 locked
       <exit special="1" command="wormhole" target="40"/>     an exit in none of their directions
       <features><feature type="shop"/></features>
      </room>
     </rooms>
     <environments><environment id="257" name="" color="7" htmlcolor="#8b949e"/></environments>
    </map>

Mudlet reads special exits, doors and features since 4.16; older versions (tried: 3.7.1) stop at the
first room with features. Environments come last, because Mudlet takes everything after them for
more environments. The format has no stubs and no exits to rooms outside the file, so these are left
out. Two attributes are our own, and clients ignore them: `name` of an exit whose command differs
from its name, and `key` of an area.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xyzgrid_ext.core.view.snapshot import Door, MapHead, MapView, RoomView
from xyzgrid_ext.parts.formats.core.colours import Palette
from xyzgrid_ext.parts.formats.core.exits import LONG_DIRECTIONS, FileExit, FileMaps
from xyzgrid_ext.parts.formats.core.texts import escape_xml

DOOR_NUMBERS = {Door.OPEN: 1, Door.CLOSED: 2, Door.LOCKED: 3}
"""The numbers that MMP files use for doors."""


def write(heads: Sequence[MapHead], views: Iterable[MapView]) -> Iterator[str]:
    """Yield an MMP file (XML) of the maps `views` in pieces; `heads` are those of the same maps."""
    palette, file_maps = Palette(), FileMaps(heads)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<map>\n <areas>\n'
    for head in heads:
        name = escape_xml(file_maps.area_name(head))
        yield f'  <area id="{head.number}" name="{name}" key="{escape_xml(head.key)}"/>\n'
    yield " </areas>\n <rooms>\n"
    for view in views:
        for room, exits in file_maps.rooms_with_exits(view):
            yield _room(view.head, room, exits, palette[room.environment].number)
    yield " </rooms>\n <environments>\n"
    for kind in palette.used():
        yield (
            f'  <environment id="{kind.number}" name="{escape_xml(kind.name)}" color="{kind.ansi}" '
            f'htmlcolor="{kind.html}"/>\n'
        )
    yield " </environments>\n</map>\n"


def _room(head: MapHead, room: RoomView, exits: Iterable[FileExit], environment: int) -> str:
    lines = [
        f'  <room id="{room.number}" area="{head.number}" title="{escape_xml(room.name)}" '
        f'environment="{environment}">',
        f'   <coord x="{room.x}" y="{room.y}" z="{room.z}"/>',
        *(_exit(exit_) for exit_ in exits if exit_.target is not None),
    ]
    if room.details:
        features = "".join(f'<feature type="{escape_xml(word)}"/>' for word in room.details)
        lines.append(f"   <features>{features}</features>")
    return "\n".join((*lines, "  </room>\n"))


def _exit(exit_: FileExit) -> str:
    text = (
        f'direction="{LONG_DIRECTIONS[exit_.direction]}"'
        if exit_.direction
        else f'special="1" command="{escape_xml(exit_.command)}"'
    )
    text += f' target="{exit_.target}"'
    if exit_.view.door is not Door.NONE:
        text += f' door="{DOOR_NUMBERS[exit_.view.door]}"'
    if exit_.view.name != exit_.command:
        text += f' name="{escape_xml(exit_.view.name)}"'
    return f"   <exit {text}/>"
