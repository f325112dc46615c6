// The connection to the server. The server answers each request when the tour has changed, or after
// a few seconds without a change.
const LONGEST = 5500; // timeout of a request, in milliseconds
const BEHIND = 5; // seconds without an answer after which the status is "behind"
const PAUSE = 100; // milliseconds to wait after an answer, so that the server can answer others
const RETRY = 1000; // minimum milliseconds to wait after a failed request

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

export class Connection {
  // `changed` is called after each answer, and once a second.
  constructor(page, changed) {
    Object.assign(this, { page, changed, failed: false, heardAt: Date.now() });
    const restart = () => this.listen();
    document.addEventListener("visibilitychange", restart);
    // "pageshow" also fires on the first load. After "offline" this server may still be reachable.
    for (const event of ["pageshow", "online", "offline"]) addEventListener(event, restart);
    addEventListener("pagehide", () => this.asking?.abort());
    setInterval(changed, 1000);
  }

  get silent() {
    return Math.round((Date.now() - this.heardAt) / 1000);
  }

  heard() {
    Object.assign(this, { heardAt: Date.now(), failed: false });
  }

  lost() {
    this.failed = true;
    this.changed();
  }

  async listen() {
    this.asking?.abort();
    const loop = (this.loop = {});
    for (let known = 0; loop === this.loop && !document.hidden; known = this.page.shown) {
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
      const answer = await request(address, { headers: { "If-None-Match": this.page.tag }, cache: "no-store" }, asking);
      // The seat is gone, or the game leader took rights away: the server says which.
      if (answer.status === 401 || answer.status === 403) location.reload();
      if (!answer.ok && answer.status !== 304) throw new Error();
      this.page.show(await answer.text(), answer);
      this.heard();
    } catch {
      // Without an answer in time, the request is aborted, and the page is only behind.
      if (asking === this.asking && !asking.signal.aborted) this.failed = true;
    }
    this.changed();
  }
}
