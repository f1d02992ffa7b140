"""People: what they answer, what they want and give, and what they say unasked.

Yard---Forge    in the Forge: the smith, who talks, and her apprentice
"""

from itertools import pairwise

import pytest
from evennia import create_object
from spawned import spawned_once
from worlds import room, room_named

from xyzgrid_ext.game.world import puzzles
from xyzgrid_ext.parts.contents import people

OBJECT = "evennia.objects.objects.DefaultObject"
PERSON = "xyzgrid_ext.parts.contents.people.Person"
NAIL = {"typeclass": OBJECT, "key": "crooked nail", "aliases": ["nail"]}
SMITH = {
    "typeclass": PERSON,
    "key": "the old smith",
    "aliases": ["smith"],
    "talk": {
        "lines": [
            "Mind the sparks.",
            "Keys are found, not bought.",
            {"text": "So you have been in the tower.", "needs": ["puzzle:the tower"]},
        ],
        "topics": {
            "keys, key": ["Each waits for its door."],
            "fire": [
                {"text": "It came to you.", "needs": ["puzzle:the fire"]},
                ":looks into the fire.\nIt does not come to everybody.",
            ],
            "nails": [{"text": "Take one.", "gives": NAIL}, "You have had yours."],
            "tower": [{"text": "Ah, the tower.", "needs": ["puzzle:the tower"]}],
        },
        "otherwise": [":shrugs."],
        "wants": {"hammer": [{"text": "There it is!", "solves": "the hammer"}]},
        "idle": [":hums.", "Next one!"],
    },
}
APPRENTICE = {"typeclass": PERSON, "key": "Pim", "talk": {"idle": [":sweeps."]}}
TOWN = {
    "zcoord": "forge",
    "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n",
    "prototypes": {(0, 0): room("Yard"), (1, 0): room("Forge", things=[SMITH, APPRENTICE])},
}
shared_maps = spawned_once(TOWN)


@pytest.fixture
def ann(grid, make_player, clock):
    return make_player("Ann", location=room_named("Forge"))


def since(player, line, clock, seconds=1):
    begin = len(player.sent)
    player.types(line)
    clock.advance(seconds)
    return player.text_since(begin).split("\n")


def test_talk_goes_through_lines_and_topics_that_are_true(ann, clock):
    first, more = ann.types("talk smith").split("\n")
    assert first == 'The old smith says: "Mind the sparks."'
    assert more == "You can ask smith about keys, fire or nails."
    said = [ann.types("talk to the smith").split("\n")[0] for _ in range(2)]
    assert said == [
        'The old smith says: "Keys are found, not bought."',
        'The old smith says: "Mind the sparks."',
    ]
    puzzles.solve("the tower", ann.character)
    assert "So you have been in the tower." in ann.types("greet smith")
    assert "Ah, the tower." in ann.types("ask smith about the tower?")
    assert ann.types("ask smith about the key") == 'The old smith says: "Each waits for its door."'
    pose = [
        "The old smith looks into the fire.",
        'The old smith says: "It does not come to everybody."',
    ]
    assert since(ann, "say Tell me about the fire.", clock)[1:] == pose
    puzzles.solve("the fire", ann.character)
    assert since(ann, "whisper smith = fire", clock)[-1] == 'The old smith says: "It came to you."'
    assert ann.types("ask smith about fish") == "The old smith shrugs."
    assert since(ann, "say fish", clock) == ['You say, "fish"']


def test_a_person_gives_once_to_each(ann, make_player):
    assert "Take one." in ann.types("ask smith for nails")
    assert [thing.key for thing in ann.character.contents] == ["crooked nail"]
    assert "You have had yours." in ann.types("ask smith about nails")
    bob = make_player("Bob", location=room_named("Forge"))
    assert "Take one." in bob.types("ask smith about nails")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("talk", "To whom? Here is the old smith or Pim."),
        ("ask pim", "Pim says nothing."),
        ("ask pim about fire", "Pim has nothing to say about that."),
        ("ask the key", 'The old smith says: "Each waits for its door."'),
        ("talk ghost", "There is no 'ghost' here who answers. Here is the old smith or Pim."),
    ],
)
def test_a_person_that_cannot_answer_is_said(ann, line, answer):
    assert ann.types(line) == answer


def test_where_nobody_lives_talk_names_what_reaches_players(grid, make_player, clock):
    bob = make_player("Bob", location=room_named("Yard"))
    assert bob.types("talk") == "Nobody here answers. say speaks to the players in the room."


LINES = {"The old smith hums.", 'The old smith says: "Next one!"', "Pim sweeps."}


@pytest.mark.beside("verbs")
def test_lines_come_by_themselves_and_option_turns_them_off(ann, clock):
    people.greet_soon(ann.character)
    said = []
    for _ in range(6):
        begin = len(ann.sent)
        clock.advance(95)
        said.append(ann.text_since(begin))
    assert set(said) <= LINES
    assert all(first != second for first, second in pairwise(said))
    assert "chatter       on " in ann.types("option")
    ann.session.protocol_flags[people.OPTION] = False
    begin = len(ann.sent)
    clock.advance(900)
    assert ann.text_since(begin) == ""
    ann.session.protocol_flags[people.OPTION] = True
    ann.character.location = room_named("Yard")
    begin = len(ann.sent)
    clock.advance(900)
    assert ann.text_since(begin) == ""


@pytest.mark.beside("boards")
def test_lines_do_not_come_by_themselves_to_who_plays_a_board(ann, clock):
    machine = "xyzgrid_ext.parts.boards.machine.Machine"
    create_object(machine, "cabinet", room_named("Forge"), attributes=[("board", "boxes")])
    ann.types("play cabinet")
    people.greet_soon(ann.character)
    begin = len(ann.sent)
    clock.advance(300)
    assert not any(line in ann.text_since(begin) for line in LINES)
    ann.types("leave")
    begin = len(ann.sent)
    clock.advance(900)
    assert any(line in ann.text_since(begin) for line in LINES)


def test_person_takes_what_it_wants_and_wrong_rows_say_nothing(ann, clock):
    ann.character.search("Pim").db.talk = {"lines": 7}
    assert ann.types("talk pim") == "There is no 'pim' here who answers. Here is the old smith."
    for key in ("claw hammer", "rope"):
        create_object(OBJECT, key=key, location=ann.character, tags=[(key[5:] or "x", "item")])
    assert "could not give" in ann.types("give rope to smith")
    assert since(ann, "give hammer to smith", clock)[-1] == 'The old smith says: "There it is!"'
    assert puzzles.is_solved("the hammer", ann.character)
    assert [thing.key for thing in ann.character.contents] == ["rope"]
    assert [thing.key for thing in ann.character.search("smith").contents] == []
