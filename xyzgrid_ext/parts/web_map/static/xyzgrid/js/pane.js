// The panes of Evennia's web client (5.0 and 6), a plugin of it, and the line in which one types.
//
//   server ── room_info, room_updateexits, xyzgrid_map ──► Atlas ──► View ── goto … ──► server
//          ── xyzgrid_way, xyzgrid_party ────────────────────────────┘
//          ── char_items_*, room_players, … ─────────────► Finds, Party
//
// Each pane says what it wants; what no open pane wants is not asked for, and without panes the
// client is as Evennia made it. It asks at the first text of a connection, the screen on which one
// logs in: of what comes by WebSocket and without it (Evennia calls that AJAX) this is the earliest.
// `?guest` in the address answers that screen with `connect guest`.
//
// A game adds a pane, or more of one, by a module that is loaded behind this one:
//
//     window.xyzgrid.pane({ name: "weather", title: "Weather", root: element, wants: [],
//                           messages: { weather: (args, kwargs) => … } });
//     window.xyzgrid.extend("map", { above: element, wants: [], messages: {}, forget: () => … });

import { Atlas } from "./pane/atlas.js";
import * as layout from "./pane/layout.js";
import { Line, put } from "./pane/line.js";
import { Finds, linked, Party, section, worded } from "./pane/lists.js";
import { html, svg } from "./pane/page.js";
import { Texts } from "./pane/texts.js";
import * as theme from "./pane/theme.js";
import { View } from "./pane/view.js";

const atlas = new Atlas();
const say = (line) => window.plugin_handler.onSend(line);
const ask = (map, level) => tell("xyzgrid_map", [], map === undefined ? {} : { map, level });
const view = new View(atlas, { ask, go });
const root = html("div", { class: "xyzgrid-pane" }, view.root);
const finds = new Finds(say);
const party = new Party(say, (others) => view.place(others));
const texts = new Texts({ act, isCommand: (word) => links.has(word.toLowerCase()) });
const line = new Line({ commands: () => commands, places: () => atlas.names(), echo: (told) => texts.echo(told) });

let commands = []; // the words that begin a line
const LOGIN = new Set(["connect", "create", "help", "screenreader"]); // links before one plays
let links = LOGIN; // those of them that a text may offer
let isGuest = new URLSearchParams(location.search).has("guest"); // who is to be let in at once
let opening = null; // the screen that was answered for them
let asked = false; // whether this connection was told what is wanted of it
let later = null; // the timer of a question
let subscribing = null; // and of what the panes want
let columns = 0; // that this connection was told to have
let measuring = null; // the timer until they are told anew
let told = ""; // what this connection was told that they want
let tooMuch = null; // a map in the text, sent before it was known that it is drawn here
const panes = new Map(); // name -> {root, wants, title}
const endings = []; // what is called when a connection has ended

function tell(name, args, kwargs = {}) {
  if (window.Evennia.isConnected()) window.Evennia.msg(name, args, kwargs);
}

// The panes open one after the other: what all of them want is told once. `again` tells it even if
// it was told before.
function subscribe(again = false) {
  asked = window.Evennia.isConnected();
  if (again) told = "";
  clearTimeout(subscribing);
  subscribing = setTimeout(() => {
    const open = [...panes].filter(([name]) => layout.isOpen(name));
    const wanted = [...new Set(["commands", ...open.flatMap(([, { wants }]) => wants)])];
    if (String(wanted) === told || !window.Evennia.isConnected()) return;
    told = String(wanted);
    tell("xyzgrid_subscribe", wanted);
  }, 50);
}

// Tables, rules and drawings are as wide as the window.
function measure() {
  clearTimeout(measuring);
  measuring = setTimeout(() => {
    const found = texts.columns;
    if (!found || found === columns || !window.Evennia.isConnected()) return;
    columns = found;
    tell("client_options", [], { screenwidth: columns });
  }, 100);
}

// Only once: who quits, or loads the page again, chooses anew.
function beGuest() {
  isGuest = false;
  window.history.replaceState(null, "", location.pathname);
  say("connect guest");
}

// Who has a keyboard goes on typing; on a phone the line would bring one up.
function focusLine() {
  if (document.activeElement !== document.body || !matchMedia("(pointer: fine)").matches) return;
  document.querySelector(".inputfield.focused, .inputfield")?.focus();
}

