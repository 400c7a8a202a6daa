/**
 * Describes the requests of one emulator. An action is a method, a path and an optional body, so that it can be sent, logged
 * and shown as code. `returns` is the kind of response: json, bytes or nothing.
 */
export class Actions {
  #base;

  constructor(emulator) {
    this.#base = `/emulators/${encodeURIComponent(emulator)}`;
  }

  describe = () => this.#get("");
  events = lastId => this.#get(`/events?topics=buttons,reset,game,state,watch,rewound,note,message${lastId && `&lastEventId=${lastId}`}`,
    "bytes");

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

  getHold = () => this.#get("/frames/hold");
  freeze = (leaseSeconds, lease) =>
    this.#send("POST", "/frames/hold", lease ? { leaseSeconds, lease } : { leaseSeconds, owner: "the page" });
  release = isForced => this.#send("DELETE", isForced ? "/frames/hold?force=true" : "/frames/hold");
  step = frames => this.#send("POST", "/frames/step", { frames });
  rewind = seconds => this.#send("POST", "/rewind", { seconds });
  rewindTo = frame => this.#send("POST", "/rewind", { toFrame: frame });
  history = () => this.#get("/history");
  notes = limit => this.#get(`/notes?limit=${limit}`);
  addNote = text => this.#send("POST", "/notes", { text });
  notebook = () => this.#get("/notebook");
  addNotebookNote = text => this.#send("POST", "/notebook/notes", { text });
  deleteNotebookNote = id => ({ ...this.#send("DELETE", `/notebook/notes/${id}`), returns: "nothing" });
  setNotebookName = (name, meaning) => this.#send("PUT", `/notebook/names/${encodeURIComponent(name)}`, meaning);
  deleteNotebookName = name => ({ ...this.#send("DELETE", `/notebook/names/${encodeURIComponent(name)}`), returns: "nothing" });
  speed = () => this.#get("/speed");
  setSpeed = (speed, leaseMilliseconds) => this.#send("PUT", "/speed", { speed, leaseMilliseconds });

  breakpoints = () => this.#get("/breakpoints");
  setBreakpoint = breakpoint => this.#send("POST", "/breakpoints", breakpoint);
  deleteBreakpoint = id => ({ ...this.#send("DELETE", `/breakpoints/${id}`), returns: "nothing" });
  stopGame = () => this.#send("POST", "/breakpoints/stop");
  continueGame = () => this.#send("POST", "/breakpoints/continue");
  stepInstructions = instructions => this.#send("POST", "/breakpoints/step", { instructions });
  breakpointHits = () => this.#get("/events?topics=breakpoint", "bytes");
  disassembly = address => this.#get(`/disassembly?lines=12&address=${encodeURIComponent(address)}`);
  callStack = () => this.#get("/callstack");
  lastWriter = (address, frames) => this.#get(`/last-writer?address=${encodeURIComponent(address)}&length=1&frames=${frames}`);

  sensors = () => this.#get("/sensors");
  setSensors = change => this.#send("PUT", "/sensors", change);

  cheats = () => this.#get("/cheats");
  setCheats = cheats => this.#send("PUT", "/cheats", { cheats });
  setCheat = (name, cheat) => this.#send("PUT", `/cheats/${encodeURIComponent(name)}`, cheat);
  removeCheat = name => ({ ...this.#send("DELETE", `/cheats/${encodeURIComponent(name)}`), returns: "nothing" });

  picture = () => this.#get("/screen", "bytes");
  pictures = rate => this.#get(`/screen/stream?fps=${rate}`, "bytes");
  sound = () => this.#get("/audio/stream", "bytes");

  makeClip = clip => this.#send("POST", "/clips", clip);
  clip = id => this.#get(`/clips/${id}`);
  clipFile = id => this.#get(`/clips/${id}/file`, "bytes");
  deleteClip = id => ({ ...this.#send("DELETE", `/clips/${id}`), returns: "nothing" });

  runBranches = branches => this.#send("POST", "/branches", branches);

  domains = () => this.#get("/memory");
  read = places => this.#send("POST", "/memory/read", places);
  write = ({ address, domain }, value, type) =>
    this.#send("PUT", `/memory/${encodeURI(address)}${domain ? `?domain=${domain}` : ""}`, { value, type });
  watches = () => this.#get("/watches");
  watch = (place, intervalFrames) => this.#send("POST", "/watches", { ...place, intervalFrames, name: "the page", temporary: true });
  endWatch = id => ({ ...this.#send("DELETE", `/watches/${id}`), returns: "nothing" });
  search = query => this.#send("POST", "/memory/search", query);
  deleteSearch = id => ({ ...this.#send("DELETE", `/memory/search/${id}`), returns: "nothing" });

  states = () => this.#get("/states?tree=true");
  statePicture = name => this.#get(`/states/${name}/picture`, "bytes");
  saveState = (name, note) => this.#send("PUT", `/states/${name}${note ? `?note=${encodeURIComponent(note)}` : ""}`);
  loadState = name => this.#send("POST", `/states/${name}/load`);
  replayState = name => this.#send("POST", `/states/${name}/replay`);
  deleteState = name => ({ ...this.#send("DELETE", `/states/${name}`), returns: "nothing" });

  #get(path, returns = "json") {
    return { method: "GET", path: this.#base + path, returns };
  }

  #send(method, path, body) {
    return { method, path: this.#base + path, body, returns: "json" };
  }
}

export const listEmulators = { method: "GET", path: "/emulators", returns: "json" };
export const createEmulator = body => ({ method: "POST", path: "/emulators", body, returns: "json" });
export const endEmulator = name => ({ method: "DELETE", path: `/emulators/${encodeURIComponent(name)}`, returns: "nothing" });
export const listVectors = { method: "GET", path: "/vectors", returns: "json" };
export const endVector = name => ({ method: "DELETE", path: `/vectors/${encodeURIComponent(name)}`, returns: "nothing" });
export const vectorPictures = name => ({ method: "GET", path: `/vectors/${encodeURIComponent(name)}/screens`, returns: "bytes" });
export const listDoors = { method: "GET", path: "/doors", returns: "json" };
export const readMeters = { method: "GET", path: "/meters", returns: "json" };
export const listHosts = { method: "GET", path: "/hosts", returns: "json" };
export const drainHost = id => ({ method: "POST", path: `/hosts/${encodeURIComponent(id)}/drain`, body: {}, returns: "json" });
export const resumeHost = id => ({ method: "DELETE", path: `/hosts/${encodeURIComponent(id)}/drain`, returns: "json" });
