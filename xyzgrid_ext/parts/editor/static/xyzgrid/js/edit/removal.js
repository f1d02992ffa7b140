/* Removing the map from the game: what would go is told, and the map's name written to agree. */

import { element } from "../element.js";
import { runJob, stateText } from "./plan.js";

export class Removal {
  /* `leave()` goes to the list of maps. */
  constructor(dialog, server, leave) {
    Object.assign(this, { dialog, server, leave });
  }

  async ask() {
    const { dialog } = this;
    const { rooms, people, things, maps } = await this.server.post("removal");
    const name = element("input", { name: "name", required: true, autocomplete: "off" });
    const status = element("p", { role: "status" });
    const form = element("form", {},
      element("p", { textContent: gettext("This removes the map from the game, with its rooms ({count}).").replace("{count}", rooms) }),
      ...[[gettext("People there will be moved: {names}"), people], [gettext("Things and NPCs there will be in Limbo: {names}"), things],
        [gettext("Exits from these maps will lead nowhere: {names}"), maps]].filter(([, found]) => found.length)
        .map(([text, found]) => element("p", { textContent: text.replace("{names}", found.join(", ")) })),
      element("p", { textContent: gettext("The map's file is kept, but changes that were not applied are not in it.") }),
      element("label", { className: "xyz-field" }, gettext("Type the name of the map to confirm:"), name),
      element("p", {},
        element("button", { className: "xyz-danger", textContent: gettext("Remove the map") }),
        element("button", { type: "button", textContent: gettext("Cancel"), onclick: () => dialog.close() })),
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
      const { state } = await runJob(this.server, "remove", { name }, ({ text, state }) => (status.textContent = text || stateText(state)));
      if (state === "done") this.leave();
    } catch (error) {
      status.textContent = error.message;
      throw error; // told as all refusals are
    }
  }
}
