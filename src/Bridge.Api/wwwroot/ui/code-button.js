import { token } from "../bridge/access.js";
import { firstLanguage, Languages } from "../bridge/code.js";
import { copyTextOf } from "./copy.js";
import { element } from "./element.js";
import { placeBelow } from "./place-below.js";

const popover = document.getElementById("code");
const languages = popover.querySelector("fieldset");
const code = popover.querySelector("code");
const copy = popover.querySelector("button");
let shown;

/** Creates a button that shows a request as code to copy. A click calls `action` for the request; if it returns none, nothing is shown. */
export function codeButton(action, what, word = "Code") {
  const title = `Copy as code: ${what}`;
  const button = element("button", { type: "button", className: "code-button", title, "aria-label": title }, word);
  button.addEventListener("click", () => open(button, action()));
  return button;
}

function open(button, action) {
  if (!action) return;
  shown = action;
  write();
  popover.showPopover({ source: button });
  placeBelow(popover, button);
  languages.querySelector(":checked").focus();
}

function write() {
  code.textContent = Languages[chosen()](shown, location.origin, token() !== null);
}

function chosen() {
  return Languages[localStorage.language] ? localStorage.language : firstLanguage(navigator);
}

languages.append(...Object.keys(Languages).map(name => element("label", {}, element("input", {
  type: "radio", name: "language", value: name, checked: name === chosen(),
  onchange: () => {
    localStorage.language = name;
    write();
  },
}), name)));

copy.addEventListener("click", async () => {
  if (await copyTextOf(code)) popover.hidePopover();
});
