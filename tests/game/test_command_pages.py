"""The page of all commands is made of their help; the overview names each of them."""

import os
import re
from inspect import cleandoc
from pathlib import Path

import pytest
from django.utils import translation
from evennia import default_cmds
from evennia.utils.ansi import strip_ansi

from tools import messages
from xyzgrid_ext.game import command_sets
from xyzgrid_ext.game.cli.words import ROWS

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "reference"
PAGE = FOLDER / "command-help.md"
HEAD = """\
# Help of all commands

What `help COMMAND` shows in the game. [Commands in the game](commands.md) has them in order.
"""
SETS = {
    "XYZGridCmdSet": command_sets.XYZGridCmdSet,
    "XYZGridWordsCmdSet": command_sets.XYZGridWordsCmdSet,
    "XYZGridFlyDiveCmdSet": command_sets.XYZGridFlyDiveCmdSet,
}


def shown(commands):
    """The commands that have a help of ours, by name."""
    return sorted((one for one in commands().commands if one.auto_help), key=name)


def name(command):
    return command.key.lstrip("@")  # as Evennia takes it from players


def page():
    text = HEAD
    for set_name, commands in SETS.items():
        text += f"\n## {set_name}\n"
        for one in shown(commands):
            if one.key.startswith("@"):  # Evennia's help, with lines of ours
                continue
            others = "".join(f", `{alias}`" for alias in sorted(one.aliases))
            text += f"\n### {name(one)}\n\n`{name(one)}`{others}\n\n"
            text += f"```text\n{strip_ansi(cleandoc(one.__doc__))}\n```\n"
    return text


def test_the_page_of_all_commands_is_their_help():
    text = page()
    if os.environ.get("XYZGRID_GOLDEN"):
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text("utf-8") == text, "make pages"


@pytest.mark.parametrize("language", ["en", *messages.languages()])
def test_the_tables_of_all_help_fit_a_terminal(language):
    """Paragraphs flow, but a line of a table that is too long would be broken."""
    with translation.override(language):
        texts = [
            strip_ansi(translation.gettext(cleandoc(one.__doc__)))
            for commands in SETS.values()
            for one in shown(commands)
            if not one.key.startswith("@")  # Evennia's own
        ]
    assert len(texts) > 20
    lines = [line for text in texts for line in text.splitlines() if line.startswith("  ")]
    assert [line for line in lines if len(line) > 78] == []


def test_the_overview_names_every_command_and_only_switches_that_there_are():
    overview = (FOLDER / "commands.md").read_text("utf-8")
    codes = re.findall(r"`([^`\n]+)`", overview)
    words = {code.split()[0].partition("/")[0] for code in codes} | set(codes)
    commands = {name(one): one for each in SETS.values() for one in shown(each)}
    typed = {
        key: {key, *(alias.lstrip("@") for alias in commands[key].aliases)} for key in commands
    }
    assert [key for key, names in typed.items() if not names & words] == []
    for code in codes:
        word, slash, switch = code.split()[0].partition("/")
        if slash and word in commands:
            assert switch in commands[word].switch_options, code


def test_the_launcher_page_has_each_word():
    page = (FOLDER / "launcher.md").read_text()
    assert not [word.name for word in ROWS if not re.search(rf"`{word.name}\b", page)]


def test_texts_of_the_usual_commands_name_no_command_of_the_second_set():
    second, usual = (
        {word for one in each().commands for word in (one.key, *one.aliases)}
        for each in (command_sets.XYZGridWordsCmdSet, default_cmds.CharacterCmdSet)
    )
    ours = command_sets.XYZGridCmdSet().commands
    usual |= {word for one in ours for word in (one.key, *one.aliases)}
    of_second = {"instead.py", "journal.py", "options.py"}  # or where a game has set up a journal
    for message in messages.template():
        if {Path(file).name for file, _line in message.locations} <= of_second:
            continue
        for text in message.id if message.pluralizable else [message.id]:
            named = set(re.findall(r"\|w(\w+)", text))
            assert not named & (second - usual), text


def test_the_notes_of_dungeons_are_in_every_game():
    assert "notes" in {one.key for one in command_sets.XYZGridCmdSet().commands}
