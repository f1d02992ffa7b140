"""Processes that have things loaded, and fork; see preloaded.py.

    python fork_server.py FD PADDING

loads libraries. By the socket FD it is told of games; for each of them a fork loads Evennia with
the game's settings, and forks once more for each call: a command of the launcher, or `twistd`. When
files of the game change that are loaded, Evennia is loaded anew.

    libraries ──► keeper of a game ──► Evennia with its settings ──► keeper ──► a call
"""

import contextlib
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

SIZE = 200_000  # bytes of a message, which holds an environment
CHANGED = 3  # the exit code of a process that has loaded what is not so any more
LIBRARIES = (  # what needs no settings, and takes long
    *("autobahn.twisted.websocket", "docutils.parsers.rst.states", "docutils.core", "inflect"),
    *("django.contrib.admin", "django.core.management", "django.test", "django.urls"),
    *("numpy", "scipy.sparse.csgraph", "twisted.conch.telnet", "twisted.internet.epollreactor"),
    *("twisted.protocols.amp", "twisted.scripts.twistd", "twisted.web.server"),
    *("lunr", "pytz", "simpleeval", "sqlparse", "xyzgrid_ext.parts.dungeons.catalogue"),
)
LOADED = (  # what Portal and Server import when they run
    *("evennia.server.amp_client", "evennia.server.portal.amp_server"),
    *("evennia.server.portal.service", "evennia.server.service", "evennia.server.webserver"),
    *("evennia.server.initial_setup", "evennia.web.urls", "evennia.web.utils.backends"),
)
NAMED = (  # and what the settings name: modules, classes, or several of these
    *("PORTAL_SERVICES_PLUGIN_MODULES", "SERVER_SERVICES_PLUGIN_MODULES", "MIDDLEWARE"),
    *("CMDSET_UNLOGGEDIN", "CMDSET_SESSION", "CMDSET_ACCOUNT", "CMDSET_CHARACTER"),
    *("BASE_ACCOUNT_TYPECLASS", "BASE_CHARACTER_TYPECLASS", "BASE_ROOM_TYPECLASS"),
    *("INPUT_FUNC_MODULES", "OPTION_CLASS_MODULES", "VALIDATOR_FUNC_MODULES"),
    *("SERVER_SESSION_CLASS", "TELNET_PROTOCOL_CLASS", "EXTRA_LAUNCHER_COMMANDS", "ROOT_URLCONF"),
)


def serve_games(control: socket.socket) -> None:
    """Fork for every game, until nobody can tell of one any more."""
    import xyzgrid_ext.core
    from xyzgrid_ext.parts.tuning import inflect_import

    inflect_import.load_inflect()
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):  # of the documentation's tools, which may be missing
            importlib.import_module(name)
    for module in pkgutil.walk_packages(xyzgrid_ext.core.__path__, "xyzgrid_ext.core."):
        importlib.import_module(module.name)
    gc.freeze()  # nothing that is loaded is garbage, for any fork
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
    while True:
        told, files, _flags, _address = socket.recv_fds(control, SIZE, 2)
        if not told:
            return
        folder, environment = json.loads(told)
        listener, owner = (socket.socket(fileno=file) for file in files)

        def keep(folder=folder, environment=environment, listener=listener, owner=owner):
            control.close()
            _begin(environment)
            os.chdir(folder)
            while _end_of(_fork(lambda: _serve_calls(listener, owner))) == CHANGED:
                pass

        _fork(keep)
        listener.close()
        owner.close()


def _serve_calls(listener: socket.socket, owner: socket.socket) -> int:
    """Fork for every call, until the owner hangs up or the game's files change."""
    unset = _load()
    loaded = _stamp()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        ready, _, _ = select.select([listener, owner], [], [])
        if owner in ready:
            return 0
        link, _address = listener.accept()
        if _stamp() != loaded:
            return CHANGED  # this hangs up: who called calls again

        def keep(link=link):
            listener.close()
            owner.close()
            _keep_call(link, unset)

        _fork(keep)
        link.close()


