/**
 * What can be asked of one emulator: each action is a method, a path and perhaps a body, so that it can be sent, logged and
 * shown as code. `gives` is what comes back: json, bytes or nothing.
 */
export class Actions {
  #base;

  constructor(emulator) {
    this.#base = `/emulators/${encodeURIComponent(emulator)}`;
  }

  describe = () => this.#get("");
  events = lastId => this.#get(`/events?topics=buttons,reset,game,state,watch${lastId && `&lastEventId=${lastId}`}`, "bytes");

  buttons = () => this.#get("/buttons");
  hold = (buttons, leaseMilliseconds) => this.#send("PUT", "/buttons", { buttons, leaseMilliseconds });
  releaseAll = () => this.#send("DELETE", "/buttons");
  press = buttons => this.#send("POST", "/buttons/press", { buttons, hold: 6, release: 2, wait: true });
  waitFrames = frames => this.#send("POST", "/frames/wait", { frames });
  play = (steps, repeat) => this.#send("POST", "/buttons/sequence", { steps, repeat, wait: false });
  sequence = id => this.#get(`/buttons/sequence/${id}`);
  cancelSequence = id => this.#send("DELETE", `/buttons/sequence/${id}`);
  reset = () => this.#send("POST", "/reset");
  roms = () => this.#get("/roms");
  loadRom = name => this.#send("POST", "/rom", { name });

  holder = () => this.#get("/frames/hold");
  freeze = (leaseSeconds, lease) =>
    this.#send("POST", "/frames/hold", lease ? { leaseSeconds, lease } : { leaseSeconds, owner: "the page" });
  letGo = isForced => this.#send("DELETE", isForced ? "/frames/hold?force=true" : "/frames/hold");
  step = frames => this.#send("POST", "/frames/step", { frames });
  speed = () => this.#get("/speed");
  setSpeed = speed => this.#send("PUT", "/speed", { speed });

  picture = () => this.#get("/screen", "bytes");
  pictures = rate => this.#get(`/screen/stream?fps=${rate}`, "bytes");

  domains = () => this.#get("/memory");
  read = places => this.#send("POST", "/memory/read", places);
  write = ({ address, domain }, value, type) =>
    this.#send("PUT", `/memory/${encodeURI(address)}${domain ? `?domain=${domain}` : ""}`, { value, type });
  watches = () => this.#get("/watches");
  watch = (place, intervalFrames) => this.#send("POST", "/watches", { ...place, intervalFrames, name: "the page", temporary: true });
  endWatch = id => ({ ...this.#send("DELETE", `/watches/${id}`), gives: "nothing" });
  search = question => this.#send("POST", "/memory/search", question);
  forgetSearch = id => ({ ...this.#send("DELETE", `/memory/search/${id}`), gives: "nothing" });

  states = () => this.#get("/states");
  saveState = name => this.#send("PUT", `/states/${name}`);
  loadState = name => this.#send("POST", `/states/${name}/load`);
  deleteState = name => ({ ...this.#send("DELETE", `/states/${name}`), gives: "nothing" });

  #get(path, gives = "json") {
    return { method: "GET", path: this.#base + path, gives };
  }

  #send(method, path, body) {
    return { method, path: this.#base + path, body, gives: "json" };
  }
}

export const listEmulators = { method: "GET", path: "/emulators", gives: "json" };
export const readMeters = { method: "GET", path: "/meters", gives: "json" };
