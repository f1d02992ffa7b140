// Dark and light: as the system has it, or as one chooses in the options.

const KEY = "xyzgridTheme";
const NAMES = { system: gettext("same as the system"), dark: gettext("dark"), light: gettext("light") };
const light = matchMedia("(prefers-color-scheme: light)");

export function chosenTheme() {
  const name = localStorage.getItem(KEY);
  return Object.hasOwn(NAMES, name) ? name : "system";
}

export function choose(name) {
  localStorage.setItem(KEY, name);
  apply();
}

export function apply() {
  const name = chosenTheme();
  document.documentElement.dataset.theme = name === "system" ? (light.matches ? "light" : "dark") : name;
}

export { NAMES };

light.addEventListener("change", apply);
