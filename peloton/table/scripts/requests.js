// Requests to the server, and values stored on the phone.
const LONGEST = 8000; // timeout of a request, in milliseconds

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

// Request the changing part of this page; the answer is 304 if its tag is unchanged.
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
    return undefined; // the phone has no storage
  }
  return value;
}
