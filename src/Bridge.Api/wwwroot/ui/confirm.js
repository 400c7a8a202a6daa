import { partsOf } from "./element.js";

const dialog = document.getElementById("confirm");
const { yes } = partsOf(dialog);
const question = document.getElementById("confirm-question");

/** Asks the user to confirm an action that can't be undone. Returns whether the user agreed. */
export function confirmed(text, verb) {
  question.textContent = text;
  yes.textContent = verb;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(resolve => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}
