import { element } from "../ui/element.js";
import { setText } from "../ui/set-text.js";
import { drawPicture } from "./draw-picture.js";
import { textsOf } from "./wording.js";

/** The card of one emulator on the wall. */
export class Card {
  #emulator;
  #canvas;
  #bezel;
  #parts;

  /** The entity tag of the picture that is shown, or undefined. */
  tag;

  /** The emulator's game, or undefined if it is unknown. */
  game;

  constructor({ name }, { onOpen, onEnd }) {
    this.name = name;
    this.#canvas = element("canvas", { width: 240, height: 160, role: "img", "aria-label": `Picture of ${name}` });
    // The mouse can click the picture as well.
    this.#bezel = element("div", { className: "bezel stale", onclick: onOpen }, this.#canvas);
    this.#parts = {
      state: element("span", { className: "state" }),
      game: element("p", { className: "game" }),
      labels: element("ul", { className: "labels", "aria-label": "Labels" }),
      lease: element("p", { className: "hint" }),
      advice: element("p", { className: "advice" }),
      open: element("button", { type: "button", "aria-label": `Open ${name}`, onclick: onOpen }, "Open"),
      end: element("button", { type: "button", "aria-label": `End ${name}`, onclick: onEnd }, "End…"),
    };
    const { state, game, labels, lease, advice, open, end } = this.#parts;
    this.view = element("li", { className: "card emulator" },
      element("div", { className: "head" }, element("h3", { title: name }, name), state),
      this.#bezel,
      element("div", { className: "about" }, game, labels, lease),
      advice,
      element("div", { className: "row end" }, end, open));
  }

  /** Whether the emulator has pictures. */
  get isLive() {
    return textsOf(this.#emulator).isLive;
  }

  /** Shows an emulator of the list. */
  show(emulator) {
    this.#emulator = emulator;
    if (!this.isLive) this.game = undefined;
    this.#bezel.classList.toggle("stale", !this.isLive || !this.tag);
    const texts = textsOf(emulator, this.game);
    const { state, game, labels, lease, advice, end } = this.#parts;
    setText(state, texts.state);
    state.dataset.state = emulator.state;
    setText(game, texts.game);
    setText(lease, texts.lease);
    setText(advice, texts.advice);
    advice.hidden = !texts.advice;
    end.hidden = !texts.canEnd;
    labels.hidden = texts.labels.length === 0;
    if (texts.labels.join() !== [...labels.children].map(label => label.textContent).join())
      labels.replaceChildren(...texts.labels.map(label => element("li", {}, label)));
  }

  showGame(game) {
    this.game = game ?? undefined;
    this.show(this.#emulator);
  }

  async draw({ tag, png }) {
    await drawPicture(this.#canvas, png);
    this.tag = tag;
    this.#bezel.classList.toggle("stale", !this.isLive);
  }

  /** Prevents a second click on End while the emulator ends. */
  setEnding(isEnding) {
    this.#parts.end.disabled = isEnding;
  }

  focus() {
    this.#parts.open.focus();
  }
}
