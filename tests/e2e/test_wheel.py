"""The wheel, made from the source distribution: it has all that README and tutorial speak of.

An environment has the wheel, and from this one what the package requires: nothing of the
repository. In an empty folder a game is made there, and every command of the pages is typed.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

REPOSITORY = Path(__file__).resolve().parents[2]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs" / "tutorial").glob("[1-9]-*.md"))]
DOCS = [page for page in (REPOSITORY / "docs").rglob("*.md") if "build" not in page.parts]
FILE = re.compile(r"`world/([\w.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^`(python -m [^`]*)`", re.MULTILINE)
DONE = ("pip install ./COPY", "make play", "make test")  # by a fixture; in the repository only
FOR_TESTS = ("PYTHONPATH", "DJANGO_SETTINGS_MODULE", "TEST_DB_PATH", "VIRTUAL_ENV")
ENDS = {"plan": "2"}  # there is something to do
PASSED = (".git", ".venv*", "__pycache__", "node_modules", "artefacts", "build", "*.egg-info", ".*")
BUILD = "from setuptools import build_meta as b; b.build_{}({!r})"
# Each word in a process of its own, as typed, without the seconds that Evennia takes to load.
TYPED = """
import json, os, sys
import django
django.setup()
import evennia
evennia._init()
import xyzgrid_ext.launchcmd as launcher
from django.db import connections
assert "site-packages" in launcher.__file__, launcher.__file__
connections.close_all()
for kind, *words in json.load(sys.stdin):
    if kind == "write":
        with open(words[0], "w", encoding="utf-8") as file:
            file.write(words[1])
        continue
    print("$ evennia xyzgrid", *words, flush=True)
    if not (child := os.fork()):
        launcher.xyzcommand(*words)
        sys.stdout.flush()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print("=", code, flush=True)
"""


def run(*command, cwd, **more):
    """Run a program; return what it printed. It must end with 0."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
        **more,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def outside():
    """Return the environment of somebody who has no copy of the repository."""
    return {name: value for name, value in os.environ.items() if name not in FOR_TESTS}


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """Return the source distribution and the wheel made of it."""
    place = tmp_path_factory.mktemp("dist")
    copy = place / "copy"
    keeps = {".ci", ".github"}

    def passed(folder, names):
        return set(shutil.ignore_patterns(*PASSED)(folder, names)) - keeps

    shutil.copytree(REPOSITORY, copy, ignore=passed)
    (copy / "mygame/server/conf/secret_settings.py").write_text("SECRET_KEY = 'x'\n")
    (copy / "mygame/server/own.db3").write_text("rows")
    run(sys.executable, "-c", BUILD.format("sdist", str(place)), cwd=copy)
    (source,) = place.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extractall(place, filter="data")
    (unpacked,) = (path for path in place.glob("xyzgrid_ext-*") if path.is_dir())
    run(sys.executable, "-c", BUILD.format("wheel", str(place)), cwd=unpacked)
    (wheel,) = place.glob("*.whl")
    return unpacked, wheel


@pytest.fixture(scope="module")
def installed(distributions, tmp_path_factory):
    """Return the folder of programs of an environment with the wheel."""
    place = tmp_path_factory.mktemp("env")
    venv.create(place, symlinks=True)
    programs = place / "bin"
    pip = (sys.executable, "-m", "pip", "--python", programs / "python", "install", "-q")
    run(*pip, "--no-deps", "--no-index", distributions[1], cwd=place, env=outside())
    (packages,) = place.glob("lib/python*/site-packages")
    # what the wheel requires; no `.pth` in there is read, and so no checkout is found by it
    (packages / "required.pth").write_text(sysconfig.get_path("purelib"))
    for name in ("evennia", "twistd"):
        text = Path(sys.executable).with_name(name).read_text()
        (programs / name).write_text(f"#!{programs}/python\n{text.partition(chr(10))[2]}")
        (programs / name).chmod(0o755)
    return programs


@pytest.fixture(scope="module")
def game(installed, new_game, tmp_path_factory):
    """Return a function that runs a program in a game which began in an empty folder."""
    place = tmp_path_factory.mktemp("empty")
    environment = outside()
    environment["PATH"] = f"{installed}:{os.environ['PATH']}"

    def typed(line, folder="own", **more):
        words = shlex.split(line) if isinstance(line, str) else line
        env = environment | more.pop("env", {})
        return run(installed / words[0], *words[1:], cwd=place / folder, env=env, **more)

    typed("evennia --init own", folder=".", stdin=subprocess.DEVNULL)
    # what `evennia migrate` and a first start would make
    shutil.copy(new_game("limbo").folder / "server/evennia.db3", place / "own/server")
    typed.place = place
    return typed


def test_source_distribution_has_tests_and_nothing_private_or_linked_here(distributions):
    unpacked, _wheel = distributions
    there = ("CHANGELOG.md", "LICENSE", "tests/core/test_house.py", "docs/index.md", "tools/test")
    assert [name for name in there if not (unpacked / name).is_file()] == []
    private = ("mygame/server/conf/secret_settings.py", "mygame/server/own.db3")
    private += ("docs/extra/playground/vendor", "docs/extra/playground/xyzgrid.zip")
    assert [name for name in private if (unpacked / name).exists()] == []
    text = (distributions[0] / "PKG-INFO").read_text("utf-8")
    assert re.findall(r"\]\((?!https://)[^)]*\)", text) == []
    assert "`python -m xyzgrid_ext docs`" in text


