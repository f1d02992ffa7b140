// The line in which one types: what was typed before by Up and Down, the rest of a word by Tab, and
// each line once more in the text, as it was sent.
//
//     goto the la⇥   ─►  goto the lamp      commands first, then places and names

const MOST = 200; // lines that are remembered
const SECRET = /^\s*([@+]?(user)?password\b|create\s+\S+\s+\S+\s*$)/i;

export class Line {
  // `commands()` are the words that begin a line, `places()` what may follow; `say` shows a line.
  constructor({ commands, places, echo }) {
    Object.assign(this, { commands, places, echo, lines: [], at: 0, begun: "", open: false });
    this.offer = null; // what Tab goes round: {texts, number}
    // before Evennia's own plugins, which take keys for themselves
    document.addEventListener("keydown", (event) => this.onKey(event), true);
  }

  // A line was sent: it is shown and remembered, but nothing of a login or with a password.
  onSend(line) {
    if (!this.open || !line.trim()) return;
    const [command] = line.trim().split(/\s/);
    const told = SECRET.test(line) ? `${command} …` : line;
    this.echo(told);
    if (told === line && this.lines.at(-1) !== line) this.lines.push(line);
    this.lines.splice(0, this.lines.length - MOST);
    this.at = this.lines.length;
  }

  onKey(event) {
    const field = fieldOf(event.target);
    if (!field || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = {
      ArrowUp: () => this.back(field, -1),
      ArrowDown: () => this.back(field, 1),
      Tab: () => this.complete(field, event.shiftKey ? -1 : 1),
    }[event.key];
    if (!act || (event.shiftKey && event.key !== "Tab") || !act()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // Up and Down; in a text of several lines they move in it.
  back(field, by) {
    if (field.value.includes("\n")) return false;
    const at = this.at + by;
    if (at < 0 || at > this.lines.length) return true;
    if (this.at === this.lines.length) this.begun = field.value;
    this.at = at;
    put(field, this.lines[at] ?? this.begun);
    return true;
  }

  complete(field, by) {
    if (this.offer?.texts[this.offer.number] !== field.value) {
      const texts = this.completions(field.value);
      if (!texts.length) return false; // the key moves to what is next on the page
      this.offer = { texts, number: by > 0 ? -1 : texts.length };
    }
    const { texts } = this.offer;
    this.offer.number = (this.offer.number + by + texts.length) % texts.length;
    put(field, texts[this.offer.number]);
    return true;
  }

  // Whole lines that a beginning may become.
  completions(text) {
    const begun = text.trimStart();
    if (!begun) return [];
    const fits = (part) => (one) => one.toLowerCase().startsWith(part.toLowerCase()) && one !== part;
    const [word, ...more] = begun.split(" ");
    if (!more.length) return this.commands().filter(fits(word));
    // a name may have several words: the longest part that begins one counts
    for (let at = 0; at < more.length; at++) {
      const part = more.slice(at).join(" ");
      const found = part ? this.places().filter(fits(part)) : [];
      const inside = part ? this.places().filter((one) => one.toLowerCase().includes(` ${part.toLowerCase()}`)) : [];
      const names = [...new Set([...found, ...inside])].filter((one) => one !== part);
      if (names.length) return names.map((one) => [word, ...more.slice(0, at), one].join(" "));
    }
    return [];
  }
}

// Evennia's client takes the focus from the line when it is sent: keys on the page are for it, too.
function fieldOf(target) {
  if (target === document.body) return document.querySelector(".inputfield.focused, .inputfield");
  return target.classList?.contains("inputfield") ? target : null;
}

export function put(field, text) {
  field.focus();
  field.value = text;
  field.setSelectionRange(text.length, text.length);
}
