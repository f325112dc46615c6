// The unsent changes of this phone: they are sent in order and retried until answered. A line
// that the server refused is stored with its message, until the user sends or deletes it.
const RETRY = 2000; // milliseconds between attempts to send

export class Outbox {
  // `stored` reads or writes a value on the phone, `post` sends a form, `table` has the callbacks
  // `accepted`, `refused` and `unreachable`.
  constructor(stored, post, table) {
    Object.assign(this, { stored, post, table, sending: false, last: 0 });
  }

  get changes() {
    return this.stored("unsent") || [];
  }

  get waiting() {
    return this.changes.filter(({ message }) => message === undefined);
  }

  get refused() {
    return this.changes.filter(({ message }) => message !== undefined);
  }

  // Return the unsent lines numbered above `applied`, the latest change that the page contains.
  linesAfter(applied) {
    const lines = [];
    for (const { op, number, line } of this.waiting) {
      if (Number(number) <= applied) continue;
      if (op === "add") lines.push(`${line}\n`);
      if (op === "undo") lines.pop();
    }
    return lines.join("");
  }

  // Store a change and send it. Return false if the phone has no storage: then nothing is sent.
  put(change) {
    this.last = Math.max(this.last + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
    const number = String(this.last);
    const saved = this.stored("unsent", [...this.changes, { ...change, number }]);
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
      setTimeout(() => this.send(), RETRY);
    }
    this.sending = false;
  }

  async sendFirst() {
    const [change] = this.waiting;
    const answer = await this.post("/change", change);
    if (answer.status === 429 || answer.status === 401 || answer.status >= 500) throw new Error();
    const text = await answer.text();
    const again = change.line && change.line !== "?"; // never retried: it would draw more cards
    if (!answer.ok && again) this.replace(change, { ...change, message: text });
    else this.replace(change);
    if (answer.ok) this.table.accepted(text, answer);
    else this.table.refused(again ? change : null, text);
  }

  // Replace a stored change by others; without others, delete it.
  replace({ number }, ...others) {
    this.stored("unsent", this.changes.flatMap((change) => (change.number === number ? others : [change])));
  }

  drop(number) {
    this.replace({ number });
  }
}
