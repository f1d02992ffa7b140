"""Games made by the contrib's own code, whose legends are put back after each."""

import pytest


@pytest.fixture(autouse=True, scope="module")
def _legends():
    from contrib_games import legends_put_back

    with legends_put_back():
        yield


@pytest.fixture(autouse=True)
def game(tmp_path, monkeypatch, settings):
    """Return a function: modules or data -> the contrib's grid with these maps, spawned by it."""
    from contrib_games import contrib_game, legends_put_back

    with legends_put_back():
        yield contrib_game(tmp_path, monkeypatch, settings)
