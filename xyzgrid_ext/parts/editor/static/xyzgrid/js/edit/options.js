/* The options of the map as a form: a field for each that the server names. */

import { Form } from "./form.js";

export class Options {
  constructor(root, editor, words, say) {
    Object.assign(this, { root, editor, words, shown: "", form: new Form(words, say, () => this.draw(true)) });
    editor.addEventListener("look", () => this.draw());
    root.closest("details").addEventListener("toggle", () => this.draw());
    this.draw();
  }

  /* Drawn anew when an option has changed, or whether one may change it. */
  draw(anew = false) {
    const { draft, document: { options }, past } = this.editor;
    const isFixed = () => !draft.isWhole || Boolean(past);
    const shown = JSON.stringify([options, isFixed()]);
    if ((shown === this.shown && !anew) || !this.root.closest("details").open) return;
    this.shown = shown;
    const put = (key, value) => draft.do([{ op: "option", key, value }]);
    this.root.replaceChildren(...this.form.fields(draft.forms.options, options, put, { path: "options", isFixed, isWhole: true }));
    if (!this.root.children.length) this.root.append(this.words.no_options);
  }
}
