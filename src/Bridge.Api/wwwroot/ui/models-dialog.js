import { copyTextOf } from "./copy.js";
import { partsOf } from "./element.js";

const dialog = document.getElementById("models");
const { address, configuration, copy } = partsOf(dialog);

/** Shows where the tools for language models are, and what a client's configuration says of that. */
export function showModels(url, json) {
  address.textContent = url;
  configuration.textContent = json;
  dialog.showModal();
}

copy.addEventListener("click", () => copyTextOf(configuration));
