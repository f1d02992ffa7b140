"""The view of a map for one character, as a text picture or as a MapView."""

from xyzgrid_ext.core.view.gmcp import (
    MSDP_VARIABLES,
    AreaLabel,
    exits_changed,
    msdp,
    room_info,
    unmapped,
)
from xyzgrid_ext.core.view.payload import Payload, head_payload, map_payload, room_payload
from xyzgrid_ext.core.view.picture import Picture, paint
from xyzgrid_ext.core.view.sight import Known, Sight, as_seen
from xyzgrid_ext.core.view.snapshot import (
    COMPASS,
    Door,
    ExitKind,
    ExitView,
    GroundKind,
    MapHead,
    MapView,
    RoomView,
    area_number,
    compass_of,
    kind_of,
)
from xyzgrid_ext.core.view.visible import (
    Window,
    cropped,
    everything,
    in_part,
    in_reach,
    in_scan,
    rooms_in_reach,
    rooms_in_scan,
    styled,
    trail_cells,
)

__all__ = [
    "COMPASS", "MSDP_VARIABLES", "AreaLabel", "Door", "ExitKind", "ExitView", "GroundKind", "Known",
    "MapHead", "MapView", "Payload", "Picture", "RoomView", "Sight", "Window", "area_number",
    "as_seen", "compass_of", "cropped", "everything", "exits_changed", "head_payload", "in_part",
    "in_reach", "in_scan", "kind_of", "map_payload", "msdp", "paint", "room_info", "room_payload",
    "rooms_in_reach", "rooms_in_scan", "styled", "trail_cells", "unmapped",
]  # fmt: skip
