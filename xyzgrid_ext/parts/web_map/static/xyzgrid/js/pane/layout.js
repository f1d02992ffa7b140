// Places for panes in the layout of Evennia's client, beside whatever a game has there; above it
// where the window is narrow, as a phone's is.
//
//     wide                      narrow
//     ┌ Main ─────┬ Map ──────┐ ┌ Map │ Finds │ Party ┐    `beside` is the pane under the map, or
//     │           ├ Finds │ … ┤ ├ Main ───────────────┤    a tab of it; a player may drag all of
//     └ line ─────┴───────────┘ └ line ───────────────┘    them elsewhere, close and reopen them

export const MAP = "xyzgrid"; // the name of its component in saved layouts
const STATE = "evenniaGoldenLayoutSavedState"; // where Evennia's plugin keeps the user's own layout
const OFFERED = "xyzgridPaneOffered"; // "2" since there are panes beside the map
const NARROW = 640; // pixels; beside a pane the text would have some 60 columns
const TALL = 64; // parts of a hundred that the panes have while one plays in a narrow window
const LINE = 46; // pixels of the line in which one types
const TAB = matchMedia("(pointer: coarse)").matches ? 34 : 20; // of the tabs: fingers need more

export function isNarrow() {
  return window.innerWidth < NARROW;
}

const panes = new Map(); // name -> {name, title, first, opened, closed}

// A pane, before Evennia's client starts: the map is the first.
export function add(pane) {
  panes.set(pane.name, pane);
}

function component({ name, title }) {
  return { type: "component", componentName: name, title, tooltip: title };
}

// The panes as GoldenLayout is told of them: all in one stack, or the map above the others.
function column(some) {
  const place = ({ name, first }) => (name === MAP ? 0 : first ? 1 : 2);
  const [map, ...others] = [...some].sort((a, b) => place(a) - place(b)).map(component);
  if (!others.length) return map;
  if (isNarrow()) return { type: "stack", content: [map, ...others] };
  const stack = { type: "stack", height: 32, content: others };
  return { type: "column", content: [{ ...map, height: 68 }, stack] };
}

function holds(config) {
  return panes.has(config.componentName) || (config.content ?? []).some(holds);
}

// The layout with the panes to the right of everything else, or above it.
function withPanes(config) {
  if (!config || holds(config)) return config;
  const [share, left] = isNarrow() ? [{ height: 40 }, { height: 60 }] : [{ width: 34 }, { width: 66 }];
  const rest = { type: "column", ...left, content: config.content };
  const ours = { ...column([...panes.values()]), ...share };
  const both = isNarrow()
    ? { type: "column", content: [ours, rest] }
    : { type: "row", content: [rest, ours] };
  return { ...config, content: [both] };
}

// The line in which one types needs no tab above it.
function withoutLineTab(config) {
  if (!config) return config;
  if (config.componentName === "input") return { ...config, header: { show: false } };
  const header = config.type === "stack" && config.content?.[0]?.componentName === "input";
  const content = config.content?.map(withoutLineTab);
  return { ...config, ...(content && { content }), ...(header && { header: { show: false } }) };
}

function fit(config) {
  return { ...withoutLineTab(config), dimensions: { ...config.dimensions, headerHeight: TAB } };
}

// Before Evennia's plugin reads its layout: once, offer the panes also to who has a layout saved.
// Who closes one then finds it closed.
export function prepare() {
  window.goldenlayout_config = fit(withPanes(window.goldenlayout_config));
  const saved = localStorage.getItem(STATE);
  if (saved !== null) {
    const offer = localStorage.getItem(OFFERED) === null ? withPanes : (config) => config;
    localStorage.setItem(STATE, JSON.stringify(fit(offer(JSON.parse(saved)))));
  }
  localStorage.setItem(OFFERED, "2");
}

function layout() {
  return window.plugins.goldenlayout.getGL();
}

function components() {
  return layout().root?.getItemsByType("component") ?? [];
}

export function find(name) {
  return components().find((one) => one.componentName === name);
}

export function isOpen(name) {
  return Boolean(find(name));
}

export function close(name) {
  find(name)?.remove();
}

// Open a pane: beside its like, else at the right edge, or at the top.
export function open(name) {
  const made = component(panes.get(name));
  const like = components().filter((one) => panes.has(one.componentName));
  const beside = like.find((one) => one.componentName !== MAP) ?? like[0];
  if (beside && (isNarrow() || (name !== MAP && beside.componentName !== MAP))) {
    beside.parent.addChild(made, name === MAP ? 0 : undefined);
  } else if (beside) {
    nextTo(beside.parent, made, name === MAP);
  } else {
    toEdge(made);
  }
  fitLine();
}

