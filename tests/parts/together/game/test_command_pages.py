"""The page of all commands is made of their help; the overview names each of them."""

import os
import re
from inspect import cleandoc
from pathlib import Path

from evennia.utils.ansi import strip_ansi

from xyzgrid_ext import game
from xyzgrid_ext.commands import XYZGridCmdSet, XYZGridFlyDiveCmdSet, XYZGridWordsCmdSet
from xyzgrid_ext.game.cli.grammar import PROGRAM
from xyzgrid_ext.game.cli.words import grammar
from xyzgrid_ext.game.commands.looking import DetailedLook

FOLDER = Path(__file__).resolve().parents[4] / "docs" / "reference"
PAGE = FOLDER / "command-help.md"
HEAD = """\
# Help of all commands

What `help COMMAND` shows in the game. [Commands in the game](commands.md) has them in order.
"""
GAME = Path(game.__file__).parent
SETS = {
    "XYZGridCmdSet": XYZGridCmdSet,
    "XYZGridWordsCmdSet": XYZGridWordsCmdSet,
    "XYZGridFlyDiveCmdSet": XYZGridFlyDiveCmdSet,
}


def shown(commands):
    """The commands that have a help of ours, by name."""
    ours = (one for one in commands().commands if not isinstance(one, DetailedLook))
    return sorted((one for one in ours if one.auto_help), key=name)


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


def test_page_of_all_commands_is_their_help_and_the_overview_names_each():
    text = page()
    if os.environ.get("XYZGRID_GOLDEN"):
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text("utf-8") == text, "make pages"
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


def test_the_launcher_page_has_each_word_and_texts_name_no_other():
    page = (FOLDER / "launcher.md").read_text()
    assert not [
        word.name
        for word in grammar(PROGRAM).words.values()
        if not re.search(rf"`{word.name}\b", page)
    ]
    code = "".join(file.read_text() for file in GAME.parent.rglob("*.py"))
    words = set(re.findall(r"evennia xyzgrid ([a-z]+)", code))
    assert words <= {"help", *(word.name for word in grammar(PROGRAM).words.values())}
