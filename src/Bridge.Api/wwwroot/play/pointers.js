/** Presses buttons with mouse and touch. A pointer that slides to another button releases the first and presses the second. */
export function playWithPointers(pad, held, signal) {
  const listen = (type, listener) => pad.addEventListener(type, listener, { signal });
  const source = event => `pointer ${event.pointerId}`;

  const follow = event => {
    const button = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-button]");
    if (button && pad.contains(button)) held.down(source(event), button.dataset.button);
    else held.up(source(event));
  };
  listen("pointerdown", event => {
    if (event.button !== 0) return;
    pad.setPointerCapture(event.pointerId);
    follow(event);
  });
  listen("pointermove", event => pad.hasPointerCapture(event.pointerId) && follow(event));
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) listen(end, event => held.up(source(event)));
  listen("contextmenu", event => event.preventDefault());

  // A button that has the focus is down for as long as Space or Enter is.
  const presses = event => (event.code === "Space" || event.code === "Enter") && event.target.dataset.button;
  listen("keydown", event => {
    if (!presses(event)) return;
    event.preventDefault();
    event.stopPropagation();
    held.down(`focus ${event.code}`, event.target.dataset.button);
  });
  addEventListener("keyup", event => held.up(`focus ${event.code}`), { signal });
  // A screen reader sends a click without pointer or key events.
  listen("click", event => {
    if (event.detail !== 0 || !event.target.dataset.button) return;
    held.down("click", event.target.dataset.button);
    held.up("click");
  });
}
