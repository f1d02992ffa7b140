"""What a plan of a lazy map says of changes in the file and by hand."""

from dataclasses import replace

from spawned import spawned_once

from tests.parts.lands.game.lazy_maps import BIG, TOWN, at
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain, ignore_progress
from xyzgrid_ext.game.cli import naming
from xyzgrid_ext.game.cli.jobs import Order, job_steps
from xyzgrid_ext.game.world.world import Live

shared_maps = spawned_once(TOWN, BIG)


def test_what_changed_in_the_file_makes_no_room_to_which_nobody_came(grid):
    at(0, 1)
    old = grid.live.loaded["big"]
    protos = tuple({**proto, "desc": "Burnt."} for proto in old.grid.protos)
    live = Live([grid.live.loaded["town"], replace(old, grid=replace(old.grid, protos=protos))])
    grid.install(live)
    todo = drain(naming.plan_steps(live, ["big"], TERMINAL, []))
    assert not todo.new_rooms
    assert not todo.new_exits
    assert len({xyz[:2] for xyz in todo.changed_rooms}) == 4
    assert {xyz[:2] for xyz in todo.changed_rooms} == {(0, 0), (0, 1), (1, 1), (0, 2)}


def test_a_spawn_names_what_it_undoes_in_a_lazy_map(grid, settings, tmp_path):
    def report(word, *names):
        return "\n".join(
            drain(job_steps(word, grid, Order(names, TERMINAL)), ignore_progress).lines
        )

    settings.CACHE_DIR = str(tmp_path)
    at(1, 1).key = "Camp"
    assert "1 of these was changed in the game by hand" in report("plan", "big")
    assert "undone: (1,1,big) Camp: key Camp -> Field 1 1" in report("spawn", "big")
    assert at(1, 1).key == "Field 1 1"
    at(1, 1).search("east").delete()
    assert "(1,1,big) east: removed by hand, made again" in report("plan", "big")