// Put a pane above or below a stack.
function nextTo(stack, made, above) {
  const parent = stack.parent;
  if (parent.isColumn) {
    const at = parent.contentItems.indexOf(stack) + (above ? 0 : 1);
    parent.addChild(made, at);
    give(parent, parent.contentItems[at], above ? 68 : 32);
    return;
  }
  const both = layout().createContentItem({ type: "column", content: [] }, parent);
  const width = stack.config.width;
  parent.replaceChild(stack, both);
  both.config.width = width;
  both.addChild(stack);
  both.addChild(made, above ? 0 : 1);
  give(both, both.contentItems[above ? 0 : 1], above ? 68 : 32);
}

// Let a part of a row or column have so many of its hundred parts.
function give(parent, item, part) {
  const side = parent.isColumn ? "height" : "width";
  const others = parent.contentItems.filter((one) => one !== item);
  const before = others.reduce((sum, one) => sum + one.config[side], 0);
  for (const one of others) one.config[side] *= (100 - part) / before;
  item.config[side] = part;
  layout().updateSize();
}

function toEdge(made) {
  const type = isNarrow() ? "column" : "row";
  const root = layout().root;
  let top = root.contentItems[0];
  if (top.type !== type) {
    const both = layout().createContentItem({ type, content: [] }, root);
    root.replaceChild(top, both);
    both.addChild(top);
    top = both;
  }
  top.addChild(made, isNarrow() ? 0 : undefined);
  give(top, top.contentItems.at(isNarrow() ? 0 : -1), isNarrow() ? 40 : 34);
}

// A phone was turned, or a window made narrow: the panes that are open go above the text, or beside
// it again. Nothing moves while the window stays on the same side of NARROW.
let wasNarrow = isNarrow();

export function restack() {
  if (isNarrow() !== wasNarrow && layout().isInitialised) {
    wasNarrow = isNarrow();
    const opened = [...panes.values()].filter(({ name }) => isOpen(name));
    for (const { name } of opened) close(name);
    if (opened.length) toEdge(column(opened));
  }
  fitLine();
}

// In a narrow window: more of it for the panes while one plays, and as much as before when one is done.
let usual = null;

export function enlarge(isTall) {
  const stack = find(MAP)?.parent;
  if (isTall === (usual !== null) || !stack?.parent.isColumn || (isTall && !isNarrow())) return;
  const part = isTall ? TALL : usual;
  usual = isTall ? stack.config.height : null;
  if (isTall) stack.setActiveContentItem(find(MAP)); // its tab may not be the open one
  give(stack.parent, stack, part);
  fitLine();
}

// One line, however high the window is: GoldenLayout knows parts of a hundred alone.
export function fitLine() {
  const stack = components().find((one) => one.componentName === "input")?.parent;
  const parent = stack?.parent;
  if (!parent?.isColumn || stack.contentItems.length > 1) return;
  const high = parent.element.height();
  if (high && parent.contentItems.length > 1) give(parent, stack, Math.min(50, (100 * LINE) / high));
}

// Tell GoldenLayout how the panes are made. Evennia makes a new layout when another one is chosen.
export function register() {
  for (const { name, opened, closed } of panes.values()) {
    // no arrow: GoldenLayout makes it with `new`
    layout().registerComponent(name, function (container) {
      opened(container.getElement()[0]);
      container.on("destroy", closed);
    });
  }
  layout().on("initialised", () => setTimeout(fitLine));
  layout().on("tabCreated", nameTab);
  layout().on("stateChanged", () => {
    for (const tab of document.querySelectorAll("[role=tab]")) tab.ariaSelected = tab.classList.contains("lm_active");
  });
}

// GoldenLayout makes tabs and the buttons beside them of list items: names and keys for them.
function nameTab({ element: [tab], header, contentItem }) {
  if (contentItem.componentName === "Main") return; // it has Evennia's button of the options in it
  header.tabsContainer[0].role = "tablist";
  reach(tab, "tab", () => header.parent.setActiveContentItem(contentItem));
  for (const one of header.controlsContainer[0].children) reach(one, "button", () => one.click());
}

function reach(element, role, act) {
  if (element.role === role) return;
  Object.assign(element, { role, tabIndex: 0, ariaLabel: element.title });
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation(); // or Evennia takes the key to the input field
    act();
    element.focus(); // GoldenLayout has put it into another place
  });
}

// The button of the options stands in a tab, which is dragged: that takes the first click, and
// every touch.
for (const name of ["mousedown", "touchstart"]) {
  document.addEventListener(name, (event) => event.target.closest?.("#optionsbutton") && event.stopPropagation(), true);
}
