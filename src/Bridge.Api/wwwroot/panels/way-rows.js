import { element } from "../ui/element.js";

const maxWays = 8;

/** The rows in which ways are written: one to eight of them. */
export class WayRows {
  #list;
  #addButton;

  constructor({ ways, addWay }, first) {
    [this.#list, this.#addButton] = [ways, addWay];
    for (const way of first) this.#add(way);
    addWay.addEventListener("click", () => this.#add("").focus());
  }

  /** The ways as they are written. */
  get ways() {
    return this.#inputs.map(({ value }) => value);
  }

  get #inputs() {
    return [...this.#list.querySelectorAll("input")];
  }

  #add(value) {
    const input = element("input", {
      className: "grow", value, maxLength: 1000, autocomplete: "off", spellcheck: false, placeholder: "no press",
    });
    const remove = element("button", { type: "button", title: "Remove", onclick: () => this.#remove(row) }, "✕");
    const row = element("li", { className: "row" }, input, remove);
    this.#list.append(row);
    this.#number();
    return input;
  }

  #remove(row) {
    const index = [...this.#list.children].indexOf(row);
    row.remove();
    this.#number();
    this.#inputs[Math.min(index, this.#inputs.length - 1)].focus();
  }

  #number() {
    const rows = [...this.#list.children];
    rows.forEach((row, index) => {
      row.querySelector("input").setAttribute("aria-label", `Way ${index + 1}`);
      const remove = row.querySelector("button");
      remove.setAttribute("aria-label", `Remove way ${index + 1}`);
      remove.hidden = rows.length === 1;
    });
    this.#addButton.hidden = rows.length === maxWays;
  }
}
