"""Asks the process that has Evennia loaded for a fork that runs a command; see preloaded.py.

    python -I -S fork_client.py SOCKET twistd --pidfile=… …

runs as `twistd --pidfile=… …` does, with the exit code of that, and is that itself if nobody
answers. It imports little: Python without `site` starts in some hundredths of a second.
"""

import contextlib
import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence

WAIT = 120  # seconds for the first answer, which may be given after Evennia was loaded


def ask(
    path: str, words: Sequence[str], environment: Mapping[str, str], files: Sequence[int]
) -> tuple[int, socket.socket]:
    """Have a command run with three open files as stdin, stdout and stderr.

    Returns its process id, and where its exit code will come; raises OSError if nobody answers.
    """
    request = json.dumps([list(words), dict(environment)]).encode()
    for _ in range(2):  # it hangs up once to load what has changed
        link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        link.settimeout(WAIT)
        said = b""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            link.connect(path)
            socket.send_fds(link, [request], files)
            said = link.recv(20)
        if said:
            return int(said), link
        link.close()
    raise ConnectionError(f"nobody runs {words[0]!r} at {path}")


def main(path: str, *words: str) -> None:
    """Run a command, and exit as it does."""
    try:
        _pid, link = ask(path, words, os.environ, (0, 1, 2))
    except OSError as error:
        print(f"no fork: {error}", file=sys.stderr, flush=True)
        os.execvp(words[0], words)
    link.settimeout(None)
    sys.exit(int(link.recv(20) or 1))


if __name__ == "__main__":
    main(*sys.argv[1:])
