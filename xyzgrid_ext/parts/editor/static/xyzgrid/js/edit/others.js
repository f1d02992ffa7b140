/* The others who have the same map open: their names, colours, cursors and what they have selected.

     Line ─ "people", "at" ─► Others ─► editor.others ─► the canvas, and a list beside the tools
     editor ─ "look" ─► where we are, some times a second ─► Line */

import { element } from "../element.js";

const OFTEN = 200; // milliseconds between two messages of where we are
const COLOURS = 8;
const SELECTED = 200; // rooms that others are shown

export class Others {
  constructor(box, editor, line) {
    Object.assign(this, { box, editor, line, own: null, timer: 0, told: "" });
    line.addEventListener("open", ({ detail }) => {
      this.own = detail.you;
      this.told = "";
      this.tell();
    });
    line.addEventListener("people", ({ detail }) => this.take(detail.people));
    line.addEventListener("at", ({ detail: { number, ...at } }) =>
      this.show(editor.others.map((one) => (one.number === number ? { ...one, ...at } : one))));
    editor.addEventListener("look", () => (this.timer ||= setTimeout(() => this.tell(), OFTEN)));
  }

  take(people) {
    const others = people.filter(({ number }) => number !== this.own);
    this.show(others.map((one) => ({ ...one, colour: `other-${one.number % COLOURS}` })));
    this.told = ""; // who has just come does not know where we are
    this.tell();
  }

  show(others) {
    this.editor.others = others;
    this.editor.dispatchEvent(new Event("others"));
    this.box.replaceChildren(...others.map((one) => this.chip(one)));
    this.box.hidden = !others.length;
  }

  chip({ name, colour, level, cursor }) {
    const title = cursor ? gettext("Go to where they are, on level {level}").replace("{level}", level) : "";
    const chip = element("button", {
      type: "button", className: "xyz-other", textContent: name, disabled: !cursor, title,
      onclick: () => this.editor.goTo([...cursor, level].join()),
    });
    chip.style.setProperty("--own", `var(--${colour})`);
    return chip;
  }

  tell() {
    clearTimeout(this.timer);
    this.timer = 0;
    const { level, cursor, selected } = this.editor;
    const at = { level, cursor, selected: [...selected].slice(0, SELECTED) };
    const text = JSON.stringify(at);
    if (text === this.told || !this.line.isOpen) return;
    this.told = text;
    this.line.tell({ do: "at", ...at });
  }
}
