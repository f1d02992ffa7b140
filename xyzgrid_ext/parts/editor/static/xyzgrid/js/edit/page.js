/* The editor's page: loads the map, puts the parts together, and answers the controls.

     server ◄─ Draft ◄─ operations ◄─ Tools, Panel, keys
                 └─► Editor ─► View (canvas), Findings, Plan, Versions */

import { element } from "../element.js";
import { Actions } from "./actions.js";
import { Brushes, Stamps } from "./brushes.js";
import { Draft } from "./draft.js";
import { Editor } from "./editor.js";
import { Findings } from "./findings.js";
import { Game } from "./game.js";
import * as keys from "./keys.js";
import { ColourLegend } from "./legend.js";
import { Line } from "./line.js";
import { plain } from "./markup.js";
import { Minimap } from "./minimap.js";
import { KEYS, OPTIONS, Options } from "./options.js";
import { Others } from "./others.js";
import { NODES } from "./matrix.js";
import { LABELS, Panel } from "./panel.js";
import { Directions } from "./places.js";
import { Plan, runJob } from "./plan.js";
import * as search from "./search.js";
import { Removal } from "./removal.js";
import { Refusal, Server } from "./server.js";
import { Text } from "./text.js";
import { Tools } from "./tools.js";
import { UnsentSteps } from "./unsent.js";
import { Versions } from "./versions.js";
import { View } from "./view.js";

const root = document.getElementById("xyzgrid-edit");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
const CLASHES = 3; // that are told at once
const OFFERS = { rebase: gettext("Base the draft on the new file"), plan: gettext("What would change in the game") };
const LONGEST = 14; // letters of a name under a room

let hiding = 0;

/* Tell something for a while; what is bad stays longer, and so does an offer, {text, act}. */
function say(text, bad = false, offer = null) {
  const box = part("said");
  box.textContent = text;
  if (offer) {
    box.append(" ", element("button", { type: "button", textContent: offer.text, onclick: () => (say(""), offer.act()) }));
  }
  box.classList.toggle("bad", bad);
  box.hidden = !text;
  clearTimeout(hiding);
  hiding = setTimeout(() => (box.hidden = true), offer ? 30000 : bad ? 8000 : 3000);
}

let palette = new Map(); // read once a theme: there may be thousands of rooms

function colours(name) {
  if (name.startsWith("#")) return name; // an author's own
  if (!palette.has(name)) palette.set(name, getComputedStyle(root).getPropertyValue(`--${name}`).trim());
  return palette.get(name);
}

const shortened = new Map();

function short(name) {
  if (!shortened.has(name)) {
    const text = plain(name);
    shortened.set(name, text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
  }
  return shortened.get(name);
}

/* Fill a list of what is offered in fields. */
function offer(list, names) {
  document.getElementById(`xyzgrid-${list}`).replaceChildren(...names.map((name) => new Option(name, name)));
}

function makeDirections({ directions: deltas, long_words: long, far, is_near: isNear }) {
  offer("directions", [...Object.keys(deltas), ...(isNear ? [far] : [])]);
  return new Directions(deltas, long, far, isNear);
}

/* Buttons do what their `data-do` says, with the JSON of their `data-with`. */
function listen(actions) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) actions[button.dataset.do](...JSON.parse(button.dataset.with ?? "[]"));
  });
  keys.listen(actions);
  search.listen(part("search"), part("results"), actions.editor);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    palette = new Map();
    actions.view.draw();
  });
  addEventListener("beforeunload", (event) => {
    if (actions.draft.waiting.length) event.preventDefault();
  });
}

/* What was changed by somebody else, too, in words. */
function clashText({ op, room, why, who, later }) {
  const heads = { head: NODES[op.key]?.[0] ?? gettext("Edge of the cube") };
  const part = { set: LABELS[op.key], exit: op.direction, draw: gettext("Drawing"), ...heads }[op.op] ?? op.key;
  const what = [plain(room?.name ?? "") || op.room, part].filter(Boolean).join(", ");
  const both = why ? gettext("{who} changed this first, and your change was lost: {what}")
    : gettext("{who} has just changed this as well. Your change was kept: {what}");
  const text = (later ? gettext("{who} has changed this after you: {what}") : both)
    .replace("{who}", who || gettext("Somebody else")).replace("{what}", what);
  return why ? `${text} (${why})` : text;
}

