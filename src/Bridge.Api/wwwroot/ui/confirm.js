import { partsOf } from "./element.js";

const dialog = document.getElementById("confirm");
const { yes } = partsOf(dialog);
const question = document.getElementById("confirm-question");

/** Asks before something that can't be undone; whether the answer was yes. */
export function confirmed(text, verb) {
  question.textContent = text;
  yes.textContent = verb;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(resolve => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}
