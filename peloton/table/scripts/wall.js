// Show the slides on a television one after another.
import { bars, move } from "./replay.js";

const EACH = 12000; // milliseconds to show each slide

export function turnSlides(main) {
  let place = -1;
  const turn = () => {
    const slides = [...main.querySelectorAll(".slide")];
    place = (place + 1) % Math.max(slides.length, 1);
    slides.forEach((slide, at) => slide.classList.toggle("shown", at === place));
  };
  const stay = () => {
    place -= 1;
    turn();
  };
  document.documentElement.classList.add("turning");
  turn();
  setInterval(turn, EACH);
  new MutationObserver(stay).observe(main, { childList: true });
}

// Animate the bars of a ceremony's replay from one scene to the next.
export function watchReplay(main) {
  let before = bars(main);
  new MutationObserver(() => {
    const after = bars(main);
    move(before, after);
    before = after;
  }).observe(main, { childList: true });
}
