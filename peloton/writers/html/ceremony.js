(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  addEventListener("DOMContentLoaded", () => {
    const scenes = [...document.querySelectorAll(".scene")];
    const footer = document.querySelector("footer");
    const [back, forward] = footer.querySelectorAll("button");
    // A page that is loaded again stays at its scene.
    let place = Math.min(Math.max(Number.parseInt(location.hash.slice(1), 10) || 1, 1), scenes.length) - 1;
    const show = (next) => {
      if (next < 0 || next >= scenes.length) return;
      const [old, scene] = [scenes[place], scenes[next]];
      const before = old === scene ? new Map() : bars(old);
      old.classList.remove("shown");
      scene.classList.add("shown");
      place = next;
      scrollTo(0, 0);
      move(before, bars(scene));
      back.disabled = place === 0;
      forward.disabled = place === scenes.length - 1;
      footer.querySelector(".count").textContent = `${place + 1} / ${scenes.length}`;
      footer.querySelector(".hint").hidden = place > 0;
      history.replaceState(null, "", `#${place + 1}`);
    };
    const STEPS = {
      ArrowRight: 1, ArrowDown: 1, PageDown: 1, Enter: 1, " ": 1,
      ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Backspace: -1,
    };
    addEventListener("keydown", (event) => {
      const onButton = event.target.matches("button") && ["Enter", " "].includes(event.key);
      if (!(event.key in STEPS) || onButton || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      show(place + STEPS[event.key]);
    });
    document.querySelector("main").addEventListener("click", () => show(place + 1));
    back.addEventListener("click", () => show(place - 1));
    forward.addEventListener("click", () => show(place + 1));
    footer.hidden = false;
    show(place);
  });
})();
