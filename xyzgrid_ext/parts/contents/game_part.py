"""What contents add to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.contents import described, listing, people, respawning, stock, talk_commands

if TYPE_CHECKING:
    from xyzgrid_ext.game.typeclasses.moves import Move


def _on_arrival(move: Move) -> None:
    people.greet_soon(move.who)


GAME = GamePart(
    "contents",
    commands=(talk_commands.CmdTalk,),
    launcher_words=listing.WORDS,
    options={people.OPTION: people.OPTION_TEXT},
    connect=stock.connect,
    started=(respawning.worker.start, people.start),
    room_symbols=stock.contents_symbols,
    wanted_things=stock.wanted_things,
    made_objects_steps=respawning.made_objects_steps,
    pulled=respawning.note_pulled,
    thing_findings=described.findings,
    arrived=_on_arrival,
)