def _load() -> dict[str, object]:
    """Load all that calls need; return what the package evennia holds before it is set up."""
    sys.path.insert(0, os.getcwd())
    import django

    django.setup()
    import evennia

    unset = dict(vars(evennia))
    evennia._init()
    from django.db import connections

    for name in LOADED:
        importlib.import_module(name)
    for path in _named():
        with contextlib.suppress(ImportError):  # a class, or what this game does without
            importlib.import_module(path)
    gc.freeze()
    connections.close_all()  # each call has its own
    return unset


def _named() -> Iterator[str]:
    """Give the paths that settings name."""
    from django.conf import settings

    for setting in NAMED:
        value = getattr(settings, setting)
        if isinstance(value, dict):
            yield from value.values()
        else:
            yield from [value] if isinstance(value, str) else value


def _stamp() -> dict[str, int]:
    """Return when the settings, and the game's modules that are loaded, were changed."""
    files = set(map(str, Path("server/conf").resolve().glob("*.py")))
    place = f"{Path.cwd().parent}{os.sep}"
    for module in list(sys.modules.values()):
        if (file := getattr(module, "__file__", None)) and file.startswith(place):
            files.add(file)
    return {file: os.stat(file).st_mtime_ns for file in files if os.path.exists(file)}


def _keep_call(link: socket.socket, unset: dict[str, object]) -> None:
    """Run a call in a process of its own; tell its id, and how it ended."""
    request, files, _flags, _address = socket.recv_fds(link, SIZE, 3)
    words, environment = json.loads(request)

    def call() -> None:
        link.close()
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
        _begin(environment)
        sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115 open until the end
        if words[0] == "twistd":
            _be_twistd(words, unset)
        else:
            _be_launcher(words)

    pid = _fork(call)
    for file in files:
        os.close(file)
    with contextlib.suppress(BrokenPipeError):  # nobody waits any more
        link.send(b"%d" % pid)
        link.send(b"%d" % _end_of(pid))


def _be_launcher(words: list[str]) -> None:
    """Do what Evennia's launcher does with the words of a game's own command."""
    from evennia.server import evennia_launcher

    sys.argv[:] = ["evennia", *words]
    assert evennia_launcher.run_custom_commands(*words), f"no command {words[0]!r}"


def _be_twistd(words: list[str], unset: dict[str, object]) -> None:
    """Be a Portal or a Server, which sets up Evennia its own way."""
    import evennia
    from twisted.internet import reactor
    from twisted.scripts import twistd

    vars(evennia).update(unset)
    # what tells it of its sockets would be shared with all forks; what waits for its start is kept
    kept = {name: vars(reactor)[name] for name in ("_eventTriggers", "_newTimedCalls")}
    reactor.__init__()
    vars(reactor).update(kept)
    vars(reactor).pop("sigInt", None)  # the Server sets it again
    _show(words)
    sys.argv[:] = words
    twistd.run()


def _show(words: list[str]) -> None:
    """Show another command line to others: a game is known by that of its processes.

    Linux shows the bytes that this process was started with, wherever they are now.
    """
    stat = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    begin, end = int(stat[45]), int(stat[46])
    text = "\0".join(words).encode()
    assert len(text) < end - begin, "the padding is too short"
    ctypes.memmove(begin, text.ljust(end - begin, b"\0"), end - begin)


def _begin(environment: dict[str, str]) -> None:
    """Be as a process that starts with an environment."""
    os.environ.clear()
    os.environ.update(environment)


def _fork(work: Callable[[], object]) -> int:
    """Do work in a process of its own, which ends with what it returns; return its id."""
    if pid := os.fork():
        return pid
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    code: object = 1
    try:
        code = work()
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 a fork ends here, whatever it was
        traceback.print_exc()
    if isinstance(code, str):
        print(code, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def _end_of(pid: int) -> int:
    """Wait for a process; return its exit code, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    serve_games(socket.socket(fileno=int(sys.argv[1])))
