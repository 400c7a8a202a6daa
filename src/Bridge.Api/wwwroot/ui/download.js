import { element } from "./element.js";

// Milliseconds. Browsers read the bytes after the click.
const keptFor = 60_000;

/** Lets the browser save bytes as a file of this name. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}
