// Pixels.
const [gap, margin] = [4, 8];

/** Moves an open popover below a button, or as near to it as the window allows. */
export function placeBelow(popover, button) {
  const place = button.getBoundingClientRect();
  popover.style.left = `${Math.max(margin, Math.min(place.left, innerWidth - popover.offsetWidth - margin))}px`;
  popover.style.top = `${Math.max(margin, Math.min(place.bottom + gap, innerHeight - popover.offsetHeight - margin))}px`;
}
