/* Elements of a page, made without HTML: text of the world is only ever text. */

export function element(name, values = {}, ...inside) {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(values)) {
    if (key === "onclick") found.addEventListener("click", value);
    else found[key] = value;
  }
  found.append(...inside);
  return found;
}
