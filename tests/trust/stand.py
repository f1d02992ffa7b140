"""A game in this process: the world of the repository, spawned, and players who are connected.

    game = stand(folder)
    game.player("Ann").types("look")     a line, as a client sends it; the text that came back
    game.passes(2.0)                     all that waits for the next two seconds is done
    game.wrong                           what stands in the log that should not

Nothing runs by itself: time is a clock that is moved by hand. What is done in a fork (`apart`) is
not done here: its database is never committed, and its memory is its own.
"""

import json
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import crash_maps
from limits import FaultInForkError, outcome

REPOSITORY = Path(__file__).resolve().parents[2]


_FRAME = re.compile(r'File ".*?/xyzgrid_ext/(.*?)", line (\d+), in (\w+)')


class NeverError(Exception):
    """Where nothing may be refused."""


class LoggedError(AssertionError):
    """Somebody was shown a traceback, or the log has one; `sign` is where it came from."""

    def __init__(self, told: str) -> None:
        super().__init__(told[-1500:])
        frames = _FRAME.findall(told)
        place = "{}:{} {}".format(*frames[-1]) if frames else "outside of the package"
        kinds = re.findall(
            r"^([\w.]+(?:Error|Exception|DoesNotExist|Warning))\b", told, re.MULTILINE
        )
        self.sign = f"logged {kinds[-1] if kinds else 'error'} at {place}"


@dataclass
class Player:
    account: Any
    character: Any
    session: Any
    sent: list[dict[str, Any]] = field(default_factory=list)

    def types(self, line: str) -> str:
        before = len(self.sent)
        self.session.execute_cmd(line)
        return self.told(before)

    def told(self, since: int = 0) -> str:
        from evennia.utils.ansi import strip_ansi

        texts = [message["text"] for message in self.sent[since:] if message.get("text")]
        first = [text[0] if isinstance(text, list | tuple) else text for text in texts]
        return "\n".join(strip_ansi(str(text)) for text in first if text is not None)


