// The unsent changes of this phone: they are sent in order and retried until answered. Lines
// that the server refused are stored until the user sends or deletes them.
const RETRY = 2000; // milliseconds between attempts to send

export class Outbox {
  // `stored` reads and writes a value by name, `post` sends a form, `table` has the callbacks.
  constructor(stored, post, table) {
    Object.assign(this, { stored, post, table, sending: false, last: 0 });
  }

  get waiting() {
    return this.stored("unsent") || [];
  }

  get refused() {
    return this.stored("refused") || [];
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

  // Return false if the phone has no storage: then the change is not sent.
  put(change) {
    this.last = Math.max(this.last + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
    const number = String(this.last);
    const saved = this.stored("unsent", [...this.waiting, { ...change, number }]);
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
    this.stored("unsent", this.waiting.filter(({ number }) => number !== change.number));
    if (answer.ok) this.table.accepted(change, text, answer);
    else this.refuse(change, text);
  }

  refuse({ op, at, line, number }, message) {
    const change = line && line !== "?" ? { op, at, line, number, message } : null; // never repeat a draw
    if (change) this.stored("refused", [...this.refused, change]);
    this.table.refused(change, message);
  }

  drop(number) {
    this.stored("refused", this.refused.filter((line) => line.number !== number));
  }
}
