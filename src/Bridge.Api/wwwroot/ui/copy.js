import { notify } from "./notice.js";

/** Copies the text of an element, or selects it where the browser gives no clipboard. Returns whether it was copied. */
export async function copyTextOf(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    notify("Copied.");
    return true;
  } catch {
    // Browsers give the clipboard only to pages on localhost or with TLS.
    getSelection().selectAllChildren(element);
    notify("The text is selected: copy it with the keyboard.");
    return false;
  }
}
