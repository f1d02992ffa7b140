"""What `make bench-server` says of figures, and the players that it sends. No server is started."""

import asyncio
import random
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.fixture
def bench(monkeypatch):
    """Import the benchmark, which runs as a script."""
    monkeypatch.syspath_prepend(str(HERE))
    import bench_server

    return bench_server


ROW = {
    **{f"{name} {key}": value for name in ("few cold", "few warm", "many cold", "many warm")
       for key, value in (("p50", 4.25), ("p99", 31.0), ("missing", 0))},
    "saturation": 512.4, "server cpu ms": 1.5, "portal cpu ms": 0.25,
}  # fmt: skip


def test_each_kind_is_a_line_of_all_its_figures(bench):
    head, line = bench.table({"tuned": ROW}, bench.Size()).splitlines()
    assert "200 warm" in head
    assert line.split()[0] == "tuned"
    assert line.count("4.2 / 31") == 4
    assert line.endswith("512    1.50 + 0.25")


def test_what_was_not_measured_is_left_out(bench):
    part = {key: value for key, value in ROW.items() if key.startswith("many warm")}
    line = bench.table({"tuned, 20 on goto": part}, bench.Size()).splitlines()[1]
    assert line.count("/") == 1


def test_lines_that_were_not_answered_and_faults_in_logs_are_wrong(bench):
    assert bench.wrong({"tuned": ROW}) == []
    lost = {"tuned": ROW | {"few cold missing": 2, "wrong": ["Traceback"]}}
    assert bench.wrong(lost) == ["tuned: Traceback", "tuned: 2 lines were not answered"]


def test_each_goal_says_what_was_measured_of_it(bench):
    slow = ROW | {"saturation": 300.0, "server cpu ms": 1.4}
    found = list(bench.goals({"plain": slow, "tuned": ROW}))
    assert [line.split()[0] for line in found] == ["reached"] * 4
    assert found[2].endswith("1.71 x")
    led = {"tuned, 20 stand": ROW, "tuned, 20 on goto": ROW | {"many warm p99": 40.0}}
    assert [line.split()[0] for line in bench.goals(led)] == ["reached"]
    late = ROW | {"many cold p50": 12.0}
    assert [line.split()[0] for line in bench.goals({"tuned": late})] == ["reached", "MISSED"]


def test_ways_are_read_from_a_line_of_exits_that_names_rooms_or_is_broken(bench):
    from bots import ways_of

    assert ways_of("north to A field, up, and west") == ["north", "up", "west"]
    assert ways_of("north; east") == ["north", "east"]
    assert ways_of("north, south to A field, and west to") == ["north", "south", "west"]
    assert ways_of("north to A field, and") == ["north"]


async def serve(reader, writer):
    """A game of one room: it shows the room at the login and, later, at each line."""
    writer.write(b"connect <name> <password>\r\n")
    await reader.readline()
    writer.write(b"You become bot1.\r\nExits: north\r\n")
    while line := await reader.readline():
        await asyncio.sleep(0.05)
        writer.write(b"Exits: north and south\r\n" if line.strip() else b"")
    writer.close()


def test_an_answer_is_that_of_its_line_and_not_of_the_login(bench):
    async def times():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()[:2]
        bot = bench.Walker(host, port, random.Random(1))
        await bot.log_in("connect bot1 password")
        took = [await bot.command() for _ in range(3)]
        bot.leave()
        server.close()
        return took

    assert all(took > 40 for took in asyncio.run(times()))
