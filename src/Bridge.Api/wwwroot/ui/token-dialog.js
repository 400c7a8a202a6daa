import { partsOf } from "./element.js";

const dialog = document.getElementById("token");
const { sentence, token } = partsOf(dialog);
let asking = null;

/** Asks for the bridge's token, once for all who need it at that time. It is empty when somebody refuses. */
export function askForToken(isFirst) {
  asking ??= new Promise(resolve => {
    sentence.textContent = isFirst
      ? "This bridge asks for a token. Whoever set it up has one."
      : "That is none of this bridge's tokens, or no longer.";
    token.value = "";
    dialog.showModal();
    dialog.addEventListener("close", () => {
      asking = null;
      resolve(token.value);
    }, { once: true });
  });
  return asking;
}

// There is nothing to see without one.
dialog.addEventListener("cancel", event => event.preventDefault());
