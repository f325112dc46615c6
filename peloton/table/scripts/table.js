// The live table on a phone. The state is on the server: the script requests the page again after
// each change, and retries sending lines until they are answered. It never turns text that a user
// typed into HTML.
import { Box } from "./box.js";
import { Connection, status } from "./connection.js";
import { Outbox } from "./outbox.js";
import { Page, made } from "./page.js";
import { post, stored } from "./requests.js";
import { turnSlides, watchReplay } from "./wall.js";

const main = document.querySelector("main");
const bar = document.getElementById("bar");
// The key is in the fragment of the link, so that no server log contains it.
const key = /^#[fw]=([\w-]+)$/.exec(location.hash);
document.documentElement.classList.add("quick");
if (key) sitDown(key[1]);
if (bar) follow();

function sitDown(value) {
  history.replaceState(null, "", location.pathname);
  const form = made("form", { method: "post", action: "/sit", hidden: true });
  form.append(made("input", { name: "key", value }));
  document.body.append(form);
  form.submit();
}

function follow() {
  const box = new Box(main);
  const page = new Page(main, box, dress);
  const connection = new Connection(page, () => outbox.send(), showStatus);
  const outbox = new Outbox(stored, post, { accepted, refused, unreachable: () => connection.lost() });

  function dress() {
    page.dress(outbox);
    if (!box.form) return;
    box.dress();
    stored("typing", box.save());
  }

  function showStatus() {
    const { failed, silent } = connection;
    const now = status({ failed, silent, waiting: outbox.waiting.length }, bar.dataset);
    bar.className = now.name;
    if (bar.textContent !== now.text) bar.textContent = now.text;
  }

  function update() {
    dress();
    showStatus();
  }

  // The answer to a change is the new desk, so only the desk's page shows it.
  function accepted(text, answer) {
    connection.heard();
    if (location.pathname === "/desk") page.show(text, answer);
    update();
  }

  async function refused(change, message) {
    connection.heard();
    await connection.look();
    if (change && box.form && box.text === box.form.dataset.begin) box.retry(change);
    page.say(message);
    update();
  }

  function change(fields) {
    page.say(outbox.put(fields) ? "" : "!");
    update();
  }

  function add(line) {
    const { turn, draws, stage, applied } = box.state;
    const was = line === "?" ? draws : turn;
    change({ op: "add", at: "", was, stage, line, waiting: outbox.linesAfter(Number(applied)) });
  }

  function addMarked(mark) {
    box.endBib();
    if (box.edit) {
      box.text = `${box.text.trim()} ${mark}`;
      return;
    }
    if (box.empty) return;
    const { line, retried } = box;
    outbox.drop(retried);
    box.clear();
    add(`${line} ${mark}`);
  }

  function tapBib(bib) {
    // Facts counted one at a time, such as attacks, are sent at each tap on a bib.
    if (!box.edit && box.begin && box.state.immediate.includes(box.begin)) add(box.begin + bib);
    else box.tapBib(bib);
  }

  const taps = {
    bib: tapBib,
    for: (begin) => box.tapBeginning(begin),
    mark: addMarked,
    key: (letter) => box.tapKey(letter),
    send: add,
    at(at, { was }) {
      box.clear();
      Object.assign(box, { edit: { at, was }, text: was });
      box.form.line.focus();
    },
    cancel: () => box.clear(),
    drop: (number) => outbox.drop(number),
    again(number) {
      const line = outbox.refused.find((other) => other.number === number);
      box.retry(line);
      page.say(line.message);
    },
  };

  main.addEventListener("click", (event) => {
    const button = event.target.closest("button[type=button], a[data-at], a[data-cancel]");
    const name = button && Object.keys(taps).find((tap) => tap in button.dataset);
    if (!name || !box.form) return;
    event.preventDefault();
    page.tapped = Date.now();
    taps[name](button.dataset[name], button.dataset);
    dress();
  });

  main.addEventListener("input", (event) => {
    if (event.target.name !== "line") return;
    box.typed();
    dress();
  });

  main.addEventListener("change", (event) => {
    if (event.target.name !== "bib") return;
    stored("mine", event.target.value);
    event.target.form.requestSubmit();
  });

  main.addEventListener("submit", (event) => {
    if (event.target.getAttribute("action") !== "/change") return;
    event.preventDefault();
    const { op, at, was, stage } = Object.fromEntries(new FormData(event.target));
    if (event.target !== box.form) {
      if (op === "add") add("");
      else change({ op, at, was, stage, line: "" });
      return;
    }
    box.endBib();
    if (box.empty) return;
    const { line, edit, retried } = box;
    box.clear();
    outbox.drop(retried);
    if (edit) change({ op: "replace", ...edit, stage, line });
    else add(line);
  });

  if (document.body.classList.contains("wall")) turnSlides(main);
  watchReplay(main);
  if (box.form) {
    const { op, at, was, line } = box.form;
    const edit = op.value === "replace" ? { at: at.value, was: was.value } : null;
    if (edit) Object.assign(box, { edit, begin: box.form.dataset.begin, text: line.value });
    else box.clear();
    if (!edit) box.restore(stored("typing"));
  }
  const mine = stored("mine");
  if (mine && location.pathname === "/rider" && !location.search) location.replace(`/rider?bib=${encodeURIComponent(mine)}`);
  dress();
  connection.start();
}
