/* Forms that are drawn from JSON schemas: which fields there are, and what they take, the server says.

     {"properties": {"locked": {"type": "boolean", "description": "whether …"}}}  ──►  locked  [yes ▾]

   A value that no field fits is written as JSON. A field gives what is written to `put`; null takes
   the value away. */

import { element } from "../element.js";

const FEW = 8; // fields that are all shown; of more, those that have a value, and a list to add others
const LINE = 255; // letters at most, for a field of one line

const typeOf = (value) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);
const isLines = ({ type, items }, value = []) =>
  type === "array" && items?.type === "string" && [value].flat().every((one) => typeof one === "string");

/* What a form is called in the list of forms. */
function nameOf(form) {
  const names = { string: gettext("text"), array: gettext("list"), object: gettext("fields"), number: gettext("number") };
  return isLines(form) ? gettext("one word on each line") : (names[form.type] ?? form.enum?.join(" | ") ?? "");
}

function takes(form, value) {
  const { type, enum: options, minItems } = form;
  if (isLines(form, value)) return true;
  if (options) return options.includes(value);
  if (type === "integer" || type === "number") return typeof value === "number";
  return type === typeOf(value) && (type !== "array" || minItems === undefined || value.length === minItems);
}

/* What a new field of several parts begins with; undefined if it begins empty. */
function emptyValue({ type, properties: known, required = [] }) {
  if (type !== "object" || !known) return undefined;
  return Object.fromEntries(required.filter((key) => known[key].type === "array").map((key) => [key, []]));
}

export class Form {
  /* `redraw()` draws all forms anew. */
  constructor(say, redraw) {
    Object.assign(this, { say, redraw, added: new Set(), open: new Set(), chosen: new Map() });
  }

  /* The fields of an object; `put(key, value)` changes one. Of many, those are shown that have a value,
     and `first`. */
  fields(schema, values, put, { path, isFixed = () => false, isWhole = false, first = [] }) {
    const { properties = {}, required = [] } = schema, all = Object.entries(properties);
    const isShown = (key) => isWhole || all.length <= FEW || key in values || [...required, ...first].includes(key) || this.added.has(`${path}.${key}`);
    const fields = all.filter(([key]) => isShown(key)).map(([key, one]) =>
      this.field(key, one, values[key], (value) => put(key, value), { path: `${path}.${key}`, isFixed: isFixed(key) }));
    const others = Object.keys(values).filter((key) => !(key in properties)).map((key) =>
      element("p", { className: "xyz-hint", textContent: `${key}: ${JSON.stringify(values[key])}` }));
    const left = all.filter(([key]) => !isShown(key) && !isFixed(key));
    return [...fields, ...others, ...(left.length ? [this.adder(left, put, path)] : [])];
  }

  /* A list of the fields that are not shown. */
  adder(left, put, path) {
    const list = element("select", { ariaLabel: gettext("Add a field …") }, new Option(gettext("Add a field …"), ""),
      ...left.map(([key, { description = "" }]) => new Option(`${key}: ${description}`, key)));
    list.addEventListener("change", () => {
      const key = list.value, first = emptyValue(properties(left, key));
      this.added.add(`${path}.${key}`);
      this.open.add(`${path}.${key}`);
      if (first === undefined) this.redraw();
      else put(key, first);
    });
    return list;
  }

  field(key, schema, value, put, { path, isFixed }) {
    const forms = schema.anyOf ?? [schema];
    const picked = forms[this.chosen.get(path)];
    const known = value !== undefined && forms.find((one) => takes(one, value));
    const form = known || (value === undefined && (picked ?? forms[0])) || {};
    const usual = schema.default;
    const inner = this.parts(form, value, put, path, isFixed);
    const about = [element("b", { textContent: key }), ` ${schema.description ?? ""}`];
    const choice = forms.length > 1 && !isFixed ? [this.forms(forms, form, value, put, path)] : [];
    if (!inner) {
      const input = this.input(form, value, usual, put, isFixed);
      input.name = key;
      return element("label", { className: "xyz-field" }, ...about, ...choice, input);
    }
    const remove = element("button", { type: "button", className: "xyz-small", textContent: "✕", ariaLabel: `${gettext("Remove")}: ${key}`,
      hidden: value === undefined || isFixed, onclick: () => put(null) });
    const box = element("details", { className: "xyz-form", open: this.open.has(path) },
      element("summary", {}, ...about, remove), ...choice, ...inner);
    box.dataset.name = key;
    box.addEventListener("toggle", () => this.open[box.open ? "add" : "delete"](path));
    return box;
  }

  /* Which of several forms a value has. */
  forms(forms, form, value, put, path) {
    const list = element("select", { ariaLabel: gettext("as") },
      ...forms.map((one, number) => new Option(`${gettext("as")}: ${nameOf(one)}`, number)));
    list.value = forms.indexOf(form);
    list.addEventListener("change", () => {
      const next = forms[list.value];
      const isListed = next.type === "array" && value !== undefined && takes(next.items?.anyOf?.[0] ?? next.items ?? {}, value);
      this.chosen.set(path, Number(list.value));
      this.open.add(path);
      if (value === undefined && emptyValue(next) === undefined) this.redraw();
      else put(isListed ? [value] : (emptyValue(next) ?? null));
    });
    return list;
  }

