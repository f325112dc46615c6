// Of these boxes, make only those reachable with the Tab key that can be scrolled.
function showScrolling(boxes) {
  for (const box of boxes) {
    const wide = box.scrollWidth > box.clientWidth;
    if (wide === box.hasAttribute("tabindex")) continue;
    const title = box.previousElementSibling ?? box.closest("article")?.querySelector("h2");
    const is = { tabindex: "0", role: "region", "aria-label": title?.textContent.trim() ?? "" };
    for (const [key, value] of Object.entries(is)) wide ? box.setAttribute(key, value) : box.removeAttribute(key);
  }
}
