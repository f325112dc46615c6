// The connection to the server: listen to its event stream, and poll if the stream is silent.
import { changingPart } from "./requests.js";

const BEHIND = 7; // seconds without a message until the status is "behind"
const DEAD = 10000; // milliseconds without a message until the stream is opened again
const SELDOM = 15000; // milliseconds between polls
const OFTEN = 3000; // milliseconds between polls after a failure
const RETRY = 2000; // minimum milliseconds until a failed stream is opened again

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
  // `arrived` is called after each request, `changed` whenever the status may have changed.
  constructor(page, arrived, changed) {
    Object.assign(this, { page, arrived, changed, failed: false, known: "", stream: null });
    Object.assign(this, { asking: false, again: false, heardAt: Date.now(), askedAt: 0 });
  }

  start() {
    const resume = () => { this.reopen(); this.look(); };
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : resume()));
    addEventListener("pageshow", (event) => { if (event.persisted) resume(); });
    addEventListener("pagehide", () => this.close());
    addEventListener("online", resume);
    addEventListener("offline", () => { this.lost(); this.look(); }); // the server may run on this computer
    setInterval(() => this.check(), 1000);
    resume();
  }

  check() {
    const asked = Date.now() - this.askedAt;
    if (asked > SELDOM || (this.failed && asked > OFTEN)) this.look();
    if (this.stream && Date.now() - this.heardAt > DEAD) {
      this.reopen();
      this.look();
    }
    this.changed();
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

  async look() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    this.askedAt = Date.now();
    try {
      const answer = await changingPart(this.page.tag);
      if (answer.status === 401) {
        location.reload();
        return;
      }
      if (answer.ok || answer.status === 304) {
        this.page.show(await answer.text(), answer);
        this.heard();
      } else this.failed = true;
    } catch {
      this.failed = true;
    }
    this.asking = false;
    if (this.again) {
      this.again = false;
      this.look();
    }
    this.changed();
    this.arrived();
  }

  open() {
    if (this.stream || document.hidden) return;
    this.stream = new EventSource("/events");
    this.stream.onmessage = ({ data }) => {
      this.heard();
      if (data === this.known) {
        this.changed();
        return;
      }
      this.known = data;
      this.look();
    };
    this.stream.onerror = () => {
      this.close();
      setTimeout(() => this.open(), RETRY + Math.random() * RETRY);
      this.look();
    };
  }

  close() {
    this.stream?.close();
    this.stream = null;
  }

  reopen() {
    this.close();
    this.open();
  }
}
