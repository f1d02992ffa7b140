// The window of texts: commands in it are links, and it stays at its newest line.

import { html } from "./page.js";

const SAID = new Set(["say", "pose", "whisper", "page", "channel"]); // what others say gets no links
const NEAR = 48; // pixels from the end that count as the end

export class Texts {
  // `act` does what a line says; `isCommand` knows words of commands.
  constructor({ act, isCommand }) {
    Object.assign(this, { act, isCommand, window: null, atEnd: true });
  }

  watch() {
    name(".inputfield", { "aria-label": gettext("Your command") });
    name(".inputsend", { "aria-label": gettext("Send") });
    name("#optionsbutton", { "aria-label": gettext("Options"), title: gettext("Options") });
    name("#messagewindow", { role: "log", "aria-live": "polite", "aria-label": gettext("Text of the game"), tabindex: "0" });
    const found = document.querySelector("#messagewindow");
    if (!found || found === this.window) return;
    this.window = found;
    const size = () => `${found.clientWidth} ${found.clientHeight}`;
    let before = size();
    found.addEventListener("scroll", () => {
      if (size() !== before) return; // the window has changed: nobody has scrolled
      this.atEnd = found.scrollTop + found.clientHeight > found.scrollHeight - NEAR;
    });
    // turned or narrowed: who has read to the end goes on there
    new ResizeObserver(() => {
      before = size();
      if (this.atEnd) this.toEnd();
    }).observe(found);
  }

  toEnd() {
    if (this.window) this.window.scrollTop = this.window.scrollHeight;
  }

  // How many letters stand in a line; 0 before there is a window.
  get columns() {
    if (!this.window) return 0;
    const { font, paddingLeft, paddingRight } = getComputedStyle(this.window);
    const brush = document.createElement("canvas").getContext("2d");
    brush.font = font;
    const wide = this.window.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return Math.max(0, Math.floor(wide / brush.measureText("0").width));
  }

  get last() {
    return this.window?.lastElementChild ?? null;
  }

  // What one typed, where it was typed.
  echo(line) {
    this.window?.append(html("div", { class: "typed" }, line));
    this.toEnd();
  }

  // Something that can be done, below all texts; it is gone once it is done.
  offer(text, act) {
    const made = html("button", { type: "button", class: "offer" }, text);
    made.addEventListener("click", () => {
      made.remove();
      act();
    });
    this.window?.append(made);
    this.toEnd();
  }

  // A text has come: its commands, which games write in white, become links.
  add(message, kind) {
    if (SAID.has(kind)) message.dataset.said = "";
    else this.link(message);
  }

  // Other words are commands now: look for them in what stands there.
  again() {
    for (const message of this.window?.children ?? []) {
      if (!("said" in message.dataset)) this.link(message);
    }
  }

  link(message) {
    for (const found of message.querySelectorAll("span.color-015")) {
      if (found.closest("a") || found.querySelector("a")) continue;
      const line = found.textContent.trim();
      if (!this.isCommand(line.split(/\s/)[0])) continue;
      const link = html("a", { class: "command", href: "#", title: line });
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.act(line);
      });
      found.replaceWith(link);
      link.append(found);
    }
  }
}

// What Evennia's client leaves without a name, for who hears the page.
function name(selector, attributes) {
  for (const element of document.querySelectorAll(selector)) {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  }
}
