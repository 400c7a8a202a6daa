import { say } from "./notice.js";

/** Copies the text of an element, or selects it where the browser gives no clipboard. Returns whether it was copied. */
export async function copyTextOf(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    say("Copied.");
    return true;
  } catch {
    // Browsers give the clipboard only to pages on localhost or with TLS.
    getSelection().selectAllChildren(element);
    say("Selected; copy it with your keyboard.");
    return false;
  }
}