def said_by(page):
    """Yield what a page tells to do, in order: ("write", file, text) or ("type", words)."""
    text = page.read_text("utf-8")
    found = [(one.start(), ("write", f"world/{one[1]}", one[2])) for one in FILE.finditer(text)]
    for block in (*SHELL.finditer(text), *LINE.finditer(text)):
        words = (shlex.split(line, comments=True) for line in block[1].strip().splitlines())
        found += [(block.start(1) + at, ("type", line)) for at, line in enumerate(words)]
    yield from (what for _at, what in sorted(found))


def test_every_command_of_readme_and_tutorial_works_from_the_wheel(game):
    steps, alone = [], []
    for kind, *rest in (step for page in PAGES for step in said_by(page)):
        words = rest[0]
        if kind == "write":
            steps.append((kind, *rest))
        elif words[:2] == ["evennia", "xyzgrid"]:
            steps.append((kind, *words[2:], *["--yes"] * (words[2] == "spawn")))
        elif words[:3] == ["python", "-m", "xyzgrid_ext"]:
            alone.append(words)
        else:
            assert " ".join(words) in DONE, words
    first, *others = alone
    assert first[3:] == ["init"]
    assert {words[3] for words in others} == {"draw", "generate"}
    game([*first, "--yes"])
    settings = {"DJANGO_SETTINGS_MODULE": "server.conf.settings"}
    told = game(["python", "-c", TYPED], input=json.dumps(steps), env=settings)
    ended = re.findall(r"^\$ evennia xyzgrid (\w+)(?:.*\n)*?= (\d+)$", told, re.MULTILINE)
    assert len(ended) == sum(kind == "type" for kind, *_ in steps)
    assert [(word, code) for word, code in ended if code != ENDS.get(word, "0")] == [], told
    assert "Traceback" not in told
    for words in others:
        game(words)
    listed = game("evennia xyzgrid list")
    assert [name for name in ("village", "light", "crypt") if name not in listed] == []
    assert "Taken away from" in game("evennia xyzgrid init --undo --yes")


def test_the_steps_of_the_image_make_a_game(distributions, installed, new_game, tmp_path):
    """Each RUN of the Dockerfile, with what was copied before it, in folders of this machine."""
    unpacked, wheel = distributions
    text = (unpacked / "Dockerfile").read_text("utf-8")
    steps = re.findall(r"^(WORKDIR|COPY|RUN|CMD) (.*)$", text, re.MULTILINE)
    environment = outside() | {"PATH": f"{installed}:{os.environ['PATH']}", "PIP_NO_INDEX": "1"}
    environment |= {"PIP_NO_DEPS": "1", "PIP_CONFIG_FILE": os.devnull}
    (installed / "pip").write_text(f'#!/bin/sh\nexec {installed}/python -m pip "$@"\n')
    (installed / "pip").chmod(0o755)
    at, ran = tmp_path, []

    def inside(path):
        return tmp_path / path.lstrip("/") if path.startswith("/") else at / path

    for step, rest in steps:
        if step == "WORKDIR":
            at = inside(rest)
            at.mkdir(parents=True, exist_ok=True)
        elif step == "COPY":
            *options, source, target = rest.split()
            if "--from=wheel" in options:  # it is in the same place on this machine
                continue
            source, target = unpacked / source, inside(target)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                target = target / source.name if rest.endswith("/") else target
                shutil.copy(source, target)
        elif not rest.startswith("useradd"):
            (line,) = json.loads(rest)[2:] if step == "CMD" else [rest]
            if step == "CMD":  # the game is made, and would start
                shutil.copy(new_game("limbo").folder / "server/evennia.db3", at / "server")
                assert line.endswith(" && exec evennia start --log")
                line = line.partition(" && exec ")[0]
            line = line.replace("/dist", f"{tmp_path}/dist")
            run("sh", "-c", line, cwd=at, env=environment, stdin=subprocess.DEVNULL)
            ran.append(line)
    assert len(ran) == 6
    assert [file.name for file in (tmp_path / "dist").glob("*.whl")] == [wheel.name]
    assert "hook_up(globals())" in (at / "server/conf/settings.py").read_text("utf-8")


def test_the_boards_and_the_catalogue_come_with_the_wheel(game):
    played = game("python -m xyzgrid_ext play boxes --level 1 --keys llkk")
    assert "every sack in its place" in played
    (game.place / "bare").mkdir()
    assert "no findings" in game(
        "python -m xyzgrid_ext check --catalogue world.catalogue", folder="bare"
    )


def test_the_documentation_comes_with_the_wheel(installed, tmp_path):
    command = (installed / "python", "-m", "xyzgrid_ext", "docs")
    pages = re.findall(r"^  (\S+)  ", run(*command, cwd=tmp_path, env=outside()), re.MULTILINE)
    there = {page.relative_to(REPOSITORY / "docs").with_suffix("").as_posix() for page in DOCS}
    assert {*pages, "index"} == there
    shown = run(*command, "howto/faster", cwd=tmp_path, env=outside())
    assert shown == (REPOSITORY / "docs/howto/faster.md").read_text("utf-8")
