"""`init` puts the package into a game and takes it out again, and touches nothing else."""

import io

import pytest

from xyzgrid_ext.__main__ import main

FILES = {
    "server/conf/settings.py": "from evennia.settings_default import *\n\nSERVERNAME = 'Own'",
    "commands/default_cmdsets.py": (
        "class CharacterCmdSet(CmdSet):\n"
        "    def at_cmdset_creation(self):\n"
        "        super().at_cmdset_creation()\n"
        "        # more\n\n\n"
        "class Other(CmdSet):\n    pass\n"
    ),
    "web/urls.py": "urlpatterns = []\r\n",
    "world/__init__.py": "",
}


@pytest.fixture
def game(tmp_path):
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, newline="")
    return tmp_path


@pytest.fixture
def init(game, capsys):
    """Return a function: arguments -> the exit code, and what is said."""

    def call(*arguments):
        code = main(["init", "--game", str(game), *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return call


def texts(game):
    files = (file for file in sorted(game.rglob("*")) if file.is_file())
    return {file.relative_to(game).as_posix(): file.read_bytes() for file in files}


def test_what_init_writes_undo_takes_away_to_the_byte(game, init):
    before = texts(game)
    code, said = init("--yes", "village", "cave")
    assert code == 0, said
    assert texts(game).keys() - before.keys() == {
        "world/village.py",
        "world/cave.py",
        "world/cave.matrix",
    }
    after = {name: text.decode() for name, text in texts(game).items()}
    assert "\nhook_up(globals())" in after["server/conf/settings.py"]
    assert "\n        self.add(XYZGridCmdSet)\n" in after["commands/default_cmdsets.py"]
    assert after["web/urls.py"].startswith("urlpatterns = []\r\n")
    for text in after.values():
        compile(text if "matrixedge" not in text else "", "file", "exec")
    assert init("--yes", "village", "cave") == (0, "There is nothing to do.\n")
    code, said = init("--undo", "--yes")
    assert code == 0, said
    assert texts(game) == before
    assert init("--undo", "--yes") == (0, "There is nothing to do.\n")


def test_nothing_is_written_before_somebody_agrees(game, init, monkeypatch):
    before = texts(game)
    code, said = init()
    assert code == 1
    assert "add --yes" in said
    assert "  + self.add(XYZGridCmdSet)" in said
    terminal = io.StringIO("n\n")
    terminal.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", terminal)
    assert init()[0] == 1
    assert texts(game) == before


def test_lines_and_command_sets_that_are_there_stay(game, init):
    settings = game / "server/conf/settings.py"
    own = "from xyzgrid_ext.hookup import hook_up\n\nhook_up(globals())\nSERVERNAME = 'Own'\n"
    settings.write_text(own)
    init("--yes")
    assert settings.read_text() == own
    file = game / "commands/default_cmdsets.py"
    text = f"from world.grid import XYZGridCmdSet\n{FILES['commands/default_cmdsets.py']}"
    file.write_text(text)
    code, said = init("--yes")
    assert "default_cmdsets.py:1: in place of `from world.grid import XYZGridCmdSet` write" in said
    assert (code, file.read_text(), "adopt" in said) == (0, text, False)


CONTRIB = {
    "server/conf/settings.py": (
        "from evennia.settings_default import *\n\n"
        'EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "evennia.contrib.grid.xyzgrid.launchcmd.xyzcommand"\n'
        'PROTOTYPE_MODULES += ["evennia.contrib.grid.xyzgrid.prototypes"]\n'
    ),
    "commands/default_cmdsets.py": (
        "from evennia.contrib.grid.xyzgrid.commands import XYZGridCmdSet\n\n\n"
        "class CharacterCmdSet(CmdSet):\n"
        "    def at_cmdset_creation(self):\n"
        "        self.add(XYZGridCmdSet)\n"
    ),
}


def test_game_with_the_contribs_lines_is_sent_to_adopt(game, init):
    """Beside its import of XYZGridCmdSet, one of ours would break every login."""
    for name, text in CONTRIB.items():
        (game / name).write_text(text)
    code, said = init("--yes")
    assert code == 0
    (settings, commands), urls = CONTRIB, "web/urls.py"
    for line in (
        f"{settings}:3: the contrib's, take it out: EXTRA_LAUNCHER_COMMANDS",
        f"{settings}:4: the contrib's, take it out: PROTOTYPE_MODULES",
        f"{commands}:1: in place of `from evennia.contrib.grid.xyzgrid.commands import"
        " XYZGridCmdSet` write `from xyzgrid_ext.commands import XYZGridCmdSet`",
        f"Written: {settings}, {urls}\n",
        "evennia xyzgrid adopt",
    ):
        assert line in said
    assert (game / commands).read_text() == CONTRIB[commands]
    assert not (game / "world" / "village.py").exists(), "it has maps"
    code, said = init("--yes")
    assert (code, "There is nothing to do." in said, "adopt" in said) == (0, True, True)


def test_files_of_ones_own_and_lines_that_were_changed_stay(game, init):
    own = game / "world" / "village.py"
    own.write_text("mine\n")
    code, said = init("--yes", "village", "tower")
    assert code == 0
    assert "world/village.py: there is one already" in said
    settings, tower = game / "server/conf/settings.py", game / "world" / "tower.py"
    for file in (settings, tower):
        file.write_text(file.read_text().replace("xyz", "abc", 2).replace("abc", "xyz", 1))
    changed = settings.read_text(), tower.read_text()
    code, said = init("--undo", "--yes")
    assert "server/conf/settings.py: the lines were changed since" in said
    assert "world/tower.py: it was changed since" in said
    assert (settings.read_text(), tower.read_text(), own.read_text()) == (*changed, "mine\n")


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("server/conf/settings.py", None, "is not a game: it has no server/conf/settings.py"),
        ("web/urls.py", None, "the game has no web/urls.py"),
        ("web/urls.py", "x = (\n", "web/urls.py:1: '(' was never closed"),
    ],
)
def test_a_game_that_cannot_be_changed_is_told_and_stays(game, init, file, text, told):
    (game / file).unlink()
    if text is not None:
        (game / file).write_text(text)
    before = texts(game)
    code, said = init("--yes")
    assert code == 1
    assert told in said
    assert texts(game) == before
