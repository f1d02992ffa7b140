"""What is read in the fights with the enemies of `dwellers`: see `core.fight`."""

from __future__ import annotations

from xyzgrid_ext.parts.dungeons.core.fight import TEXT_KEYS


def _fight(*texts: str | tuple[str, ...]) -> dict[str, str | tuple[str, ...]]:
    """Return a row: texts for each sign, for each way to wound it, for its hits and its end."""
    return dict(zip(TEXT_KEYS, texts, strict=True))


FIGHTS = {
    "swarm of rats": _fight(
        ("The rats stop to quarrel over a crust.", "The rats lose sight of you, and sniff."),
        (
            "One rat climbs on the others, stands up, and shows you its teeth.",
            "A row of rats sits up, teeth first.",
        ),
        (
            "The whole heap draws together and sinks, like a cat before it jumps.",
            "All the rats turn your way at once, and the heap begins to roll.",
        ),
        "You strike into the middle of them, and there are fewer.",
        "They jump, one by one, at what you hold out, and fall back from it.",
        "You step behind {thing}. The heap runs past, into the wall, and counts itself.",
        "Rats run up you and down again, and none leaves with an empty mouth.",
        "The last rat looks round for the others, picks up its crust, and goes home through a "
        "crack.",
    ),
    "bats": _fight(
        ("The bats settle, and hang up to rest.", "The bats fold themselves away, one by one."),
        (
            "A single bat lets go of the ceiling, and comes round with its claws out.",
            "One bat circles, lower each time.",
        ),
        ("All the bats let go at once.", "The cloud of bats draws into a knot over your head."),
        "You sweep through the cloud, and leave a gap in it.",
        "It flies into your raised arm, and thinks again.",
        "You duck behind {thing}. The cloud goes by, into the far side of the ceiling.",
        "Something small and leathery takes something small and red of yours.",
        "The bats have had enough of the company, and leave up a flue, like smoke.",
    ),
    "glass crab": _fight(
        ("The crab sets down both claws to turn round.", "The crab stops to polish an eye."),
        (
            "The crab raises one claw, and takes aim through it.",
            "The crab opens its large claw, slowly, and leaves it open.",
        ),
        (
            "The crab tilts, and gets all its legs under one side.",
            "The crab draws in both claws and lowers itself, as a ram would.",
        ),
        "Your blow rings, and a crack runs over the shell.",
        "The claw comes down on your guard, and loses its tip.",
        "You step aside. The crab comes past you at full speed, and meets {thing}.",
        "A claw of glass shuts on you, with great dignity.",
        "The crab bows, and goes on bowing until it lies in pieces, each of them polished.",
    ),
    "ember wisp": _fight(
        (
            "The wisp burns low, and looks about for air.",
            "The wisp sinks, and glows the way embers do.",
        ),
        ("The wisp puts out one long tongue of flame.", "The wisp turns white, and points."),
        (
            "The wisp swells until the walls are red.",
            "The wisp draws in its light, and begins to roar.",
        ),
        "You hit it as one beats out a spark, and there is less of it.",
        "The flame breaks on your guard, and falls off it in drops.",
        "You drop behind {thing}, and the fire spends itself on the other side.",
        "It finds something to set fire to: your sleeve.",
        "The wisp shrinks to a point, writes one letter in the air, and is a thread of smoke.",
    ),
    "drowned porter": _fight(
        (
            "The porter sets down his crate to spit in his hands.",
            "The porter shifts his load to the other shoulder.",
        ),
        (
            "The porter takes the crate in both hands and lifts it over his head.",
            "The porter swings the crate back, as one does before one lets go.",
        ),
        (
            "The porter puts his head down behind the crate, and starts to walk faster.",
            "The porter leans into his load, like a man on a steep quay.",
        ),
        "You strike, and lake water comes out.",
        "The crate comes down on your guard, and he staggers after it.",
        "You let him pass, and he delivers himself to {thing}.",
        "The crate is delivered. You sign for it with a rib.",
        "'Relieved,' says the porter, and he is. His clothes keep standing for a moment.",
    ),
    "quicksilver ooze": _fight(
        (
            "The quicksilver runs apart, and hunts for its edges.",
            "Your face slides off it, and it stops to look for another.",
        ),
        (
            "The quicksilver draws out one arm, thin, to a point.",
            "It copies you: it lifts your arm, with a blade at the end.",
        ),
        (
            "The quicksilver heaps itself up as high as the ceiling.",
            "The quicksilver stands up in a wall, and curls over at the top.",
        ),
        "You strike, and a part of it rolls away in beads.",
        "The point meets your guard, and splashes.",
        "You stand behind {thing}. The wave breaks over it, and cannot find itself again.",
        "Something cold and very heavy lands on you, with your own expression.",
        "It tries your face once more, gets the mouth wrong, and runs off down a drain.",
    ),
    "lamp eel": _fight(
        ("The eel dims its lamp to see better.", "The eel yawns: the light goes all the way in."),
        (
            "The eel lays back its neck over the edge of the gutter.",
            "The lamp goes from side to side, and stops at you.",
        ),
        (
            "The eel dives, and the light comes on along the gutter, faster and faster.",
            "At your end, the water in the gutter begins to rise.",
        ),
        "You hit the eel behind the lamp, and it flickers.",
        "The teeth close on your guard, and on nothing behind it.",
        "You are behind {thing}. The eel shoots past, out of its water, and has a long way back.",
        "The light goes up your arm, and the teeth come after it.",
        "The lamp gutters, and the eel swims off backwards, to look for oil.",
    ),
    "clockwork sentry": _fight(
        (
            "The sentry stops with one foot up: somewhere a spring has slipped.",
            "The sentry turns its head to count the doors.",
        ),
        (
            "With a click the sentry raises its arm to the notch marked STRIKE.",
            "The sentry's fist goes back, tooth by tooth.",
        ),
        (
            "The sentry lowers its visor, and behind it something begins to whirr.",
            "Steam comes from the heels of the sentry.",
        ),
        "You strike, and a cog rolls out, and away.",
        "The fist meets your guard. Inside, a row of teeth shears off.",
        "You stand aside. The sentry marches on, as ordered, into {thing}.",
        "A brass fist arrives, exactly on time.",
        "The sentry salutes somebody behind you, runs down, and stays so.",
    ),
    "soot moths": _fight(
        (
            "The moths drift after a light that is not there.",
            "The moths settle, and fold up to soot.",
        ),
        (
            "One moth comes down edge first, like a slate off a roof.",
            "A moth unrolls its tongue. It is as long as your arm.",
        ),
        (
            "The moths close up to a curtain, and the curtain comes nearer.",
            "All the wings beat once, together, and the air goes black.",
        ),
        "You strike, and your hand comes out black, and a moth the fewer.",
        "It breaks on your guard in a puff of soot.",
        "You crouch behind {thing}. The curtain goes over it, and tears.",
        "The edge of a wing goes past you, and takes some of you along.",
        "The moths come apart, into the kind of soot that one sweeps up.",
    ),
    "ferry dog": _fight(
        (
            "The dog sits down, and scratches under a coin.",
            "The dog listens to somebody whistling, far off.",
        ),
        (
            "The dog lifts its lip from tooth after tooth.",
            "The dog puts one paw forward, and keeps it in the air.",
        ),
        (
            "The dog lays back its ears, and lies flat.",
            "The dog goes back three steps, for the run.",
        ),
        "You strike, and a coin moves.",
        "Its jaws close on your guard, and it takes a while to let go.",
        "You stand behind {thing}. The dog leaps for where you were, and over, and far.",
        "The dog collects the fare.",
        "The dog shakes itself until both coins fly off, sees you, and turns out to have been "
        "waiting for somebody else.",
    ),
    "empty livery": _fight(
        (
            "The coat stops to straighten its cuffs.",
            "A glove goes to where the mouth would be, and coughs.",
        ),
        (
            "The gloves fold themselves to fists, seam by seam.",
            "One sleeve points to the door, and then at you.",
        ),
        (
            "The coat bows, very low, with both arms behind it.",
            "The coat fills, button by button, as a sail does.",
        ),
        "You strike, and a button jumps off.",
        "The glove slaps your guard, and comes off.",
        "You step behind {thing}. The coat announces itself to it at full length.",
        "You are shown out. You hold on, and it costs you something.",
        "The coat looks into its sleeves, as if for the first time, and hangs itself up.",
    ),
    "walking root": _fight(
        (
            "The root has found a crack, and drinks.",
            "The root feels about for you, on the wrong side.",
        ),
        ("One end of the root rears up, and sways.", "The root draws back its tip, like a whip."),
        (
            "The root coils, ring on ring, down to the floor.",
            "The floor lifts, along a line that leads to you.",
        ),
        "You strike, and it bleeds, clear as water.",
        "The tip whips round your guard and not round you, and you twist.",
        "You stand behind {thing}, and the root squeezes that.",
        "It has you round the ankle, and the floor comes up.",
        "The root lets go, all at once, and is only a root, and quite dry.",
    ),
    "the Last Glassblower": _fight(
        (
            "The Glassblower draws breath, and his eyes shut with the effort.",
            "The Glassblower turns to the furnace to gather glass.",
            "The Glassblower holds his work against the light, and looks for bubbles.",
        ),
        (
            "He lifts the pipe out of the fire, with a drop of sun at its end.",
            "He takes the pipe by its cold end, like an axe.",
            "He swings the pipe once round his head, to draw out the glass.",
        ),
        (
            "His cheeks fill. The furnace leans towards you.",
            "What he has blown gets up, on four legs.",
            "He kicks open both doors of the furnace.",
        ),
        "You strike the pipe, and the breath in it comes out as a wrong note.",
        "The drop breaks on your guard, and cools to beads. He will have to gather again.",
        "You are behind the bench when it comes. It goes by, and ends at the wall in splinters.",
        "Hot glass crosses the hall, and some of it finds you.",
        "The Last Glassblower draws a breath, and it is the long one. The pipe swells, at the "
        "wrong end. For a moment he looks at you through a bubble as wide as the hall, and he is "
        "in it, and so are you, the right way up. Then it bursts, without a sound. The furnace "
        "goes out room by room, like a house where people go to bed. On the floor lies a pipe, "
        "and it is cold.",
    ),
    "the Keeper of the Sunken Bell": _fight(
        (
            "The bell swings away from you, and a hand feels for the rim.",
            "The Keeper lets the bell down, to change hands.",
            "The Keeper listens to the last stroke until it is quite over.",
        ),
        (
            "Under the rim the Keeper draws back the clapper, in both fists.",
            "A long arm with a mallet comes out from under the rim.",
            "The Keeper spits on the mallet, and looks where you end.",
        ),
        (
            "The whole bell is lifted to the ceiling, and hangs over you.",
            "The bell leans, and begins to roll on its rim.",
            "The rope runs up through the ceiling, and the bell goes after it.",
        ),
        "You strike the bell, and it answers. Below, something winces.",
        "The clapper meets your guard. The note goes back up the arm that sent it.",
        "You are not there when the bell comes down. A piece of its rim stays in the floor.",
        "You are struck, as the hour is.",
        "The bell sounds once, and for the first time it is not you who is meant. The Keeper lets "
        "go of the rim, to cover both ears. A house of bronze stands in the air a little longer "
        "than it should. Then it lies down on its side, gently, as the old do. Water runs out of "
        "it, and a chair, and a hundred years of small change. Of the Keeper there is only the "
        "echo, and you hear it leave.",
    ),
    "the Lamprey King": _fight(
        (
            "The King chews.",
            "The throne turns, to be admired.",
            "The teeth close row by row, to be counted.",
        ),
        (
            "One ring of teeth begins to turn.",
            "A tongue like a sceptre is raised.",
            "The King purses his mouth, to the width of you.",
        ),
        (
            "The whole room draws in its breath.",
            "The floor tilts to the throne.",
            "The walls come nearer, by one row of teeth.",
        ),
        "You knock out a tooth as long as a boot. There is a murmur along the wall.",
        "The sceptre comes down on your guard, and he bites it himself.",
        "You hold on to an arm of the throne. The room swallows, and swallows air.",
        "A part of the court takes a bite of you, and passes it on.",
        "The King opens his mouth to give an order, and there is nobody left in it to obey. The "
        "teeth fall, singly at first, then by the row, like hail on slates. He tries to rise; but "
        "he is the throne, and the throne is the room. So he abdicates. It goes round the wall "
        "once, as a shiver. When you look again, it is a wet cellar with a chair in it.",
    ),
    "the Lock-Keeper": _fight(
        (
            "The Lock-Keeper leans on his pole to count the boats.",
            "The Lock-Keeper bends down, to read the gauge.",
            "The Lock-Keeper looks up, to see if it rains.",
        ),
        (
            "He draws the pole back along his arm, hook first.",
            "The hook of his pole comes round in a wide ring.",
            "He feels for you with the pole, as one feels for the ground.",
        ),
        (
            "He puts his shoulder to a gate, and the water behind it stands up.",
            "Both gates begin to shake.",
            "Far off, all the sluices of the lake are drawn, one after the other.",
        ),
        "You strike, and the water in the lock drops by a step.",
        "The hook catches in your guard. You pull, and he comes along a little.",
        "You climb the gate, and let the water pass. It takes his footing with it.",
        "The pole puts you where he wants boats to be.",
        "The pole breaks. The Lock-Keeper looks at both halves, and from them to the gates, and "
        "you see him work it out. They open slowly, since he oiled them himself. The water goes "
        "down with a long sigh, and he goes down with it, a step at a time, upright, at his post. "
        "On the last step he takes off his cap. 'Pass,' he says.",
    ),
}
"""Title of an enemy -> the texts of its fight, which are keys of its row."""
