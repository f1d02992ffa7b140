"""The map editor of the website, and changes by hand written back into the file."""

from xyzgrid_ext.core.parts import Part

PART = Part(
    "editor",
    "the map editor in the browser, and `pull`",
    uses=("lands", "proof", "web_map"),
    game="xyzgrid_ext.parts.editor.game_part:GAME",
    launcher=("pull", "shift", "convert", "right"),
    settings="xyzgrid_ext.parts.editor.settings:SETTINGS",
    apps=("xyzgrid_ext.parts.editor",),
    urls="xyzgrid_ext.parts.editor.web.urls",
    client_messages={"xyzgrid_edit": "xyzgrid_ext.parts.editor.web.lines:receive_message"},
)
