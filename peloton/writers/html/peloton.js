"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");

  // Use the light or dark setting of the device until the reader chooses one.
  const remembered = (value) => {
    try {
      if (value === undefined) return localStorage.getItem("peloton-light");
      localStorage.setItem("peloton-light", value);
    } catch { /* a page opened from a file may have no storage */ }
    return null;
  };
  const light = remembered();
  if (light === "light" || light === "dark") root.dataset.light = light;
  const isDark = () =>
    (root.dataset.light ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

  // Show the part that the address names, or that contains the named element.
  let opening, chosen, wanted;
  const mark = (link, on) => (on ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));
  const select = () => {
    const name = location.hash.slice(1);
    const aim = document.getElementById(name);
    if (aim?.matches("main") && chosen) return;
    const all = name === "all";
    const before = chosen;
    chosen = aim?.closest(".part") ?? opening;
    for (const part of document.querySelectorAll(".part")) part.classList.toggle("shown", part === chosen || (all && !part.matches(".card")));
    for (const link of document.querySelectorAll("nav a[href^='#']")) mark(link, link.hash === (all ? "#all" : `#${chosen?.id}`));
    showTabs(name, all);
    if (before && before !== chosen) chosen.focus({ preventScroll: true });
    if (aim?.matches(".tab") && before === chosen) return;
    if (aim && aim !== chosen) aim.scrollIntoView();
    else scrollTo(0, 0);
    showCurrent();
    showTables();
  };
  const showTables = () => showScrolling(document.querySelectorAll(".shown .scroll"));
  // The chosen classification stays selected from stage to stage.
  const showTabs = (name, all) => {
    const named = document.querySelector(`.tabs a[href="#${CSS.escape(name)}"]`);
    if (named) wanted = named.textContent;
    for (const bar of document.querySelectorAll(".tabs")) {
      const links = [...bar.children];
      const link = links.find((tab) => tab.textContent === wanted) ?? links[0];
      for (const tab of links) {
        mark(tab, tab === link);
        document.getElementById(tab.hash.slice(1)).classList.toggle("chosen", all || tab === link);
      }
    }
  };
  // Show the first ten rows of a long table, with a button for all of them.
  const cut = () => {
    const { top, all } = document.querySelector("main").dataset;
    for (const body of document.querySelectorAll(".tab tbody")) {
      if (body.rows.length < 13) continue;
      body.classList.add("cut");
      const more = document.createElement("button");
      more.className = "more";
      more.type = "button";
      more.textContent = `${all} (${body.rows.length})`;
      more.dataset.shown = top;
      body.closest(".scroll").after(more);
    }
  };
  const turn = (more) => {
    const at = more.getBoundingClientRect().top;
    root.classList.toggle("every");
    for (const button of document.querySelectorAll(".more")) [button.textContent, button.dataset.shown] = [button.dataset.shown, button.textContent];
    // Keep the button in place when the tables get shorter again.
    if (!root.classList.contains("every")) scrollBy(0, more.getBoundingClientRect().top - at);
  };
  const showCurrent = () => {
    const nav = document.querySelector("nav");
    const link = nav?.querySelector("[aria-current]");
    if (link) nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  };

  // The sort key of a cell: its number or its letters; empty cells come last.
  const letters = new Intl.Collator(root.lang, { numeric: true });
  const key = (row, at, figures) => {
    const cell = row.cells[at];
    // Trimmed, because without end tags the last cell of a row contains a newline.
    const shown = cell.dataset.v ?? cell.textContent.trim();
    const figure = figures && shown !== "" ? Number(shown) : NaN;
    return { shown, figure, place: shown === "" ? 2 : figures && Number.isNaN(figure) ? 1 : 0 };
  };
  const asPrinted = new WeakMap();
  const sort = (head) => {
    // Most points first, but lowest rank first; a second click reverses the order.
    const figures = "first" in head.dataset;
    const down = head.ariaSort ? head.ariaSort === "ascending" : head.cellIndex && head.dataset.first === "most";
    const order = down ? "descending" : "ascending";
    const turn = order === "ascending" ? 1 : -1;
    const body = head.closest("table").tBodies[0];
    // Equal rows keep the order of the sheet.
    if (!asPrinted.has(body)) asPrinted.set(body, [...body.rows]);
    const rows = asPrinted.get(body).map((row) => [key(row, head.cellIndex, figures), row]);
    rows.sort(([a], [b]) =>
      a.place - b.place
      || turn * (a.place === 0 && figures ? a.figure - b.figure : letters.compare(a.shown, b.shown)));
    body.append(...rows.map(([, row]) => row));
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
  };

  addEventListener("hashchange", select);
  addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".light");
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.light = isDark() ? "light" : "dark";
      remembered(root.dataset.light);
    });
    document.addEventListener("click", (event) => {
      const head = event.target.closest?.("th button")?.parentElement;
      if (head) sort(head);
      const more = event.target.closest?.(".more");
      if (more) turn(more);
      const tab = event.target.closest?.(".tabs a");
      if (!tab) return;
      // The page must not jump when the reader chooses a tab.
      event.preventDefault();
      if (tab.hash !== location.hash) history.pushState(null, "", tab.hash);
      select();
      showTables();
    });
    addEventListener("resize", showTables);
    opening = document.querySelector(".part.shown");
    cut();
    select();
  });
})();
