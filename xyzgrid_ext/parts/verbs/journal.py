"""`journal` and `score`: the tasks of a game, finished and open.

    XYZGRID_JOURNAL = "world.story.JOURNAL"

    JOURNAL = [{"name": "The Old Light", "done": ["puzzle:the lamp"],
                "text": ["The square's board tells of a lighthouse.", {"text": …, "needs": […]}]}]

An entry is in the journal of characters for whom its `needs` are met, and is done when all of
`done` are true. Both are lists of the words that exits and texts use. An entry with `aside: True`
is listed apart, and the journal is done without it.

After a finished task, players read news of it, below the room. Clients that draw a journal of
their own ask for `Xyzgrid.Journal`:

    {"open": [{"name": …, "text": …, "commands": ["goto the lamp"]}], "done": […], "aside": […]}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from evennia.utils.ansi import strip_ansi
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.markup import commands_in
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.view.fitting import wrap_text
from xyzgrid_ext.game.base import settings, task
from xyzgrid_ext.game.base.command_sets import command_names
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.signals import puzzle_solved
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.protocols.subscriptions import subscribed_sessions
from xyzgrid_ext.game.text import descriptions, todo
from xyzgrid_ext.game.text.directions import time_in_words
from xyzgrid_ext.game.text.screens import client_width, clients_wrap
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.verbs.settings import JOURNAL

_Row = Mapping[str, Any]
JOURNAL_WORD = "journal"
"""The word by which clients ask for it."""
OPEN, DONE, ASIDE = "open", "done", "aside"


def journal_text(character: Character) -> str:
    """Return all tasks that a character knows of, open ones first."""
    by_state = _by_state(character)
    lines = [
        *_list_lines(_("Open:"), by_state[OPEN], character),
        *_list_lines(_("Done:"), by_state[DONE], character),
        *_list_lines(_("Also:"), by_state[ASIDE], character),
    ]
    return "\n".join(lines) or _("Your journal is empty.")


def journal_data(character: Character) -> dict[str, list[dict[str, object]]]:
    """Return the journal for a client: `open`, `done` and `aside`, each with its entries."""
    return {
        state: [
            {
                "name": row["name"],
                "text": strip_ansi(text := _text(row, character)),
                "commands": commands_in(text),
            }
            for row in rows
        ]
        for state, rows in _by_state(character).items()
    }


def send_journal(session: ClientSession) -> None:
    """Send a session its character's journal, at its request."""
    character = session.puppet
    with translating_for(session):
        character.ndb.xyzgrid_journal = now = journal_data(character)
    session.msg(xyzgrid_journal=((), now))


def send_changed_journal(character: Character) -> None:
    """Send the journal to the sessions of a character that asked for it, if it has changed."""
    sessions = [
        session for session, words in subscribed_sessions(character) if JOURNAL_WORD in words
    ]
    if not sessions:
        return
    with translating_for(character):
        now = journal_data(character)
    if now != character.ndb.xyzgrid_journal:
        character.ndb.xyzgrid_journal = now
        for session in sessions:
            session.msg(xyzgrid_journal=((), now))


def _rows() -> list[Record]:
    return list(settings.setting_function(JOURNAL) or ())


def has_journal() -> bool:
    """Whether the game has a journal."""
    return bool(_rows())


def news_text(character: Character, word: str) -> str:
    """Return the journal's news when a word, `puzzle:the lamp`, becomes true; empty if none.

    The news lists finished and new tasks, and gives a summary when the last task is done.
    """
    known = _known_tasks(character)
    done = [row for row in known if word in row.get("done", ()) and _is_done(row, character)]
    new = [row for row in known if word in row.get("needs", ())]
    open_rows = [row for row in known if not (_is_aside(row) or _is_done(row, character))]
    lines = [_("|wJournal:|n {task} is done.").format(task=row["name"]) for row in done]
    lines += [_("|wJournal:|n new task: {task}.").format(task=row["name"]) for row in new]
    if all(map(_is_aside, done)):
        pass
    elif open_rows:
        left = iter_to_str([row["name"] for row in open_rows], endsep=_("and"))
        lines.append(_("Open: {tasks}.").format(tasks=left))
        if may_type(character, "journal"):
            lines[-1] += " " + _("|wjournal|n shows more.")
    else:
        lines.append(_("|wEverything in your journal is done.|n"))
        ago = (timezone.now() - character.date_created).total_seconds()
        lines.append(_("You started {time} ago.").format(time=time_in_words(ago)))
        more = [row["name"] for row in known if _is_aside(row) and not _is_done(row, character)]
        if more:
            names = iter_to_str(more, endsep=_("and"))
            lines.append(_("There is also: {tasks}.").format(tasks=names))
    return "\n".join(filter(None, lines))


def progress_text(live: Live, character: Character) -> str:
    """Return the progress of a character, as text."""
    lines = [todo.explored_maps_text(live, character)]
    lines += (line for part in game_parts() for line in part.progress(live, character))
    if known := [row for row in _known_tasks(character) if not _is_aside(row)]:
        done = sum(_is_done(row, character) for row in known)
        text = _("Your journal: {done} of {known} done. Type |wjournal|n to see which.")
        lines.append(text.format(done=done, known=len(known)))
    return "\n".join(filter(None, lines))


def _by_state(character: Character) -> dict[str, list[_Row]]:
    """Return the entries that a character knows of."""
    by_state: dict[str, list[_Row]] = {OPEN: [], DONE: [], ASIDE: []}
    for row in _known_tasks(character):
        state = DONE if _is_done(row, character) else ASIDE if _is_aside(row) else OPEN
        by_state[state].append(row)
    return by_state


def _known_tasks(character: Character) -> list[_Row]:
    return [row for row in _rows() if _are_true(row.get("needs", ()), character)]


def _is_aside(row: _Row) -> bool:
    return bool(row.get("aside"))


def _is_done(row: _Row, character: Character) -> bool:
    return bool(row.get("done")) and _are_true(row["done"], character)


def _are_true(words: Iterable[str], character: Character) -> bool:
    return all(needs.is_true_for(word, character, character.location) for word in words)


def _list_lines(head: str, rows: list[_Row], character: Character) -> list[str]:
    if not rows:
        return []
    lines = [head]
    for row in rows:
        entry = f"|w{row['name']}|n. {_text(row, character)}"
        if not clients_wrap(character):
            entry = wrap_text(entry, client_width(character) - 4).replace("\n", "\n    ")
        lines.append(f"  {entry}")
    return lines


def _text(row: _Row, character: Character) -> str:
    text = descriptions.render(row.get("text", ""), character, character.location)
    return " ".join(text.split())


def connect() -> None:
    """Tell players of news when a puzzle is solved; calling it again has no effect."""
    puzzle_solved.connect(_on_solved, dispatch_uid="xyzgrid.news.solved")


def _on_solved(sender: object, puzzle: str, character: Character, **kwargs: object) -> None:
    # the room where it was solved is shown after it is solved
    if character is not None and has_journal():
        task.call_later(0, _tell_news, character, f"puzzle:{puzzle}")


@surviving("news of the journal")
def _tell_news(character: Character, word: str) -> None:
    if character.pk is None:
        return
    with translating_for(character):
        text = news_text(character, word)
    if text:
        character.msg(text)
    send_changed_journal(character)


def may_type(character: Character, name: str) -> bool:
    """Whether a character has the command of this name now."""
    account = character.account
    stacks = [character.cmdset, *([] if account is None else [account.cmdset])]
    commands = (command for stack in stacks for command in stack.current.commands)
    return any(name in command_names(cmd) and cmd.access(character, "cmd") for cmd in commands)
