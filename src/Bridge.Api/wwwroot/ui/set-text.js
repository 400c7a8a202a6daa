/** Sets a text that differs. Screen readers announce a text each time it is set, even if it did not change. */
export function setText(part, text) {
  if (part.textContent !== text) part.textContent = text;
}
