"""Boards in rooms: the machine at which players sit, and its commands."""

from xyzgrid_ext.core.parts import Part

PART = Part(
    "boards",
    "boards in rooms: machines, their games, replays and spectators",
    core="xyzgrid_ext.parts.boards.core_part:CORE",
    settings="xyzgrid_ext.parts.boards.settings:SETTINGS",
    game="xyzgrid_ext.parts.boards.game_part:GAME",
    prototypes={"xyz_machine": "xyzgrid_ext.parts.boards.machine.Machine"},
    telnet=("xyzgrid_ext.parts.boards.game.telnet:InPlaceTelnet",),
    client_messages={"xyzgrid_key": "xyzgrid_ext.parts.boards.game.playing:press_keys"},
    gmcp=("xyzgrid_board", "xyzgrid_screen"),
    terminal="xyzgrid_ext.parts.boards.terminal_part:TERMINAL",
)
