// The unsent changes of this phone: they are sent in order and retried until answered. A line
// that the server refused is stored with its message, until the user takes it back.

// Return the message of a page that refuses a change, or the answer itself if it is not a page.
const messageOf = (text) =>
  new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]")?.textContent.trim() || text;

export class Outbox {
  // `stored` reads or writes a value on the phone, `post` sends a form, `table` has the callbacks
  // `accepted`, `refused` and `unreachable`.
  constructor(stored, post, table) {
    Object.assign(this, { stored, post, table, sending: false, last: 0 });
  }

  get changes() { return this.stored("unsent") || []; }
  get waiting() { return this.changes.filter(({ message }) => message === undefined); }
  get refused() { return this.changes.filter(({ message }) => message !== undefined); }

  // Return the number of turns begun by changes numbered above `applied`, the latest change that
  // the page contains.
  turnsAfter(applied) {
    return this.waiting.filter(({ op, line, number }) => op === "add" && !line && Number(number) > applied).length;
  }

  // Store a change and send it. Its number is above `applied`, even if the clock was set back.
  // Return false if the phone has no storage: then nothing is sent.
  put(change, applied = 0) {
    this.last = Math.max(this.last + 1, applied + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
    const saved = this.stored("unsent", [...this.changes, { ...change, number: String(this.last) }]);
    this.send();
    return Boolean(saved);
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.waiting.length) await this.sendFirst();
    } catch {
      this.table.unreachable();
    }
    this.sending = false;
  }

  async sendFirst() {
    const [change] = this.waiting;
    const answer = await this.post("/change", change);
    if (answer.status === 429 || answer.status === 401 || answer.status >= 500) throw new Error();
    const text = await answer.text();
    const again = change.line && change.line !== "?"; // never retried: it would draw more cards
    const refused = !answer.ok && { ...change, message: messageOf(text) };
    this.take(change.number, ...(refused && again ? [refused] : []));
    if (refused) this.table.refused(refused);
    else this.table.accepted(text, answer);
  }

  // Remove and return a change; others may take its place.
  take(number, ...others) {
    const { changes } = this;
    this.stored("unsent", [...changes.filter((change) => change.number !== number), ...others]);
    return changes.find((change) => change.number === number);
  }
}
