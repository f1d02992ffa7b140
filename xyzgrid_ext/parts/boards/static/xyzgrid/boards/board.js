// The board that one plays or watches: its frame in one place, and its keys.
//
//     letters   are typed into the line; they are keys of the board only while it has the focus
//     arrows    are keys of the board wherever the focus is, while nothing is typed
//
// It stands above the map, in that pane of the web client.

import { Tiles } from "./tiles.js";

const { enlarge, extend, html, refresh, say, tell } = window.xyzgrid;
const send = (key) => tell("xyzgrid_key", [key]); // by the board's name of it
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const TOOLS = { undo: gettext("Undo"), restart: gettext("Restart"), hint: gettext("Hint"), next: gettext("Next") };
const SWIPE = 24; // pixels that a finger is drawn at least
const SIGNS = { up: "▲", down: "▼", left: "◀", right: "▶" };
const MARKS = { clockwise: "↻", "counter-clockwise": "↺" };

class Board {
  constructor() {
    Object.assign(this, { plays: false, resumes: false, keys: new Map() });
    this.title = html("h2");
    this.frame = html("pre", { role: "img" });
    this.aside = html("pre", { class: "aside" });
    this.status = html("p", { "aria-live": "polite" });
    this.tiles = new Tiles();
    this.known = html("p", { class: "keys" });
    this.fingers = html("div", { class: "fingers" }); // keys for who has no keyboard
    this.tools = html("div", { class: "tools" });
    this.switch = html("button", { type: "button", class: "switch" });
    this.stop = html("button", { type: "button", title: gettext("with the keyboard: Escape") }, gettext("Stop"));
    const bar = html("div", { class: "bar" }, this.title, this.switch, this.stop);
    const picture = html("div", { class: "picture" }, this.tiles.root, this.frame, this.aside);
    this.root = html("section", { class: "xyzgrid-board", hidden: "", tabindex: "-1" });
    const hands = html("div", { class: "hands" }, this.fingers, this.tools);
    this.root.append(bar, picture, this.status, this.known, hands);
    // a click on a button leaves the focus where it is: who types, goes on typing
    this.root.addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
    let from = null;
    picture.addEventListener("pointerdown", ({ clientX, clientY }) => (from = [clientX, clientY]));
    picture.addEventListener("pointerup", ({ clientX, clientY }) => this.swipe(clientX - from?.[0], clientY - from?.[1]));
    this.switch.addEventListener("click", () => (this.hasFocus ? focusLine() : this.root.focus()));
    for (const name of ["focusin", "focusout"]) this.root.addEventListener(name, () => this.tellFocus());
    this.root.addEventListener("focusin", () => (this.resumes = false));
    // who played by keys and begins another game by a link goes on by keys
    this.root.addEventListener("focusout", ({ relatedTarget: to }) => (this.resumes = Boolean(to?.closest("a"))));
    this.stop.addEventListener("click", () => say("stop"));
    // before Evennia's own plugins, the last of which takes every key to the input field
    window.addEventListener("keydown", (event) => this.press(event), true);
    this.tellFocus();
  }

  // A frame, or that one has got up.
  show(board) {
    const seen = board.phase !== "left";
    const plays = seen && board.plays;
    if (!plays && this.hasFocus) focusLine();
    this.plays = plays;
    this.keys = plays && board.phase === "playing" ? keysOf(board.keys) : new Map();
    this.offer(this.keys.size ? board.keys : []);
    this.help(plays ? board : { phase: "left" });
    this.root.hidden = !seen;
    enlarge(seen);
    if (plays && this.resumes) this.root.focus();
    if (!seen) return;
    const { title, level, levels } = board;
    this.title.textContent = levels ? `${title} ${level}/${levels}` : title;
    this.frame.replaceChildren(...colouredRows(board.rows, board.colours));
    this.frame.setAttribute("aria-label", title);
    this.frame.hidden = this.tiles.show(board);
    // it fits its place
    const wide = (lines) => Math.max(0, ...lines.map((line) => line.length));
    this.root.style.setProperty("--across", Math.max(wide(board.rows), 1));
    this.root.style.setProperty("--aside", `${wide(board.aside) && wide(board.aside) * 11 + 16}px`);
    this.root.style.setProperty("--rows", Math.max(board.rows.length, 5));
    this.root.style.setProperty("--columns", wide(board.rows) + wide(board.aside) + 2);
    this.aside.textContent = board.aside.join("\n");
    this.status.textContent = board.status;
    this.switch.hidden = this.stop.hidden = !plays;
  }

