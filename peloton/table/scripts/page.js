// The page as the server sent it last. The server has escaped all text in it, and answers a request
// when the tour has changed, or after a few seconds without a change. A new page replaces the old
// one, except for what the user is typing.
const LONGEST = 5500; // timeout of a request, in milliseconds
const BEHIND = 5; // seconds without an answer after which the status is "behind"
const PAUSE = 100; // milliseconds to wait after an answer, so that the server can answer others
const RETRY = 1000; // minimum milliseconds to wait after a failed request
const FINGER = 500; // milliseconds to wait for a click after a touch, before the page may change
const BOARDS = 1e6; // a board's number is this factor times the id of the server's run, plus a count

// Send a request that ends after some seconds; AbortSignal.timeout does not exist on older phones.
function request(address, options, aborting = new AbortController()) {
  setTimeout(() => aborting.abort(), LONGEST);
  return fetch(address, { ...options, signal: aborting.signal });
}

export const post = (path, fields) => request(path, { method: "POST", body: new URLSearchParams(fields) });

// Return the class and the text of the status bar; `silent` is in seconds, `waiting` in lines.
export function status({ failed, silent, waiting }, words) {
  const late = silent > BEHIND;
  const parts = [
    failed ? words.off : late ? words.behind.replace("{s}", silent) : "",
    waiting ? words.waiting.replace("{n}", waiting) : "",
  ];
  const text = parts.filter(Boolean).join(", ") || words.live;
  return { name: failed ? "off" : late ? "behind" : "live", text };
}

export class Page {
  // `dress` is called after each change of the page, `update` after each answer and once a second.
  constructor(dress, update = () => {}) {
    Object.assign(this, { dress, update, tag: "", shown: 0, held: null, failed: false, state: stateOf(document) });
    this.heard();
    setInterval(update, 1000);
    // "pageshow" also fires on the first load. After "offline" this server may still be reachable.
    for (const event of ["visibilitychange", "pageshow", "online", "offline"]) addEventListener(event, () => this.listen());
    addEventListener("pagehide", () => this.asking?.abort());
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

  get silent() { return Math.round((Date.now() - this.heardAt) / 1000); }
  heard() { Object.assign(this, { heardAt: Date.now(), failed: false }); }

  async listen() {
    this.asking?.abort();
    const loop = (this.loop = {});
    for (let known = 0; loop === this.loop && !document.hidden; known = this.shown) {
      await this.look(known);
      const pause = this.failed ? RETRY * (1 + Math.random()) : PAUSE;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  // Request the page. The server waits while its board still has the number `known`; 0: no wait.
  async look(known = 0) {
    const address = new URL(location.href);
    address.searchParams.set("board", known);
    const asking = (this.asking = new AbortController());
    try {
      const answer = await request(address, { headers: { "If-None-Match": this.tag }, cache: "no-store" }, asking);
      // The seat is gone, or the game leader took rights away: the server says which.
      if (answer.status === 401 || answer.status === 403) location.reload();
      if (!answer.ok && answer.status !== 304) throw new Error();
      this.show(await answer.text(), answer);
      this.heard();
    } catch {
      // Without an answer in time, the request is aborted, and the page is only behind.
      if (asking === this.asking && !asking.signal.aborted) this.failed = true;
    }
    this.update();
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
    const focused = main.querySelector(":focus");
    for (const { id, open } of main.querySelectorAll("details[id]")) {
      const same = next.querySelector(`#${id}`);
      if (same) same.open = open;
    }
    if (this.state?.stage === stateOf(document)?.stage) {
      for (const own of main.querySelectorAll("[data-own]")) next.querySelector(`#${own.id}`)?.replaceWith(own);
    }
    const focus = focused && sameElement(focused, next);
    main.replaceChildren(...next.childNodes);
    focus?.focus({ preventScroll: true });
    this.held = null;
    this.dress();
  }
}

// Return the element of a new page with the same id, or the same words before a colon.
function sameElement(element, page) {
  const words = ({ id, ariaLabel, textContent }) => id || (ariaLabel ?? textContent).split(":")[0];
  return [...page.querySelectorAll(element.tagName)].find((other) => words(other) === words(element));
}

const stateOf = (page) => page.getElementById("state")?.dataset;
