"""What the verbs add to the game."""

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.verbs import doing, instead, journal, options, reactions, understood

GAME = GamePart(
    "verbs",
    words_commands=(
        doing.CmdGetAll,
        doing.CmdDropAll,
        doing.CmdDrop,
        doing.CmdGo,
        doing.CmdFight,
        doing.CmdOpenForAll,
        doing.CmdUnlock,
        doing.CmdRecall,
        doing.CmdCommands,
        doing.CmdJournal,
        doing.CmdScore,
        options.CmdOption,
        understood.CmdSay,
        understood.CmdWhisper,
        understood.CmdTell,
        understood.CmdShout,
        understood.CmdHearts,
        understood.CmdReport,
        understood.CmdReturn,
        doing.CmdUnknown,
    ),
    before_command=reactions.react,
    open_thing=reactions.react,
    looked_at=reactions.look_at_details,
    arrived=understood.remember_origin,
    subscriptions={journal.JOURNAL_WORD: journal.send_journal},
    client_files=("xyzgrid/verbs/journal.js",),
    client_words=journal.client_words,
    surroundings_sent=journal.send_changed_journal,
    connect=journal.connect,
    no_game=instead.no_game_text,
)
