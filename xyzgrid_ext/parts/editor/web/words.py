"""The texts of the editor, in the language of the game."""

from __future__ import annotations

from django.utils.translation import gettext as _


def edit_words() -> dict[str, str]:
    """Return the texts of the editor by name, with fields in braces for the editor to fill in."""
    return {
        "tool_select": _("Select, frame and move rooms"),
        "tool_draw": _("Draw rooms: click for one, or drag for a chain of rooms"),
        "tool_link": _("Link two rooms: drag, or click one and then the other"),
        "tool_brush": _(
            "Put a symbol into a drawing, or give rooms what others have: click or drag"
        ),
        "tool_fill": _("Put the symbol of the brush into a whole area of a drawing"),
        "tool_pick": _("Take the symbol under the pointer for the brush"),
        "unfilled": _(
            "There is nothing to fill: the area has this symbol, or is not in the drawing."
        ),
        "tool_text": _("Type into the drawing"),
        "brushes": _("Symbols"),
        "area": _("Area"),
        "no_area": _("no area"),
        "stamp_hint": _("Choose what rooms get, then click or drag on them."),
        "no_stamps": _("No room has a symbol or a prototype yet, and there is no area."),
        "legend_made": _("new"),
        "legend_changed": _("changed"),
        "legend_removed": _("removed"),
        "legend_unreachable": _("nobody can come here"),
        "legend_trap": _("nobody can leave"),
        "rebase": _("Base the draft on the new file"),
        "back": _("Back to the draft"),
        "eraser": _("Nothing: takes a symbol away"),
        "drawing": _("Drawing"),
        "unread": _("The game has not read this room in the drawing yet."),
        "no_move": _(
            "Rooms of a drawing can be moved and copied on their level, but not turned or mirrored."
        ),
        "in_the_way": _("Other symbols are in the way."),
        "no_symbol": _("The drawing has no symbol for that."),
        "unlike": _(
            "No symbol of the drawing makes this link as it was meant: one-way, or across another."
        ),
        "outside": _("The map begins at (0,0): nothing can be drawn left of it or below."),
        "make_space": _("Move the whole map by {x} east, {y} north"),
        "too_far": _("Coordinates end at {number}."),
        "misnamed": _("Exits that no longer lead where their names say: {number}"),
        "rename": _("Rename them"),
        "add_way": _("Add this way"),
        "remove_link": _("Remove both ways"),
        "target": _("name of a room, or x,y,z@map"),
        "tool_hand": _("Move the sheet"),
        "one_way": _("one way only"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "level": _("Level {level}"),
        "level_up": _("Level above"),
        "level_down": _("Level below"),
        "closer": _("Larger"),
        "further": _("Smaller"),
        "whole": _("Show all"),
        "search": _("Find a room"),
        "check": _("Check"),
        "plan": _("What would change in the game"),
        "help": _("Keys"),
        "copy": _("Copy"),
        "cut": _("Cut"),
        "paste": _("Paste"),
        "mirror": _("Flip left to right"),
        "flip": _("Flip upside down"),
        "turn": _("Turn"),
        "stairs_up": _("Stairs up"),
        "stairs_down": _("Stairs down"),
        "remove": _("Remove"),
        "key_make": _("Make a room at the cursor"),
        "key_link": _("Link: from this room, then to this room"),
        "key_edit": _("Name the room; put down what is pasted"),
        "key_all": _("Select the whole level"),
        "key_raise": _("Move the selection up a level"),
        "key_lower": _("Move the selection down a level"),
        "key_leave": _("Back; leave a field; clear the selection"),
        "key_cursor": _("Move the cursor"),
        "key_extend": _("Select more"),
        "key_move": _("Move the selection"),
        "key_dig": _("Make a room in this direction, and link it"),
        "new_room": _("New room"),
        "hint": _("Select a room, or choose Draw and click on the sheet."),
        "hint_drawn": _("Select a room, or choose a symbol and click or drag on the drawing."),
        "hint_reader": _("Select a room to read it."),
        "reader": _("You can look at this map, but not change it."),
        "read_only": _("What cannot be changed here:"),
        "map_keys": _("Areas and contents of the map"),
        "options": _("Options of the map"),
        "no_options": _("There are none."),
        "usual": _("default: {value}"),
        "none": _("not set"),
        "yes": _("yes"),
        "no": _("no"),
        "convert_do": _(
            "Write this map as a drawing, or a drawing room by room? Its rooms in the game stay."
        ),
        "removal": _("This removes the map from the game, with its rooms ({count})."),
        "removal_people": _("People there will be moved: {names}"),
        "removal_things": _("Things and NPCs there will be in Limbo: {names}"),
        "removal_maps": _("Exits from these maps will lead nowhere: {names}"),
        "removal_file": _(
            "The map's file is kept, but changes that were not applied are not in it."
        ),
        "removal_name": _("Type the name of the map to confirm:"),
        "removal_do": _("Remove the map"),
        "cancel": _("Cancel"),
        "pattern": _("New rooms"),
        "pattern_hint": _("Every new room starts with these values."),
        "selected": _("{count} rooms"),
        "name": _("Name"),
        "symbol": _("Symbol"),
        "desc": _("Description"),
        "prototype": _("Prototype"),
        "as_json": _("As JSON"),
        "add_field": _("Add a field …"),
        "form": _("as"),
        "form_string": _("text"),
        "form_lines": _("a word on each line"),
        "form_array": _("list"),
        "form_object": _("fields"),
        "form_number": _("number"),
        "choose": _("Copy from another room …"),
        "computed": _("Code in the file computes this."),
        "preview": _("What players see"),
        "no_json": _("That is not JSON."),
        "exits": _("Exits"),
        "door": _("Door and other options"),
        "both_ways": _("Use the same for the way back"),
        "direction": _("direction"),
        "to": _("to"),
        "add": _("Add"),
        "from": _("Link from {room}: choose where to."),
        "copied": _("Copied: {count}"),
        "nothing_copied": _("Nothing is copied yet."),
        "nothing_to_undo": _("There is nothing to undo."),
        "nothing_to_redo": _("There is nothing to redo."),
        "saved": _("Saved"),
        "saving": _("Saving …"),
        "unsaved": _(
            "The game is not responding. Your changes are kept here and will be sent again."
        ),
        "somebody": _("Somebody else"),
        "both": _("{who} has just changed this as well. Your change was kept: {what}"),
        "after": _("{who} has changed this after you: {what}"),
        "offered": _("{who} has removed or moved {room}. What you wrote is kept here:"),
        "close": _("Close"),
        "lost": _("{who} changed this first, and your change was lost: {what}"),
        "adopted": _(
            "Changes that had not reached the game were kept here and are being sent: {number}"
        ),
        "go_to_other": _("Go to where they are, on level {level}"),
        "no_findings": _("Nothing is wrong."),
        "mend": _("Fix it"),
        "proving": _("Proving …"),
        "made": _("New rooms: {count}"),
        "changed": _("Changed rooms: {count}"),
        "changed_exits": _("Exits: {made} new, {changed} changed, {removed} removed"),
        "removed": _("Removed rooms: {count}"),
        "undone": _("Applying would undo these changes made in the game:"),
        "diff": _("The change to the file"),
        "apply": _("Apply to the game"),
        "waiting": _("Waiting …"),
        "running": _("Running …"),
        "done": _("Done."),
        "failed": _("It failed."),
        "no_game": _("The game matches the file and the draft."),
        "both_changed": _("The file may have changed as well."),
        "take": _("Add to the draft"),
        "no_versions": _("There is no earlier version."),
        "look": _("Look"),
        "restore": _("Restore"),
        "held": _("You are looking at an earlier version. Go back to the draft to make changes."),
        "rebased": _("The draft is now based on the newest file."),
        "discard": _("Discard all changes that have not been applied?"),
        "no_library": _("The drawing library is missing: run `evennia collectstatic`."),
    }


def matrix_words() -> dict[str, str]:
    """Return the texts of the editor for a matrix, and those that mean something else there."""
    return {
        "level": _("Sheet {level}"),
        "level_up": _("Next sheet"),
        "level_down": _("Sheet before"),
        "stairs_up": _("Forward"),
        "stairs_down": _("Backward"),
        "tool_link": _("Link two nodes: neighbours by a way, others by a wormhole"),
        "hint": _("Select a node, or choose Draw and drag over the nodes to be linked."),
        "unread": _("The game has not read this node yet."),
        "node_start": _("Start node"),
        "node_end": _("End node"),
        "node_current": _("Current node"),
        "sign_start": _("start"),
        "sign_end": _("end"),
        "sign_current": _("current"),
        "edge": _("Edge of the cube"),
        "cube": _("The cube ends here: its edge is {edge}."),
        "grow": _("Make the edge {edge}"),
        "no_node_move": _("Links of a matrix join neighbours: its nodes do not move."),
    }


def option_words() -> dict[str, str]:
    """Return what each option of a map means, for builders who fill in the editor's form."""
    return {
        "fog": _("What the map shows: all of it (open), or only where one has been (explored)"),
        "public": _(
            "Whether guests of the website see the map; seen: nobody there sees more of it than "
            "where they have been"
        ),
        "rooms": _(
            "Which rooms an apply makes: all of them (all), or each once somebody comes to it "
            "(lazy)"
        ),
        "solves": _("The puzzle that is solved by whoever reaches the end"),
        "title": _("The name of the map that players see; if empty, its own name"),
        "routes": _("Routes lead only where one has been (explored)"),
        "map_display": _("Whether a map is shown above the text of a room"),
        "map_mode": _("How far one sees is counted in rooms (nodes) or in symbols (scan)"),
        "map_visual_range": _("How far one sees"),
        "map_align": _("Where the map stands: left (l), in the centre (c) or right (r)"),
        "map_character_symbol": _("What marks the place of the one who looks"),
        "map_target_path_style": _(
            "How a route is marked; {display_symbol} stands for the symbol of the room"
        ),
        "map_fill_all": _("Whether the map is as wide as the screen"),
        "map_separator_char": _("What the lines above and below the map are made of"),
    }