// A line that a text names is sent, or begun: the rest of `goto <place>` is to be typed.
function act(text) {
  const open = text.search(/[<[…]|\.\.\./);
  if (open < 0) say(text);
  else put(document.querySelector(".inputfield"), text.slice(0, open));
}

function go(map, room) {
  if (room.num === atlas.here) return say("look");
  // on the map where the character is: a copy of a dungeon has no name that one could type
  const place = map.levels === null ? [room.x, room.y] : [room.x, room.y, room.z];
  return say(`goto (${place})`);
}

// A room that is new may stand in the ways of others: look at all of the level, soon.
function askSoon() {
  clearTimeout(later);
  later = setTimeout(() => ask(), atlas.map ? 400 : 0);
}

const MAP = {
  room_info(args, info) {
    if (atlas.arrive(info)) askSoon();
    if (atlas.mapped) tooMuch?.remove();
    tooMuch = null;
    view.onArrival();
  },
  room_updateexits(args, exits) {
    if (atlas.change(exits)) askSoon();
    view.onChange();
  },
  room_wrongdir() {},
  client_map() {},
  xyzgrid_map(args, map) {
    if (map.error) return;
    atlas.load(map);
    view.onChange();
  },
  xyzgrid_way(args, { rooms }) {
    view.lay(rooms ?? []);
  },
};

const CLIENT = {
  // one plays: what one types from now on is no password
  xyzgrid_commands(args, told) {
    line.open = true;
    commands = told.words ?? [];
    links = new Set(told.links ?? []);
    texts.again();
  },
};

// Evennia's client has one listener for a message; several panes may want the same.
const listeners = new Map();

function hear(messages) {
  for (const [name, act] of Object.entries(messages)) {
    listeners.set(name, [...(listeners.get(name) ?? []), act]);
  }
}

function listen() {
  for (const [name, acts] of listeners) {
    window.Evennia.emitter.on(name, (args, kwargs) => acts.forEach((act) => act(args ?? [], kwargs ?? {})));
  }
}

// A pane: its name in layouts, the title of its tab, its element, what it wants of the server, what
// it does with messages and when the connection has ended. The `first` of several tabs is the open one.
function pane({ name, title, root: element, first = false, wants = [], messages = {}, forget = () => {} }) {
  panes.set(name, { root: element, wants: [...wants], title });
  layout.add({
    name,
    title,
    first,
    opened(place) {
      place.append(element);
      setTimeout(() => subscribe());
    },
    closed() {
      element.remove();
      setTimeout(() => subscribe());
    },
  });
  endings.push(forget);
  hear(messages);
}

// More of a pane of ours: an element above or below what it shows, and what that wants and hears.
function extend(name, { above = "", below = "", wants = [], messages = {}, forget = () => {} }) {
  const extended = panes.get(name === "map" ? layout.MAP : `xyzgrid-${name}`);
  extended.root.prepend(above);
  extended.root.append(below);
  extended.wants.push(...wants);
  endings.push(forget);
  hear(messages);
}

hear(CLIENT);
pane({ name: layout.MAP, title: gettext("Map"), root, wants: ["room", "map", "way", "party"], messages: MAP });
pane({ name: "xyzgrid-finds", title: gettext("Finds"), root: finds.root, wants: ["items"], messages: finds.messages, forget: () => finds.forget() });
pane({
  name: "xyzgrid-party",
  title: gettext("Party"),
  root: party.root,
  wants: ["players", "party"],
  messages: party.messages,
  forget: () => party.forget(),
});

const plugin = {
  init() {
    layout.register();
    listen();
    texts.watch();
    const send = window.Evennia.msg;
    window.Evennia.msg = (name, args, ...more) => {
      if (name === "text" && args[0] !== "idle") line.onSend(String(args[0]));
      if (name === "text") setTimeout(focusLine); // Evennia's client takes the focus from it
      return send.call(window.Evennia, name, args, ...more);
    };
    const onText = window.plugin_handler.onText;
    window.Evennia.emitter.on("text", (args, kwargs) => {
      if (!asked) {
        subscribe();
        texts.watch();
        focusLine();
      }
      if (!columns) measure();
      const isOpening = isGuest;
      if (isGuest) beGuest();
      // the map of a room that one comes to: it need not stand in the text as well
      const isMap = kwargs?.type === "xymap" && !kwargs.asked && layout.isOpen(layout.MAP);
      if (isMap && atlas.mapped) return;
      const before = texts.last;
      onText(args, kwargs);
      if (isOpening) opening = texts.last;
      if (texts.last && texts.last !== before) texts.add(texts.last, kwargs?.type);
      if (!isMap) return;
      tooMuch = texts.last;
      // what was asked while the connection waited in Evennia's queue may be lost
      setTimeout(() => atlas.mapped || subscribe(true), 1000);
    });
    window.addEventListener("resize", () => {
      setTimeout(() => layout.restack());
      measure();
    });
  },
  onLoggedIn() {
    isGuest = false;
    opening?.remove(); // how one logs in is nothing for who was let in
  },
  onLayoutChanged() {
    layout.register();
    setTimeout(() => texts.watch());
    measure();
  },
  onConnectionClose() {
    asked = line.open = false;
    told = "";
    columns = 0;
    [commands, links] = [[], LOGIN];
    setTimeout(() => texts.offer(gettext("Connect again"), () => window.Evennia.connect())); // below Evennia's own words
    atlas.forget(); // it may be somebody else who comes next
    for (const forget of endings) forget();
    view.lay([]);
    view.onChange();
  },
  onOptionsUI(parent) {
    parent.addClass("xyzgrid-options");
    for (const [name, { title }] of panes) {
      const box = html("input", { type: "checkbox" });
      box.checked = layout.isOpen(name);
      box.addEventListener("change", () => (box.checked ? layout.open(name) : layout.close(name)));
      const label = name === layout.MAP ? gettext("Map beside the text") : title;
      parent.append(html("label", {}, box, ` ${label}`));
    }
    const choice = html("select", {}, ...Object.entries(theme.NAMES).map(([value, text]) => html("option", { value }, text)));
    choice.value = theme.chosenTheme();
    choice.addEventListener("change", () => theme.choose(choice.value));
    parent.append(html("label", {}, `${gettext("Colours:")} `, choice));
  },
};

window.xyzgrid = { pane, extend, say, tell, refresh: askSoon, atlas, html, svg, linked, section, enlarge: layout.enlarge, worded: (text, commands) => worded(text, commands, act) };
theme.apply();
// what other modules add is in the layout, too: it is read when the client starts
const start = window.plugins.goldenlayout.init;
window.plugins.goldenlayout.init = (...more) => {
  layout.prepare();
  return start(...more);
};
window.plugin_handler.add("xyzgrid", plugin);
