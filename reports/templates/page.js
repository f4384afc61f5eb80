(() => {
  "use strict";
  const root = document.documentElement;
  const data = JSON.parse(document.getElementById("figure-data").textContent);
  const state = { lang: root.lang.startsWith("zh") ? "zh" : "en", lineup: 0 };
  const views = new Map();

  // Texts in specifications and rows are tokens "@key"; they are looked up in the language shown.
  const say = (value) => {
    if (typeof value === "string") {
      const pair = value[0] === "@" ? data.words[value.slice(1)] : undefined;
      return pair ? pair[state.lang === "zh" ? 0 : 1] : value;
    }
    if (Array.isArray(value)) return value.map(say);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, say(v)]));
    }
    return value;
  };
  const unpack = (table) => table.rows.map((row) => {
    const out = {};
    table.keys.forEach((key, i) => { if (row[i] !== null) out[key] = row[i]; });
    return out;
  });

  // The charting library travels packed; it is unpacked into a script element once.
  async function unpackLibrary() {
    const packed = Uint8Array.from(atob(document.getElementById("bundle").textContent), (c) => c.charCodeAt(0));
    const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const script = document.createElement("script");
    script.textContent = await new Response(plain).text();
    document.head.append(script);
    document.getElementById("no-figures").remove();
  }

  async function draw(place) {
    const figure = data.figures[place.dataset.figure];
    const panel = figure.panels[place.dataset.panel];
    const which = figure.all ? -1 : state.lineup;
    const table = panel.rows[which];
    place.closest("figure").classList.toggle("none", !table);
    if (!table) return;
    const words = say(figure.alt[which]);
    place.setAttribute("aria-label", words);
    if (!place.offsetParent && !place.getClientRects().length) return;
    const font = getComputedStyle(document.body).fontFamily;
    const spec = { ...say(panel.spec), description: words, datasets: { rows: say(unpack(table)) } };
    if (spec.width === "container") spec.autosize = { type: "fit-x", contains: "padding" }; // heights follow the rows
    const old = views.get(place);
    if (old) old.finalize();
    const names = { labelLimit: Math.min(data.config.axisY.labelLimit, 0.34 * place.clientWidth) };
    const columns = Math.max(1, Math.floor(place.clientWidth / 250)); // legends stay inside their figure
    const labelLimit = Math.max(80, Math.min(data.config.legend.labelLimit, place.clientWidth / Math.max(2, columns) - 60));
    const config = { ...data.config, font, axisY: names, legend: { ...data.config.legend, columns, labelLimit } };
    const done = await vegaEmbed(place, spec, { actions: false, renderer: "svg", config, tooltip: { theme: "light" } });
    views.set(place, done);
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", words);
    place.querySelectorAll("svg").forEach((svg) => svg.setAttribute("aria-hidden", "true"));
  }

  let library;
  async function drawAll() {
    library ??= unpackLibrary();
    await library;
    for (const place of document.querySelectorAll(".plot")) {
      try { await draw(place); } catch (error) { console.error(place.dataset.panel, error); }
    }
    root.dataset.drawn = `${state.lang}-${state.lineup}`;
  }

  function show() {
    root.lang = state.lang === "zh" ? "zh-CN" : "en";
    root.dataset.lineup = state.lineup;
    document.title = data.title[state.lang === "zh" ? 0 : 1];
    document.querySelectorAll("[data-lang]").forEach((b) => b.setAttribute("aria-pressed", b.dataset.lang === state.lang));
    document.querySelectorAll("[data-pick]").forEach((b) => b.setAttribute("aria-pressed", +b.dataset.pick === state.lineup));
  }
  function choose(change) {
    Object.assign(state, change);
    show();
    if (typeof DecompressionStream === "function") drawAll();
  }

  // "#en", "#zh" and "#lineup=1" (joined by "&") in the address choose what is shown at first.
  for (const word of location.hash.slice(1).split("&")) {
    if (word === "en" || word === "zh") state.lang = word;
    const picked = /^lineup=(\d+)$/.exec(word);
    if (picked && +picked[1] < data.lineups) state.lineup = +picked[1];
  }
  document.querySelectorAll("[data-lang]").forEach((b) => b.addEventListener("click", () => choose({ lang: b.dataset.lang })));
  document.querySelectorAll("[data-pick]").forEach((b) => b.addEventListener("click", () => choose({ lineup: +b.dataset.pick })));

  // A number says on hovering what it rests on.
  document.addEventListener("mouseover", (event) => {
    const number = event.target.closest?.(".n[data-ci]");
    if (!number || number.title) return;
    const [low, high] = number.dataset.ci.split(",");
    number.title = `95% [${low}, ${high}], n = ${(+number.dataset.n).toLocaleString("en")}`;
  });

  const open = (id) => {
    const found = document.getElementById(id);
    if (found && found.tagName === "DETAILS") found.open = true;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link) open(link.getAttribute("href").slice(1));
  });
  open(location.hash.slice(1));
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((d) => { d.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach((d) => { d.open = false; }));
  show();
  if (typeof DecompressionStream === "function") drawAll();
})();
