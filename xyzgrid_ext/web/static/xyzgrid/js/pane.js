// The map pane, a plugin of Evennia's web client (5.0 and 6).
//
//   server ── room_info, room_updateexits, xyzgrid_map ──► Atlas ──► View ── goto … ──► server
//          ── xyzgrid_board ─────────────────────────────► Board ── xyzgrid_key ─────►
//
// It asks for these messages while the pane is open, and for none while it is closed: then the
// client is as Evennia made it. It asks at the first text of a connection, the screen on which one logs
// in: of what comes by WebSocket and without it (Evennia calls that AJAX) this is the earliest.

import { Atlas } from "./pane/atlas.js";
import { Board } from "./pane/board.js";
import { useFonts } from "./pane/fonts.js";
import * as layout from "./pane/layout.js";
import { given, html } from "./pane/page.js";
import { View } from "./pane/view.js";

const words = given("xyzgrid-words");
const atlas = new Atlas();
const say = (line) => window.plugin_handler.onSend(line);
const ask = (map, level) => tell("xyzgrid_map", [], map === undefined ? {} : { map, level });
const view = new View(atlas, words, { ask, go });
const board = new Board(words, (key) => tell("xyzgrid_key", [key]), say);
const root = html("div", { class: "xyzgrid-pane" }, board.root, view.root);

let asked = false; // whether this connection was told what is wanted of it
let later = null; // the timer of a question
let tooMuch = null; // a map in the text, sent before it was known that it is drawn here

function tell(name, args, kwargs = {}) {
  if (window.Evennia.isConnected()) window.Evennia.msg(name, args, kwargs);
}

function subscribe() {
  asked = window.Evennia.isConnected();
  tell("xyzgrid_subscribe", layout.pane() ? ["room", "map", "board"] : []);
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

const MESSAGES = {
  room_info(args, info) {
    if (atlas.arrive(info)) askSoon();
    if (atlas.mapped) tooMuch?.remove();
    tooMuch = null;
    view.arrived();
  },
  room_updateexits(args, exits) {
    if (atlas.change(exits)) askSoon();
    view.changed();
  },
  room_wrongdir() {},
  client_map() {},
  xyzgrid_map(args, map) {
    if (map.error) return;
    atlas.load(map);
    view.changed();
  },
  xyzgrid_board(args, frame) {
    board.show(frame);
    if (frame.phase === "won") askSoon(); // a lock may have sprung open
  },
};

const plugin = {
  init() {
    layout.register(opened, closed);
    for (const [name, act] of Object.entries(MESSAGES)) {
      window.Evennia.emitter.on(name, (args, kwargs) => act(args, kwargs ?? {}));
    }
    const onText = window.plugin_handler.onText;
    window.Evennia.emitter.on("text", (args, kwargs) => {
      if (!asked) subscribe();
      // the map of a room that one comes to: it need not stand in the text as well
      const isMap = kwargs?.type === "xymap" && !kwargs.asked && layout.pane();
      if (isMap && atlas.mapped) return;
      onText(args, kwargs);
      if (!isMap) return;
      tooMuch = document.querySelector("#messagewindow")?.lastElementChild;
      // what was asked while the connection waited in Evennia's queue may be lost
      setTimeout(() => atlas.mapped || subscribe(), 1000);
    });
  },
  onLayoutChanged() {
    layout.register(opened, closed);
  },
  onConnectionClose() {
    asked = false;
    board.show({ phase: "left" });
    atlas.forget(); // it may be somebody else who comes next
    view.changed();
  },
  onOptionsUI(parent) {
    const box = html("input", { type: "checkbox" });
    box.checked = Boolean(layout.pane());
    box.addEventListener("change", () => (box.checked ? layout.open(words.map) : layout.pane()?.remove()));
    parent.append(html("label", {}, box, ` ${words.option}`));
  },
};

function opened(place) {
  place.append(root);
  setTimeout(subscribe);
}

function closed() {
  root.remove();
  setTimeout(subscribe);
}

layout.prepare(words.map);
useFonts();
window.plugin_handler.add("xyzgrid", plugin);