  /* The fields within a value of several parts; null if it is written in one. */
  parts(form, value, put, path, isFixed) {
    if (form.type === "object" && form.properties) {
      const change = (key, part) => {
        const { [key]: _old, ...rest } = value ?? {};
        put(part === null ? rest : { ...value, [key]: part });
      };
      return this.fields(form, value ?? {}, change, { path, isFixed: () => isFixed });
    }
    if (form.type === "object" && form.additionalProperties) return this.table(form.additionalProperties, value ?? {}, put, path, isFixed);
    if (form.type === "array" && form.items && !isLines(form, value) && Object.keys(form.items).length) {
      return this.list(form.items, value ?? [], put, path, isFixed);
    }
    return null;
  }

  list(items, values, put, path, isFixed) {
    const change = (number) => (part) => {
      const rest = part === null ? values.toSpliced(number, 1) : values.with(number, part);
      put(rest.length ? rest : null);
    };
    const first = emptyValue(items.anyOf?.[0] ?? items) ?? "";
    const rows = values.map((part, number) =>
      this.field(String(number + 1), { ...items, description: headOf(part) }, part, change(number), { path: `${path}.${number}`, isFixed }));
    const add = () => {
      this.open.add(`${path}.${values.length}`);
      put([...values, first]);
    };
    return [...rows, ...this.more(isFixed, add)];
  }

  table(schema, values, put, path, isFixed) {
    const change = (key) => (part) => {
      const { [key]: _old, ...rest } = values;
      const all = part === null ? rest : { ...values, [key]: part };
      put(Object.keys(all).length ? all : null);
    };
    const rows = Object.entries(values).map(([key, part]) => this.field(key, { ...schema, description: "" }, part, change(key), { path: `${path}.${key}`, isFixed }));
    const name = element("input", { name: "key", placeholder: gettext("Name"), ariaLabel: gettext("Name") });
    const add = () => {
      const key = name.value.trim();
      if (!key || key in values) return name.focus();
      this.open.add(`${path}.${key}`);
      put({ ...values, [key]: emptyValue(schema.anyOf?.[0] ?? schema) ?? "" });
    };
    name.addEventListener("keydown", (event) => event.key === "Enter" && add());
    return [...rows, ...(isFixed ? [] : [element("p", { className: "xyz-add" }, name, ...this.more(false, add))])];
  }

  more(isFixed, add) {
    return isFixed ? [] : [element("button", { type: "button", textContent: gettext("Add"), onclick: add })];
  }

  /* A field for a value that is written in one; JSON for a form without a type. */
  input(form, value, usual, put, isFixed) {
    if (form.enum || form.type === "boolean") return this.select(form.enum ?? [true, false], usual, value, put, isFixed);
    const isNumber = form.type === "number" || form.type === "integer";
    const lines = isLines(form, value), isText = form.type === "string";
    const isLong = lines || !(isNumber || isText) || (isText && !(form.maxLength <= LINE) && !form.pattern && !form.list);
    const shown = lines ? [value ?? []].flat().join("\n") : isText || isNumber ? (value ?? "") : value === undefined ? "" : JSON.stringify(value, null, 1);
    const input = element(isLong ? "textarea" : "input", {
      value: shown, readOnly: isFixed, placeholder: lines ? gettext("one word on each line") : isText || isNumber ? String(usual ?? "") : "JSON",
    });
    if (isLong) input.rows = 2;
    if (form.list) input.setAttribute("list", `xyzgrid-${form.list}`);
    if (isNumber) Object.assign(input, { type: "number", step: "any", min: form.minimum ?? 0, max: form.maximum ?? "" });
    input.addEventListener("change", () => {
      const text = input.value;
      if (!text.trim()) put(null);
      else if (lines) put(text.split("\n").map((line) => line.trim()).filter(Boolean));
      else if (isNumber) put(Number(text));
      else if (isText) put(text);
      else this.json(text, put);
    });
    input.addEventListener("keydown", (event) => event.key === "Enter" && !isLong && input.blur());
    return input;
  }

  /* Give what is written as JSON to `put`, or say that it is none. */
  json(text, put) {
    try {
      put(JSON.parse(text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.say(gettext("That is not JSON."), true);
    }
  }

  /* A list of choices, of which the first is what is so without any. */
  select(choices, usual, value, put, isFixed) {
    const optionText = (one) => ({ true: gettext("yes"), false: gettext("no") })[one] ?? one;
    const list = element("select", { disabled: isFixed },
      new Option(usual === undefined ? gettext("not set") : gettext("default: {value}").replace("{value}", optionText(usual)), ""),
      ...choices.map((one) => new Option(optionText(one), JSON.stringify(one))));
    list.value = value === undefined ? "" : JSON.stringify(value);
    list.addEventListener("change", () => put(list.value ? JSON.parse(list.value) : null));
    return list;
  }
}

const properties = (left, key) => left.find(([one]) => one === key)[1];

/* What a row of a list is told apart by. */
function headOf(part) {
  if (typeof part !== "object" || part === null) return "";
  const { key, name, prototype, prototype_parent, text } = part;
  return [name, key, prototype, prototype_parent, text].find((one) => typeof one === "string") ?? "";
}
