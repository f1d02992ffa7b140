/* Removing the map from the game: what would go is told, and the map's name written to agree. */

import { element } from "../element.js";
import { runJob } from "./plan.js";

export class Removal {
  /* `leave()` goes to the list of maps. */
  constructor(dialog, server, words, leave) {
    Object.assign(this, { dialog, server, words, leave });
  }

  async ask() {
    const { dialog, words } = this;
    const { rooms, people, things, maps } = await this.server.post("removal");
    const name = element("input", { name: "name", required: true, autocomplete: "off" });
    const status = element("p", { role: "status" });
    const form = element("form", {},
      element("p", { textContent: words.removal.replace("{count}", rooms) }),
      ...[[words.removal_people, people], [words.removal_things, things], [words.removal_maps, maps]].filter(([, found]) => found.length)
        .map(([text, found]) => element("p", { textContent: text.replace("{names}", found.join(", ")) })),
      element("p", { textContent: words.removal_file }),
      element("label", { className: "xyz-field" }, words.removal_name, name),
      element("p", {},
        element("button", { className: "xyz-danger", textContent: words.removal_do }),
        element("button", { type: "button", textContent: words.cancel, onclick: () => dialog.close() })),
      status);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.remove(name.value, status);
    });
    dialog.replaceChildren(form);
    dialog.showModal();
  }

  async remove(name, status) {
    try {
      const { state } = await runJob(this.server, "remove", { name }, ({ text, state }) => (status.textContent = text || this.words[state]));
      if (state === "done") this.leave();
    } catch (error) {
      status.textContent = error.message;
      throw error; // told as all refusals are
    }
  }
}
