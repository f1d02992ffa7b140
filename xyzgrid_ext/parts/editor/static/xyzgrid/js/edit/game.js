/* What builders changed in the running game, room by room; a click takes it into the draft. */

import { element } from "../element.js";
import { roomLink } from "./exits.js";

export class Game {
  constructor(root, editor, server) {
    Object.assign(this, { root, editor, server });
    root.addEventListener("toggle", () => root.open && this.list());
  }

  async list() {
    await this.editor.draft.saved();
    const rows = (await this.server.get("game")).map((one) => this.row(one));
    if (!rows.length) rows.push(element("li", { textContent: gettext("The game matches the file and the draft.") }));
    this.root.querySelector("ul").replaceChildren(...rows);
    this.root.scrollIntoView({ block: "nearest" });
  }

  row({ room, name, lines, conflict, ops }) {
    const { editor } = this;
    const row = element("li", { className: `xyz-finding ${conflict ? "warning" : "note"}` },
      roomLink(editor, room, name),
      element("pre", { textContent: lines.join("\n") }));
    if (conflict) row.append(element("small", { textContent: gettext("The file may have changed as well.") }));
    if (ops) {
      row.append(element("button", {
        type: "button", className: "xyz-cure", textContent: gettext("Add to the draft"), disabled: !editor.draft.writable,
        onclick: () => editor.draft.do(ops) && this.list(),
      }));
    }
    return row;
  }
}
