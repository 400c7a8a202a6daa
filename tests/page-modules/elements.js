/** An element that has only what the tested panels use; it draws nothing. */
class FakeElement extends EventTarget {
  dataset = {};
  textContent = "";
  value = "";
  classList = { toggle: () => {} };
  append() {}
  focus() {}
  getAnimations() {
    return [];
  }
  querySelector() {
    return new FakeElement();
  }
  querySelectorAll() {
    return ["yes"].map(part => Object.assign(new FakeElement(), { dataset: { part } }));
  }
  replaceChildren() {}
  setAttribute() {}
}

const known = new Map();
const byId = id => known.get(id) ?? known.set(id, new FakeElement()).get(id);

/** Stands in for the browser, so that modules that find or create elements can be imported. `getElementById` finds every id. */
globalThis.document = Object.assign(new EventTarget(), {
  hidden: false,
  getElementById: byId,
  createElement: () => new FakeElement(),
});
globalThis.localStorage = {};
globalThis.sessionStorage = { getItem: () => null };
globalThis.location = { origin: "http://localhost" };
globalThis.navigator ??= {};
globalThis.matchMedia = () => ({ matches: false });

/** Returns parts of a page: an element for each name that is asked for. */
export function fakeParts() {
  return new Proxy({}, { get: (parts, name) => (parts[name] ??= new FakeElement()) });
}
