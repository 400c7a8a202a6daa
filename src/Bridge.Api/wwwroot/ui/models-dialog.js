import { copyTextOf } from "./copy.js";
import { partsOf } from "./element.js";

const dialog = document.getElementById("models");
const { serverUrl, configuration, copy } = partsOf(dialog);

/** Shows the address of the tools for language models, and a configuration for their clients. */
export function showModels(url, json) {
  serverUrl.textContent = url;
  configuration.textContent = json;
  dialog.showModal();
}

copy.addEventListener("click", () => copyTextOf(configuration));
