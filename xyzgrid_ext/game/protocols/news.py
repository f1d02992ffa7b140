"""News about the journal: players learn of a finished task after they have read the room.

puzzle_solved ──► a moment ──► "Journal: The Still Point is done. Open: The Lamp and …"
"""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.base.signals import puzzle_solved
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.text import journal


def connect() -> None:
    """Connect the signal handlers; calling it again has no effect."""
    puzzle_solved.connect(_solved, dispatch_uid="xyzgrid.news.solved")


def _solved(sender: Any, puzzle: str, character: Any, **kwargs: Any) -> None:
    # the room where it was solved is shown after it is solved
    if character is not None and journal.is_kept():
        task.call_later(0, _tell, character, f"puzzle:{puzzle}")


@surviving("news of the journal")
def _tell(character: Any, word: str) -> None:
    if character.pk is None:
        return
    with speaking_to(character):
        told = journal.news(character, word)
    if told:
        character.msg(told)
