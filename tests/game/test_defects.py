"""Every defect of the contrib that `spec/upstream.md` lists, and the tests of what is right now.

 1  test_defects_view::test_a_look_at_the_whole_map_leaves_no_ghost_for_the_next
 2  test_defects_view::test_the_whole_map_marks_the_way_to_a_goal
    test_map::test_the_way_ahead_is_marked
 3  test_defects_walk::test_where_no_way_leads_nobody_arrives
    test_defects_walk::test_a_locked_exit_last_or_in_the_middle_ends_the_walk_once
    test_walking::test_behind_an_opened_door_goto_walks_on
 4  test_defects_spawn::test_an_exit_follows_what_is_drawn_at_its_end_and_where_that_leads
 5  test_defects_launcher::test_delete_asks_by_name_and_deletes
 6  test_defects_view::test_a_map_that_does_not_load_is_not_read_again_at_each_look
    test_loader::test_one_bad_map_leaves_the_others
    test_launcher::test_a_map_that_does_not_load_is_not_added
 7  test_defects_launcher::test_initpath_is_no_word_as_there_are_no_path_files
    test_defects_launcher::test_a_legend_class_that_is_renamed_leaves_the_grid_readable
    test_defects_launcher::test_the_database_keeps_plain_values_only
    test_defects_spawn::test_a_node_can_be_unspawned_and_spawned_again
    test_defects_spawn::test_a_transition_that_forgets_its_target_is_told_with_place_and_cure
 8  test_defects_spawn::test_of_two_links_between_two_rooms_the_lighter_one_is_the_way
    test_planes::test_parallel_links_keep_a_weight_each
 9  test_defects_spawn::test_a_map_object_is_made_of_the_path_of_a_module
    test_defects_view::test_coordinates_are_numbers_of_rooms_and_of_exits_alike
    test_defects_walk::test_the_map_is_there_for_players
    test_goto::test_path_tells_the_whole_way_through_all_maps_and_does_not_walk
    test_map::test_map_shows_the_whole_sheet_around_the_looker
10  test_defects_process::test_rooms_are_found_although_nobody_imported_their_class
11  test_defects_view::test_the_text_of_a_room_can_be_had_without_sending_anything
    test_defects_view::test_a_look_sends_the_map_once_with_its_tag
12  test_defects_launcher::test_every_failure_ends_with_a_code_other_than_0
    test_defects_launcher::test_a_dry_run_tells_all_and_changes_nothing
    test_defects_launcher::test_rooms_of_maps_that_are_on_no_list_are_told_and_pruned
    test_defects_launcher::test_pruning_leaves_what_the_grid_did_not_make_and_what_is_listed
    test_defects_launcher::test_long_work_tells_how_far_it_is
    test_defects_people::test_when_a_room_goes_all_find_the_nearest_that_stays
    test_defects_people::test_when_the_whole_grid_goes_all_come_home_or_to_the_default_home
    test_defects_people::test_a_room_that_is_deleted_by_hand_loses_nobody
    test_launcher::test_nothing_happens_when_nobody_can_be_asked
13  test_defects_view::test_what_players_read_can_be_translated
14  test_defects_view::test_with_a_path_set_one_looks_around_on_another_map
    test_defects_walk::test_what_is_no_coordinate_is_answered
    test_defects_walk::test_a_room_to_stop_at_is_reached_if_it_is_the_goal
15  test_defects_launcher::test_any_name_of_a_map_works_everywhere
    test_loader::test_a_name_may_be_a_number_or_hold_anything_else
16  test_defects_launcher::test_a_single_room_is_spawned_with_its_exits_into_rooms_that_exist
    test_defects_launcher::test_several_rooms_and_maps_can_be_named_at_once
17  test_defects_spawn::test_a_lock_of_one_direction_is_on_that_exit_only
    test_defects_spawn::test_an_exit_with_a_key_of_its_own_is_made_once_and_walked_through
    test_planes::test_a_prototype_for_one_direction_does_not_become_that_of_the_other_side
18  test_defects_spawn::test_nothing_is_pickled_and_no_file_is_written
    test_defects_spawn::test_a_weight_that_changes_in_the_legend_changes_the_way
    test_planes::test_no_file_is_written_whatever_a_map_is_called
19  test_defects_spawn::test_linked_maps_can_be_spawned_one_at_a_time
    test_defects_spawn::test_a_bad_map_is_not_added_and_changes_nothing
    test_defects_spawn::test_a_map_that_went_bad_can_be_deleted_with_its_rooms
20  test_defects_view::test_a_drawing_of_which_a_part_would_be_lost_is_refused
21  test_walking::test_a_walk_goes_on_by_itself_after_a_reload
    test_walking::test_who_loses_the_connection_is_told_at_the_next_login
    test_newcomers::test_the_character_of_a_new_account_stands_at_the_start
    test_building::test_tel_map_shows_a_map
    test_defects_view::test_builders_see_coordinate_and_dbref_once
    test_defects_view::test_several_matches_are_numbered_one_after_the_other
22  test_defects_view::test_the_map_is_centred_on_the_looker
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

NUMBERS = range(1, 23)
HERE = Path(__file__).parent


def listed():
    """(number, file, test) of every line above."""
    number = 0
    for line in __doc__.splitlines():
        if found := re.fullmatch(r" ?(\d+)?\s+(\w+)::(\w+)", line):
            number = int(found[1] or number)
            yield number, found[2], found[3]


@cache
def names_in(file):
    tree = ast.parse((HERE / f"{file}.py").read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_defect_has_a_test():
    assert {number for number, *_ in listed()} == set(NUMBERS)
    lines = [line for line in __doc__.splitlines() if "::" in line]
    assert len(list(listed())) == len(lines)


@pytest.mark.parametrize(("number", "file", "test"), list(listed()))
def test_the_test_is_there(number, file, test):
    assert test in names_in(file)
