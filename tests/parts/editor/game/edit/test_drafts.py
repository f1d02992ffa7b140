"""What is drawn in the map editor before it is applied: drafts, checks and plans."""

import pytest
from worlds import room_named

from tests.parts.editor.game.editor_pages import LOFT, Editor, named
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.editor.web import drafts


def test_a_draft_is_the_file_and_then_what_was_drawn(editor):
    _status, told = editor.get()
    assert (told["map"], told["kind"], told["revision"], told["stale"]) == (
        "Inn",
        "rooms",
        0,
        False,
    )
    assert told["document"]["rooms"]["1,0,0"]["exits"] == {"west": {"to": "0,0,0"}}
    assert editor.draws(named("1,0,0", "Taproom"), *LOFT) == (200, {"revision": 4})
    rooms = editor.get()[1]["document"]["rooms"]
    assert rooms["1,0,0"]["name"] == "Taproom"
    assert rooms["0,1,0"]["exits"] == {"south": {"to": "0,0,0"}}
    assert editor.draws({"op": "remove", "room": "0,1,0"}) == (200, {"revision": 5})
    assert editor.post("discard")[1]["document"]["rooms"]["1,0,0"]["name"] == "Bar"


def test_who_is_late_is_told_what_was_done(editor):
    editor.draws(named("0,0,0", "A"))
    editor.draws(named("0,0,0", "B"))
    status, told = editor.draws(named("0,0,0", "C"), revision=1)
    assert (status, told["revision"], told["ops"]) == (409, 2, [named("0,0,0", "B")])
    assert editor.draws(named("0,0,0", "C"), revision=7)[1]["reset"]
    draft = drafts.open_draft("inn")
    editor.draws(named("0,0,0", "D"))  # between the look at the draft and that at its operations
    with pytest.raises(drafts.StaleError) as late:
        drafts.refuse_stale(draft, 1)
    assert (late.value.revision, late.value.since) == (2, [named("0,0,0", "B")])


def test_a_long_history_is_read_again_after_a_start(editor):
    for start in range(0, 450, 150):
        editor.draws(*(named("0,0,0", f"Hall {n}") for n in range(start, start + 150)))
    drafts.documents.clear()
    told = editor.get()[1]
    assert (told["revision"], told["document"]["rooms"]["0,0,0"]["name"]) == (450, "Hall 449")


def test_draft_is_checked_with_operations_that_mend_it_and_end_its_colours(editor):
    editor.draws(LOFT[0], LOFT[1])
    _status, told = editor.post("check")
    assert told["traps"] == ["0,1,0"]
    (found,) = [one for one in told["findings"] if one["room"] == "0,1,0"]
    assert found["fix"] == [LOFT[2]]
    editor.draws(*found["fix"])
    assert editor.post("check")[1] == {
        "findings": [],
        "unreachable": [],
        "areas": [],
        "traps": [],
        "stale": False,
    }
    assert editor.post("prove")[1]["proved"] is None
    for name in ("|rHall", "|[bHall|_", "|nHall |=m"):
        editor.draws(named("0,0,0", name))
        (found,) = editor.post("check")[1]["findings"]
        assert found["fix"] == [named("0,0,0", f"{name}|n")]
    for name in ("|rHall|n", "Hall || r", "||red Hall"):
        editor.draws(named("0,0,0", name))
        assert editor.post("check")[1]["findings"] == []


def test_what_far_maps_have_is_no_finding(editor, files):
    door = {"to": "1,0,0", "needs": ["item:brass hook"]}
    desc = [{"text": "It hums.", "needs": ["puzzle:hook"]}]
    editor.draws(
        {"op": "exit", "room": "0,0,0", "direction": "east", "value": door},
        {"op": "set", "room": "1,0,0", "key": "desc", "value": desc},
    )
    lacks = [one["text"] for one in editor.post("check")[1]["findings"]]
    assert [text.rpartition(", ")[2] for text in lacks] == [
        "which nothing gives",
        "and nothing in the game has this name",
    ]
    hook = {"prototype_parent": "xyz_thing", "key": "brass hook", "puzzle": "hook"}
    lane = files[1]
    lane.write_text(lane.read_text().replace('"key": "Lane"', f'"key": "Lane", "things": [{hook}]'))
    get_xyzgrid().reload()
    assert editor.post("check")[1]["findings"] == []


def test_draft_of_a_renamed_map_has_its_new_name(editor, inn, run, superuser):
    editor.draws(named("0,0,0", "Porch"))
    inn.write_text(inn.read_text().replace('"Inn"', '"Pub"'))
    assert run("rename", "inn", "Pub", "--yes")[0] == 0
    told = Editor(superuser.account, "pub").get()[1]
    assert (told["document"]["map"], told["document"]["rooms"]["0,0,0"]["name"]) == ("Pub", "Porch")


def test_prototypes_and_levels_are_checked_as_the_launcher_does(editor):
    for prototype in ({"prototype_parent": "nope"}, {"locks": "open:nobody("}):
        ops = {"op": "set", "room": "1,0,0", "key": "prototype", "value": prototype}
        assert editor.draws(ops)[0] == 200
        (found, *_more) = editor.post("check")[1]["findings"]
        assert found["severity"] in ("error", "warning")
        assert found["room"] == "1,0,0", found
    editor.draws({"op": "add", "room": "0,0,1", "values": {}})
    found = [one for one in editor.post("check")[1]["findings"] if one["room"] is None]
    assert [one["severity"] for one in found] == ["warning"]
    assert "made anew" in found[0]["text"]


def test_a_plan_shows_rooms_people_and_the_file(editor, inn, player, settings):
    settings.GAME_DIR = str(inn.parent.parent)
    player.character.move_to(room_named("Bar"), quiet=True)
    editor.draws(*LOFT, named("0,0,0", "Porch"), {"op": "remove", "room": "1,0,0"})
    _status, told = editor.post("plan")
    assert (told["made"], told["changed"]) == (["0,1,0"], ["0,0,0"])
    assert (told["removed"], told["rooms"], told["beside"]) == (["1,0,0"], 2, [])
    assert told["exits"] == [2, 0, 2]
    assert told["moved"] == [{"who": "Ann", "from": "1,0,0", "to": "Porch (0,0,Inn)"}]
    assert '+            "key": "Porch",  # where they come in' in told["diff"]
    path = f"{inn.parent.name}/{inn.name}"
    assert told["diff"].startswith(f"--- a/{path}\n+++ b/{path}\n")
    assert '-        (1, 0): {"key": "Bar", "exits": {"west": (0, 0)}},' in told["diff"]
