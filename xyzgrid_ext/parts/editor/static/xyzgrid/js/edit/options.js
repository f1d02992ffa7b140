/* A table of the map as a form: its options, or other keys such as its areas. */

import { Form } from "./form.js";

export class Options {
  /* `how`: the operation `op` on a `key`, the `form`, the `values`, and whether a key `isFixed`. */
  constructor(root, editor, say, how) {
    Object.assign(this, { root, editor, how, shown: "", form: new Form(say, () => this.draw(true)) });
    editor.addEventListener("look", () => this.draw());
    root.closest("details").addEventListener("toggle", () => this.draw());
    this.draw();
  }

  /* Drawn anew when a value has changed, or whether one may change it. */
  draw(anew = false) {
    const { draft, document, past } = this.editor;
    const { op, form, values, isFixed: isOften, isWhole } = this.how;
    const isFixed = (key) => isOften(draft, key) || Boolean(past);
    const shown = JSON.stringify([values(document), Object.keys(form(draft).properties ?? {}).map(isFixed)]);
    if ((shown === this.shown && !anew) || !this.root.closest("details").open) return;
    this.shown = shown;
    const put = (key, value) => draft.do([{ op, key, value }]);
    this.root.replaceChildren(...this.form.fields(form(draft), values(document), put, { path: op, isFixed, isWhole }));
    if (!this.root.children.length) this.root.append(gettext("There are none."));
  }
}

export const OPTIONS = {
  op: "option", isWhole: true, form: ({ forms }) => forms.options, values: ({ options }) => options,
  isFixed: (draft) => !draft.writable || !draft.keys.includes("options"),
};
export const KEYS = {
  op: "key", isWhole: true, form: ({ forms }) => forms.map, values: ({ keys = {} }) => keys,
  isFixed: (draft, key) => !draft.writable || !draft.keys.includes(key),
};
