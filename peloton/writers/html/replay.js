// The moving bars of a replay, on the page of a ceremony and at the live table.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = { duration: 1200, easing: "cubic-bezier(.4, 0, .2, 1)" };

// The place and the length of each bar of a replay, by bib or team.
const bars = (scene) =>
  new Map([...scene.querySelectorAll("[data-who]")].map((row) => [
    row.dataset.who,
    { row, top: row.getBoundingClientRect().top, share: Number(row.dataset.share) },
  ]));

// Move every row from its old place to its new one, and let its bar grow, unless the viewer wants
// no motion.
const move = (before, after) => {
  if (still.matches || !before.size) return;
  for (const [who, { row, top, share }] of after) {
    const old = before.get(who);
    if (!old) {
      row.animate([{ opacity: 0 }, { opacity: 1 }], MOVE);
      continue;
    }
    row.animate([{ transform: `translateY(${old.top - top}px)` }, { transform: "none" }], MOVE);
    if (share) {
      const bar = row.querySelector("rect");
      bar.animate([{ transform: `scaleX(${old.share / share})` }, { transform: "none" }], MOVE);
    }
  }
};
