// The line in the entry box is the only state of the buttons: each tap changes its text. `pad` has
// the beginnings of lines that buttons offer, such as "DNF ", the signs that begin lines, all bibs,
// and whether bibs are typed by `digits` and followed by a mark (`marked`).

// Split a line into its beginning, its bibs, and the rest, such as a mark. The last bib may be
// incomplete, and is "" if the next one is to be typed.
export function split(line, { begins, marked }) {
  const found = begins.filter((begin) => line.startsWith(begin));
  const begin = found.sort((one, other) => other.length - one.length)[0] ?? "";
  const text = line.slice(begin.length);
  const grouped = text.startsWith("(");
  // Without brackets, a mark begins after the first space.
  const end = grouped ? text.indexOf(")") : marked && !begin ? text.trimEnd().indexOf(" ") : -1;
  const list = end < 0 ? text : text.slice(0, end);
  const bibs = grouped ? list.slice(1) : list;
  const rest = end < 0 ? "" : text.slice(grouped ? end + 1 : end);
  return { begin, bibs: bibs ? bibs.split(" ") : [], rest };
}

// Join the parts of a line. If a mark follows, brackets are added around several bibs, and around a
// bib that begins with a sign.
export function join({ begin, bibs, rest = "" }, { marked, signs }) {
  const [first = "", second] = bibs;
  const signed = first && (signs.includes(first[0]) || first.includes(":"));
  const grouped = marked && !begin && (signed || second);
  return begin + (grouped ? `(${bibs.join(" ")})` : bibs.join(" ")) + rest;
}

// Add a rider to a line, or remove the rider.
export function withBib(line, bib, pad) {
  const parts = split(line, pad);
  const others = parts.bibs.filter((other) => other && other !== bib);
  return join({ ...parts, bibs: parts.bibs.includes(bib) ? others : [...others, bib] }, pad);
}

// Type a key. A bib typed by digits is complete as soon as no other bib begins with its digits; for
// others, a space ends it.
export function withKey(line, key, pad) {
  const parts = split(line, pad);
  const others = parts.bibs.slice(0, -1);
  const last = parts.bibs.at(-1) ?? "";
  const typed = (...bibs) => join({ ...parts, bibs: [...others, ...bibs] }, pad);
  const begun = (digits) => pad.bibs.some((bib) => bib.startsWith(digits) && !others.includes(bib));
  if (pad.digits && !parts.rest) {
    if (key === "Backspace") return last.length > 1 ? typed(last.slice(0, -1)) : typed();
    if (key === " ") return last ? typed(last, "") : line;
    if (begun(last + key)) return typed(last + key);
    if (begun(key)) return typed(last, key);
  }
  if (key === "Backspace") return line.slice(0, -1);
  const complete = pad.bibs.includes(last || others.at(-1));
  if (parts.rest || key === " " || !complete) return line + key;
  return `${last ? line : typed()} ${key}`;
}
