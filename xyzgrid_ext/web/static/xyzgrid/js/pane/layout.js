// A place for the pane in the layout of Evennia's client, beside whatever a game has there; above it
// where the window is narrow, as a phone's is.

export const NAME = "xyzgrid";
const STATE = "evenniaGoldenLayoutSavedState"; // where Evennia's plugin keeps the user's own layout
const OFFERED = "xyzgridPaneOffered";
const NARROW = 640; // pixels; beside a pane the text would have some 60 columns

function isNarrow() {
  return window.innerWidth < NARROW;
}

function paneConfig(title) {
  const size = isNarrow() ? { height: 36 } : { width: 34 };
  return { type: "component", componentName: NAME, title, ...size, tooltip: title };
}

function holds(config) {
  return config.componentName === NAME || (config.content ?? []).some(holds);
}

// The layout with the pane to the right of everything else, or above it.
function widened(config, title) {
  if (!config || holds(config)) return config;
  const rest = { type: "column", width: 66, height: 64, content: config.content };
  const both = isNarrow()
    ? { type: "column", content: [paneConfig(title), rest] }
    : { type: "row", content: [rest, paneConfig(title)] };
  return { ...config, content: [both] };
}

// Before Evennia's plugin reads its layout: once, offer the pane also to who has a layout saved.
// Who closes it then finds it closed.
export function prepare(title) {
  window.goldenlayout_config = widened(window.goldenlayout_config, title);
  const saved = localStorage.getItem(STATE);
  if (saved !== null && localStorage.getItem(OFFERED) === null) {
    localStorage.setItem(STATE, JSON.stringify(widened(JSON.parse(saved), title)));
  }
  localStorage.setItem(OFFERED, "1");
}

function layout() {
  return window.plugins.goldenlayout.getGL();
}

export function pane() {
  return layout().root?.getItemsByType("component").find((one) => one.componentName === NAME);
}

// Open the pane at the right edge, or at the top.
export function open(title) {
  const [type, at] = isNarrow() ? ["column", 0] : ["row", undefined];
  const root = layout().root;
  let top = root.contentItems[0];
  if (top.type !== type) {
    const both = layout().createContentItem({ type, content: [] }, root);
    root.replaceChild(top, both);
    both.addChild(top);
    top = both;
  }
  top.addChild(paneConfig(title), at);
  layout().updateSize();
}

// Tell GoldenLayout how the pane is made. Evennia makes a new layout when another one is chosen.
export function register(opened, closed) {
  // no arrow: GoldenLayout makes it with `new`
  layout().registerComponent(NAME, function (container) {
    opened(container.getElement()[0]);
    container.on("destroy", closed);
  });
}
