// The journal beside the text, as the server tells it: what is to be done, and what is done. The
// commands that an entry names are buttons. A game without a journal has no texts for it, and no pane.

const { html, pane, section, worded, words } = window.xyzgrid;
const root = html("div", { class: "xyzgrid-list" });

function show({ open = [], done = [], aside = [] }) {
  const lists = [
    [words.journal_open, open],
    [words.journal_aside, aside],
    [words.journal_done, done],
  ].filter(([, rows]) => rows.length);
  root.replaceChildren(
    ...lists.map(([title, rows]) => section(title, rows.map(entry))),
    ...(lists.length ? [] : [html("p", { class: "none" }, words.journal_empty)]),
  );
}

function entry({ name, text, commands }) {
  return html("p", {}, html("strong", {}, `${name}. `), ...worded(text, commands));
}

if (words.journal) {
  pane({
    name: "xyzgrid-journal",
    title: words.journal,
    root,
    first: true,
    wants: ["journal"],
    messages: { xyzgrid_journal: (args, journal) => show(journal) },
    forget: () => show({}),
  });
  show({});
}
