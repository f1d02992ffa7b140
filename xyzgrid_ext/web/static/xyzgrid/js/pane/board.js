// The board that one plays or watches: its frame in one place, and its keys while nothing is typed.

import { html } from "./page.js";

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

export class Board {
  // `send` takes a key by the board's name of it, `say` a line as if it were typed.
  constructor(words, send, say) {
    Object.assign(this, { words, send, say, plays: false, keys: new Map(), listens: true });
    this.title = html("h2");
    this.frame = html("pre", { role: "img" });
    this.aside = html("pre", { class: "aside" });
    this.status = html("p", { "aria-live": "polite" });
    this.fingers = html("div", { class: "fingers" }); // keys for who has no keyboard
    this.switch = html("button", { type: "button" });
    this.stop = html("button", { type: "button" }, words.stop);
    const bar = html("div", { class: "bar" }, this.title, this.switch, this.stop);
    const picture = html("div", { class: "picture" }, this.frame, this.aside);
    this.root = html("section", { class: "xyzgrid-board", hidden: "" });
    this.root.append(bar, picture, this.status, this.fingers);
    this.switch.addEventListener("click", () => this.listen(!this.listens));
    this.stop.addEventListener("click", () => this.say("stop"));
    // before Evennia's own plugins, the last of which takes every key to the input field
    window.addEventListener("keydown", (event) => this.press(event), true);
  }

  // A frame, or that one has got up.
  show(board) {
    const seen = board.phase !== "left";
    const plays = seen && board.plays;
    if (plays && !this.plays) this.listen(true);
    this.plays = plays;
    this.keys = plays && board.phase === "playing" ? keysOf(board.keys) : new Map();
    this.offer(this.keys.size ? board.keys : []);
    this.root.hidden = !seen;
    if (!seen) return;
    const { title, level, levels } = board;
    this.title.textContent = levels ? `${title} ${level}/${levels}` : title;
    this.frame.replaceChildren(...painted(board.rows, board.colours));
    this.frame.setAttribute("aria-label", title);
    // it fits its place
    const wide = (lines) => Math.max(0, ...lines.map((line) => line.length));
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
    const buttons = controls.map(({ key, name }) => {
      const made = html("button", { type: "button" }, name);
      made.addEventListener("click", () => this.send(key));
      return made;
    });
    this.fingers.replaceChildren(...buttons);
  }

  listen(on) {
    this.listens = on;
    this.switch.setAttribute("aria-pressed", String(on));
    this.switch.textContent = on ? this.words.keys_on : this.words.keys_off;
  }

  press(event) {
    if (!this.plays || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const elsewhere = "input, select, button, textarea:not(.inputfield), .xyzgrid-map";
    if (target.closest?.(elsewhere)) return;
    // a line that is being typed goes on
    if ([...document.querySelectorAll(".inputfield")].some((field) => field.value)) return;
    const key = this.listens ? this.keys.get(ARROWS[event.key] ?? event.key) : undefined;
    if (event.key !== "Escape" && key === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Escape") this.say("stop");
    else this.send(key);
  }
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

// Rows of characters, as runs of one colour in Evennia's own colours.
function painted(rows, colours) {
  const made = [];
  let run = { colour: null, text: "" };
  const end = () => {
    if (run.text) made.push(html("span", { class: classOf(run.colour) }, run.text));
  };
  for (const character of rows.join("\n")) {
    const colour = colours[character] ?? "";
    if (colour !== run.colour && character !== "\n" && character !== " ") {
      end();
      run = { colour, text: "" };
    }
    run.text += character;
  }
  end();
  return made;
}

function classOf(colour) {
  if (!colour) return "";
  const bright = colour.startsWith("bright ");
  const number = COLOURS.indexOf(bright ? colour.slice(7) : colour) + (bright ? 8 : 0);
  return `color-${String(number).padStart(3, "0")}`;
}
