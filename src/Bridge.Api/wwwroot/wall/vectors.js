import { endVector, listVectors, vectorPictures } from "../bridge/actions.js";
import { confirmed } from "../ui/confirm.js";
import { attempt, notify } from "../ui/notice.js";
import { setText } from "../ui/set-text.js";
import { repeatWhileVisible } from "../ui/timing.js";
import { VectorCard } from "./vector-card.js";
import { vectorCountText } from "./wording.js";

const interval = 1000;
// Most bridges have no vectors, so a page without cards asks only every fifth time.
const intervalsWithout = 5;

/** Keeps a card for each vector, with its latest pictures, while the page is visible and until the signal aborts. */
export class Vectors {
  #parts;
  #bridge;
  #signal;
  #cards = new Map();
  #turn = 0;

  constructor(parts, { bridge, signal }) {
    [this.#parts, this.#bridge, this.#signal] = [parts, bridge, signal];
    repeatWhileVisible(interval, () => this.#cards.size > 0 || this.#turn++ % intervalsWithout === 0 ? this.#refresh() : undefined, signal);
  }

  // The wall says what is wrong with the bridge.
  async #refresh() {
    const options = { signal: this.#signal, isPoll: true };
    try {
      this.#show((await this.#bridge.run(listVectors, options)).vectors);
      for (const card of this.#cards.values())
        if (card.hasPictures) await card.draw(await this.#bridge.file(vectorPictures(card.name), options));
    } catch (error) {
      if (error.name !== "AbortError" && !error.problem && !(error instanceof TypeError)) throw error;
    }
  }

  #show(vectors) {
    const names = new Set(vectors.map(({ name }) => name));
    for (const card of this.#cards.values()) if (!names.has(card.name)) this.#remove(card);
    for (const vector of vectors) (this.#cards.get(vector.name) ?? this.#add(vector)).show(vector);
    this.#parts.vectors.hidden = vectors.length === 0;
    setText(this.#parts.vectorCount, vectorCountText(vectors));
  }

  #add(vector) {
    const card = new VectorCard(vector, { onEnd: () => attempt(() => this.#end(card)) });
    this.#cards.set(card.name, card);
    this.#parts.vectorCards.append(card.view);
    return card;
  }

  #remove(card) {
    this.#cards.delete(card.name);
    card.view.remove();
  }

  async #end(card) {
    if (!(await confirmed(`End ${card.name}? Its games are lost.`, "End"))) return;
    card.setEnding(true);
    // Otherwise a request for its pictures may come when it is gone, which is an error in the browser's console.
    card.hasPictures = false;
    try {
      await this.#bridge.run(endVector(card.name));
      notify(`Ended ${card.name}.`);
    } finally {
      card.setEnding(false);
    }
    await this.#refresh();
  }
}
