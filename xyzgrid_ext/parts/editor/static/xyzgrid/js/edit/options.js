/* The options of the map as a form: a field for each that the server names. */

import { element } from "../element.js";

export class Options {
  constructor(root, editor, fields, words) {
    Object.assign(this, { root, editor, fields, words, shown: "" });
    editor.addEventListener("look", () => this.draw());
    root.closest("details").addEventListener("toggle", () => this.draw());
    this.draw();
  }

  /* Drawn anew when an option has changed, or whether one may change it. */
  draw() {
    const { editor, fields, words } = this;
    const { options } = editor.document;
    const shown = JSON.stringify([options, editor.draft.isWhole, Boolean(editor.past)]);
    if (shown === this.shown || !this.root.closest("details").open) return;
    this.shown = shown;
    const known = new Set(fields.map(({ key }) => key));
    this.root.replaceChildren(
      ...fields.map((field) => this.field(field, options[field.key])),
      ...Object.keys(options).filter((key) => !known.has(key)).map((key) =>
        element("p", { className: "xyz-hint", textContent: `${key}: ${JSON.stringify(options[key])}` })),
    );
    if (!fields.length) this.root.append(words.no_options);
  }

  field({ key, meaning, kind, choices, default: usual }, value) {
    const { editor } = this;
    const input = kind === "choice" || kind === "flag"
      ? this.choice(kind === "flag" ? ["true", "false"] : choices, usual, value)
      : element("input", { type: kind === "number" ? "number" : "text", value: value ?? "", placeholder: usual ?? "" });
    if (kind === "number") input.min = 0;
    input.name = key;
    input.disabled = !editor.draft.isWhole || Boolean(editor.past);
    input.addEventListener("change", () => {
      const text = input.value;
      const read = { flag: () => text === "true", number: () => Number(text) }[kind] ?? (() => text);
      editor.draft.do([{ op: "option", key, value: text === "" ? null : read() }]);
    });
    return element("label", { className: "xyz-field" }, element("b", { textContent: key }), ` ${meaning}`, input);
  }

  /* A list of choices, of which the first is what is so without any. */
  choice(choices, usual, value) {
    const { words } = this;
    const shown = { true: words.yes, false: words.no };
    const as = usual === null ? "" : shown[usual] ?? usual;
    const list = element("select", {}, new Option(as ? words.usual.replace("{value}", as) : words.none, ""),
      ...choices.map((one) => new Option(shown[one] ?? one, one)));
    list.value = value === undefined ? "" : String(value);
    return list;
  }
}
