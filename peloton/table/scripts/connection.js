// The connection to the server. The server answers each request when the tour has changed, or after
// a few seconds without a change.
import { changingPart } from "./requests.js";

const BEHIND = 7; // seconds without an answer after which the status is "behind"
const PAUSE = 100; // milliseconds to wait after an answer, so that the server can answer others
const RETRY = 2000; // minimum milliseconds to wait after a failed request

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
  // `arrived` is called after each answer, `changed` whenever the status may have changed.
  constructor(page, arrived, changed) {
    Object.assign(this, { page, arrived, changed, failed: false, heardAt: Date.now(), listening: null });
  }

  start() {
    const restart = () => this.listen();
    document.addEventListener("visibilitychange", restart);
    // "pageshow" also fires on the first load. After "offline" this server may still be reachable.
    for (const event of ["pageshow", "online", "offline"]) addEventListener(event, restart);
    addEventListener("pagehide", () => this.stop());
    setInterval(this.changed, 1000);
  }

  get silent() {
    return Math.round((Date.now() - this.heardAt) / 1000);
  }

  heard() {
    this.heardAt = Date.now();
    this.failed = false;
  }

  lost() {
    this.failed = true;
    this.changed();
  }

  stop() {
    this.listening?.abort();
  }

  async listen() {
    this.stop();
    const { signal } = (this.listening = new AbortController());
    await this.look(signal);
    while (!signal.aborted && !document.hidden) {
      const pause = this.failed ? RETRY * (1 + Math.random()) : PAUSE;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!signal.aborted) await this.look(signal, this.page.shown);
    }
  }

  // Request the page. The server waits while its board still has the number `known`; 0: no wait.
  async look(signal, known = 0) {
    try {
      const answer = await changingPart(this.page.tag, known, signal);
      if (answer.status === 401) location.reload();
      if (!answer.ok && answer.status !== 304) throw new Error();
      this.page.show(await answer.text(), answer);
      this.heard();
    } catch (error) {
      if (signal?.aborted) return;
      if (error.name !== "AbortError") this.failed = true; // no answer in time: the page is behind
    }
    this.changed();
    this.arrived();
  }
}
