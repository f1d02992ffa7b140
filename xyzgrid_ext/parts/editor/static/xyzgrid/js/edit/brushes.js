/* The palette of a drawing: one brush for each symbol of the legend, as the game explains it. */

import { element } from "../element.js";
import { BLANK } from "./cells.js";
import { plain, show } from "./markup.js";
import { LABELS } from "./panel.js";

export class Brushes {
  constructor(root, editor) {
    Object.assign(this, { root, editor });
    const { legend } = editor.draft;
    root.hidden = !editor.draft.isDrawn;
    const eraser = { symbol: BLANK, shown: "⌫", about: gettext("Nothing: takes a symbol away") };
    this.buttons = new Map([...legend.values(), eraser].map((row) => [row.symbol, this.button(row)]));
    this.about = element("p", { className: "xyz-hint" });
    root.append(element("div", { className: "xyz-brushes", role: "toolbar", ariaLabel: gettext("Symbols") }, ...this.buttons.values()), this.about);
    this.texts = new Map([...legend.values(), eraser].map(({ symbol, about }) => [symbol, about]));
    editor.addEventListener("look", () => this.draw());
    this.draw();
  }

  button({ symbol, shown, about }) {
    const button = element("button", {
      type: "button", title: symbol.trim() ? `${symbol}  ${about}` : about,
      onclick: () => this.editor.look({ brush: symbol, tool: this.editor.tool === "fill" ? "fill" : "brush", from: null }),
    });
    const looks = plain(shown);
    button.append(symbol.trim() ? symbol : shown);
    if (symbol.trim() && looks.trim() && looks !== symbol) {
      const seen = element("small");
      show(seen, shown);
      button.append(seen);
    }
    return button;
  }

  draw() {
    const { brush, tool, draft: { legend } } = this.editor;
    const used = { brush, fill: brush, draw: legend.isPlace(brush) ? brush : legend.room }[tool];
    for (const [symbol, button] of this.buttons) button.setAttribute("aria-pressed", String(symbol === used));
    this.about.textContent = this.texts.get(used ?? brush) ?? "";
  }
}

const MOST = 12; // of each kind

/* The brushes of a map of rooms: the symbols, prototypes and areas that it has. */
export class Stamps {
  constructor(root, editor) {
    Object.assign(this, { root, editor, shown: "" });
    editor.addEventListener("look", () => this.draw());
  }

  /* [{key, value, text}] */
  get all() {
    const { rooms, document: { keys = {} } } = this.editor;
    const known = (key) => [...new Set(Object.values(rooms).map((room) => room[key] && JSON.stringify(room[key])).filter(Boolean))].slice(0, MOST);
    const of = (key) => known(key).map((text) => ({ key, value: JSON.parse(text), text: key === "symbol" ? JSON.parse(text) : text }));
    const inAreas = Object.entries(keys.areas ?? {}).map(([value, { title }]) => ({ key: "area", value, text: plain(title || value) }));
    const none = inAreas.length ? [{ key: "area", value: "", text: gettext("no area") }] : [];
    return [...(this.editor.draft.isMatrix ? [] : of("symbol")), ...of("prototype"), ...inAreas, ...none];
  }

  draw() {
    const { editor, root } = this;
    root.hidden = editor.tool !== "brush" || editor.draft.isDrawn;
    if (root.hidden) return;
    const { all } = this, chosen = JSON.stringify(editor.brush), shown = JSON.stringify([all, chosen]);
    if (shown === this.shown) return;
    this.shown = shown;
    const buttons = all.map(({ key, value, text }) => {
      const button = element("button", {
        type: "button", title: `${LABELS[key]}: ${text}`, textContent: text.slice(0, 24), onclick: () => editor.look({ brush: { key, value } }),
      });
      button.setAttribute("aria-pressed", String(chosen === JSON.stringify({ key, value })));
      return button;
    });
    root.replaceChildren(element("p", { className: "xyz-hint", textContent: all.length ? gettext("Choose what rooms get, then click or drag on them.")
        : gettext("No room has a symbol or a prototype yet, and there is no area: select a room, and write one into its fields.") }),
      element("div", { className: "xyz-brushes", role: "toolbar", ariaLabel: gettext("Put a symbol into a drawing, or give rooms what others have: click or drag") }, ...buttons));
  }
}
