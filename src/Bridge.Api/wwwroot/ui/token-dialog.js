import { partsOf } from "./element.js";

const dialog = document.getElementById("token");
const { sentence, token } = partsOf(dialog);
let asking = null;

/** Asks the user for the bridge's token; `isFirst` is false after a refused one. Concurrent callers share one dialog. */
export function askForToken(isFirst) {
  asking ??= new Promise(resolve => {
    sentence.textContent = isFirst
      ? "This bridge requires a token. Ask the person who set it up."
      : "The bridge refused that token: it is wrong or was revoked.";
    token.value = "";
    dialog.showModal();
    dialog.addEventListener("close", () => {
      asking = null;
      resolve(token.value);
    }, { once: true });
  });
  return asking;
}

// The page shows nothing without a token, so Escape must not close the dialog.
dialog.addEventListener("cancel", event => event.preventDefault());