/* Tell others what is drawn, hear what they draw, and keep what the game does not have yet. */
function join(line, draft, editor) {
  new Others(part("others"), editor, line);
  line.addEventListener("ops", ({ detail }) => draft.hear(detail));
  line.addEventListener("stale", ({ detail }) => draft.outdate(detail.stale));
  line.addEventListener("end", ({ detail }) => say(detail, true));
  draft.addEventListener("adopted", ({ detail }) => say(gettext("Changes that had not reached the game were kept here and are being sent: {number}")
    .replace("{number}", detail)));
  const unsent = new UnsentSteps(`xyzgrid-edit:${root.dataset.who}:${root.dataset.api}`, draft.name);
  const keep = () => unsent.put({
    revision: draft.revision,
    steps: draft.waiting.map(({ id, ops }) => ({ id, ops })),
  });
  for (const name of ["change", "kept"]) draft.addEventListener(name, keep);
  for (const name of ["open", "people"]) {
    line.addEventListener(name, () => (root.dataset.joined = String(line.isOpen)));
  }
  line.keep(() => draft.revision);
  draft.listen(line);
  unsent.listen((left) => draft.adopt(left));
}

/* What the controls show of how things are. */
function follow(editor, panel) {
  const { draft } = editor;
  const draw = () => {
    part("level").textContent = gettext("Level {level}").replace("{level}", editor.level);
    for (const button of root.querySelectorAll("[data-do=tool]")) {
      button.setAttribute("aria-pressed", String(button.dataset.with.includes(`"${editor.tool}"`)));
    }
    root.querySelector("[data-do=oneWay]").setAttribute("aria-pressed", String(editor.oneWay));
    root.querySelector("[data-do=undo]").disabled = !draft.done.length;
    root.querySelector("[data-do=redo]").disabled = !draft.undone.length;
    part("stale").hidden = !draft.stale;
    part("past").hidden = !editor.past;
    part("why").hidden = draft.isWhole || draft.isDrawn;
    part("why-text").textContent = root.dataset.right === "reader" ? gettext("You can look at this map, but not change it.") : draft.why;
    part("from").hidden = !editor.from;
    part("from").textContent = editor.from ? gettext("Link from {room}: choose where to.").replace("{room}", short(editor.rooms[editor.from].name)) : "";
    root.dataset.rooms = Object.keys(editor.rooms).length;
    root.dataset.selected = editor.selected.size;
    root.dataset.tool = editor.tool;
    root.dataset.may = editor.past || !draft.writable ? "nothing" : draft.isWhole ? "all" : draft.isDrawn ? "drawing" : "texts";
    root.dataset.level = editor.level;
  };
  const saved = () => {
    root.dataset.saved = String(!draft.waiting.length);
    part("saved").textContent = draft.waiting.length ? gettext("Saving …") : gettext("Saved");
  };
  editor.addEventListener("look", draw);
  for (const name of ["change", "sending", "sent"]) draft.addEventListener(name, saved);
  draft.addEventListener("fault", ({ detail }) =>
    say(detail, true, detail !== draft.held ? null
      : { text: gettext("Back to the draft"), act: () => part("past").querySelector("button").click() }));
  draft.addEventListener("clash", ({ detail }) => {
    say(detail.slice(0, CLASHES).map(clashText).join("\n"), true);
    for (const { op, room, why, who } of detail) {
      const text = typeof op.value === "string" ? op.value : JSON.stringify(op.value, null, 1);
      if (why && text && op.value) panel.offer(text, op.room ?? op.key, { who, name: room?.name });
    }
  });
  draft.addEventListener("changed-after", ({ detail }) => say(clashText({ ...detail, later: true }), true));
  draw();
  saved();
}

class PageActions extends Actions {
  search() {
    part("search").querySelector("input").focus();
  }

  help() {
    part("keys").replaceChildren(...keys.rows(this.draft.isMatrix));
    part("help").showModal();
  }

