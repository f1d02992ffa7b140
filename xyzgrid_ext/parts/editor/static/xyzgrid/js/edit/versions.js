/* Earlier versions of the map, to be looked at and restored; and a draft that has become old. */

import { element } from "../element.js";

export class Versions {
  constructor(root, editor, server, renew) {
    Object.assign(this, { root, editor, server, renew });
    root.addEventListener("toggle", () => root.open && this.list());
  }

  async list() {
    const found = await this.server.get("versions");
    const rows = found.map(({ id, who, when, what }) =>
      element("li", {},
        element("b", { textContent: new Date(when).toLocaleString() }), ` ${who} `,
        element("span", { textContent: what }), " ",
        element("button", { type: "button", textContent: gettext("Look"), onclick: () => this.look(id) }), " ",
        element("button", {
          type: "button", textContent: gettext("Restore"), disabled: !this.editor.draft.writable,
          onclick: () => this.restore(id),
        })));
    if (!rows.length) rows.push(element("li", { textContent: gettext("There is no earlier version.") }));
    this.root.querySelector("ul").replaceChildren(...rows);
  }

  /* Show a version in place of the draft, which does not change. */
  async look(id) {
    this.show(await this.server.get(`versions/${encodeURIComponent(id)}`));
  }

  back() {
    this.show(null);
  }

  show(past) {
    const { editor } = this;
    editor.past = past;
    editor.draft.held = past && gettext("You are looking at an earlier version. Go back to the draft to make changes.");
    editor.onChange();
  }

  async restore(id) {
    this.back();
    await this.editor.draft.saved();
    await this.server.post(`versions/${encodeURIComponent(id)}/restore`);
    await this.renew();
  }

  /* The newest state of the file with the draft's operations on top; what did not fit is told. */
  async rebase() {
    const { draft } = this.editor;
    await draft.saved();
    const answer = await this.server.post("rebase");
    draft.take({ ...answer, stale: false });
    return answer.conflicts;
  }

  async discard() {
    await this.server.post("discard");
    await this.renew();
  }
}
