// The fonts that Evennia's client offers, from this game: its plugin would ask Google for each.

const addresses = JSON.parse(document.getElementById("xyzgrid-fonts").textContent);
const plugin = window.plugins.font;
if (plugin) {
  plugin.init = () => {
    for (const href of ["/static/webclient/fonts/DejaVuSansMono.css", ...addresses]) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
    }
    document.body.style.fontFamily = localStorage.getItem("evenniaFontFamily") ?? "";
    const size = localStorage.getItem("evenniaFontSize");
    document.body.style.fontSize = size === null ? "" : `${size}em`;
  };
}