  close() {
    part("help").close();
  }

  check() {
    part("findings").open = true;
    part("findings").scrollIntoView({ block: "nearest" });
    return this.findings.check();
  }

  prove() {
    return this.findings.prove();
  }

  plan() {
    return this.plans.plan();
  }

  back() {
    this.versions.back();
  }

  /* Move the whole map in its file and in the game, to make space in the west and the south. */
  async shift(by) {
    const { state, text } = await this.job("shift", { by });
    await this.renew();
    say(text, state !== "done");
  }

  /* Write a drawing room by room, or rooms as a drawing; the page is another one then. */
  async convert() {
    if (!confirm(gettext("Turn this map into a drawing, or this drawing into single rooms? Its rooms in the game stay."))) return;
    const { state, text } = await this.job("convert", {});
    if (state === "done") location.reload();
    else say(text, true);
  }

  /* Ask for a job; how it has ended. */
  async job(what, values) {
    await this.draft.saved();
    say(gettext("Running …"));
    return runJob(this.server, what, values);
  }

  removeMap() {
    return this.removal.ask();
  }

  async rebase() {
    const conflicts = await this.versions.rebase();
    say(conflicts.length ? conflicts.join("\n") : gettext("The draft is now based on the newest file."), conflicts.length > 0);
  }

  async discard() {
    if (confirm(gettext("Discard all changes that have not been applied?"))) await this.versions.discard();
  }
}

async function main() {
  const server = new Server(root.dataset.api, root.querySelector("[name=csrfmiddlewaretoken]").value);
  const answer = await server.get();
  root.dataset.right = answer.right;
  const line = new Line(server, root.dataset.line);
  const draft = new Draft(server, answer);
  offer("prototypes", answer.prototypes);
  const editor = new Editor(draft, makeDirections(answer), answer.across);
  const renew = async (how) => {
    draft.take(await server.get(), how);
    if (part("versions").open) await parts.versions.list();
  };
  const parts = {
    editor,
    server,
    renew,
    view: new View(part("stage"), editor, colours, short),
    brushes: new Brushes(part("brushes"), editor),
    panel: new Panel(part("panel"), editor, say, (text) => server.get(`places?text=${encodeURIComponent(text)}`)),
    findings: new Findings(part("findings"), editor, server, [part("badge"), part("count")]),
    plans: new Plan(part("plan"), editor, server, renew),
    game: new Game(part("game"), editor, server),
    options: new Options(part("options"), editor, say, OPTIONS),
    mapKeys: new Options(part("map-keys"), editor, say, KEYS),
    removal: new Removal(part("removal"), server, () => location.assign(root.dataset.list)),
    versions: new Versions(part("versions"), editor, server, renew),
  };
  const actions = new PageActions(parts, say);
  if (!draft.isDrawn) new Stamps(part("brushes"), editor);
  new ColourLegend(part("legend"), editor, colours);
  new Minimap(part("minimap"), editor, parts.view, colours);
  new Text(part("text"), editor, actions);
  new Tools(parts.view, editor, {
    values: () => actions.values,
    paste: () => actions.paste(),
    edit: () => actions.edit(),
    move: (by) => actions.move(by),
    outside: (cells) => actions.outside(cells),
  });
  editor.addEventListener("told", ({ detail: { text, what } }) =>
    say(text.replace("{what}", what), true, what ? { text: gettext("Undo"), act: () => actions.undo() } : null));
  listen(actions);
  follow(editor, parts.panel);
  parts.findings.later();
  Object.assign(root, { draft, line }); // for scripts of a game
  root.dataset.state = "ready";
  join(line, draft, editor);
}

addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof Refusal)) return;
  event.preventDefault();
  const { offer } = event.reason.data;
  if (offer === "rebase") root.draft.outdate(true);
  say(event.reason.message, true, offer ? { text: OFFERS[offer], act: () => root.querySelector(`[data-do=${offer}]`).click() } : null);
});
if (globalThis.Konva) await main();
else say(gettext("The drawing library is missing: run `evennia collectstatic`."), true);
