// The playground: three sections, what is in them in the address of the page. Python does the rest.
//
//   #dungeon=7&tier=3&floors=2&rooms=30     and data=…, where the dungeon was changed
//   #masks=200700+filler_000400
//   #board=boxes&level=2&keys=llkk          and game=…, extras=…, where the board was changed

import { board } from "./board.js";
import { dungeon } from "./dungeon.js";
import { masks } from "./masks.js";
import { Python } from "./python.js";

const SAID = {
  starting: "Starting Python; the first time this takes some seconds …",
  working: "Working …",
  ready: "",
  idle: "",
};
const ADDRESS_WAIT = 200; // browsers refuse hundreds of addresses in some seconds

const root = document.getElementById("playground");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
let shown = "";
let unwritten = 0;

/** What the sections share. */
const page = {
  python: new Python(tell),
  part,
  form: (name) => root.querySelector(`[data-section="${name}"] form`),
  on: (name, action) => root.querySelector(`[data-do="${name}"]`).addEventListener("click", action),
  /** Show a text of an answer wherever it is wanted. */
  out(said) {
    for (const one of root.querySelectorAll("[data-out]")) {
      if (one.dataset.out in said) one.textContent = said[one.dataset.out];
    }
  },
  /** Show what is wrong, near where it was caused, or that nothing is; return whether it is. */
  fault(text, near = part("tabs")) {
    near.after(part("fault"));
    part("fault").textContent = text ?? "";
    part("fault").hidden = !text;
    return Boolean(text);
  },
  /** Make these the address of the page; without empty ones. */
  keep(pairs) {
    const full = Object.entries(pairs).filter(([, value]) => value);
    sections[shown].address = new URLSearchParams(full);
    clearTimeout(unwritten);
    unwritten = setTimeout(write, ADDRESS_WAIT);
  },
};
const sections = { dungeon: dungeon(page), masks: masks(page), board: board(page) };

function write() {
  clearTimeout(unwritten);
  const { address } = sections[shown];
  if (address) history.replaceState(null, "", `#${address}`);
}

function tell(state, text) {
  root.dataset.state = state;
  const far = location.protocol === "file:"
    ? "Browsers start no Python for pages of a file. Serve them: python -m http.server -d docs/build"
    : `Python is not here. Where npm can be reached, make docs lays it beside these pages. (${text})`;
  part("state").textContent = state === "missing" ? far : SAID[state];
  part("tabs").hidden = state === "missing";
  root.querySelector("[data-do=stop]").hidden = state !== "working";
}

/** Show a section as an address has it. */
async function show(name, address) {
  shown = name;
  page.fault("");
  for (const one of root.querySelectorAll("[data-section]")) {
    one.hidden = one.dataset.section !== name;
  }
  for (const one of root.querySelectorAll("[data-tab]")) {
    one.setAttribute("aria-pressed", one.dataset.tab === name);
  }
  sections[name].address = address;
  await sections[name].show(address);
  root.dataset.shown = name;
}

function follow() {
  const address = new URLSearchParams(location.hash.slice(1));
  const name = Object.keys(sections).find((one) => address.has(one));
  if (name || !shown) show(name ?? "dungeon", address);
}

for (const one of root.querySelectorAll("[data-tab]")) {
  one.addEventListener("click", () => {
    const { address } = sections[one.dataset.tab];
    show(one.dataset.tab, address ?? new URLSearchParams({ [one.dataset.tab]: "" })).then(write);
  });
}
page.on("stop", () => page.python.stop());
page.on("copy", async ({ target }) => {
  write();
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  target.textContent = copied ? "Copied" : "Copy it from the address bar";
  setTimeout(() => (target.textContent = "Copy the address"), 2500);
});
addEventListener("hashchange", follow);
follow();
