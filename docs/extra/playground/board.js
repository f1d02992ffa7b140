// Boards: played by keys and by the clock, and changed.

import { packed, unpacked } from "./python.js";

const KEYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "\n" };
const CUT = "the address: its board is cut\ncopy the whole address";

export function board({ python, part, form, on, out, fault, keep }) {
  const { board: name, level, seed } = form("board").elements;
  const screen = part("board");
  let open = null; // what Python said of the board when it was opened
  let changed = {}; // game and extras as the address has them, where they were changed
  let wait = null; // seconds until the clock ticks
  let played = 0;
  let clock = 0;

  async function begin(number, keys = "") {
    const files = { game: null, extras: null };
    for (const [file, text] of Object.entries(changed)) {
      files[file] = await unpacked(text).catch(() => null);
      if (files[file] === null) return fault(CUT);
    }
    open = null;
    played = 0;
    const said = await python.ask({ do: "board", name: name.value, number, keys, ...files });
    for (const file of ["game", "extras"]) {
      if (file in said) part(file).value = files[file] ?? said[file];
    }
    if (said.fault) {
      part("table").hidden = !("game" in said);
      return fault(said.fault, where());
    }
    open = said;
    fault(said.found, where());
    part("table").hidden = false;
    screen.setAttribute("aria-label", said.title);
    part("levels").hidden = !said.levels.length;
    part("seeds").hidden = Boolean(said.levels.length);
    level.replaceChildren(...said.levels.map((title, at) => new Option(`${at + 1} ${title}`, at + 1)));
    part("controls").replaceChildren(...said.controls.map(button), ...(said.undoes ? [undo()] : []));
    view(said);
  }

  /** What is wrong with files that were changed is said beside them. */
  const where = () => (Object.keys(changed).length ? part("extras") : undefined);

  function view(said) {
    if (said.fault) return fault(said.fault);
    out({ ...said, intro: open.intro });
    (open.levels.length ? level : seed).value = said.number;
    const lines = said.frame.map((line) => [...line].map(cell));
    screen.replaceChildren(...lines.flatMap((line) => [...line, "\n"]), said.aside.join("\n"));
    part("words").replaceChildren(...said.words.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
    wait = said.wait;
    keep({ board: name.value, level: String(said.number), keys: said.keys, ...changed });
  }

  function cell(character) {
    const colour = open.colours[character];
    if (!colour) return character;
    return Object.assign(document.createElement("span"), { className: colour, textContent: character });
  }

  async function move(what, key) {
    if (!open) return;
    const before = open;
    const said = await python.ask({ do: what, played, ...key });
    if (open !== before) return;
    fault("");
    view(said);
  }

  function press(control) {
    if (control.restarts) wind();
    return move("press", { key: control.key });
  }

  /** The clock runs while the board has the focus. */
  function wind() {
    clearTimeout(clock);
    if (wait === null || document.activeElement !== screen) return;
    clock = setTimeout(async () => {
      played += wait;
      await move("tick");
      wind();
    }, wait * 1000);
  }

  function button(control) {
    const key = { "\n": "", " ": "" }[control.key] ?? (control.also[0] ?? control.key);
    return pressed(`${control.name} ${key}`.trim(), () => press(control));
  }

  const undo = () => pressed("take back", () => move("undo"));

  function pressed(text, action) {
    const one = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    one.addEventListener("click", ({ detail }) => {
      if (detail) screen.focus(); // by a finger or a mouse: keys and clock go on
      action();
    });
    return one;
  }

  screen.addEventListener("focus", wind);
  screen.addEventListener("blur", () => clearTimeout(clock));
  screen.addEventListener("keydown", (event) => {
    if (!open || event.ctrlKey || event.altKey || event.metaKey) return;
    const typed = KEYS[event.key] ?? event.key;
    const exact = open.controls.find(({ key }) => key === typed);
    const control = exact ?? open.controls.find((one) => one.name === typed || one.also.includes(typed));
    if (control) press(control);
    else if (typed === "Backspace" && open.undoes) move("undo");
    else return;
    event.preventDefault();
  });
  form("board").addEventListener("submit", (event) => {
    event.preventDefault();
    begin((open?.levels.length ?? 1) ? level.value : seed.value.trim());
  });
  level.addEventListener("change", () => begin(level.value));
  name.addEventListener("change", () => {
    changed = {};
    begin("1");
  });
  on("change", async () => {
    changed = {};
    for (const file of ["game", "extras"]) changed[file] = await packed(part(file).value);
    keep({ board: name.value, level: level.value, ...changed });
    await begin(level.value || "1");
  });
  on("original", () => {
    changed = {};
    begin("1");
  });

  return {
    async show(address) {
      if (!name.options.length) {
        const { boards } = await python.ask({ do: "boards" });
        name.replaceChildren(...boards.map((one) => new Option(one, one)));
      }
      const told = address.get("board") || name.value || name.options[0].value;
      if (![...name.options].some(({ value }) => value === told)) name.append(new Option(told, told));
      name.value = told;
      changed = Object.fromEntries(["game", "extras"].filter((one) => address.has(one)).map((one) => [one, address.get(one)]));
      part("rules").open = Boolean(Object.keys(changed).length);
      await begin(address.get("level") ?? "1", address.get("keys") ?? "");
    },
  };
}
