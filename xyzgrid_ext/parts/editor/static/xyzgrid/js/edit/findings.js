/* What the check finds in the draft: at the rooms, as a list, with buttons that mend it. */

import { element } from "../element.js";
import { coloured } from "./legend.js";
import { roomLink } from "./exits.js";

const AFTER = 1500; // milliseconds from the last change to the check
const MOST = 200; // rows of the list
const WORST = ["note", "warning", "error"];

export class Findings {
  /* `counts`: the elements that show how many there are. */
  constructor(root, editor, server, counts) {
    Object.assign(this, { root, editor, server, counts, timer: 0, asked: 0 });
    editor.draft.addEventListener("change", () => this.later());
  }

  later() {
    this.asked += 1; // what is asked now is of an older map
    for (const one of this.counts) one.textContent = "…";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), AFTER);
  }

  async check() {
    clearTimeout(this.timer);
    const asked = ++this.asked;
    await this.editor.draft.saved();
    const told = await this.server.post("check");
    if (asked === this.asked) this.show(told); // else something was changed meanwhile
  }

  show({ findings, unreachable = [], traps = [], areas = [], stale, difficulty = "" }) {
    this.editor.draft.outdate(stale);
    const worst = new Map();
    for (const { room, severity } of findings) {
      const is = WORST.indexOf(severity) > WORST.indexOf(worst.get(room));
      if (room && is) worst.set(room, severity);
    }
    const { root } = this;
    for (const one of this.counts) {
      one.textContent = findings.length || "✓";
      one.className = `xyz-count ${WORST.findLast((name) => findings.some(({ severity }) => severity === name)) ?? ""}`;
    }
    const told = root.querySelector("[data-part=difficulty]");
    told.textContent = difficulty;
    told.hidden = !difficulty;
    const list = root.querySelector("ul");
    list.replaceChildren(...findings.slice(0, MOST).map((one) => this.row(one)));
    if (!findings.length) list.append(element("li", { textContent: gettext("Nothing is wrong.") }));
    const spots = findings.map(({ cell }) => cell).filter(Boolean);
    const all = coloured(areas);
    const fills = new Map(all.flatMap(({ rooms, fill }) => rooms.map((room) => [room, fill])));
    this.editor.look({ areas: all, fills, spots, findings: worst, unreachable: new Set(unreachable), traps: new Set(traps) });
  }

  row({ room, severity, text, cure, fix, cell, source }) {
    const { editor } = this;
    const row = element("li", { className: `xyz-finding ${severity}` });
    const key = room ?? (cell && [cell[1] >> 1, cell[2] >> 1, cell[0]].join());
    if (key) row.append(roomLink(editor, key), " ");
    row.append(text);
    if (source) row.append(element("pre", { textContent: source }));
    if (cure) row.append(element("small", { textContent: cure }));
    if (fix) {
      row.append(element("button", {
        type: "button", className: "xyz-cure", textContent: gettext("Fix it"), onclick: () => editor.draft.do(fix),
      }));
    }
    return row;
  }

  /* The proof of keys and locks, on demand. */
  async prove() {
    const told = this.root.querySelector("[data-part=proof]");
    told.textContent = gettext("Proving …");
    await this.editor.draft.saved();
    const { proved, text } = await this.server.post("prove");
    told.textContent = text;
    told.className = { true: "good", false: "bad" }[proved] ?? ""; // null: nothing to prove
  }
}
