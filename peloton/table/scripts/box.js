// The entry box, filled by tapping buttons or by typing.

// Return the desk line for the tapped bibs. If a mark will follow and there is no prefix such as
// "DNF ", brackets are added around several bibs, and around a bib that begins with a sign.
export function tappedLine(begin, bibs, marked, signs) {
  const plain = bibs.length === 1 && !signs.includes(bibs[0][0]) && !bibs[0].includes(":");
  const group = begin === "" && marked && !plain;
  return begin + (group ? `(${bibs.join(" ")})` : bibs.join(" "));
}

export class Box {
  constructor(main) {
    Object.assign(this, { main, begin: "", bibs: [], digits: "", edit: null, retried: "" });
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

  get state() {
    return document.getElementById("state")?.dataset;
  }

  get riders() {
    return JSON.parse(this.state.riders || "null");
  }

  get tapped() {
    const bibs = this.digits ? [...this.bibs, this.digits] : this.bibs;
    if (!bibs.length) return this.begin;
    return tappedLine(this.begin, bibs, Boolean(this.main.querySelector(".marks, .keys")), this.state.signs);
  }

  get line() {
    return this.text.trim();
  }

  get empty() {
    return !this.line || this.line === this.begin.trim();
  }

  clear() {
    Object.assign(this, { bibs: [], digits: "", edit: null, retried: "" });
    if (this.form) this.begin = this.text = this.form.dataset.begin;
  }

  tapBib(bib) {
    this.retried = "";
    if (this.edit) {
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
    const typing = this.text !== this.tapped;
    if (this.riders && !this.edit && !typing && this.tapDigit(key)) {
      this.text = this.tapped;
      return;
    }
    if (key === "Backspace") this.text = this.text.slice(0, -1);
    else this.text += (this.bibs.length && !typing && key !== " " ? " " : "") + key;
    if (!this.text) this.clear();
  }

  // Type a bib by its digits; return false if the key is part of the mark. A bib is complete as
  // soon as no other bib begins with its digits.
  tapDigit(key) {
    if (key === "Backspace") {
      if (!this.digits) this.digits = this.bibs.pop() || "";
      this.digits = this.digits.slice(0, -1);
      return true;
    }
    if (key === " ") return this.endBib();
    const digits = this.digits + key;
    const begun = Object.keys(this.riders).filter((bib) => bib.startsWith(digits) && !this.bibs.includes(bib));
    if (!begun.length) return !this.endBib();
    this.digits = digits;
    if (begun.length === 1 && begun[0] === digits) this.endBib();
    return true;
  }

  // Add the bib typed so far; return false if there is none.
  endBib() {
    if (!this.digits) return false;
    if (this.digits in this.riders) Object.assign(this, { bibs: [...this.bibs, this.digits], digits: "" });
    return true;
  }

  retry({ line, number, op, at }) {
    this.clear();
    const there = op === "replace" && this.main.querySelector(`[data-at="${at}"]`);
    if (there) this.edit = { at, was: there.dataset.was };
    this.retried = number;
    this.text = line;
  }

  typed() {
    this.bibs = [];
    this.digits = "";
    if (!this.text && !this.edit) this.clear();
  }

  // Return the line being typed, to restore it after a reload or in a new page.
  save() {
    const { begin, bibs, digits, edit, retried, text } = this;
    return { begin, bibs, digits, edit, retried, text, stage: this.state.stage };
  }

  restore(saved) {
    const { stage, ...fields } = saved || {};
    if (stage === this.state.stage && (fields.text || fields.edit)) Object.assign(this, fields);
  }

  // Label the button "Add" or "Change", mark the edited line, and show the names of typed riders.
  dress() {
    const { form, edit, riders } = this;
    form.querySelector("button").textContent = edit ? form.dataset.change : form.dataset.add;
    form.querySelector(".cancel").hidden = !edit;
    for (const row of this.main.querySelectorAll(".line")) {
      row.classList.toggle("edited", row.querySelector("a").dataset.at === edit?.at);
    }
    const names = riders ? this.bibs.map((bib) => riders[bib]) : [];
    document.getElementById("typed").textContent = names.filter(Boolean).join(", ");
  }
}
