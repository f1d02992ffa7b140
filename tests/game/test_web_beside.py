"""What web processes beside the game answer, and how old that may be."""

import pytest

from xyzgrid_ext.web.wsgi import Beside, application


class Site:
    """An application that notes what it is asked; `closed` counts its answers that were closed."""

    def __init__(self):
        self.asked, self.closed, self.forgotten, self.now = [], 0, 0, 0.0

    def __call__(self, environ, start_response):
        self.asked.append(environ)
        start_response("200 OK", [])
        return self

    def __iter__(self):
        return iter([b"a", b"b"])

    def close(self):
        self.closed += 1

    def forget(self):
        self.forgotten += 1


@pytest.fixture
def site():
    return Site()


@pytest.fixture
def get(site):
    beside = Beside(site, site.forget, 30.0, lambda: site.now)

    def ask(path, method="GET", **more):
        told = []
        environ = {"REQUEST_METHOD": method, "PATH_INFO": path, **more}
        body = b"".join(beside(environ, lambda status, headers: told.append(status)))
        return told, body

    return ask


@pytest.mark.parametrize("path", ["/map/", "/map/api/maps", "/map/list/", "/map/world.xml"])
def test_pages_and_data_of_the_maps_are_answered(get, site, path):
    assert get(path) == (["200 OK"], b"ab")
    assert site.closed == 1


@pytest.mark.parametrize(
    ("path", "method"),
    [("/", "GET"), ("/map/edit/", "GET"), ("/map/token/", "GET"), ("/map/api/maps", "POST")],
)
def test_all_else_is_the_games(get, site, path, method):
    assert get(path, method)[0] == ["404 Not Found"]
    assert site.asked == []


def test_a_session_of_the_game_is_nobodys_here_and_a_token_is_kept(get, site):
    get("/map/api/maps", HTTP_COOKIE="sessionid=a", HTTP_AUTHORIZATION="Bearer b")
    (environ,) = site.asked
    assert "HTTP_COOKIE" not in environ
    assert environ["HTTP_AUTHORIZATION"] == "Bearer b"


def test_the_world_is_read_anew_when_it_is_too_old(get, site):
    for now, times in ((29, 0), (30, 1), (59, 1), (61, 2)):
        site.now = float(now)
        get("/map/api/maps")
        assert site.forgotten == times


def test_a_folder_that_is_no_game_is_refused_with_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RuntimeError, match=f"{tmp_path} is not a game dir"):
        application()
