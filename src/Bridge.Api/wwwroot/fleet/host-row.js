import { element } from "../ui/element.js";
import { setText } from "../ui/set-text.js";
import { textsOf } from "./wording.js";

/** The row of one host in the fleet's table. */
export class HostRow {
  #cells;
  #button;

  constructor({ id }, onDrain) {
    this.id = id;
    this.#button = element("button", { type: "button", className: "small", onclick: onDrain });
    this.#cells = {
      state: element("span", { className: "state" }), address: element("code"),
      slots: element("span"), free: element("span"), warm: element("span"), seen: element("span"),
    };
    const { state, address, slots, free, warm, seen } = this.#cells;
    const number = content => element("td", { className: "number" }, content);
    this.view = element("tr", {}, element("th", { scope: "row" }, id), element("td", {}, state), element("td", {}, address),
      number(slots), number(free), number(warm), number(seen), element("td", {}, this.#button));
  }

  /** Shows a host of GET /hosts. */
  show(host) {
    this.host = host;
    const texts = textsOf(host, Date.now());
    for (const [name, cell] of Object.entries(this.#cells)) setText(cell, texts[name]);
    this.#cells.state.dataset.state = texts.style === "live" ? "running" : texts.style;
    setText(this.#button, texts.verb);
    this.#button.setAttribute("aria-label", `${texts.verb.replace("…", "")} ${host.id}`);
    this.#button.hidden = !texts.canDrain;
  }

  /** Prevents a second click while the bridge answers. */
  setBusy(isBusy) {
    this.#button.disabled = isBusy;
  }
}
