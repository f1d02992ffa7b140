// The journal beside the text, as the server tells it: what is to be done, and what is done. The
// commands that an entry names are buttons.

const { html, pane, section, worded } = window.xyzgrid;
const root = html("div", { class: "xyzgrid-list" });

function show({ open = [], done = [], aside = [] }) {
  const lists = [
    [gettext("Open:"), open],
    [gettext("Also:"), aside],
    [gettext("Done:"), done],
  ].filter(([, rows]) => rows.length);
  root.replaceChildren(
    ...lists.map(([title, rows]) => section(title, rows.map(entry))),
    ...(lists.length ? [] : [html("p", { class: "none" }, gettext("Your journal is empty."))]),
  );
}

function entry({ name, text, commands }) {
  return html("p", {}, html("strong", {}, `${name}. `), ...worded(text, commands));
}

pane({
  name: "xyzgrid-journal",
  title: gettext("Journal"),
  root,
  first: true,
  wants: ["journal"],
  messages: { xyzgrid_journal: (args, journal) => show(journal) },
  forget: () => show({}),
});
show({});
