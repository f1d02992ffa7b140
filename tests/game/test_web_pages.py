"""Evennia's pages, with libraries from this game where it has them."""

import re
from pathlib import Path

import evennia
import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.test import Client

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.cli import libraries, statics
from xyzgrid_ext.game.cli.libraries import CDN, FOLDER, FONTS, LIBRARIES, Library
from xyzgrid_ext.web import headers

PAGES = {"webclient": "/webclient/", "website": "/"}
WEB = Path(evennia.__file__).parent / "web"
# what Evennia's client has in a comment, and what is no library
UNUSED = {
    "https://cdnjs.cloudflare.com/ajax/libs/mustache.js/2.3.0/mustache.min.js",
    "https://maxcdn.bootstrapcdn.com/bootstrap/4.6.0/css/bootstrap.min.css",
    "http://placehold.jp/250x250.png",
    "http://placehold.jp/50x50.png",
}
TAKEN = re.compile(r"""<(?:script|link|img)\b[^>]*?(?:src|href)=["'](https?://[^"']+)["'][^>]*>""")


@pytest.fixture
def unfetched(tmp_path, monkeypatch):
    """A game that has none of the libraries; the folder of its static files."""
    monkeypatch.setattr(headers, "staticfiles_storage", StaticFilesStorage(tmp_path))
    return tmp_path


@pytest.fixture
def fetched(unfetched):
    """A game that has all of them, as far as a page can tell."""
    for one in LIBRARIES:
        for path in one.paths:
            file = unfetched / FOLDER / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()


def taken_from_elsewhere(page):
    return set(TAKEN.findall(page)) - UNUSED


@pytest.mark.parametrize("part", PAGES)
def test_every_library_of_evennias_pages_is_one_that_we_fetch(part):
    """Fails when Evennia changes what its pages take from other servers."""
    found = set()
    for file in (WEB / "templates" / part).rglob("*.html"):
        found |= taken_from_elsewhere(file.read_text(encoding="utf-8"))
    assert found
    assert found <= CDN.keys()


def test_every_stylesheet_that_the_client_adds_is_one_that_we_fetch():
    text = (WEB / "static" / "webclient" / "js" / "plugins" / "font.js").read_text("utf-8")
    families = set(re.findall(r"family=([\w+]+)&", text)) - {"Consolas"}  # Google has none
    assert {f"@fontsource/{name.replace('+', '-').lower()}" for name in families} == {
        path.rsplit("/", 2)[0] for path in FONTS
    }


def test_every_address_leads_to_a_file_that_is_fetched():
    files = {path for one in LIBRARIES for path in one.paths}
    assert {*CDN.values(), *FONTS} <= files


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES.values())
def test_a_page_takes_nothing_from_elsewhere_once_the_libraries_are_fetched(
    limbo, fetched, address
):
    page = Client().get(address).content.decode()
    assert taken_from_elsewhere(page) == set()
    assert f"/static/{FOLDER}/" in page


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES.values())
def test_without_libraries_a_page_takes_them_from_where_evennia_does(limbo, unfetched, address):
    page = Client().get(address).content.decode()
    assert taken_from_elsewhere(page)
    assert f"/static/{FOLDER}/" not in page


def test_without_npm_one_is_told_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GridError, match=r"npm is not installed\ninstall Node\.js"):
        libraries.fetch(tmp_path / "vendor")


def npm_that(tmp_path, monkeypatch, script):
    """Put a program of that name where it is found first."""
    program = tmp_path / "bin" / "npm"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")


def test_an_npm_that_fails_is_quoted_and_leaves_nothing_behind(tmp_path, monkeypatch):
    npm_that(tmp_path, monkeypatch, "echo no such registry >&2; exit 1")
    with pytest.raises(GridError, match="npm installed nothing: no such registry"):
        libraries.fetch(tmp_path / "vendor")
    assert list((tmp_path / "vendor").iterdir()) == []


def test_only_what_is_missing_is_fetched(tmp_path, monkeypatch):
    one, two = (Library(name, "1.0", ("dist/x.js",)) for name in ("one", "two"))
    monkeypatch.setattr(libraries, "LIBRARIES", (one, two))
    brings = (
        "mkdir -p node_modules/lib0/dist; cd node_modules/lib0; echo MIT > LICENSE;"
        " cp ../../package.json dist/x.js"
    )
    npm_that(tmp_path, monkeypatch, brings)
    there = tmp_path / "vendor" / one.paths[0]
    there.parent.mkdir(parents=True)
    there.write_text("as it was")
    (there.parents[1] / "LICENSE").write_text("BSD")
    assert libraries.fetch(tmp_path / "vendor") == [two]
    assert there.read_text() == "as it was"
    assert '"npm:two@1.0"' in (tmp_path / "vendor" / two.paths[0]).read_text()
    assert (tmp_path / "vendor/two/1.0/LICENSE").read_text() == "MIT\n"
    assert libraries.fetch(tmp_path / "vendor") == []


def test_the_launchers_word_fetches_into_the_game(run, tmp_path, settings, monkeypatch):
    settings.GAME_DIR = str(tmp_path)
    settings.STATIC_ROOT = str(tmp_path / "served")
    one = Library("one", "1.0", ("x.js",))
    monkeypatch.setattr(libraries, "LIBRARIES", (one,))
    npm_that(
        tmp_path,
        monkeypatch,
        "mkdir -p node_modules/lib0; cd node_modules/lib0; touch x.js LICENSE",
    )
    collected = []
    monkeypatch.setattr(statics, "call_command", lambda name, **options: collected.append(name))
    assert run("web") == (0, "one 1.0\nBrowsers get all libraries from this game.\n")
    assert (libraries.folder_of(tmp_path) / "one/1.0/x.js").is_file()
    assert run("web") == (0, "Browsers get all libraries from this game.\n")
    assert collected == ["collectstatic"] * 4  # before and after what is fetched


def test_the_launchers_word_says_what_it_lacks(run, tmp_path, settings, monkeypatch):
    settings.GAME_DIR = str(tmp_path)
    settings.STATIC_ROOT = str(tmp_path / "static")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run("web") == (1, "npm is not installed\ninstall Node.js, and npm with it\n")


def test_pages_have_the_package_s_logo_unless_the_game_has_its_own(tmp_path, monkeypatch):
    page = '<img src="/static/website/images/evennia_logo.png">'
    assert headers.at_home(page) == '<img src="/static/xyzgrid/logo.svg">'
    monkeypatch.setattr(headers.finders, "find", lambda name: str(tmp_path / "own.png"))
    assert headers.at_home(page) == page
