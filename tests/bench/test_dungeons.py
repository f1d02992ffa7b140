"""The count of dungeons: it makes and proves as many as it was asked for, and says so."""

import re
import subprocess
import sys
from pathlib import Path


def test_every_dungeon_is_made_and_proved():
    script = Path(__file__).with_name("dungeons.py")
    done = subprocess.run(
        [sys.executable, str(script), "--count", "60", "--plain"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "60 dungeons, tiers 1-10, 1-3 floors: 60 proved, 0 failed" in done.stdout
    assert re.search(r"made \d+ a second, proved \d+ a second", done.stdout)


def test_the_rates_in_two_processes_are_beside_those_of_the_machine():
    script = Path(__file__).with_name("dungeons.py")
    done = subprocess.run(
        [sys.executable, str(script), "--pool", "2", "--count", "4"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    head, columns, *rows = done.stdout.splitlines()
    assert head.startswith("2 processes started")
    assert columns.split()[-3:] == ["of", "the", "time"]
    names = ["a loop", "made and proved", "measured for a table", "furnished"]
    assert [row[:22].strip() for row in rows] == names
    assert all(
        re.fullmatch(r"( +[\d.]+){4}(  [\d.]+, best [\d.]+ +[\d.]+)?", row[22:]) for row in rows
    )
