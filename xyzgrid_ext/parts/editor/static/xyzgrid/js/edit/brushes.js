/* The palette of a drawing: one brush for each symbol of the legend, as the game explains it. */

import { element } from "../element.js";
import { BLANK } from "./cells.js";
import { plain, show } from "./markup.js";

export class Brushes {
  constructor(root, editor, words) {
    Object.assign(this, { root, editor });
    const { legend } = editor.draft;
    root.hidden = !editor.draft.isDrawn;
    const eraser = { symbol: BLANK, shown: "⌫", about: words.eraser };
    this.buttons = new Map([...legend.values(), eraser].map((row) => [row.symbol, this.button(row)]));
    this.about = element("p", { className: "xyz-hint" });
    root.append(element("div", { className: "xyz-brushes", role: "toolbar", ariaLabel: words.brushes }, ...this.buttons.values()), this.about);
    this.texts = new Map([...legend.values(), eraser].map(({ symbol, about }) => [symbol, about]));
    editor.addEventListener("look", () => this.draw());
    this.draw();
  }

  button({ symbol, shown, about }) {
    const button = element("button", {
      type: "button", title: symbol.trim() ? `${symbol}  ${about}` : about,
      onclick: () => this.editor.look({ brush: symbol, tool: "brush", from: null }),
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
    const used = { brush, draw: legend.isPlace(brush) ? brush : legend.room }[tool];
    for (const [symbol, button] of this.buttons) button.setAttribute("aria-pressed", String(symbol === used));
    this.about.textContent = this.texts.get(used ?? brush) ?? "";
  }
}
