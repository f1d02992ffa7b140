/* What applying would do to the running game, as a picture and in words; and doing it. */

import { element } from "../element.js";
import { roomLink } from "./exits.js";

const EVERY = 400; // milliseconds between questions about a job that runs
const MOST = 30; // names in a list

export class Plan {
  /* `renew()` loads the map again. */
  constructor(root, editor, server, renew) {
    Object.assign(this, { root, editor, server, renew });
    this.told = root.querySelector("[data-part=told]");
    this.isPlan = false; // what is told: a plan, which speaks of the map as it was then; or an apply
    editor.addEventListener("look", () => {
      if (!this.isPlan || editor.plan || this.busy) return;
      this.isPlan = false;
      root.open = false;
    });
  }

  async plan() {
    await this.editor.draft.saved();
    const plan = await this.server.post("plan");
    const sets = Object.fromEntries(["made", "changed", "removed"].map((name) => [name, new Set(plan[name])]));
    for (const key of plan.beside) sets.changed.add(key);
    this.busy = true;
    this.isPlan = true;
    this.root.open = true;
    this.editor.look({ plan: sets });
    this.draw(plan);
    this.root.scrollIntoView({ block: "nearest" });
    this.busy = false;
  }

  draw(plan) {
    const { editor } = this;
    const counts = [["made", gettext("New rooms: {count}")], ["changed", gettext("Changed rooms: {count}")], ["removed", gettext("Removed rooms: {count}")]].map(([name, text]) =>
      element("li", { className: `xyz-plan-${name}` },
        `${text.replace("{count}", plan[name].length)} `, ...this.roomLinks(plan[name])));
    const [made, changed, removed] = plan.exits;
    const ofExits = gettext("Exits: {made} new, {changed} changed, {removed} removed")
      .replace("{made}", made).replace("{changed}", changed).replace("{removed}", removed);
    const exits = element("li", { className: plan.beside.length ? "xyz-plan-changed" : "" }, `${ofExits} `, ...this.roomLinks(plan.beside));
    const moved = plan.moved.map(({ who, from, to }) =>
      element("li", { className: "xyz-plan-moved", textContent: `${who}: ${from} → ${to}` }));
    const undone = plan.undone.map((line) => element("li", { className: "xyz-plan-moved", textContent: line }));
    const apply = element("button", { type: "button", textContent: gettext("Apply to the game"), onclick: () => this.apply() });
    this.told.replaceChildren(
      element("ul", {}, ...counts, exits, ...moved),
      ...(undone.length ? [element("p", { textContent: gettext("Applying would undo these changes made in the game:") }), element("ul", {}, ...undone)] : []),
      element("details", {}, element("summary", { textContent: gettext("The change to the file") }),
        element("pre", {}, ...diffLines(plan.diff))),
      apply,
    );
    const { writable } = editor.draft;
    apply.disabled = !writable || !([plan.made, plan.changed, plan.removed].some((keys) => keys.length) || plan.exits.some(Boolean) || plan.diff);
  }

  /* Rooms by their names, as buttons. */
  roomLinks(keys) {
    const buttons = keys.slice(0, MOST).flatMap((key) => [roomLink(this.editor, key, undefined, () => this.go(key)), " "]);
    return keys.length > MOST ? [...buttons, "…"] : buttons;
  }

  /* To a room of the plan, which stays on the canvas. */
  go(key) {
    const { plan } = this.editor;
    this.editor.goTo(key);
    this.editor.look({ plan });
  }

  async apply() {
    const { server, editor } = this;
    const bar = element("progress", { max: 1 });
    const status = element("p", { role: "status", textContent: gettext("Waiting …") });
    this.told.replaceChildren(bar, status);
    this.busy = true;
    this.isPlan = false; // what was done stays to be read
    try {
      const { state } = await runJob(server, "apply", { revision: editor.draft.revision }, (told) => {
        bar.value = told.share;
        status.textContent = told.text || stateText(told.state);
      });
      if (state === "done") await this.renew({ kept: true });
      this.root.dataset.state = state;
    } catch (error) {
      status.textContent = error.message;
      throw error; // told as all refusals are
    } finally {
      bar.remove();
      this.busy = false;
    }
  }
}

/* What is shown of a job that is in a state. */
export const stateText = (state) =>
  ({ waiting: gettext("Waiting …"), running: gettext("Running …"), done: gettext("Done."), failed: gettext("It failed.") })[state];

/* Ask for a job, tell how it gets on, and wait for its end; what it is at last. */
export async function runJob(server, what, values, tell = () => {}) {
  const { job } = await server.post(what, values);
  for (;;) {
    const told = await server.get(`job/${encodeURIComponent(job)}`);
    tell(told);
    if (told.state === "done" || told.state === "failed") return told;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

/* The lines of a diff, each in its colour. */
function diffLines(text) {
  return text.split("\n").map((line) =>
    element("span", {
      className: { "+": "made", "-": "removed", "@": "place" }[line[0]] ?? "", textContent: `${line}\n`,
    }));
}
