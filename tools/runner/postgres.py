"""A PostgreSQL server of one's own, for the time of a command.

    python -m tools.runner.postgres COMMAND …

The command runs with XYZGRID_TEST_DATABASE=postgres://… in its environment. The server listens on
a free port of the loopback alone, asks for a password that nobody else knows, keeps its data in a
temporary folder, and has nothing to do with any other server of the machine. It is gone when the
command is, however that ended:

    this process ── pipe ──► keeper (sh) ──► server, folder
          └──► command

The keeper makes the server, waits for the end of the pipe, which comes as well when this process
is killed, stops the server and removes the folder.
"""

import contextlib
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.runner.game import GameError

LEAST = 15  # the first PostgreSQL that can sort by ICU; Django itself goes down to 14
FOLDERS = (  # where servers are that are not on PATH, in each the newest counts
    "/usr/lib/postgresql/*/bin",  # Debian, Ubuntu
    "/usr/pgsql-*/bin",  # Red Hat, Fedora
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
CURE = """install it (Debian, Ubuntu: apt install postgresql; Fedora: dnf install postgresql-server;
macOS: brew install postgresql@17), or name the folder of its programs, initdb among them:
XYZGRID_POSTGRES=/usr/lib/postgresql/17/bin"""

# Words sort as in a dictionary, as on most servers and other than in SQLite: what counts on the
# order of code points shall fail. What is written need not survive a power cut. Tests roll back: to
# autovacuum the tables look empty, and it would tell the planner so in the middle of a test.
KEEPER = r"""
trap '' INT TERM HUP
bin=$1 folder=$2 port=$3
server=
make() {
    "$bin/initdb" -D "$folder/data" -U game --pwfile="$folder/password" -A scram-sha-256 \
        -E UTF8 --locale=C --locale-provider=icu --icu-locale=en-US --no-sync
}
start() {
    "$bin/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories='' -c fsync=off -c synchronous_commit=off \
        -c full_page_writes=off -c autovacuum=off &
    server=$!
    tries=600
    until "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; do
        tries=$((tries - 1))
        kill -0 "$server" && [ "$tries" -gt 0 ] && sleep 0.1 || return 1
    done
}
if make >"$folder/log" 2>&1 && start >>"$folder/log" 2>&1; then
    echo ready
else
    tail -n 20 "$folder/log"
fi
exec >/dev/null 2>&1
read -r _
if [ -n "$server" ]; then
    kill -INT "$server" 2>&-  # it hangs up on all clients
    wait "$server"
fi
rm -rf "$folder"
"""


def programs(environment: Mapping[str, str]) -> Path:
    """Return the folder of `initdb` and `postgres`; raises GameError if none is new enough."""
    named = environment.get("XYZGRID_POSTGRES")
    on_path = shutil.which("initdb", path=environment.get("PATH"))
    candidates = [Path(on_path).resolve().parent] if on_path else []
    for pattern in FOLDERS:
        candidates += Path("/").glob(pattern.lstrip("/"))
    versions = {folder: _version(folder) for folder in ([Path(named)] if named else candidates)}
    newest = max(versions, key=lambda folder: versions[folder], default=None)
    if newest is None or not versions[newest]:
        where = f"in {named}" if named else "on this machine"
        raise GameError(f"no PostgreSQL server {where}: {CURE}")
    if versions[newest] < LEAST:
        raise GameError(
            f"{newest} has PostgreSQL {versions[newest]}; {LEAST} or newer is needed: {CURE}"
        )
    return newest


def _version(folder: Path) -> int:
    """Return the major version of the server in a folder, 0 if there is none that runs."""
    try:
        for program in ("postgres", "initdb"):
            said = subprocess.run(
                [folder / program, "--version"], capture_output=True, text=True, check=True
            ).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    number = re.search(r"\d+", said)
    return int(number[0]) if number else 0


@contextlib.contextmanager
def private_server(environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Run a server for the time of a `with`; gives its address, postgres://…, an empty database.

    Raises GameError if none can be had.
    """
    folder_of_programs = programs(environment)
    password = secrets.token_hex(16)
    folder = Path(tempfile.mkdtemp(prefix="xyzgrid-postgres-"))
    try:
        (folder / "password").write_text(password)
        with _keeper(folder_of_programs, folder, port := _free_port()) as keeper:
            said, *log = keeper.stdout.read().splitlines() or [""]
            if said != "ready":
                raise GameError("\n".join(["PostgreSQL does not start:", said, *log]))
            yield f"postgres://game:{password}@127.0.0.1:{port}/postgres"
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # where the keeper could not come in


def _keeper(folder_of_programs: Path, folder: Path, port: int) -> "subprocess.Popen[str]":
    """Start the keeper, not as root. As a context manager: closes the pipe, waits for its end."""
    who: dict[str, object] = {}
    if os.geteuid() == 0:  # as whom a server refuses to run
        user = _ordinary_user()
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        for path in (folder / "password", folder):
            os.chown(path, user.pw_uid, user.pw_gid)
    return subprocess.Popen(
        ["/bin/sh", "-c", KEEPER, "keeper", folder_of_programs, folder, str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd="/",  # the folder where we stand may be closed to another user
        start_new_session=True,  # Ctrl-C is not meant for it
        **who,
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _ordinary_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise GameError(
        "PostgreSQL refuses to run as root, and there is no user postgres or nobody:"
        " run this as an ordinary user"
    )


def main() -> int:
    """Run the command of the command line; return what it returned, or 1 without a server."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # told to end is like Ctrl-C
    try:
        with private_server() as url:
            variables = dict(os.environ) | {"XYZGRID_TEST_DATABASE": url}
            with subprocess.Popen(sys.argv[1:], env=variables) as command:
                try:
                    return command.wait()
                except BaseException:
                    command.terminate()
                    command.wait(120)
                    raise
    except GameError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
