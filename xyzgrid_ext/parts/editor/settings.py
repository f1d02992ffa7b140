"""The setting and the limits of the map editor."""

from xyzgrid_ext.game.base.setting_rows import Limit, Setting, read_text

DRAWN_MAPS = Setting(
    "XYZGRID_DRAWN_MAPS",
    "path of a package",
    "world",
    "where the map editor writes the modules of new maps",
    read_text,
)
SETTINGS = (DRAWN_MAPS,)

LIMITS = (
    ROOMS := Limit("edit_rooms", 20_000, "rooms of a map in the map editor"),
    BYTES := Limit("edit_bytes", 1_000_000, "bytes of one message of the map editor"),
    OPERATIONS := Limit("edit_operations", 2_000, "operations in one message of the map editor"),
    MESSAGES := Limit("edit_messages", 10, "messages per second from one builder", 5.0),
    LINES := Limit(
        "edit_lines", 60, "messages per second over one connection of the map editor", 3.0
    ),
    CURSORS := Limit(
        "edit_cursors", 10, "positions of a builder's cursor per second that others see", 3.0
    ),
    SELECTED := Limit("edit_selected", 200, "rooms selected by a builder that others see"),
    PEOPLE := Limit("edit_people", 30, "connections of the map editor to one map"),
    ACCOUNT := Limit("edit_account", 10, "connections of the map editor from one account"),
    WORK := Limit(
        "edit_work", 4, "checks, proofs, plans and applies per second for one builder", 5.0
    ),
)
