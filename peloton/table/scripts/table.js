// The live table on a phone. The state is on the server: the script requests the page again after
// each change, and retries sending lines until they are answered. It never turns text that a user
// typed into HTML.
import { join, split, withBib, withKey } from "./line.js";
import { Outbox } from "./outbox.js";
import { Page, post, status } from "./page.js";
import { bars, move, showScrolling } from "./shared.js";

const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const fieldsOf = (form) => Object.fromEntries(new FormData(form));
const made = (name, properties) => Object.assign(document.createElement(name), properties);
// The key is in the fragment of the link, so that no server log contains it.
const key = /^#[fw]=([\w-]+)$/.exec(location.hash);
if (key) history.replaceState(null, "", location.pathname);
// A link opened in the tab of this page changes only the fragment.
addEventListener("hashchange", () => /^#[fw]=/.test(location.hash) && location.reload());
// A game leader's page has no form to sit down: there are no more rights to get.
const sit = document.querySelector("form[action='/sit']");
if (key && sit) {
  sit.elements.key.value = key[1];
  sit.submit();
}
document.documentElement.classList.add("quick");
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
if (byId("bar")) follow();
// A phone that waits for permission to write opens the desk once it has it.
else if (location.pathname === "/desk") setInterval(() => fetch("/desk").then(openDesk, () => {}), 3000);
const openDesk = ({ ok }) => ok && location.reload();

function stored(name, value) {
  try {
    if (value === undefined) return JSON.parse(localStorage.getItem(name));
    localStorage.setItem(name, JSON.stringify(value));
    return value;
  } catch {
    return undefined; // the phone has no storage
  }
}

function follow() {
  const page = new Page(show, update);
  const unreachable = () => { page.failed = true; update(); };
  const outbox = new Outbox(stored, post, { accepted, refused, unreachable });
  let replay = new Map();
  let typing = stored("typing") ?? {};

  // The entry box: the fields of its form are the change that is being typed.
  const box = () => byId("box")?.elements;
  const begins = () => all("[data-for]").map((button) => button.dataset.for);
  const pad = () => ({ ...JSON.parse(page.state.pad), begins: begins() });
  const line = () => box().line.value.trim();
  const empty = () => ["", page.state.begin, ...begins()].some((begin) => begin.trim() === line());
  const say = (message) => byId("said")?.replaceChildren(message);

  function fill(text = page.state.begin, { op = "add", at = "", was = "" } = {}) {
    for (const [name, value] of Object.entries({ op, at, was, line: text })) box()[name].value = value;
  }

  // Animate a new page, and add what only this phone knows.
  function show() {
    const now = bars(document.querySelector("main"));
    move(replay, now);
    replay = now;
    showScrolling(all(".scroll, figure"));
    restore();
    dress();
  }

  // Fill a new box with the line that was being typed. If its stage is no longer being entered, the
  // server refuses the line, which is then stored with the reason.
  function restore() {
    const form = byId("box");
    if (!form || "restored" in form.dataset) return;
    form.dataset.restored = "";
    const { blank, ...line } = typing;
    if (line.stage === page.state.stage) fill(line.line, line);
    else if (blank === false && line.stage.endsWith(page.state.stage.split(" ")[1])) outbox.put(line);
  }

  // Show the unsent and refused lines, the pressed buttons, and the line that is being changed.
  function dress() {
    const added = outbox.waiting.filter(({ op }) => op === "add");
    const waiting = added.map((change) => made("li", { textContent: change.line || "↵" }));
    byId("unsent")?.replaceChildren(...outbox.refused.map(refusedRow), ...waiting);
    if (!box()) return;
    // The first arrival, which starts the turns, may be one of the unsent lines.
    for (const next of all("form[data-idle]")) next.hidden &&= !added.length;
    const { begin, bibs } = split(box().line.value, pad());
    for (const button of all("[data-bib]")) button.setAttribute("aria-pressed", bibs.includes(button.dataset.bib));
    for (const button of all("[data-for]")) button.setAttribute("aria-pressed", button.dataset.for === begin);
    const edits = box().op.value === "replace";
    for (const button of all("#box button")) button.textContent = button.dataset[box().op.value];
    byId("box").querySelector("a").hidden = !edits && empty();
    for (const row of all(".line")) row.classList.toggle("edited", edits && row.querySelector("a").dataset.at === box().at.value);
    // Another page of this phone may have stored a line since.
    const typed = { ...fieldsOf(byId("box")), blank: empty() };
    if (`${Object.values(typed)}` !== `${Object.values(typing)}`) stored("typing", (typing = typed));
  }

  function update() {
    outbox.send();
    const { failed, silent } = page;
    const now = status({ failed, silent, waiting: outbox.waiting.length }, byId("bar").dataset);
    byId("bar").className = now.name;
    if (byId("bar").textContent !== now.text) byId("bar").textContent = now.text;
  }

  // The answer to a change is the new desk, so only the desk's page shows it.
  function accepted(text, answer) {
    page.heard();
    if (location.pathname === "/desk") page.show(text, answer);
    dress();
  }

  async function refused({ number, message }) {
    await page.look();
    if (box() && empty()) takeBack(number);
    say(message);
    dress();
  }

  // Put a refused line into the box, in exchange for the line that is there.
  function takeBack(number) {
    const typed = { ...fieldsOf(byId("box")), number: String(Date.now()), message: "" };
    const change = outbox.take(number, ...(empty() ? [] : [typed]));
    if (!change) return;
    const same = change.op === "replace" && change.stage === page.state.stage;
    const there = same && document.querySelector(`[data-at="${change.at}"]`);
    fill(change.line, there ? { ...change, was: there.dataset.was } : {});
    say(change.message);
  }

  // Store and send a change. A line is added to the turn after the turns that are still unsent.
  // After the last stage the page has no state, but forms to undo and redo with fields of their own.
  function put({ op, at, was, line: text = "", ...fields }) {
    const { turn, draws, applied = 0, stage } = page.state ?? fields;
    const next = turn && `@${Number(turn.slice(1)) + outbox.turnsAfter(Number(applied))}`;
    const seen = text === "?" ? draws : next;
    say(outbox.put({ op, at, was: op === "add" ? seen : was, line: text.trim(), stage }, Number(applied)) ? "" : "!");
    dress();
  }

  const add = (text) => put({ op: "add", at: "", line: text });

  function send() {
    const typed = fieldsOf(byId("box"));
    fill();
    put(typed);
  }

  const taps = {
    bib(bib) {
      const { begin } = split(box().line.value, pad());
      // Facts counted one at a time, such as attacks, are sent at each tap on a bib.
      if (begin && page.state.immediate.includes(begin)) add(begin + bib);
      else box().line.value = withBib(box().line.value, bib, pad());
    },
    for(begin) {
      const parts = split(box().line.value, pad());
      box().line.value = join({ ...parts, begin: parts.begin === begin ? page.state.begin : begin }, pad());
    },
    mark(mark) {
      if (empty()) return;
      box().line.value = `${line()} ${mark}`;
      if (box().op.value === "add") send();
    },
    key(letter) {
      box().line.value = withKey(box().line.value, letter, pad()) || page.state.begin;
    },
    send: add,
    at(at, { was }) {
      fill(was, { op: "replace", at, was });
      box().line.focus();
    },
    cancel: () => fill(),
    again: takeBack,
  };

  addEventListener("click", (event) => {
    const button = event.target.closest("button[type=button], a[data-at], a[data-cancel]");
    const name = button && Object.keys(taps).find((tap) => tap in button.dataset);
    if (!name || !box()) return;
    event.preventDefault();
    taps[name](button.dataset[name], button.dataset);
    dress();
  });

  addEventListener("submit", (event) => {
    if (event.target.getAttribute("action") !== "/change") return;
    event.preventDefault();
    if (event.target.id !== "box") put(fieldsOf(event.target));
    else if (!empty()) send();
  });

  addEventListener("input", dress);
  addEventListener("resize", () => showScrolling(all(".scroll, figure")));
  show();
}

function refusedRow({ line, number }) {
  const row = made("li", { className: "refused" });
  row.append(made("button", { type: "button", textContent: line }));
  row.firstChild.dataset.again = number;
  return row;
}
