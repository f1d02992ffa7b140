"""Who may do what: the table of docs/reference/rights.md, each of its cells tried.

The maps: a town for all, `attic` that is not public, `cave` in fog, `cube`, a matrix to be played,
and the dungeon `vault`, in which nobody has been. Mason has built none of them.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from django.test import Client
from dungeon_maps import row as dungeon_row
from evennia import SESSION_HANDLER, create_object
from spawned import spawned_once
from worlds import room

from xyzgrid_ext.parts.boards.game.files import MACHINE

PAGE = Path(__file__).resolve().parents[4] / "docs/reference/rights.md"
ROLES = ("nobody", "guest", "player", "builder", "superuser")
ALL, LOGGED_IN, PLAYERS, STAFF = ROLES, ROLES[1:], ROLES[2:], ROLES[3:]
NOBODY = ()


def flat(name, rooms=3, **more):
    drawn = f"\n+\n\n  {'-'.join('#' * rooms)}\n\n+\n"
    return {"zcoord": name, "map": drawn, "prototypes": {("*", "*"): room(f"The {name}")}, **more}


CUBE = {
    "zcoord": "cube",
    "matrix": "matrixedge 2\nstartnode 0 0 0\nendnode 1 1 1\ncurrentnode 0 0 0\n"
    "node 0 0 0 right twoway\nnode 1 0 0 up twoway\nnode 1 1 0 forward twoway\n",
    "options": {"play": "matrix"},
}
shared_maps = spawned_once(
    flat("town", 4),
    flat("attic", options={"public": "no"}),
    flat("cave", options={"fog": "explored"}),
    CUBE,
    dungeon_row(["Hall", "End"]),
)


class Right(NamedTuple):
    """A row: what it is, how it is tried, by whom it is answered; all others are refused."""

    what: str
    tried: str
    answers: tuple[str, ...]
    by: tuple[str, ...]


_DUNGEONS = "dungeons: list, prove, reset, new, delete"
LINES = (
    Right("walk and ask for routes", "goto (3,0,town)", ("You set out",), LOGGED_IN),
    Right("walk and ask for routes", "path (3,0,town)", ("steps",), LOGGED_IN),
    Right("see the map, follow, study", "map", ("town",), LOGGED_IN),
    Right("see the map, follow, study", "follow", ("follow",), LOGGED_IN),
    Right("see the map, follow, study", "study map", ("map",), LOGGED_IN),
    Right("play boards, watch, see scores", "play machine", ("Keys:",), LOGGED_IN),
    Right(
        "play boards, watch, see scores", "scores machine", ("There are no scores yet",), LOGGED_IN
    ),
    Right("verify scores, strike one", "scores/verify machine", ("being replayed",), STAFF),
    Right("verify scores, strike one", "scores/strike machine = 1", ("Usage",), STAFF),
    Right("join and leave a party", "party red", ("party 'red'",), LOGGED_IN),
    Right("join and leave a party", "party leave", ("no longer in a party",), LOGGED_IN),
    Right("see all maps and their text", "map list", ("cave",), STAFF),
    Right("see all maps and their text", "map raw", ("#-#-#-#",), STAFF),
    Right("a route into fog, a dungeon, a matrix", "path (1,0,cave)", ("No way|no way",), STAFF),
    Right("be teleported: by Evennia for Admins", "tel (2,0,town)", ("Teleported",), ROLES[4:]),
    Right("open exits by coordinates", "open gate = (2,0,cave)", ("Created",), STAFF),
    Right("xyzgrid list, show, check, plan", "xyzgrid list", ("cave",), STAFF),
    Right("xyzgrid list, show, check, plan", "xyzgrid show cave", ("#-#-#",), STAFF),
    Right("xyzgrid list, show, check, plan", "xyzgrid check", ("It is waiting",), STAFF),
    Right("xyzgrid list, show, check, plan", "xyzgrid plan cave", ("is waiting",), STAFF),
    Right(
        "xyzgrid spawn, jobs, reach, path", "xyzgrid spawn cave", ("being made|is waiting",), STAFF
    ),
    Right("xyzgrid spawn, jobs, reach, path", "xyzgrid jobs", ("no recent jobs",), STAFF),
    Right("xyzgrid spawn, jobs, reach, path", "xyzgrid reach (0,0,cave) 2", ("cave",), STAFF),
    Right("add, delete, adopt, prune, export", "xyzgrid add world.town", ("^added",), NOBODY),
    Right("add, delete, adopt, prune, export", "xyzgrid delete cave", ("^deleted",), NOBODY),
    Right("add, delete, adopt, prune, export", "xyzgrid prune --yes", ("^pruned",), NOBODY),
    Right(_DUNGEONS, "dungeon list", ("vault",), STAFF),
    Right(_DUNGEONS, "dungeon prove vault", ("It can always be won",), STAFF),
    Right(_DUNGEONS, "dungeon reset vault", ("has been reset",), STAFF),
    Right(_DUNGEONS, "dungeon new pit rooms=12", ("being made",), STAFF),
    Right(_DUNGEONS, "dungeon delete vault", ("map module",), STAFF),
    Right("puzzles: list, solve, forget", "puzzles", ("Solved",), STAFF),
    Right("puzzles: list, solve, forget", "puzzles/solve orrery", ("There is no puzzle",), STAFF),
)
ADDRESSES = (
    Right("page, list, what is open to all", "/map/", ("",), ALL),
    Right("page, list, what is open to all", "/map/list/", ("",), ALL),
    Right("page, list, what is open to all", "/map/api/maps/town", ("town",), ALL),
    Right("page, list, what is open to all", "/map/export/town.svg", ("svg",), ALL),
    Right("page, list, what is open to all", "/map/world.xml", ("town",), ALL),
    Right("page, list, what is open to all", "/map/api/search?q=town", ("The town",), ALL),
    Right("a map that is not public", "/map/api/maps/attic", ("attic",), LOGGED_IN),
    Right("a map that is not public", "/map/export/attic.json", ("attic",), LOGGED_IN),
    Right("maps in fog where nobody of theirs was", "/map/api/maps/cave", ("cave",), STAFF),
    Right("maps in fog where nobody of theirs was", "/map/export/cave.xml", ("cave",), STAFF),
    Right("dungeons where nobody of theirs was", "/map/api/maps/vault", ("vault",), STAFF),
    Right("dungeons where nobody of theirs was", "/map/export/vault.dot", ("vault",), STAFF),
    Right("a token that is none", "/map/api/maps?token=stolen", ("",), NOBODY),
    Right("change a map, without a right on it", "POST /map/api/maps", ("",), NOBODY),
    Right("change a map, without a right on it", "POST /map/world.xml", ("",), NOBODY),
    Right("draw a map, without a right on it", "/map/edit/api/town", ('"town"',), ROLES[4:]),
)
MESSAGES = (
    Right("the room, as it changes", "xyzgrid_subscribe room", ("room_info",), LOGGED_IN),
    Right("a level of a map that they know", "xyzgrid_map town", ("'key': 'town'",), LOGGED_IN),
    Right("a level in fog, of a dungeon", "xyzgrid_map cave", ("'key': 'cave'",), STAFF),
    Right("a level in fog, of a dungeon", "xyzgrid_map vault", ("'key': 'vault'",), STAFF),
)


@pytest.fixture
def somebody(grid, make_player):
    """Return a function: a role -> somebody in the town, beside a machine."""
    start = grid.live.object(("town", 0))
    create_object(MACHINE, key="machine", location=start, attributes=[("board", "boxes")])

    def make(role):
        name = {"builder": "Mason", "superuser": "Root"}.get(role, "Ann")
        made = make_player(name, superuser=role == "superuser", location=start)
        made.account.characters.add(made.character)
        if role in ("guest", "builder"):
            made.account.permissions.clear()
            made.account.permissions.add(role.capitalize())
        return made

    return make


@pytest.mark.usefixtures("found_at_once")
@pytest.mark.parametrize("right", LINES, ids=lambda right: right.tried)
@pytest.mark.parametrize("role", LOGGED_IN)
def test_a_line_is_answered_as_the_table_says(somebody, clock, role, right):
    player = somebody(role)
    before = len(player.sent)
    player.types(right.tried)
    clock.advance(1)
    told = re.sub("Command '.*' is not available", "", player.text_since(before))
    assert any(re.search(one, told, re.MULTILINE) for one in right.answers) == (role in right.by)


@pytest.mark.parametrize("role", ROLES)
def test_addresses_are_answered_as_the_table_says(somebody, subtests, role):
    client = Client()
    if role != "nobody":
        client.force_login(somebody(role).account)
    for right in ADDRESSES:
        with subtests.test(right.tried):
            ask = client.post if right.tried.startswith("POST ") else client.get
            answer = ask(right.tried.removeprefix("POST "))
            if role in right.by:
                body = b"".join(answer) if answer.streaming else answer.content
                assert answer.status_code == 200
                assert right.answers[0] in body.decode()
            else:
                assert answer.status_code in (401, 403, 404, 405)


@pytest.mark.usefixtures("found_at_once")
@pytest.mark.parametrize("role", LOGGED_IN)
def test_messages_are_answered_as_the_table_says(somebody, clock, subtests, role, monkeypatch):
    monkeypatch.setattr(SESSION_HANDLER, "session_portal_partial_sync", lambda *args: None)
    player = somebody(role)
    for right in MESSAGES:
        with subtests.test(right.tried):
            word, name = right.tried.split()
            before = len(player.sent)
            SESSION_HANDLER.call_inputfuncs(player.session, **{word: [[name], {}]})
            clock.advance(3)
            told = str(player.sent[before:])
            assert any(re.search(one, told) for one in right.answers) == (role in right.by)


def table():
    lines = [f"| | {' | '.join(ROLES)} |", "|---|" + "---|" * len(ROLES)]
    for title, rights in (("Commands", LINES), ("Addresses", ADDRESSES), ("Messages", MESSAGES)):
        lines.append(f"| **{title}** |" + " |" * len(ROLES))
        for what in dict.fromkeys(right.what for right in rights):
            (by,) = {right.by for right in rights if right.what == what}
            tried = "" if title == "Addresses" else "·"
            cells = [("yes" if role in by else "no") for role in ROLES]
            cells[0] = tried or cells[0]
            lines.append(f"| {what} | {' | '.join(cells)} |")
    return "\n".join(lines)


def test_the_page_of_rights_has_the_table_that_is_tried():
    assert table() in PAGE.read_text("utf-8")
