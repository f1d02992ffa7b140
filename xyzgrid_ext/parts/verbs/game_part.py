"""What the verbs add to the game."""

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.verbs import (
    action_commands,
    alternatives,
    familiar_commands,
    journal,
    options,
    reactions,
)

GAME = GamePart(
    "verbs",
    words_commands=(
        action_commands.CmdGetAll,
        action_commands.CmdDropAll,
        action_commands.CmdDrop,
        action_commands.CmdGo,
        action_commands.CmdFight,
        action_commands.CmdOpenForAll,
        action_commands.CmdUnlock,
        action_commands.CmdRecall,
        action_commands.CmdCommands,
        action_commands.CmdJournal,
        action_commands.CmdScore,
        options.CmdOption,
        familiar_commands.CmdSay,
        familiar_commands.CmdWhisper,
        familiar_commands.CmdTell,
        familiar_commands.CmdShout,
        familiar_commands.CmdHearts,
        familiar_commands.CmdReport,
        familiar_commands.CmdReturn,
        action_commands.CmdUnknown,
    ),
    before_command=reactions.react,
    open_thing=reactions.react,
    looked_at=reactions.look_at_details,
    arrived=familiar_commands.remember_origin,
    subscriptions={journal.JOURNAL_WORD: journal.send_journal},
    client_files=lambda: ("xyzgrid/verbs/journal.js",) if journal.has_journal() else (),
    surroundings_sent=journal.send_changed_journal,
    connect=journal.connect,
    no_game=alternatives.no_game_text,
)
