/* The drawing of a level as a text that one types into: each letter takes the place of a symbol. */

import { element } from "../element.js";
import * as cells from "./cells.js";

const SPARE = [8, 4]; // columns and rows beyond the drawing
const TEXTS = new Set(["insertText", "insertFromPaste", "insertFromDrop", "insertReplacementText"]);

export class Text {
  constructor(root, editor, does) {
    Object.assign(this, { root, editor, does });
    this.field = element("textarea", { spellcheck: false, wrap: "off", ariaLabel: root.dataset.name });
    this.field.setAttribute("autocapitalize", "off");
    this.top = element("pre", { className: "xyz-columns" });
    this.side = element("pre", { className: "xyz-numbers" });
    root.append(this.top, this.side, this.field);
    this.field.addEventListener("beforeinput", (event) => this.take(event));
    this.field.addEventListener("keydown", (event) => this.key(event));
    editor.addEventListener("look", () => this.draw());
    editor.addEventListener("show", ({ detail }) => this.show(detail));
  }

  draw() {
    const { editor, field, root } = this;
    const isOpen = editor.tool === "text";
    const isNew = isOpen && root.hidden;
    root.hidden = !isOpen;
    if (!isOpen) return;
    const rows = editor.rows.map((row) => [...row]);
    this.width = Math.max(15, ...rows.map((row) => row.length)) + SPARE[0];
    this.height = Math.max(9, rows.length) + SPARE[1];
    const lines = Array.from({ length: this.height }, (_one, y) => (rows[y] ?? []).join("").padEnd(this.width));
    const text = lines.reverse().join("\n");
    if (text !== field.value) {
      const { selectionStart, selectionEnd } = field;
      Object.assign(field, { value: text, cols: this.width, rows: this.height });
      field.setSelectionRange(selectionStart, selectionEnd);
      const digits = (count) => Array.from({ length: count }, (_one, x) => (x % 2 ? " " : String((x / 2) % 10)));
      this.top.textContent = digits(this.width).join("");
      this.side.textContent = Array.from({ length: this.height }, (_one, y) => (y % 2 ? "" : y / 2)).reverse().join("\n");
    }
    if (isNew) this.show(editor.cursorKey);
  }

  /* Set the caret at a room. */
  show(key) {
    if (this.root.hidden) return;
    const [x, y] = key.split(",").map(Number);
    this.caret([2 * x, 2 * y]);
    this.field.focus();
  }

  index([x, y]) {
    return (this.height - 1 - y) * (this.width + 1) + x;
  }

  cell(index) {
    return [index % (this.width + 1), this.height - 1 - Math.floor(index / (this.width + 1))];
  }

  caret([x, y]) {
    const at = this.index([Math.min(x, this.width), Math.max(0, y)]);
    this.field.setSelectionRange(at, at);
  }

  /* What is typed, pasted or deleted becomes cells; the text itself is drawn from these. */
  take(event) {
    event.preventDefault();
    const { field } = this;
    const [from, to] = [field.selectionStart, field.selectionEnd];
    const [x, y] = this.cell(from);
    const found = {};
    for (let at = from; at < to; at += 1) if (field.value[at] !== "\n") found[this.cell(at).join()] = cells.BLANK;
    let caret = [x, y];
    if (TEXTS.has(event.inputType)) {
      const lines = (event.data ?? event.dataTransfer?.getData("text/plain") ?? "").split(/\r?\n/);
      lines.forEach((line, down) => [...line].forEach((symbol, across) => (found[[x + across, y - down]] = symbol)));
      caret = [x + [...lines.at(-1)].length, y - lines.length + 1];
    } else if (event.inputType === "insertLineBreak") caret = [0, y - 1];
    else if (event.inputType === "deleteContentForward" && from === to) found[[x, y]] = cells.BLANK;
    else if (event.inputType.startsWith("delete") && from === to && x) {
      found[[x - 1, y]] = cells.BLANK;
      caret = [x - 1, y];
    }
    const inside = Object.entries(found).filter(([cell]) => cell.split(",").every((part) => part >= 0));
    this.editor.draft.do(cells.put(this.editor, Object.fromEntries(inside)));
    this.draw();
    this.caret(caret);
  }

  key(event) {
    const undo = { z: "undo", y: "redo" }[event.key];
    if (event.key === "Escape") this.does.leave();
    else if (undo && (event.ctrlKey || event.metaKey)) this.does[undo]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
