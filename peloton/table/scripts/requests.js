// What this phone asks of the table, and what it remembers over a reload.
const LONGEST = 8000;

// AbortSignal.timeout does not exist on older phones.
function deadline() {
  const aborting = new AbortController();
  setTimeout(() => aborting.abort(), LONGEST);
  return aborting.signal;
}

export function post(path, fields) {
  const body = new URLSearchParams(fields);
  return fetch(path, { method: "POST", body, headers: { Accept: "text/plain" }, signal: deadline() });
}

// The changing part of this page, unless it is the one with this tag.
export function changingPart(tag) {
  const address = new URL(location.href);
  address.searchParams.set("part", "1");
  const headers = tag ? { "If-None-Match": tag } : {};
  return fetch(address, { headers, cache: "no-store", signal: deadline() });
}

export function stored(name, value) {
  try {
    if (value === undefined) return JSON.parse(localStorage.getItem(name));
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return undefined; // a phone that stores nothing
  }
  return value;
}
