import { element } from "../ui/element.js";
import { setText } from "../ui/set-text.js";
import { drawPicture } from "./draw-picture.js";
import { textsOfVector } from "./wording.js";

/** The card of one vector on the wall: its games' pictures in one. */
export class VectorCard {
  #canvas;
  #bezel;
  #parts;

  /** Whether the vector has pictures. */
  hasPictures = false;

  constructor({ name }, { onEnd }) {
    this.name = name;
    this.#canvas = element("canvas", { width: 240, height: 160, role: "img", "aria-label": `Pictures of ${name}` });
    this.#bezel = element("div", { className: "bezel stale" }, this.#canvas);
    this.#parts = {
      count: element("span", { className: "hint" }),
      game: element("p", { className: "game" }),
      about: element("p", { className: "hint" }),
      lease: element("p", { className: "hint" }),
      end: element("button", { type: "button", "aria-label": `End ${name}`, onclick: onEnd }, "End…"),
    };
    const { count, game, about, lease, end } = this.#parts;
    this.view = element("li", { className: "card emulator vector" },
      element("div", { className: "head" }, element("h3", { title: name }, name), count),
      this.#bezel,
      element("div", { className: "about" }, game, about, lease),
      element("div", { className: "row end" }, end));
  }

  /** Shows a vector of the list. */
  show(vector) {
    const texts = textsOfVector(vector);
    for (const [part, text] of Object.entries(texts)) setText(this.#parts[part], text);
    this.hasPictures = vector.picture !== undefined;
    this.#bezel.hidden = !this.hasPictures;
  }

  async draw(png) {
    await drawPicture(this.#canvas, png);
    this.#bezel.classList.remove("stale");
  }

  /** Prevents a second click on End while the vector ends. */
  setEnding(isEnding) {
    this.#parts.end.disabled = isEnding;
  }
}
