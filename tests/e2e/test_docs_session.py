"""The tutorial's first visit, typed by a guest into a real server."""

import re

import pytest

pytestmark = pytest.mark.once


def turns(transcript):
    """Yield (what is typed, texts that come back, in order)."""
    for part in re.split(r"^> ", transcript, flags=re.MULTILINE)[1:]:
        typed, *lines = part.strip("\n").split("\n")
        yield typed, lines


def test_the_first_minute_goes_as_the_docs_say(documented, telnet):
    (transcript,) = documented("telnet")
    client = telnet()
    said = 0
    for typed, lines in turns(transcript):
        client.send(typed)
        for line in lines:
            client.read_until(re.escape(line), timeout=90)
            said += 1
    assert said > 5
