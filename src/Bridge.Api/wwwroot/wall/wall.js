import { endEmulator } from "../bridge/actions.js";
import { confirmed } from "../ui/confirm.js";
import { partsOf } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";
import { setText } from "../ui/set-text.js";
import { repeatWhileVisible } from "../ui/timing.js";
import { Card } from "./card.js";
import { CreateForm } from "./create-form.js";
import { Pictures } from "./pictures.js";
import { Vectors } from "./vectors.js";
import { countText } from "./wording.js";

const listInterval = 2000;

/** Fills `root` with a card for each emulator and a form that creates one. They stop when the signal aborts. */
export function openWall(root, { bridge, list, signal, onOpen }) {
  root.replaceChildren(document.getElementById("wall").content.cloneNode(true));
  const parts = partsOf(root);
  new Wall(parts, { bridge, list, signal, onOpen });
}

class Wall {
  #parts;
  #context;
  #pictures;
  #cards = new Map();

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { bridge, list, signal } = context;
    this.#pictures = new Pictures(bridge, signal);
    new Vectors(parts, context);
    new CreateForm(parts, context, name => this.#reveal(name));
    const show = emulators => this.#show(emulators);
    list.subscribe(show);
    signal.addEventListener("abort", () => list.unsubscribe(show));
    repeatWhileVisible(listInterval, () => this.#refresh(), signal);
  }

  async #refresh() {
    const { list, signal } = this.#context;
    try {
      await list.refresh(signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#say(error.message, true);
      if (!error.problem) throw error;
    }
  }

  #show(emulators) {
    const names = new Set(emulators.map(({ name }) => name));
    for (const card of this.#cards.values()) if (!names.has(card.name)) this.#remove(card);
    emulators.forEach((emulator, i) => {
      const card = this.#cards.get(emulator.name) ?? this.#add(emulator);
      card.show(emulator);
      const place = this.#parts.cards.children[i];
      if (place !== card.view) this.#parts.cards.insertBefore(card.view, place ?? null);
    });
    this.#say(countText(emulators));
  }

  #add(emulator) {
    const card = new Card(emulator, {
      onOpen: () => this.#context.onOpen(emulator.name), onEnd: () => attempt(() => this.#end(card)),
    });
    this.#cards.set(card.name, card);
    this.#pictures.add(card);
    return card;
  }

  // The focus moves to the next card, because that of a removed element is lost.
  #remove(card) {
    const hadFocus = card.view.contains(document.activeElement);
    const next = card.view.nextElementSibling ?? card.view.previousElementSibling;
    this.#cards.delete(card.name);
    this.#pictures.remove(card);
    card.view.remove();
    if (!hadFocus) return;
    const neighbor = [...this.#cards.values()].find(({ view }) => view === next);
    if (neighbor) neighbor.focus();
    else this.#parts.createButton.focus();
  }

  async #end(card) {
    if (!(await confirmed(`End ${card.name}? Progress that the game has not saved is lost.`, "End"))) return;
    card.setEnding(true);
    // Otherwise a request for its picture may come when it is gone, which is an error in the browser's console.
    this.#pictures.remove(card);
    try {
      await this.#context.bridge.run(endEmulator(card.name));
      notify(`Ended ${card.name}.`);
    } catch (error) {
      this.#pictures.add(card);
      throw error;
    } finally {
      card.setEnding(false);
    }
    await this.#refresh();
  }

  async #reveal(name) {
    if (this.#context.signal.aborted) return;
    await this.#refresh();
    this.#cards.get(name)?.view.scrollIntoView({ block: "nearest" });
  }

  #say(sentence, isBad = false) {
    setText(this.#parts.count, sentence);
    this.#parts.count.classList.toggle("bad", isBad);
  }
}
