"""`play` and `replay`: the matrix game in a terminal, as data, and played again."""

import io
import json
import sys
from pathlib import Path

import pytest

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.parts.matrix_game.core import daily

MATRICES = Path(__file__).parents[3] / "core" / "matrix"
TRAP = str(MATRICES / "examples" / "trap.matrix")
DAY = "2026-11-16"
MADE = daily.make_daily_matrix(DAY)
SHORTCUT = str(MATRICES / "examples" / "shortcut.matrix")


# play


def play(monkeypatch, capsys, file, *lines):
    """Type lines to the game and end its input; what it says, without its introduction."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", file]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out.splitlines()[2:]


def test_play_as_data_and_replays_tell_how_hard_it_is(capsys):
    moves = "fo,left,right, wormhole ,hint,ba,up"
    assert main(["play", TRAP, "--json", "--moves", moves]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "start": [4, 2, 0],
        "positions": [[4, 2, 1], [4, 2, 1], [5, 2, 1], [5, 2, 1], [5, 2, 1], [5, 2, 0], [5, 2, 0]],
        "refused": [1, 3, 6],
        "moves": 8,
        "status": "playing",
    }
    main(["check", "--json", CORRIDOR])
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["severity"], told["message"]) == ("info", "difficulty 1 of 10, effort 8")
    way = ",".join(daily.route_to_end(MADE.matrix, MADE.matrix.start))
    played = daily.begin(MADE.matrix, DAY)
    for word in way.split(","):
        played, _ = daily.play_word(MADE.matrix, played, word)
    text = daily.replay_text(played)
    assert main(["replay", text]) == 0
    assert capsys.readouterr().out == f"{DAY}: won, {played.run.moves} moves, hints: 0\n"
    assert main(["replay", text, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "won"
    assert main(["replay", f"{text},fo"]) == 1
    assert "the replay does not hold: 'fo', number " in capsys.readouterr().err


def test_play_into_a_trap_goes_on_where_it_was_saved_and_overwrites_nothing(
    monkeypatch, capsys, tmp_path
):
    lines = ["moves", "forward", "up", "down", "moves", "give up", "restart", "moves", "quit"]
    assert play(monkeypatch, capsys, TRAP, *lines) == [
        "You can go: forward, up, right.", "You go forward.", "There is no way up from here.",
        "You go down.", "No way leads out of this node: you are trapped, after 2 moves.",
        "The game is over. Type restart or quit.", "You gave up after 2 moves.",
        "From there the end node could no longer be reached.",
        "You were at (4,1,1), the end node is (8,6,7).", "You are at the start node.",
        "You can go: forward, up, right.", "Goodbye.",
    ]  # fmt: skip
    file = tmp_path / "saved.matrix"
    said = play(monkeypatch, capsys, TRAP, "right", f"save {file}", "quit")
    assert said[1] == f"Saved to {file}. Play it again to go on from here."
    text = Path(TRAP).read_text()
    assert file.read_text() == text.replace("currentnode  4 2 0", "currentnode  5 2 0")
    assert play(monkeypatch, capsys, str(file), "wh", "ba", "save")[-3:-1] == [
        "This is the end node. You have won, in 2 moves.",
        f"Saved to {file}. Play it again to go on from here.",
    ]
    assert "currentnode  8 6 7" in file.read_text()
    other = tmp_path / "letter.txt"
    other.write_text("Dear friend")
    said = play(monkeypatch, capsys, TRAP, f"save {other}", f"save {tmp_path}/no/where")
    assert said[0] == f"{other} holds something else and was left alone. Choose another name."
    assert said[1] == f"{tmp_path}/no/where cannot be written: No such file or directory"
    assert other.read_text() == "Dear friend"


# replay of a daily matrix


# at the shell


@pytest.mark.parametrize("more", [["--json"], ["--moves", "forward,sideways"]])
def test_wrong_usage_exits_with_2_and_says_why(more, capsys):
    with pytest.raises(SystemExit) as left:
        main(["play", SHORTCUT, *more])
    assert left.value.code == 2
    said = capsys.readouterr()
    assert ("error: " in said.err, said.out) == (True, "")


def test_a_matrix_module_may_name_a_seed(tmp_path, capsys):
    file = tmp_path / "village.py"
    text = 'XYMAP_DATA = {"zcoord": "a", "matrix": {"seed": 3, "edge": %s, "difficulty": 3}}'
    for edge, code in ((10, 0), (1, 1)):
        file.write_text(text % edge)
        assert main(["check", str(file)]) == code
    assert "a cube of edge 1 is too small" in capsys.readouterr().out


CORRIDOR = str(MATRICES / "examples" / "corridor.matrix")
