"""Automata at the command line: by keys, by lines, by hand on a terminal, again from a replay."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import main

BESIDE = pytest.mark.beside("matrix_game")  # which reads --moves
CONTENT = Path(__file__).parents[5] / "xyzgrid_ext" / "parts" / "boards" / "content"

STEP = "@****.***.****@***"
GAME = f"\n{STEP}l\n{STEP}~\n{STEP}\\\n{STEP}\n\n7 3\n######\n#@...#\n######\n"
START = ["######", "#@...#", "######"]


@pytest.fixture
def game(tmp_path):
    """A game file in which `l`, a tilde, a backslash and ENTER walk to the right."""
    file = tmp_path / "walk.game"
    file.write_text(GAME)
    return str(file)


def data(capsys, *arguments):
    assert main(list(arguments)) == 0
    return json.loads(capsys.readouterr().out)


# --keys


def test_keys_print_a_frame_for_each_cycle_and_the_end_of_a_level(game, capsys):
    played = data(capsys, "play", game, "--keys", "lxl", "--json")
    assert [frame[1] for frame in played["frames"]] == ["#@...#", "#.@..#", "#.@..#", "#..@.#"]
    assert played["frames"][0] == START
    assert (played["status"], played["score"], played["par"]) == ("playing", 3, None)
    assert (played["board"], played["level"], played["replay"]) == ("walk", 1, "walk:1:lxl")
    played = data(capsys, "play", "boxes", "--level", "2", "--keys", "jlllhhhkklllxx", "--json")
    assert (played["status"], played["score"], played["par"]) == ("won", 12, 12)
    # the board is shown on, but what comes after the end does nothing
    assert len(played["frames"]) == 15
    assert played["frames"][12:] == [played["frames"][12]] * 3
    assert played["replay"] == "boxes:2:jlllhhhkklll"
    file = Path(game).rename(Path(game).with_suffix(""))
    assert data(capsys, "play", str(file), "--keys", "l", "--json")["score"] == 1
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: no findings\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["walk.game", "--keys", r"l\x"], r"--keys: key 2: a backslash before 'x'; expected \n"),
        (["walk.game", "--level", "2", "--keys", "l"], "walk has no level 2; expected 1 to 1"),
        (["walk.game", "--seed", "2", "--keys", "l"], "walk has levels: --level"),
        pytest.param(["walk.game", "--moves", "up"], "takes --keys, not --moves", marks=BESIDE),
        (["walk.game", "--json"], "--json needs --keys or --moves"),
    ],
)
def test_wrong_usage_is_told_in_one_line(game, arguments, said, capsys, monkeypatch):
    monkeypatch.chdir(Path(game).parent)
    with pytest.raises(SystemExit) as left:
        main(["play", *arguments])
    assert left.value.code == 2
    assert said in capsys.readouterr().err.replace("\n", " ")


def test_a_game_of_the_world_is_found_from_any_folder_without_evennia(tmp_path):
    code = "import sys; from xyzgrid_ext.__main__ import main\n"
    code += "main(['play', 'boxes', '--keys', 'll', '--json']); "
    code += "sys.exit(bool({'evennia', 'django', 'world'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["status"] == "won"


# replay


def test_replay_prints_what_the_game_printed_and_names_its_file(capsys, game):
    played = data(capsys, "play", "ice", "--level", "2", "--keys", "ljlkhj", "--json")
    assert data(capsys, "replay", played["replay"], "--json") == played
    assert data(capsys, "replay", "walk:1:ll", "--file", game, "--json")["score"] == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("boxxes:1:l", "there is no board 'boxxes'"),
        ("boxes:11:l", "boxes has no level 11"),
        ("boxes:1:\\", "key 1: a backslash before ''"),
    ],
)
def test_a_replay_that_cannot_be_played_is_refused(text, said, capsys):
    assert main(["replay", text]) == 1
    assert said in capsys.readouterr().err


# check


def test_check_finds_the_extras_beside_and_the_shortest_way(capsys):
    boxes = CONTENT / "boxes.game"
    assert main(["check", str(boxes)]) == 0
    said = capsys.readouterr().out
    assert "level 2, Two abreast: won in 12 keys: jlllhhhkklll" in said
    assert said.endswith("boxes.game: 10 infos\n")


@pytest.mark.parametrize("bad", ["missing", "extras", "game"])
def test_check_tells_what_is_wrong_with_either_file(game, bad, capsys):
    if bad == "missing":
        game = game.replace("walk", "none")
    elif bad == "extras":
        Path(game).with_suffix(".toml").write_bytes(b"\xff")
    else:
        Path(game).write_text("@\n")
    assert main(["check", game]) == 1
    said = capsys.readouterr().out
    expected = {
        "missing": "cannot be read",
        "extras": "not UTF-8",
        "game": "a transition of 1 char",
    }
    assert expected[bad] in said


# line by line


def lines(capsys, monkeypatch, game, *typed, options=()):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert main(["play", game, *options]) == 0
    return capsys.readouterr().out


def test_without_a_terminal_lines_are_runs_of_keys_or_orders(capsys, monkeypatch):
    said = lines(capsys, monkeypatch, "boxes", "ll", "quit")
    assert "The Salt Store\nlevel 1 of 10: The first sack\n" in said
    assert "keys: h left, j down, k up, l right\n" in said
    assert said.endswith(
        "#######\n#     #\n#   @O#\n#     #\n#######\n"
        "The salt is dry, every sack in its place. (moves 2, par 2)\nGoodbye.\n"
    )
    said = lines(
        capsys, monkeypatch, "boxes", "l", "undo", "undo", "k", "describe", "replay", "help",
        "next", "previous", "previous", "restart", r"\x",
    )  # fmt: skip
    assert "There is nothing to take back." in said
    assert "you: column 3, row 2" in said
    assert "\nboxes:1:k\n" in said
    assert "  undo        back to before the last key\n" in said
    assert said.count("level 1 of 10") == 2
    assert said.count("level 2 of 10") == 1
    assert said.count("level 10 of 10") == 2
    assert "a backslash before 'x'" in said
    assert said.endswith("Goodbye.\n")


# on a terminal


def test_single_keys_play_on_a_terminal_in_colours(terminal):
    game = terminal("boxes")
    game.expect("# @o .#")
    game.type("l")
    game.expect("#  @o.#")
    game.type("\x7f")
    game.expect("# @o .#")
    game.type("\x1b[C\x1b[C")
    game.expect("#   @O#", "every sack in its place")
    game.type("\x0e")
    game.expect("level 2 of 10")
    game.type("h\x12")
    game.expect("moves 0, par 12")
    assert game.end() == 0
    game = terminal("boxes", NO_COLOR="")
    game.expect("Ctrl-C quit")
    assert "\x1b[97m@\x1b[39m\x1b[33mo\x1b[39m \x1b[36m.\x1b[39m#" in game.seen
    assert game.end() == 0