class Game:
    """A game that stands; see the head of the file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.players: dict[str, Player] = {}
        self.wrong: list[str] = []
        self._numbers = count(1)

    def player(self, name: str) -> Player:
        return self.players[name]

    def add(self, name: str, place: Any, *, superuser: bool = False, rights: str = "") -> Player:
        """Make an account with a character at a place, and connect it."""
        import evennia
        from django.conf import settings
        from evennia import create_account, create_object
        from evennia.server.serversession import ServerSession

        account = create_account(
            name,
            email="",
            password="correct-horse-7",
            typeclass=settings.BASE_GUEST_TYPECLASS
            if rights == "Guest"
            else settings.BASE_ACCOUNT_TYPECLASS,
            is_superuser=superuser,
        )
        if rights:
            account.permissions.clear()
            account.permissions.add(rights)
        character = create_object(
            settings.BASE_CHARACTER_TYPECLASS, key=name, location=place, home=place
        )
        handler, session = evennia.SESSION_HANDLER, ServerSession()
        session.init_session("telnet", ("127.0.0.1", "trust"), handler)
        session.sessid = next(self._numbers)
        handler[session.sessid] = session
        player = self.players[name] = Player(account, character, session)
        character.locks.add(f"puppet:id({character.id}) or pid({account.id})")
        account.db._last_puppet = character
        handler.login(session, account, testmode=True)
        if session.puppet is not character:
            account.puppet_object(session, character)
        return player

    def connect_again(self) -> None:
        """Let everybody log in anew, as the objects in the database are now."""
        import evennia
        from evennia.accounts.models import AccountDB
        from evennia.objects.models import ObjectDB

        for player in self.players.values():
            player.session.puppet = None
            player.account = AccountDB.objects.get(pk=player.account.pk)
            player.character = ObjectDB.objects.get(pk=player.character.pk)
            player.session.logged_in = False
            evennia.SESSION_HANDLER.login(player.session, player.account, testmode=True)
            if player.session.puppet is not player.character:
                player.account.puppet_object(player.session, player.character)
            player.sent.clear()

    def room(self, key: str) -> Any:
        from evennia.objects.models import ObjectDB

        return ObjectDB.objects.filter(db_key=key, db_location=None).first()

    def passes(self, seconds: float, step: float = 0.25) -> None:
        """Let time go by, and do what waited for it."""
        left = seconds
        while left > 0:
            self.clock.advance(min(step, left))
            left -= step

    def note(self, file: Path) -> None:
        """Write down at once what players are told: [name, text], a line each."""
        import evennia

        notes, keep = file.open("a", buffering=1), evennia.SESSION_HANDLER.data_out

        def data_out(session: Any, **message: Any) -> None:
            for name, player in self.players.items():
                if player.session is session and message.get("text"):
                    notes.write(json.dumps([name, str(message["text"])]) + "\n")
            keep(session, **message)

        evennia.SESSION_HANDLER.data_out = data_out

    def silent(self) -> None:
        """Fail if anything was logged as an error since the last time."""
        found, self.wrong[:] = self.wrong[:], []
        if found:
            raise LoggedError(found[0])

    def listen(self) -> None:
        """Keep what is sent to the players, and what is logged as an error."""
        import evennia
        from twisted.internet.task import Clock
        from twisted.logger import LogLevel, formatEvent, globalLogPublisher

        from xyzgrid_ext.game.base import task

        handler = evennia.SESSION_HANDLER

        def data_out(session: Any, **message: Any) -> None:
            for player in self.players.values():
                if player.session is session:
                    player.sent.append(message)

        handler.data_out = data_out
        handler.session_portal_partial_sync = lambda *args, **kwargs: None  # there is no Portal
        handler.disconnect = lambda session, reason="", sync_portal=True: handler.pop(
            session.sessid, None
        )
        self.clock = Clock()
        task.call_later = self.clock.callLater

        def observe(event: Any) -> None:
            # Evennia logs a traceback line by line
            text = formatEvent(event) or ""
            if failure := event.get("log_failure"):
                self.wrong.append(failure.getTraceback())
            elif "Traceback" in text or event.get("log_level") == LogLevel.critical:
                self.wrong.append(text)
            elif self.wrong:
                self.wrong[-1] += f"\n{text}"

        globalLogPublisher.addObserver(observe)


def stand(folder: Path) -> Game:
    """Make Evennia ready, spawn the world, and let four people come in."""
    tests = REPOSITORY / "tests"
    for place in (REPOSITORY / "mygame", REPOSITORY, tests / "game", *tests.glob("parts/*/game")):
        sys.path.insert(1, str(place))
    os.makedirs(folder / "cache", exist_ok=True)
    os.environ["XYZGRID_TRUST_FOLDER"] = str(folder)
    os.environ["TEST_DB_PATH"] = str(folder / "trust.db3")
    os.environ["XYZGRID_DATABASE_URL"] = ""
    os.environ["DJANGO_SETTINGS_MODULE"] = "trust_settings"
    import django

    django.setup()
    import migrated_database

    migrated_database.migrate()
    import evennia

    evennia._init()
    from django.conf import settings
    from evennia.utils.create import create_channel, create_object

    from xyzgrid_ext.game import startup
    from xyzgrid_ext.game.base import settings as own_settings
    from xyzgrid_ext.parts.tuning.server import read_long_numbers

    startup.connect()
    read_long_numbers()
    own_settings.server_folder = lambda: folder
    limbo = create_object(settings.BASE_ROOM_TYPECLASS, key="Limbo", nohome=True)
    for name in ("DEFAULT_HOME", "START_LOCATION", "GUEST_HOME", "GUEST_START_LOCATION"):
        setattr(settings, name, limbo.dbref)
    for channel in (settings.CHANNEL_MUDINFO, *settings.DEFAULT_CHANNELS):
        create_channel(**channel)
    game = Game(folder)
    game.listen()
    crash_maps.spawn_world()
    square = game.room("Lantern Square")
    game.add("Ann", square)
    game.add("Bob", square)
    game.add("Visitor", square, rights="Guest")
    game.add("Mason", square, rights="Builder")
    game.add("root", square, superuser=True)
    return game


# --- forks


def renew_connection() -> None:
    """Let this process have a connection of its own: one must not be shared with a parent."""
    from django.db import connection

    connection.connection = None  # not closed: it is the parent's
    connection.ensure_connection()


def renew_lock() -> None:
    """Let this process have a folder of its own for the lock on the grid."""
    from xyzgrid_ext.game.base import settings as own_settings

    folder = Path(mkdtemp(prefix="fork-", dir=own_settings.server_folder()))
    own_settings.server_folder = lambda: folder


def in_fork(work: Callable[[], Any]) -> Any:
    """What work returns, as JSON holds it, done in a process of which nothing else stays."""
    inlet, outlet = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            signal.setitimer(signal.ITIMER_PROF, 0)
            os.close(inlet)
            renew_connection()
            renew_lock()
            from django.db import transaction

            atomic = transaction.atomic()
            atomic._from_testcase = True  # durable ones may begin within
            atomic.__enter__()
            told = json.dumps(work()).encode()
            with os.fdopen(outlet, "wb") as pipe:
                pipe.write(told)
        except BaseException:  # noqa: BLE001 a fork must end here, whatever it was
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(0)
    os.close(outlet)
    with os.fdopen(inlet, "rb") as pipe:
        told = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if not told:
        raise FaultInForkError(f"the process died of {code}", "")
    return json.loads(told)


def apart(
    read: Callable[[Any], Any], refuses: tuple[type[BaseException], ...], seconds: float
) -> Callable[[Any], Any]:
    """A reader of which each input is tried in a fork: nothing of it stays for the next."""

    def run(value: Any) -> None:
        found = in_fork(lambda: outcome(read, value, refuses, seconds))
        if found is False:
            raise refuses[0]("refused")
        if found is not True:
            raise FaultInForkError(*found)

    return run


PEOPLE = ("Ann", "Bob", "Visitor", "Mason")
_game: list[Game] = []


def game() -> Game:
    return _game[0]


def make_game(folder: Path) -> None:
    """Make it, with everybody where they belong."""
    if _game:
        return
    made = stand(folder)
    _game.append(made)
    from evennia.objects.models import ObjectDB

    boards = ObjectDB.objects.filter(db_attributes__db_key="board", db_attributes__db_value="boxes")
    board = boards.order_by("pk").first()
    well = made.room("The Old Well")
    made.player("Bob").character.move_to(board.location, quiet=True)
    made.player("Bob").types(f"play {board.key}")
    made.player("Bob").types("l")
    made.player("Visitor").character.move_to(well, quiet=True)
    made.player("Visitor").types("down")
    for _ in range(400):
        made.passes(0.05, 0.01)
        if made.player("Visitor").character.location != well:
            break
    made.player("Mason").types("goto (0,0,0,glasswork)")
    made.passes(60)
    assert made.player("Visitor").character.location != well, "there is no copy of the cistern"
    assert "boxes" in made.player("Bob").types("replay"), "Bob is not at his board"
    made.silent()
    for player in made.players.values():
        player.sent.clear()


def checked(told: str) -> None:
    if "Traceback" in told or "untrapped" in told:
        raise LoggedError(told)
    game().silent()
