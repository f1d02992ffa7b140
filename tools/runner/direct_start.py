"""Starts a game as `evennia start` does, and imports no Evennia.

    python direct_start.py AMP_PORT twistd

It runs in a game dir whose database and static files are made. Evennia's launcher takes as long
to load as the Portal or the Server, though all it does is this: it starts the Portal, waits for its
port, and tells it with which command the Server starts. `twistd` may be other words that do the
same, as those of preloaded.py.
"""

import os
import pickle
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

WAIT = 120  # seconds for the Portal
START = b"\x0f"  # Evennia's SSTART


def command(part: str, twistd: list[str]) -> list[str]:
    """Return the command line of the Portal or the Server, as Evennia's launcher has it."""
    found = find_spec("evennia")  # which does not import it
    assert found is not None
    assert found.origin is not None
    script = {"portal": "server/portal/portal.py", "server": "server/server.py"}[part]
    return [
        *twistd,
        f"--python={Path(found.origin).parent / script}",
        f"--logger=evennia.utils.logger.Get{part.capitalize()}LogObserver",
        f"--pidfile={Path.cwd() / 'server' / f'{part}.pid'}",
    ]


def message(**values: bytes) -> bytes:
    """Return a message of AMP: keys and values with their lengths, and an empty key at the end."""
    texts = [text for key, value in values.items() for text in (key.encode(), value)]
    return b"".join(len(text).to_bytes(2) + text for text in texts) + b"\0\0"


def main(port: int, twistd: list[str]) -> None:
    """Start the Portal, and have it start the Server."""
    path = os.pathsep.join([os.getcwd(), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "server.conf.settings"}
    subprocess.run(command("portal", twistd), env=environment | {"PYTHONPATH": path}, check=True)
    end = time.monotonic() + WAIT
    while True:
        try:
            link = socket.create_connection(("127.0.0.1", port))
            break
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
    with link:
        told = {"operation": START, "arguments": pickle.dumps(command("server", twistd))}
        link.sendall(message(_ask=b"1", _command=b"MsgLauncher2Portal", **told))
        link.recv(1000)  # it has understood


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
