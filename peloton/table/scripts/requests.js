// Requests to the server, and values stored on the phone.
const LONGEST = 8000; // timeout of a request, in milliseconds

// AbortSignal.timeout and AbortSignal.any do not exist on older phones.
function deadline(signal) {
  const aborting = new AbortController();
  setTimeout(() => aborting.abort(), LONGEST);
  signal?.addEventListener("abort", () => aborting.abort());
  return aborting.signal;
}

export function post(path, fields) {
  const body = new URLSearchParams(fields);
  return fetch(`${path}?part=1`, { method: "POST", body, signal: deadline() });
}

// Request the changing part of this page; the answer is 304 if its tag is unchanged. The server
// answers once the tour differs from the board with the number `known`, or after 5 seconds.
export function changingPart(tag, known, signal) {
  const address = new URL(location.href);
  address.searchParams.set("part", "1");
  address.searchParams.set("board", known);
  return fetch(address, { headers: { "If-None-Match": tag }, cache: "no-store", signal: deadline(signal) });
}

export function stored(name, value) {
  try {
    if (value === undefined) return JSON.parse(localStorage.getItem(name));
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return undefined; // the phone has no storage
  }
  return value;
}
