// The entry box, filled by tapping buttons or by typing.

// Return the line for the tapped bibs. Without a prefix, and where a mark follows, they are put
// in brackets as a group: several bibs, or a single one that could be read as a sign.
export function tappedLine(begin, bibs, marked, signs) {
  const plain = bibs.length === 1 && !signs.includes(bibs[0][0]) && !bibs[0].includes(":");
  const group = begin === "" && marked && !plain;
  return begin + (group ? `(${bibs.join(" ")})` : bibs.join(" "));
}

export class Box {
  constructor(main) {
    Object.assign(this, { main, begin: "", bibs: [], editing: false, retried: "" });
  }

  // Not cached: the page replaces the form at each change.
  get form() {
    return document.getElementById("box");
  }

  get text() {
    return this.form.line.value;
  }

  set text(line) {
    this.form.line.value = line;
  }

  get tapped() {
    if (!this.bibs.length) return this.begin;
    const { signs } = document.getElementById("state").dataset;
    return tappedLine(this.begin, this.bibs, Boolean(this.main.querySelector(".marks")), signs);
  }

  clear() {
    Object.assign(this, { bibs: [], editing: false, retried: "", begin: "" });
    if (!this.form) return;
    this.begin = this.text = this.form.dataset.begin;
    this.form.op.value = "add";
    this.form.at.value = "";
  }

  tapBib(bib) {
    this.retried = "";
    if (this.editing) {
      this.text += ` ${bib}`;
      return;
    }
    const chosen = this.bibs.includes(bib);
    this.bibs = chosen ? this.bibs.filter((other) => other !== bib) : [...this.bibs, bib];
    this.text = this.tapped;
  }

  tapBeginning(begin) {
    this.retried = "";
    this.begin = this.begin === begin ? this.form.dataset.begin : begin;
    this.text = this.tapped;
  }

  tapKey(key) {
    if (key === "Backspace") this.text = this.text.slice(0, -1);
    else this.text += (this.bibs.length && this.text === this.tapped ? " " : "") + key;
  }

  edit(at, was) {
    Object.assign(this, { editing: true, bibs: [] });
    this.fill({ op: "replace", at, was, line: was });
    this.form.line.focus();
  }

  retry({ line, number }) {
    this.clear();
    this.retried = number;
    this.text = line;
  }

  typed() {
    this.bibs = [];
    if (!this.text) this.clear();
  }

  fill(fields) {
    for (const [name, value] of Object.entries(fields)) this.form[name].value = value;
  }

  // Return the state to restore after the page has replaced the form.
  save() {
    const { form, text, editing } = this;
    const edited = editing ? { op: form.op.value, at: form.at.value, was: form.was.value } : {};
    return { fields: { ...edited, line: text }, focused: document.activeElement === form.line };
  }

  restore({ fields, focused }) {
    this.fill(fields);
    if (focused) this.form.line.focus();
  }
}