  // The same keys stay the same buttons: one may be pressed while a frame comes.
  offer(controls) {
    const offered = JSON.stringify(controls);
    if (offered === this.offered) return;
    this.offered = offered;
    const cross = html("div", { class: "cross" });
    const others = [];
    for (const { key, name, also = [] } of controls) {
      const arrow = Object.keys(SIGNS).find((one) => one === name || also.includes(one));
      const label = SIGNS[arrow] ?? MARKS[name] ?? name;
      const made = html("button", { type: "button", "aria-label": name, title: name }, label);
      made.addEventListener("click", () => send(key));
      if (arrow) made.classList.add(arrow);
      if (arrow) cross.append(made);
      else others.push(made);
    }
    this.fingers.replaceChildren(...(cross.childElementCount ? [cross] : []), ...others);
    const shown = controls.map(({ key, name, also = [] }) => {
      const arrow = Object.keys(SIGNS).find((one) => one === name || also.includes(one));
      const way = also.slice(0, 1).find((one) => "nsew".includes(one)); // as the text names it
      const letter = key.length === 1 ? key : also.find((one) => one.length === 1);
      const typed = [SIGNS[arrow], way ?? letter];
      return `${typed.filter((one) => one?.trim()).join(" ")} ${name}`;
    });
    this.known.textContent = shown.join(" · ");
  }

  // What one can do with the game as a whole: the same lines that one may type.
  help({ phase, undoes, hints, levels = 1 }) {
    const lines = phase === "left" ? [] : ["restart"];
    if (undoes) lines.unshift("undo");
    if (hints && phase === "playing") lines.push("hint");
    if (levels > 1) lines.push("next");
    const offered = lines.join(" ");
    if (offered === this.helped) return;
    this.helped = offered;
    const buttons = lines.map((line) => {
      const made = html("button", { type: "button" }, TOOLS[line]);
      made.addEventListener("click", () => say(line));
      return made;
    });
    this.tools.replaceChildren(...buttons);
  }

  get hasFocus() {
    return document.activeElement === this.root;
  }

  tellFocus() {
    this.switch.textContent = this.hasFocus ? gettext("Type commands") : gettext("Play by keyboard");
  }

  // A finger was drawn over the picture: the arrow that way.
  swipe(x, y) {
    if (!(Math.hypot(x, y) > SWIPE)) return;
    const key = this.keys.get(Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up");
    if (key !== undefined) send(key);
  }

  press(event) {
    if (!this.plays || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.hasFocus) {
      const elsewhere = "input, select, button, textarea:not(.inputfield), .xyzgrid-map";
      if (event.target.closest?.(elsewhere) || event.key.length === 1) return;
      // a line that is being typed goes on
      if ([...document.querySelectorAll(".inputfield")].some((field) => field.value)) return;
    }
    const key = this.keys.get(ARROWS[event.key] ?? event.key);
    if (event.key !== "Escape" && key === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Escape") say("stop");
    else send(key);
  }
}

function focusLine() {
  document.querySelector(".inputfield.focused, .inputfield")?.focus();
}

// What the keyboard calls a key -> what the server calls it.
function keysOf(controls) {
  const keys = new Map();
  for (const { key, name, also = [] } of controls) {
    for (const one of [...also, name, key]) {
      const typed = one === "\n" ? "Enter" : one;
      if (typed.length === 1 || typed === "Enter" || Object.values(ARROWS).includes(typed)) {
        keys.set(typed, key);
      }
    }
  }
  return keys;
}

// Rows of characters, as runs of one colour.
function colouredRows(rows, colours) {
  const runs = [];
  let last = null;
  for (const character of rows.join("\n")) {
    const colour = last !== null && /\s/.test(character) ? last : (colours[character] ?? "");
    if (colour !== last) runs.push(html("span", { class: colour.replace(" ", "-") }));
    last = colour;
    runs.at(-1).textContent += character;
  }
  return runs;
}

const board = new Board();
extend("map", {
  above: board.root,
  wants: ["board"],
  messages: {
    xyzgrid_board(args, frame) {
      board.show(frame);
      if (frame.phase === "won") refresh(); // a lock may have sprung open
    },
  },
  forget: () => board.show({ phase: "left" }),
});
