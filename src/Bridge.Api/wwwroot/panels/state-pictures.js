import { element } from "../ui/element.js";

/** The pictures of named states: the bridge's, or for a state without one, the picture that this browser kept when it saved the state. */
export class StatePictures {
  #context;
  #addresses = new Map();
  #waiting = new Map();
  #last = Promise.resolve();
  // Pictures are fetched one after the other when they come into sight, because the page's other requests share its connections.
  #observer = new IntersectionObserver(seen => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) this.#queue(target);
  });

  constructor(context) {
    this.#context = context;
    context.signal.addEventListener("abort", () => {
      this.#observer.disconnect();
      for (const address of this.#addresses.values()) URL.revokeObjectURL(address);
    });
  }

  /** Returns an element with the picture of a state; it may come later. */
  view(state) {
    const image = element("img", { alt: "", hidden: true });
    const address = state.picture ? this.#addresses.get(idOf(state)) : localStorage.getItem(this.#keyOf(state.name));
    if (address) show(image, address);
    const view = element("div", { className: "bezel" }, image);
    if (address || !state.picture) return view;
    this.#waiting.set(view, { state, image });
    this.#observer.observe(view);
    return view;
  }

  /** Keeps the live picture as that of a state that has none. */
  keep(name, canvas) {
    try {
      localStorage.setItem(this.#keyOf(name), canvas.toDataURL());
    } catch {
      // The browser's storage is full. The state is saved anyway, without a picture.
    }
  }

  forget(name) {
    localStorage.removeItem(this.#keyOf(name));
  }

  #queue(view) {
    this.#observer.unobserve(view);
    const wanted = this.#waiting.get(view);
    this.#waiting.delete(view);
    this.#last = this.#last.then(() => view.isConnected && this.#load(wanted));
  }

  async #load({ state, image }) {
    const { bridge, actions, signal } = this.#context;
    try {
      const address = URL.createObjectURL(await bridge.file(actions.statePicture(state.name), { signal, isPoll: true }));
      this.#addresses.set(idOf(state), address);
      show(image, address);
    } catch (error) {
      // The state may be gone by now; the row stays without a picture.
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #keyOf(name) {
    return `picture ${this.#context.status.latest.game?.crc32} ${name}`;
  }
}

// A state that was saved again has another picture.
function idOf({ name, savedAt }) {
  return `${name} ${savedAt}`;
}

function show(image, src) {
  [image.src, image.hidden] = [src, false];
}
