// Masks and components in one room.

const EXAMPLE = ["treasure_open_000020", "200700"];

export function masks({ python, part, form, on, out, fault, keep }) {
  const { masks: names, fitting } = form("masks").elements;
  const lines = () => names.value.split(/\s+/).filter(Boolean);
  let components = [];

  async function place() {
    const said = await python.ask({ do: "masks", names: lines() });
    part("room").hidden = fault(said.fault);
    if (said.fault) return;
    out(said);
    part("tried").replaceChildren(...said.tried.map(item));
    const fits = new Set(said.fitting);
    fitting.replaceChildren(
      ...components.filter(({ name }) => fits.has(name)).map(({ name, title }) => new Option(`${name}: ${title}`, name)),
    );
  }

  function item({ letter, name, mask, picture, said, fits }, number) {
    const one = document.createElement("li");
    const drawn = Object.assign(document.createElement("pre"), { textContent: picture });
    const away = Object.assign(document.createElement("button"), { type: "button", textContent: "Take it out" });
    away.setAttribute("aria-label", `Take ${name} out`);
    away.addEventListener("click", () => change(lines().filter((_, other) => other !== number)));
    one.classList.toggle("out", !fits);
    one.append(`${letter}: ${name} (${mask}) ${said}`, drawn, away);
    return one;
  }

  function change(wanted) {
    names.value = wanted.join("\n");
    keep({ masks: wanted.join(" ") });
    return place();
  }

  form("masks").addEventListener("submit", (event) => {
    event.preventDefault();
    change(lines());
  });
  on("add", () => change([...lines(), ...(fitting.value ? [fitting.value] : [])]));

  return {
    async show(address) {
      names.value = address.get("masks")?.trim().split(/\s+/).join("\n") || EXAMPLE.join("\n");
      if (!components.length) ({ components } = await python.ask({ do: "components" }));
      await place();
    },
  };
}
