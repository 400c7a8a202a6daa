/** Plays with mouse and fingers: down where a pointer comes down, up where it goes, and over to the next button that it slides to. */
export function playWithPointers(pad, held, signal) {
  const listen = (type, listener) => pad.addEventListener(type, listener, { signal });
  const reason = event => `pointer ${event.pointerId}`;

  const follow = event => {
    const button = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-button]");
    if (button && pad.contains(button)) held.down(reason(event), button.dataset.button);
    else held.up(reason(event));
  };
  listen("pointerdown", event => {
    if (event.button !== 0) return;
    pad.setPointerCapture(event.pointerId);
    follow(event);
  });
  listen("pointermove", event => pad.hasPointerCapture(event.pointerId) && follow(event));
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) listen(end, event => held.up(reason(event)));
  listen("contextmenu", event => event.preventDefault());

  // Somebody who reaches a button with Tab presses it with Space or Enter, for as long as that key is down.
  const presses = event => (event.code === "Space" || event.code === "Enter") && event.target.dataset.button;
  listen("keydown", event => {
    if (!presses(event)) return;
    event.preventDefault();
    event.stopPropagation();
    held.down(`focus ${event.code}`, event.target.dataset.button);
  });
  addEventListener("keyup", event => held.up(`focus ${event.code}`), { signal });
  // A screen reader's click comes without a pointer and without a key.
  listen("click", event => {
    if (event.detail !== 0 || !event.target.dataset.button) return;
    held.down("click", event.target.dataset.button);
    held.up("click");
  });
}
