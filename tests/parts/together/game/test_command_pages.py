"""Pages of commands and the tutorial are true; the parts of the package, listed and hooked up."""

import importlib
import json
import os
import re
import sys
from inspect import cleandoc
from pathlib import Path

import pytest
from evennia import settings_default
from evennia.utils.ansi import strip_ansi
from test_startup import KERNEL, NONE, settings_of

from xyzgrid_ext import content, game
from xyzgrid_ext.__main__ import main
from xyzgrid_ext.commands import XYZGridCmdSet, XYZGridFlyDiveCmdSet, XYZGridWordsCmdSet
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.game.cli.grammar import PROGRAM
from xyzgrid_ext.game.cli.words import grammar
from xyzgrid_ext.game.commands.looking import DetailedLook
from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

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


STEPS = sorted((Path(__file__).resolve().parents[4] / "docs" / "tutorial").glob("[1-9]-*.md"))
FILES = re.compile(r"^`world/([\w.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^evennia xyzgrid (\w+) ?(.*)$", re.MULTILINE)


@pytest.fixture
def follow(run, tmp_path, monkeypatch):
    """Return a function: a number of steps -> the grid, after all that the pages say to do."""
    folder = tmp_path / "tutorial_world"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    def done(steps):
        for step in STEPS[:steps]:
            page = step.read_text("utf-8")
            for name, text in FILES.findall(page):
                (folder / name).write_text(text, encoding="utf-8")
            as_a_new_process()
            for word, rest in COMMAND.findall(page):
                words = rest.replace("world.", "tutorial_world.").split()
                code, told = run(word, *words, *(["--yes"] if word == "spawn" else []))
                assert code == (2 if word == "plan" else 0), told
        return get_xyzgrid()

    yield done
    forget_modules()


def forget_modules():
    for name in [name for name in sys.modules if name.split(".")[0] == "tutorial_world"]:
        del sys.modules[name]
    importlib.invalidate_caches()


def as_a_new_process():
    """Read the files anew, as the launcher does each time."""
    forget_modules()
    get_xyzgrid().reload()


@pytest.mark.parametrize("steps", range(1, len(STEPS) + 1), ids=[page.stem for page in STEPS])
def test_after_each_step_the_world_is_spawned_and_without_fault(follow, run, steps):
    grid = follow(steps)
    assert grid.live.unloaded_maps == []
    findings = [f for one in grid.live.loaded.values() for f in one.findings]
    findings += check_world(grid.live.grids)
    assert [str(f) for f in findings] == []
    code, told = run("plan")
    assert code == 0, told


def test_at_the_end_the_world_is_walked_and_its_locks_hold(follow, player):
    live = follow(len(STEPS)).live
    at = {
        live.object(room).key: live.object(room) for key in live.grids for room in rooms(live, key)
    }
    player.character.location = at["The Inn"]
    assert "You need the brass key." in player.types("goto the chapel")
    assert "A rod runs from it to the oil store." in player.types("goto the lamp")
    player.types("get key")
    assert "The Chapel" in player.types("path the chapel")
    player.character.location = at["The Oil Store"]
    assert "Level 1 of" in player.types("play box")
    assert "springs open" in player.types("ee")
    player.types("stop")
    assert "The Lamp" in player.types("path the lamp")
    player.character.location = at["The Lamp"]
    assert "floor 1" in player.types("map -")
    assert "ground floor" in player.types("map 0")


def test_who_quells_sees_the_grotto_as_a_player_does(follow, superuser):
    live = follow(3).live
    superuser.character.location = live.object(("grotto", 0))
    assert "grotto: wormhole" in superuser.types("path the pearl bed")
    superuser.types("quell")
    assert "wormhole" not in superuser.types("path the pearl bed")


def rooms(live, key):
    grid = live.grids[key]
    return [(key, number) for number in range(grid.rooms) if live.object((key, number))]


MAPS = ("world.glasswork", "world.undertow", "world/glasswork.matrix", "world/undertow.matrix")


def test_parts_that_are_off_are_listed_and_their_settings_known(choose, run, settings):
    code, text = run("parts")
    assert (code, "-> " in text) == (0, False)
    assert "\ndungeons     on   built in         dungeons from octal masks" in text
    assert "; needs boards, proof\n" in text
    choose(["boards", "dungeons", "land"])
    code, text = run("parts")
    assert code == 1
    for name, reason in (
        ("dungeons", "it needs proof"),
        ("land", "there is no such part; did you mean lands?"),
    ):
        assert f"\n             -> {reason}\n" in text.partition(f"\n{name} ")[2]
    assert text.count("XYZGRID_PARTS") == 1
    fault = "part land: there is no such part; did you mean lands?\n"
    assert fault in run("check")[1]
    text = run("doctor")[1]
    assert "  on                           boards\n" in text
    assert fault in text
    assert "-> correct XYZGRID_PARTS" in text
    settings.XYZGRID_JOURNAL = None
    choose([])
    assert "no setting XYZGRID_JOURNAL" not in run("doctor")[1]


@pytest.mark.parametrize("names", [None, (), ("matrix_game",), ("proof", "lands", "formats")])
def test_check_finds_the_same_in_the_game_and_in_the_terminal(choose, run, capsys, names):
    choose(names)
    code, text = run("check", "--json", *MAPS)
    chosen = [] if names is None else ["--parts", ",".join(names)]
    files = [f"{name.replace('.', '/')}.py" if "/" not in name else name for name in MAPS]
    codes = {main([*chosen, "check", "--json", file]) for file in files}
    shown = capsys.readouterr().out.replace("\n]\n[\n", ",\n")

    def found(text):
        return {(one["severity"], one["code"], one["message"]) for one in json.loads(text)}

    assert (found(shown), max(codes)) == (found(text), code)


TUNING = {"AMP_SERVER_PROTOCOL_CLASS", "SQLITE3_PRAGMAS"}
if settings_default.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    TUNING |= {"DATABASES"}
TUNING |= {"PORTAL_SERVICES_PLUGIN_MODULES", "SERVER_SERVICES_PLUGIN_MODULES"}


def test_each_part_changes_what_it_needs():
    changed = settings_of(XYZGRID_PARTS=("verbs", "tuning")).keys()
    assert changed == KERNEL | TUNING | NONE | {"STATICFILES_DIRS"}
    apps = settings_of(XYZGRID_PARTS=("web_map",))["INSTALLED_APPS"]
    assert apps[-2:] == ["xyzgrid_ext.game.web", "xyzgrid_ext.parts.web_map"]
    spoken = settings_of(XYZGRID_PARTS=("verbs",), USE_I18N=True)["LOCALE_PATHS"]
    assert [path for path in spoken if path.endswith("parts/verbs/locale")] == spoken[-1:]
    assert settings_of(XYZGRID_PARTS=("boards",))["STATICFILES_DIRS"][-1].endswith("boards/static")


@pytest.mark.parametrize("name", content.EXAMPLES)
def test_an_example_loads_and_has_no_fault(name):
    (loaded,) = load_maps(f"xyzgrid_ext.content.examples.{name}")
    assert loaded.name == name
    assert [str(finding) for finding in loaded.findings] == []
    assert [str(finding) for finding in check_world({name: loaded.grid})] == []
