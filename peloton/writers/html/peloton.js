"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");

  // Light or dark: as the device has it, until the reader chooses.
  const remembered = (value) => {
    try {
      if (value === undefined) return localStorage.getItem("peloton-light");
      localStorage.setItem("peloton-light", value);
    } catch { /* a page opened from a file may not be allowed to remember */ }
    return null;
  };
  const light = remembered();
  if (light === "light" || light === "dark") root.dataset.light = light;
  const isDark = () =>
    (root.dataset.light ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

  // The part that the address names, or in which what it names stands.
  const select = () => {
    const parts = [...document.querySelectorAll(".part")];
    const name = location.hash.slice(1);
    const aim = document.getElementById(name);
    const chosen = aim?.closest(".part") ?? parts[0];
    for (const part of parts) part.classList.toggle("shown", name === "all" || part === chosen);
    for (const link of document.querySelectorAll("nav a[href^='#']")) {
      if (link.hash === (name === "all" ? "#all" : `#${chosen?.id}`)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (aim && aim !== chosen) aim.scrollIntoView();
    else scrollTo(0, 0);
    showCurrent();
  };
  const showCurrent = () => {
    const nav = document.querySelector("nav");
    const link = nav?.querySelector("[aria-current]");
    if (link) nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  };

  // What a cell is sorted by: its figure, or its letters; a blank comes last.
  const letters = new Intl.Collator(root.lang, { numeric: true });
  const key = (row, at, figures) => {
    const cell = row.cells[at];
    const shown = cell.dataset.v ?? cell.textContent;
    const figure = figures && shown !== "" ? Number(shown) : NaN;
    return { shown, figure, place: shown === "" ? 2 : figures && Number.isNaN(figure) ? 1 : 0 };
  };
  const asPrinted = new WeakMap();
  const sort = (head) => {
    // Most points first, but the lowest rank; a second press turns it round.
    const figures = "first" in head.dataset;
    const down = head.ariaSort ? head.ariaSort === "ascending" : head.cellIndex && head.dataset.first === "most";
    const order = down ? "descending" : "ascending";
    const turn = order === "ascending" ? 1 : -1;
    const body = head.closest("table").tBodies[0];
    // Equals stay as they are on the sheet.
    if (!asPrinted.has(body)) asPrinted.set(body, [...body.rows]);
    const rows = asPrinted.get(body).map((row) => [key(row, head.cellIndex, figures), row]);
    rows.sort(([a], [b]) =>
      a.place - b.place
      || turn * (a.place === 0 && figures ? a.figure - b.figure : letters.compare(a.shown, b.shown)));
    body.append(...rows.map(([, row]) => row));
    for (const each of head.parentElement.cells) each.removeAttribute("aria-sort");
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
    });
    if (document.querySelector("nav a[href^='#']")) select();
    else showCurrent();
  });
})();
