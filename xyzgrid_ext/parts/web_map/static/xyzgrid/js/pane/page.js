// Elements of the page, made without HTML: what the server says is text, whatever it looks like.

export function html(name, attributes = {}, ...content) {
  return fill(document.createElement(name), attributes, content);
}

export function svg(name, attributes = {}, ...content) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, content);
}

function fill(made, attributes, content) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content); // texts become text nodes
  return made;
}

// "{count} steps" with its values.
export function format(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
