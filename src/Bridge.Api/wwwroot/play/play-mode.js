/** Returns whether the picture and the pad fill the window. */
export function isInPlayMode() {
  return document.body.classList.contains("playing");
}

export function setPlayMode(isOn) {
  document.body.classList.toggle("playing", isOn);
}
