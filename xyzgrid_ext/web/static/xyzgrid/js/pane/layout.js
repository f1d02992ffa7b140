// A place for the pane in the layout of Evennia's client, beside whatever a game has there.

export const NAME = "xyzgrid";
const STATE = "evenniaGoldenLayoutSavedState"; // where Evennia's plugin keeps the user's own layout
const OFFERED = "xyzgridPaneOffered";

function paneConfig(title) {
  return { type: "component", componentName: NAME, title, width: 34, tooltip: title };
}

function holds(config) {
  return config.componentName === NAME || (config.content ?? []).some(holds);
}

// The layout with the pane to the right of everything else.
function widened(config, title) {
  if (!config || holds(config)) return config;
  const left = { type: "column", width: 66, content: config.content };
  return { ...config, content: [{ type: "row", content: [left, paneConfig(title)] }] };
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

// Open the pane at the right edge.
export function open(title) {
  const root = layout().root;
  const top = root.contentItems[0];
  if (top.isRow) top.addChild(paneConfig(title));
  else {
    const row = layout().createContentItem({ type: "row", content: [] }, root);
    root.replaceChild(top, row);
    row.addChild(top);
    row.addChild(paneConfig(title));
    layout().updateSize();
  }
}

// Tell GoldenLayout how the pane is made. Evennia makes a new layout when another one is chosen.
export function register(opened, closed) {
  // no arrow: GoldenLayout makes it with `new`
  layout().registerComponent(NAME, function (container) {
    opened(container.getElement()[0]);
    container.on("destroy", closed);
  });
}
