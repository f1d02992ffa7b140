"""`check` names a machine whose board there is not."""

import pytest


@pytest.mark.parametrize(
    ("thing", "fault"),
    [
        ({"board": "boxs"}, "there is no board 'boxs', which board names\ndid you mean 'boxes'?"),
        ({"live": "xyzzy"}, "there is no board 'xyzzy', which live names\nknown: boxes"),
        ({"board": "boxes"}, ""),
    ],
)
def test_a_board_that_there_is_not_is_told(run, module, thing, fault):
    box = {"typeclass": "xyzgrid_ext.parts.boards.machine.Machine", "key": "box", **thing}
    hall = {"prototype_parent": "xyz_room", "key": "Hall", "things": [box]}
    name = module("halls", zcoord="lane", map="+ 0\n\n0 #\n\n+ 0\n", prototypes={(0, 0): hall})
    code, text = run("check", name)
    assert (code, fault in text, "things[0]" in text) == (int(bool(fault)), True, bool(fault))
