"""What fits into a room, how likely it is, and what a choice leaves for those to come."""

from collections import Counter

import pytest

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.parts.dungeons.core.masks import (
    EMPTY,
    WHOLE,
    Catalogue,
    Demand,
    Kind,
    NoCandidateError,
    RoomMask,
    Side,
)

N, S, E, W = Side
CHEST = Demand(Kind.TREASURE, "open")


@pytest.fixture
def made(row):
    """Return a function: names of components -> a catalogue."""
    return lambda *names, **rest: Catalogue.of([row(name, **rest) for name in names])


def names(choices):
    return [choice.entry.name for choice in choices]


def test_candidate_has_no_bit_in_common_with_the_room_or_what_is_to_come(made):
    catalogue = made("filler_000400", "filler_200400_door", "filler_000700")
    assert names(catalogue.candidates(Demand(Kind.FILLER), EMPTY)) == [
        "filler_000400",
        "filler_200400_door",
        "filler_000700",
    ]
    room = RoomMask.parse("200300")
    assert names(catalogue.candidates(Demand(Kind.FILLER), room)) == ["filler_000400"]
    catalogue = made("obstacle_rope_n_200777", "obstacle_rope_n_200700", "treasure_open_000111")
    demand = Demand(Kind.OBSTACLE, "rope", (N,))
    assert len(catalogue.candidates(demand, EMPTY)) == 2
    assert catalogue.candidates(demand, EMPTY, [CHEST]) == ()
    catalogue = made("obstacle_rope_n_200777", "obstacle_rope_n_200700", "treasure_open_000001")
    kept = catalogue.candidates(demand, EMPTY, [CHEST])
    assert names(kept) == ["obstacle_rope_n_200700"]
    catalogue = made("door_open_n_200000", "door_open_n_210000_wide", "door_open_s_002000")
    room = RoomMask.parse("212000")
    (choice,) = catalogue.candidates(Demand(Kind.DOOR, "open", (N,)), room)
    assert choice.entry.name == "door_open_n_200000"
    assert choice.place(room) == room


def test_obstacles_for_more_sides_serve_for_fewer_and_claim_those_they_are_asked_for(made):
    catalogue = made("obstacle_rope_n_200700", "obstacle_rope_ns_000020", "obstacle_saw_n_200000")
    for_north = catalogue.candidates(Demand(Kind.OBSTACLE, "rope", (N,)), EMPTY)
    assert [(choice.entry.name, str(choice.claim)) for choice in for_north] == [
        ("obstacle_rope_n_200700", "200700"),
        ("obstacle_rope_ns_000020", "200020"),
    ]
    (for_both,) = catalogue.candidates(Demand(Kind.OBSTACLE, "rope", (N, S)), EMPTY)
    assert str(for_both.claim) == "202020"
    assert catalogue.candidates(Demand(Kind.OBSTACLE, "rope", (E,)), EMPTY) == ()
    assert catalogue.items == ("rope", "saw")


def test_a_nine_slot_filler_is_chosen_27_times_as_often_as_one_of_one_slot(made):
    catalogue = made("filler_000777", "filler_000020", "filler_000300")
    weights = [choice.weight for choice in catalogue.all_candidates(Demand(Kind.FILLER))]
    assert [weight / weights[1] for weight in weights] == [27, 1, 2.828]


def test_the_weight_of_a_row_counts(row):
    catalogue = Catalogue.of([row("floor_a"), row("floor_b", weight=30)])
    demand = Demand(Kind.FLOOR)
    drawn = Counter(catalogue.choose(demand, EMPTY, Chance(seed)).entry.name for seed in range(400))
    assert 260 < drawn["floor_b"] < 340


def test_no_candidate_is_an_error_that_names_room_mask_and_need(made):
    catalogue = made("treasure_open_000001")
    with pytest.raises(NoCandidateError) as failed:
        catalogue.choose(Demand(Kind.TREASURE, "open", depth=4), WHOLE, Chance(1))
    assert str(failed.value) == (
        "no component for treasure open at depth 4 in a room with 000777\n"
        "add a row to the catalogue, or ask less of the room"
    )
    with pytest.raises(NoCandidateError, match="with enemy at depth 0 still to come"):
        catalogue.choose(CHEST, EMPTY, Chance(1), [Demand(Kind.ENEMY)])


def test_rows_with_faults_make_no_catalogue(row):
    with pytest.raises(RefusedError, match=r"caves row 1:1:1: unknown kind .*'fillr'"):
        Catalogue.of([row("fillr_000400")], "caves")
