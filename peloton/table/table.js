"use strict";
// The table on a phone. The server's pages are the truth: this only asks for them again when a
// bell rings, and sends lines until they were answered. Nothing a person typed becomes HTML here.
(() => {
  const $ = (id) => document.getElementById(id);
  const root = document.documentElement;
  const main = $("main"), bar = $("bar");
  root.classList.add("quick");
  const kept = (name, value) => {
    try {
      if (value === undefined) return JSON.parse(localStorage.getItem(name));
      localStorage.setItem(name, JSON.stringify(value));
    } catch { return undefined; }  // a phone that keeps nothing
    return value;
  };

  function patience() {  // AbortSignal.timeout, which older phones have not
    const ends = new AbortController();
    setTimeout(() => ends.abort(), 8000);
    return ends.signal;
  }

  // The key of the link stands behind its #, where no log sees it.
  const key = /^#[fw]=([\w-]+)$/.exec(location.hash);
  if (key) {
    history.replaceState(null, "", location.pathname);
    post("/sit", { key: key[1] }).then(async (answer) => {
      if (answer.ok) location.replace((await answer.text()) || "/");
      else say(await answer.text());
    }, () => say(""));
    if (!main || !bar) return;
  }
  if (!bar) return;

  function post(where, fields) {
    return fetch(where, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "text/plain" }, signal: patience() });
  }
  function say(words) { const said = $("said") || document.querySelector("main"); if (said && words) said.textContent = words; }

  // ---- What is shown: asked for on a bell, on return, on waking, and every 15 seconds.
  let tag = main.dataset.tag, heard = Date.now(), asked = 0, known = 0, asking = false, again = false, failed = false;
  async function look() {
    if (asking) { again = true; return; }
    asking = true;
    asked = Date.now();
    try {
      const address = new URL(location.href);
      address.searchParams.set("part", "1");
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(address, { headers, cache: "no-store", signal: patience() });
      if (answer.status === 401) { location.reload(); return; }
      if (answer.status === 200) show(await answer.text(), answer);
      if (answer.ok || answer.status === 304) { heard = Date.now(); failed = false; }
      else failed = true;
    } catch { failed = true; }
    asking = false;
    if (again) { again = false; look(); }
    state();
    send();
  }
  let held = 0, tapped = 0, shown = 0, pressed = false;
  addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(() => { pressed = false; }, 60), true);
  function show(html, answer) {
    const newTag = answer.headers.get("ETag"), number = Number(answer.headers.get("Board"));
    if (newTag === tag || number < shown) return;  // an answer may come after a later one
    shown = number;  // also while that one is held back: an older one must not undo its turn
    clearTimeout(held);
    const page = Object.assign(document.createElement("template"), { innerHTML: html }).content;
    if ($("state") && page.getElementById("state")) Object.assign($("state").dataset, page.getElementById("state").dataset);
    // Nothing moves under a finger that is on its way to the next button.
    if (pressed || (bibs.length && Date.now() - tapped < 3000)) { held = setTimeout(() => show(html, answer), 300); return; }
    tag = newTag;
    const said = $("said") && $("said").textContent;
    const box = $("box") && { line: $("box").line.value, focus: document.activeElement === $("box").line, fields: mending && Object.fromEntries(new FormData($("box"))) };
    const open = [...main.querySelectorAll("details")].map((details) => details.open);
    main.replaceChildren(page);  // the server escaped every word in it
    main.querySelectorAll("details").forEach((details, at) => { if (open.length && open[at]) details.open = true; });
    if (said && !$("said").textContent) $("said").textContent = said;
    if (box && $("box")) {
      $("box").line.value = box.line;
      if (box.fields) for (const name of ["op", "at", "was"]) $("box")[name].value = box.fields[name];
      if (box.focus) $("box").line.focus();
    }
    dress();
  }
  function state() {
    const queue = waiting(), words = [], silent = Math.round((Date.now() - heard) / 1000);
    if (failed) words.push(bar.dataset.off);
    else if (silent > 7) words.push(bar.dataset.behind.replace("{s}", silent));
    if (queue.length) words.push(bar.dataset.waiting.replace("{n}", queue.length));
    bar.className = failed ? "off" : silent > 7 ? "behind" : "live";
    const now = words.join(", ") || bar.dataset.live;
    if (bar.textContent !== now) bar.textContent = now;
  }
  let stream = null;
  function listen() {
    if (stream || document.hidden) return;
    stream = new EventSource("/events");
    stream.onmessage = (event) => {
      heard = Date.now();
      failed = false;
      if (event.data !== known) { known = event.data; look(); } else state();
    };
    stream.onerror = () => { deaf(); setTimeout(listen, 2000 + Math.random() * 2000); look(); };
  }
  function deaf() { if (stream) stream.close(); stream = null; }
  document.addEventListener("visibilitychange", () => { if (document.hidden) deaf(); else { listen(); look(); } });
  addEventListener("pageshow", (event) => { if (event.persisted) { deaf(); listen(); look(); } });
  addEventListener("pagehide", deaf);
  addEventListener("online", () => { deaf(); listen(); look(); });
  addEventListener("offline", () => { failed = true; state(); look(); });  // the table may be on this computer
  setInterval(() => {
    if (Date.now() - asked > 15000 || (failed && Date.now() - asked > 3000)) look();
    if (stream && Date.now() - heard > 10000) { deaf(); listen(); look(); }
    state();
  }, 1000);

  // ---- What is sent: kept until it is answered, in order, each with its number.
  const waiting = () => kept("unsent") || [];
  let sending = false;
  async function send() {
    if (sending || !waiting().length) return;
    sending = true;
    const [first] = waiting();
    try {
      const answer = await post("/change", first);
      if (answer.status === 429 || answer.status === 401 || answer.status >= 500) throw new Error();
      const words = await answer.text();
      kept("unsent", waiting().filter((change) => change.number !== first.number));
      failed = false;
      heard = Date.now();
      if (!answer.ok) refuse(first, words);
      else if (location.pathname === "/desk") { if (first.op !== "add") mending = false; show(words, answer); }
      else look();
      sending = false;
      dress();
      send();
    } catch { failed = true; sending = false; setTimeout(send, 2000); }
    state();
  }
  // A line that was refused is kept until it is written again, or dropped by hand.
  const refused = () => kept("refused") || [];
  let retried = "";
  function refuse({ line, number }, words) {
    if (line === "?") line = "";  // nobody is to draw once more by mistake
    if (line) kept("refused", [...refused(), { line, number, words }]);
    if (line && $("box") && $("box").line.value === $("box").dataset.begin) { $("box").line.value = line; retried = number; }
    say(words);
    look();
  }
  function drop(number) { kept("refused", refused().filter((one) => one.number !== number)); dress(); }
  function retry(number) {
    const { line, words } = refused().find((one) => one.number === number);
    clear();
    retried = number;
    $("box").line.value = line;
    say(words);
  }
  let last = 0;
  function change(fields) {
    last = Math.max(last + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
    kept("unsent", [...waiting(), { ...fields, number: String(last) }]) || say("!");
    $("said").textContent = "";
    dress();
    state();
    send();
  }
  function turnNow() {  // as the counter of the desk would be after the lines that wait
    const now = $("state").dataset;
    let turn = now.turn, runs = now.runs === "1";
    for (const { op, line, number } of waiting()) {
      // The page may have a line of which the answer is still on its way.
      if (op !== "add" || turn === "" || Number(number) <= Number(now.heard)) continue;
      if (line.startsWith("@")) turn = line.trim();
      else if (line === "" && runs) turn = `@${Number(turn.slice(1)) + 1}`;
      else if (/^[\w(]/.test(line) && !line.includes(":") && !/^(DNF|DNS|OTL|DSQ|ABS)\b/i.test(line)) runs = true;
    }
    return turn;
  }
  const add = (line) => change({ op: "add", at: "", was: line === "?" ? $("state").dataset.draws : turnNow(), stage: $("state").dataset.stage, line });

  // ---- The pads: each tap writes in the box what would be typed.
  let begin = "", bibs = [], mending = false;
  const plain = () => Boolean(main.querySelector(".marks")) && (begin === "" || begin === "DNF ");
  function written() {
    if (!bibs.length) return begin;
    const group = begin === "" && plain() && (bibs.length > 1 || $("state").dataset.signs.includes(bibs[0][0]) || bibs[0].includes(":"));
    return begin + (group ? `(${bibs.join(" ")})` : bibs.join(" "));
  }
  function clear() {
    begin = ($("box") && $("box").dataset.begin) || "";
    bibs = [];
    mending = false;
    retried = "";
    if ($("box")) { $("box").line.value = begin; $("box").op.value = "add"; $("box").at.value = ""; }
    dress();
  }
  function dress() {
    const made = (name, more) => Object.assign(document.createElement(name), more);
    const row = ({ line, number }) => {
      const item = made("li", { className: "refused" }), again = made("button", { type: "button", textContent: line }), gone = made("button", { type: "button", textContent: "×" });
      again.dataset.again = gone.dataset.drop = number;
      gone.setAttribute("aria-label", `× ${line}`);
      item.append(again, gone);
      return item;
    };
    const sent = waiting().filter((c) => c.op === "add").map((c) => made("li", { textContent: c.line || "↵" }));
    if ($("unsent")) $("unsent").replaceChildren(...refused().map(row), ...sent);
    for (const pads of main.querySelectorAll(".pads")) pads.hidden = false;
    const on = (button, yes) => button.setAttribute("aria-pressed", String(yes));
    main.querySelectorAll("[data-bib]").forEach((button) => on(button, bibs.includes(button.dataset.bib)));
    main.querySelectorAll("[data-for]").forEach((button) => on(button, button.dataset.for === begin));
    const mine = kept("mine");
    if (mine) for (const row of main.querySelectorAll("tbody tr")) row.classList.toggle("mine", [...row.cells].slice(0, 3).some((cell) => cell.textContent === mine));
    if (mine && location.pathname === "/rider" && !location.search) location.replace(`/rider?bib=${encodeURIComponent(mine)}`);
  }
  main.addEventListener("click", (event) => {
    const button = event.target.closest("button[type=button], a[data-at]"), box = $("box");
    if (!button || !box) return;
    tapped = Date.now();
    const { bib, mark, key: letter, send: line, at, was, again, drop: gone } = button.dataset;
    if (again) { retry(again); return; }
    if (gone) { drop(gone); return; }
    if (bib !== undefined || button.dataset.for !== undefined) retried = "";
    if (bib !== undefined) {
      if (mending) { box.line.value += ` ${bib}`; return; }
      // What is counted turn by turn takes one tap each: the next may follow.
      if (begin && $("state").dataset.each.includes(begin)) { add(begin + bib); return; }
      bibs = bibs.includes(bib) ? bibs.filter((other) => other !== bib) : [...bibs, bib];
      box.line.value = written();
    } else if (button.dataset.for !== undefined) {
      begin = begin === button.dataset.for ? box.dataset.begin : button.dataset.for;
      box.line.value = written();
    } else if (mark !== undefined) {
      if (!box.line.value.trim()) return;
      const whole = `${box.line.value.trim()} ${mark}`;
      if (mending) { box.line.value = whole; return; }
      drop(retried);
      clear();
      add(whole);
    } else if (letter !== undefined) {
      if (letter === "Backspace") box.line.value = box.line.value.slice(0, -1);
      else box.line.value += (bibs.length && box.line.value === written() ? " " : "") + letter;
    } else if (line !== undefined) add(line);
    else if (at !== undefined) {
      event.preventDefault();
      mending = true;
      bibs = [];
      Object.entries({ op: "replace", at, was, line: was }).forEach(([name, value]) => { box[name].value = value; });
      box.line.focus();
    }
    dress();
  });
  main.addEventListener("input", (event) => { if (event.target.name === "line") { bibs = []; if (!event.target.value) clear(); dress(); } });
  main.addEventListener("change", (event) => { if (event.target.name === "bib") { kept("mine", event.target.value); event.target.form.requestSubmit(); } });
  main.addEventListener("submit", (event) => {
    if (event.target.getAttribute("action") !== "/change") return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target));
    const { op, at, was, stage, line } = fields;
    if (event.target !== $("box")) { change({ op, at, was, stage, line: "" }); return; }
    if (op === "add") add(line);
    else change({ op, at, was, stage, line });
    drop(retried);
    clear();
  });

  // ---- A television turns from one part to the next.
  if (document.body.classList.contains("wall")) {
    root.classList.add("turning");
    let slide = -1;
    const turn = () => { const slides = [...main.querySelectorAll(".slide")]; slide = (slide + 1) % Math.max(slides.length, 1); slides.forEach((one, at) => one.classList.toggle("shown", at === slide)); };
    turn();
    setInterval(turn, 12000);
    new MutationObserver(() => { slide -= 1; turn(); }).observe(main, { childList: true });
  }
  if (new URLSearchParams(location.search).get("edit")) mending = true;
  clearStale();
  function clearStale() { if ($("box") && !mending) begin = $("box").dataset.begin; dress(); }
  listen();
  look();
})();
