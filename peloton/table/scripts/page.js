// The page as the server sent it last. The server has escaped all text in it. A new page replaces
// the old one, except for what the user is typing.
const FINGER = 500; // milliseconds to wait for a click after a touch, before the page may change
const BOARDS = 1e6; // a board's number is this factor times the id of the server's run, plus a count

export class Page {
  // `dress` is called after each change of the page.
  constructor(dress) {
    Object.assign(this, { dress, tag: "", shown: 0, held: null, state: stateOf(document) });
    // No button may move between a touch and its click, which comes late on a busy phone, nor before
    // the browser has handled the click: it does not submit a form that is gone.
    const lift = (delay) => {
      clearTimeout(this.lifted);
      this.lifted = setTimeout(() => this.release(), delay);
    };
    addEventListener("pointerdown", () => { clearTimeout(this.lifted); this.pressed = true; }, true);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => lift(FINGER), true);
    addEventListener("click", () => lift(0), true);
    addEventListener("change", ({ target }) => { if (target.matches("select[id]")) target.dataset.own = ""; });
  }

  show(html, answer) {
    const number = Number(answer.headers.get("Board"));
    const sameRun = Math.floor(number / BOARDS) === Math.floor(this.shown / BOARDS);
    // Answers may arrive out of order; after a restart of the server the numbers begin again.
    if (sameRun && number < this.shown) return;
    this.shown = number;
    if (answer.status === 304) return;
    this.tag = answer.headers.get("ETag");
    this.held = new DOMParser().parseFromString(html, "text/html");
    this.state = stateOf(this.held);
    if (!this.pressed) this.release();
  }

  release() {
    this.pressed = false;
    if (!this.held) return;
    const main = document.querySelector("main");
    const next = this.held.querySelector("main");
    document.querySelector("h1").textContent = document.title = this.held.title;
    const focused = document.activeElement;
    for (const { id, open } of main.querySelectorAll("details[id]")) {
      const same = next.querySelector(`#${id}`);
      if (same) same.open = open;
    }
    if (this.state?.stage === stateOf(document)?.stage) {
      for (const own of main.querySelectorAll("[data-own]")) next.querySelector(`#${own.id}`)?.replaceWith(own);
    }
    main.replaceChildren(...next.childNodes);
    this.held = null;
    if (main.contains(focused)) focused.focus();
    this.dress();
  }
}

const stateOf = (page) => page.getElementById("state")?.dataset;
