// The changing part of the page. The server has escaped all text in it. A new part replaces the
// old one, except for the text being typed.
const FINGER = 500; // milliseconds to wait for a click after a touch, before the page may change
const THINKING = 3000; // milliseconds to wait for more taps after the latest bib
const AGAIN = 300; // milliseconds before trying to show a delayed version again
const BOARDS = 1e6; // a board's number is this factor times the id of the server's run, plus a count

export class Page {
  constructor(main, box, replaced) {
    Object.assign(this, { main, box, replaced, tag: main.dataset.tag, shown: 0, tapped: 0 });
    const release = () => { this.pressed = false; };
    const lift = () => { this.lifted = setTimeout(release, FINGER); };
    addEventListener("pointerdown", () => { clearTimeout(this.lifted); this.pressed = true; }, true);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, lift, true);
    addEventListener("click", release); // on a busy phone, it fires long after the touch ended
    addEventListener("resize", () => this.showScrolling());
  }

  // True while the user is tapping: the page must not change, so that no button moves.
  get busy() {
    return this.pressed || (this.box.bibs.length && Date.now() - this.tapped < THINKING);
  }

  show(html, answer) {
    const tag = answer.headers.get("ETag");
    const number = Number(answer.headers.get("Board"));
    const sameRun = Math.floor(number / BOARDS) === Math.floor(this.shown / BOARDS);
    // Answers may arrive out of order; after a restart of the server the numbers begin again.
    if (sameRun && number < this.shown) return;
    this.shown = number; // set before a delay, so that an older answer does not replace this one
    clearTimeout(this.held);
    // An answer 304 has no text; it may be for an earlier page than the one shown by now.
    if (tag === this.tag || answer.status === 304) return;
    const page = Object.assign(document.createElement("template"), { innerHTML: html }).content;
    const state = page.getElementById("state");
    if (state && state.dataset.stage === this.box.state?.stage) Object.assign(this.box.state, state.dataset);
    if (this.busy) {
      this.held = setTimeout(() => this.show(html, answer), AGAIN);
      return;
    }
    this.tag = tag;
    document.querySelector("h1").textContent = document.title = decodeURIComponent(answer.headers.get("Tour"));
    this.replace(page);
    this.replaced();
  }

  replace(page) {
    const message = document.getElementById("said")?.textContent;
    const typed = this.box.form && this.box.save();
    const focused = document.activeElement?.name === "line";
    const open = [...this.main.querySelectorAll("details")].map((details) => details.open);
    this.main.replaceChildren(page);
    this.main.querySelectorAll("details").forEach((details, at) => { details.open ||= open[at]; });
    if (message && !document.getElementById("said")?.textContent) this.say(message);
    if (!this.box.form) return;
    this.box.clear();
    this.box.restore(typed);
    if (focused) this.box.form.line.focus();
  }

  say(message) {
    const place = document.getElementById("said");
    if (place) place.textContent = message;
  }

  // Only boxes that can be scrolled are reachable with the Tab key.
  showScrolling() {
    for (const box of this.main.querySelectorAll(".scroll, figure")) {
      const wide = box.scrollWidth > box.clientWidth;
      const name = box.closest("section, article")?.querySelector("h2, h3")?.textContent ?? "";
      const is = { tabindex: "0", role: "region", "aria-label": name };
      for (const [key, value] of Object.entries(is)) wide ? box.setAttribute(key, value) : box.removeAttribute(key);
    }
  }

  // Show the unsent and refused lines, and which buttons are pressed.
  dress(outbox) {
    const added = outbox.waiting.filter(({ op }) => op === "add");
    const waiting = added.map(({ line }) => made("li", { textContent: line || "↵" }));
    document.getElementById("unsent")?.replaceChildren(...outbox.refused.map(refusedRow), ...waiting);
    const press = (button, on) => button.setAttribute("aria-pressed", String(on));
    for (const button of this.main.querySelectorAll("[data-bib]")) press(button, this.box.bibs.includes(button.dataset.bib));
    for (const button of this.main.querySelectorAll("[data-for]")) press(button, button.dataset.for === this.box.begin);
    // Show "Next turn" if there are unsent lines: the first arrival, which starts the turns, may be
    // one of them.
    for (const next of this.main.querySelectorAll("form[data-idle]")) next.hidden &&= !added.length;
    this.showScrolling();
  }
}

export function made(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

function refusedRow({ line, number }) {
  const row = made("li", { className: "refused" });
  const again = made("button", { type: "button", textContent: line });
  const gone = made("button", { type: "button", textContent: "×" });
  again.dataset.again = gone.dataset.drop = number;
  gone.setAttribute("aria-label", `× ${line}`);
  row.append(again, gone);
  return row;
}
