"""The terminal asks the parts alone that --parts names."""

import pytest

from xyzgrid_ext.__main__ import main


def test_unknown_name_is_refused_with_the_similar_one(capsys):
    with pytest.raises(SystemExit) as error:
        main(["--parts", "dungeon", "check"])
    assert error.value.code == 2
    assert "there is no such part; did you mean dungeons?" in capsys.readouterr().err


def test_words_of_parts_that_are_not_chosen_are_refused_by_the_name_of_the_part(capsys):
    for names, reason in (("formats", "--parts does not name it"), ("", "--parts does not")):
        with pytest.raises(SystemExit) as error:
            main(["--parts", names, "mask", "777777"])
        assert error.value.code == 2
        said = f"mask is a word of the part dungeons, which is off: {reason}"
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        (None, (0, 0, 0)),
        ("boards", (0, 2, 0)),
        ("matrix_game", (2, 0, 1)),
        ("proof,boards,dungeons", (0, 2, 0)),
    ],
)
def test_words_that_all_have_ask_the_chosen_parts_alone(names, codes, capsys):
    chosen = [] if names is None else ["--parts", names]
    for text, code in zip(
        ("play boxes --keys l", "play world/undertow.matrix --moves fo", "replay boxes:1:l"),
        codes,
        strict=True,
    ):
        try:
            found = main([*chosen, *text.split()])
        except SystemExit as error:
            found = error.code
        assert found == code, (text, capsys.readouterr())
