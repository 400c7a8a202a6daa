import { bytesOfHex, Events, valueOf, type EventOptions } from "./events.js";
import { Hold, turnBody, turnOf, type HoldOptions, type TurnResult } from "./hold.js";
import {
  addressText, buttonsOf, bytesOfBase64, leaseOf, placeOf, stepsOf, withAddress, type Address, type Buttons, type Found,
  type NumberType, type Operation, type PlaceLike, type Schemas, type Search, type SequenceStep, type Turn, type Value,
} from "./model.js";
import { branchEnds, branchesBody, type Branch, type BranchEnd, type BranchesOptions } from "./branches.js";
import { clipOf, type Clip } from "./clips.js";
import { untilOf, type Until } from "./conditions.js";
import { playedOf, type MoviePlayed } from "./movies.js";
import type { Transport } from "./transport.js";

/** A picture: PNG bytes, and the frame that drew it. */
export interface Screen {
  png: Uint8Array;
  frame: number | undefined;
}

/**
 * An instruction of the processor: where it is on the bus, its bytes in the order of memory, and what it does. `symbol` is the nearest name
 * of its address, `targetSymbol` that of the address to which it branches.
 */
export interface Instruction {
  address: number;
  bytes: Uint8Array;
  text: string;
  symbol?: string | undefined;
  targetSymbol?: string | undefined;
}

/** A background; "window" is the Game Boy's window. */
export type Background = 0 | 1 | 2 | 3 | "window";

/** Which tiles to return, and how. */
export interface TilesOptions {
  first?: number;
  count?: number;
  columns?: number;
  palette?: number;
  sprites?: boolean;
  colors?: 16 | 256;
}

/** An emulator of a bridge: the game that runs in it. Every method is one request, except that the events are a stream. */
export class Emulator {
  readonly #path: string;

  constructor(readonly transport: Transport, readonly name: string) {
    this.#path = `/emulators/${encodeURIComponent(name)}`;
  }

  /** The path of all its requests. */
  get path(): string {
    return this.#path;
  }

  /** Returns the state, the game, the frame and the measured speed. Responds even while no emulator is connected. */
  info = (): Promise<Schemas["EmulatorDescription"]> => this.#get("");

  /** Returns the number at an address, or at the end of a chain of pointers; by default a byte, or a field with its own type. */
  async read(address: Address, type?: NumberType, domain?: string): Promise<number> {
    return (await this.#get<Schemas["MemoryValue"]>(this.#memory(address, { type, domain }))).value;
  }

  read8 = (address: Address, domain?: string): Promise<number> => this.read(address, "u8", domain);
  read16 = (address: Address, domain?: string): Promise<number> => this.read(address, "u16", domain);
  read32 = (address: Address, domain?: string): Promise<number> => this.read(address, "u32", domain);

  /** Returns 1 to 1,048,576 bytes. */
  async readBytes(address: Address, length: number, domain?: string): Promise<Uint8Array> {
    const path = this.#path + this.#memory(address, { length, domain });
    return (await this.transport.bytes({ method: "GET", path, accept: "application/octet-stream" })).bytes;
  }

  /** Returns the values of 1 to 256 places, all from one frame; at most 262,144 bytes together. */
  async readMany(places: readonly PlaceLike[]): Promise<{ frame: number; values: Value[] }> {
    const { frame, values } = await this.#send<Schemas["PlacesRead"]>("POST", "/memory/read", places.map(placeOf), true);
    return { frame, values: values.map(valueOf) };
  }

  /**
   * Writes a number, by default a byte, or a field with its own type. ROM and BIOS can't be written on the bus; the domain "cart0" patches
   * the ROM.
   */
  write = (address: Address, value: number, type?: NumberType, domain?: string): Promise<void> =>
    this.#run("PUT", this.#memory(address, { domain }), { value, type }, true);

  write8 = (address: Address, value: number, domain?: string): Promise<void> => this.write(address, value, "u8", domain);
  write16 = (address: Address, value: number, domain?: string): Promise<void> => this.write(address, value, "u16", domain);
  write32 = (address: Address, value: number, domain?: string): Promise<void> => this.write(address, value, "u32", domain);

  /** Writes 1 to 1,048,576 bytes. */
  writeBytes = (address: Address, bytes: Uint8Array, domain?: string): Promise<void> =>
    this.#run("PUT", this.#memory(address, { domain }), bytes, true);

  /**
   * Stores the symbols of the running game; returns how many. After that, addresses are names as well: "gPlayer+4". A .sym of RGBDS, no$gba
   * or ARMIPS, a .map of GNU ld, or an ELF file, at most 16 MiB.
   */
  storeSymbols = async (file: Uint8Array): Promise<number> =>
    (await this.#send<Schemas["SymbolsStored"]>("PUT", "/symbols", file, true)).count;

  /** Returns the symbols whose names have a text in any case, at most `limit`, and the nearest name of an address. */
  symbols = ({ address, ...query }: { find?: string; address?: number | string; domain?: string; limit?: number } = {}):
    Promise<Schemas["SymbolList"]> => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ limit: 100, ...query })) parameters.set(name, String(value));
    if (address !== undefined) parameters.set("address", addressText(address));
    return this.#get(`/symbols?${parameters}`);
  };

  /** Forgets the stored symbols. */
  deleteSymbols = (): Promise<void> => this.#run("DELETE", "/symbols", undefined, true);

  /**
   * Stores the types of the running game's symbols; returns how many structures. After that, addresses lead into structures: "gParty[3].hp"
   * with `{ types: { Player: { size: 16, fields: { hp: { at: 4, type: "u16" } } } }, symbols: { gParty: { type: "Player", count: 6 } } }`.
   */
  storeTypes = async (file: Schemas["TypesFile"]): Promise<number> =>
    (await this.#send<Schemas["TypesStored"]>("PUT", "/symbols/types", file, true)).types;

  /** Returns the types of the running game's symbols. */
  types = (): Promise<Schemas["TypeList"]> => this.#get("/symbols/types");

  /** Forgets the stored types. */
  deleteTypes = (): Promise<void> => this.#run("DELETE", "/symbols/types", undefined, true);

  /**
   * Returns what is at an address by its type, or as the structure `type`: at most 262,144 bytes and 16,384 values. `value` is an object of
   * the fields of a structure, a list for an array, a number, or the address in a pointer as text.
   */
  readStructure = (address: Address, type?: string, domain?: string): Promise<Schemas["StructureRead"]> => {
    const parameters = new URLSearchParams();
    if (type !== undefined) parameters.set("type", type);
    if (domain !== undefined) parameters.set("domain", domain);
    return this.#get(`/structures/${encodeURIComponent(addressText(address))}${parameters.size > 0 ? `?${parameters}` : ""}`);
  };

  /** Returns the memory domains of the running game. */
  domains = async (): Promise<Schemas["DomainDescription"][]> => (await this.#get<Schemas["MemoryDomains"]>("/memory")).domains;

  /** Searches memory: `search({ type: "u16", is: "eq", value: 300 })` covers the console's working RAM. */
  search = (search: Search): Promise<Found> => this.#search({ type: "u8", ...withAddress(search) }, true);

  /** Keeps the places of a search that compare now: also changed, unchanged, increased, decreased. */
  async narrow(found: { id: number }, is: Schemas["SearchComparison"], value?: number, limit = 100): Promise<Found> {
    if (typeof found?.id !== "number") throw new TypeError(`found must be what search or narrow returned; got ${String(found)}.`);
    return this.#search({ id: found.id, is, value, limit }, false);
  }

  /** Runs 1 to 256 operations in one frame. */
  async batch(operations: readonly Operation[]): Promise<{ frame: number; passed: boolean; values: Value[]; png: Uint8Array | undefined }> {
    const body = { operations: operations.map(operationOf) };
    const { frame, results } = await this.#send<Schemas["BatchResponse"]>("POST", "/batch", body, isRepeatableBatch(operations));
    const png = results.find(result => result.png)?.png;
    return {
      frame, passed: !results.some(result => result.passed === false), png: png ? bytesOfBase64(png) : undefined,
      values: results.filter(result => "value" in result || "hex" in result).map(result => valueOf(result)),
    };
  }

  /**
   * Presses buttons like "A" or "Up+B" together and returns after the release. `hold` is 1 to 3,600 frames (default 6), `release` 1 to
   * 600 (default 2). In a held game it is refused.
   */
  press = async (buttons: Buttons, options: { hold?: number; release?: number } = {}): Promise<Schemas["PressFinished"]> =>
    this.#send("POST", "/buttons/press", { ...options, buttons: buttonsOf(buttons), wait: true });

  /** Presses buttons and returns the id at once. */
  queuePress = async (buttons: Buttons, options: { hold?: number; release?: number } = {}): Promise<Schemas["PressQueued"]> =>
    this.#send("POST", "/buttons/press", { ...options, buttons: buttonsOf(buttons), wait: false });

  /** Plays 1 to 256 steps, exact to the frame, and returns after the last; at most 36,000 frames in total. */
  play = (steps: readonly SequenceStep[], repeat = 1): Promise<Schemas["SequenceFinished"]> =>
    this.#send("POST", "/buttons/sequence", { steps: stepsOf(steps), repeat, wait: true });

  /** Plays steps until conditions hold, and releases the buttons in the next frame; `met` is false if the steps ended first. */
  playUntil = (steps: readonly SequenceStep[], until: Until, repeat = 1): Promise<Schemas["SequenceFinished"]> =>
    this.#send("POST", "/buttons/sequence", { steps: stepsOf(steps), repeat, until: untilOf(until) });

  /** Plays steps and returns the id at once. */
  queuePlay = (steps: readonly SequenceStep[], repeat = 1): Promise<Schemas["PressQueued"]> =>
    this.#send("POST", "/buttons/sequence", { steps: stepsOf(steps), repeat, wait: false });

  /** Returns the state of a press or sequence. */
  progress = (id: number): Promise<Schemas["SequenceNow"]> => this.#get(`/buttons/sequence/${id}`);

  /** Cancels a press or sequence. */
  cancel = (id: number): Promise<Schemas["SequenceCancelled"]> => this.#send("DELETE", `/buttons/sequence/${id}`);

  /** Holds exactly these buttons. With `leaseMilliseconds`, 100 to 600,000, they are released by themselves after that time. */
  holdButtons = async (buttons: Buttons, leaseMilliseconds?: number): Promise<Schemas["ButtonsHeld"]> =>
    this.#send("PUT", "/buttons", { buttons: buttonsOf(buttons), leaseMilliseconds }, true);

  /** Releases all buttons and drops the queued presses. */
  releaseButtons = (): Promise<Schemas["ButtonsReleased"]> => this.#send("DELETE", "/buttons");

  /** Returns the held, pressed and queued buttons. */
  buttons = (): Promise<Schemas["ButtonState"]> => this.#get("/buttons");

  /** Returns the picture that the game drew last; `scale` is 1 to 8. */
  async screen(scale = 1): Promise<Screen> {
    const { bytes, frame } = await this.transport.bytes({ method: "GET", path: `${this.#path}/screen?scale=${scale}` });
    return { png: bytes, frame };
  }

  /** Returns the save state of the running game, for `restore`. */
  state = async (): Promise<Uint8Array> => (await this.transport.bytes({ method: "GET", path: `${this.#path}/state` })).bytes;

  /** Loads a state from its bytes, at most 2 MiB; returns the frame. */
  restore = async (state: Uint8Array): Promise<number> => (await this.#send<Schemas["FrameResponse"]>("PUT", "/state", state, true)).frame;

  /** Saves the running game under a name: 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots. `note` is a line for `stateTree`. */
  saveState = (name: string, note?: string): Promise<void> =>
    this.#run("PUT", this.#state(name) + (note === undefined ? "" : `?note=${encodeURIComponent(note)}`), undefined, true);

  /** Loads a named state; returns the frame. `force`: also one of another build of the game, like a ROM hack before its last change. */
  loadState = async (name: string, force = false): Promise<number> =>
    (await this.#send<Schemas["StateLoaded"]>("POST", `${this.#state(name)}/load${force ? "?force=true" : ""}`, undefined, true)).frame;

  /** Keeps the bytes of a state under a name. */
  storeState = (name: string, state: Uint8Array): Promise<void> => this.#run("PUT", this.#state(name), state, true);

  /** Returns the bytes of a named state. */
  storedState = async (name: string): Promise<Uint8Array> =>
    (await this.transport.bytes({ method: "GET", path: this.#path + this.#state(name) })).bytes;

  /** Saves to one of mGBA's slots, 0 to 9. */
  saveSlot = (slot: number): Promise<void> => this.#run("POST", `/slots/${slot}/save`, undefined, true);

  /** Loads one of mGBA's slots, 0 to 9; returns the frame. */
  loadSlot = async (slot: number): Promise<number> =>
    (await this.#send<Schemas["SlotResponse"]>("POST", `/slots/${slot}/load`, undefined, true)).frame;

  /** Deletes a named state. */
  deleteState = (name: string): Promise<void> => this.#run("DELETE", this.#state(name));

  /** Returns the running game's states. */
  states = async (): Promise<Schemas["StateNode"][]> => (await this.#get<Schemas["StateTreeList"]>("/states")).states;

  /** Returns the running game's states, and from which other state the game came to each. */
  stateTree = async (): Promise<Schemas["StateNode"][]> => (await this.#get<Schemas["StateTreeList"]>("/states?tree=true")).states;

  /** Returns the picture of a named state as a PNG. */
  statePicture = async (name: string): Promise<Uint8Array> =>
    (await this.transport.bytes({ method: "GET", path: `${this.#path}${this.#state(name)}/picture` })).bytes;

  /** Runs the game from a state's parent to the state, and compares the memory, as `playMovie` does. */
  replayState = async (name: string, options: Schemas["ReplayRequest"] = {}): Promise<MoviePlayed> =>
    playedOf(await this.#send("POST", `${this.#state(name)}/replay`, options));

  /** Waits 1 to 36,000 emulated frames. */
  waitFrames = (frames: number): Promise<Schemas["WaitResponse"]> => this.#send("POST", "/frames/wait", { frames }, true);

  /** Waits for a condition, or any or all of some; `met` is false after `timeoutFrames`, 1 to 36,000. */
  waitUntil = (until: Until, timeoutFrames = 600): Promise<Schemas["WaitResponse"]> =>
    this.#send("POST", "/frames/wait", { until: untilOf(until), timeoutFrames }, true);

  /** Plays one turn in one request: load a state, press, wait, settle, read, take a picture. */
  act = async (turn: Turn): Promise<TurnResult> => turnOf(await this.#send("POST", "/act", turnBody(turn)));

  /**
   * Runs up to 256 branches from now, a named state or a frame of the history, in processes of their own. The game goes on and is
   * unchanged, unless `keep` names the branch whose end it gets. Only the bundled emulator can.
   */
  branches = async (branches: readonly Branch[], options: BranchesOptions = {}): Promise<BranchEnd[]> =>
    branchEnds(await this.#send("POST", "/branches", branchesBody(branches, options), options.keep === undefined));

  /** Stops the game between steps. The hold ends `leaseSeconds` (0.1 to 600, default 20) after the last step. Release it in `finally`. */
  async hold(options: HoldOptions = {}): Promise<Hold> {
    const { lease } = await this.#send<Schemas["HoldBegun"]>("POST", "/frames/hold", { leaseSeconds: 20, ...options });
    return new Hold(this, lease);
  }

  /** Ends any client's hold. With tokens this needs the scope admin. */
  forceRelease = (): Promise<void> => this.#run("DELETE", "/frames/hold?force=true");

  /**
   * Watches a value, a range of 1 to 4,096 bytes, or conditions of RetroAchievements, whose value is 1 while they hold, or else 0. Its
   * changes are events. A temporary watch ends a minute after its last stream.
   */
  watch = async (place: PlaceLike | { achievement: string }, options: { name?: string; intervalFrames?: number; temporary?: boolean } = {}):
    Promise<Schemas["WatchDescription"]> => this.#send("POST", "/watches", { temporary: true, ...options, ...placeOf(place) });

  /**
   * Watches the places of a .wch file, the RAM Watch list of BizHawk and other emulators, at most 256 KiB. `skipped` has the lines that
   * can't be watched; a file without any other line is invalid.
   */
  importWatches = (file: Uint8Array): Promise<Schemas["ImportedWatches"]> => this.#send("POST", "/watches/import", file);

  /** Deletes a watch. */
  deleteWatch = (id: number): Promise<void> => this.#run("DELETE", `/watches/${id}`);

  /** Returns the watches and their last values. */
  watches = async (): Promise<Schemas["WatchDescription"][]> => (await this.#get<Schemas["WatchList"]>("/watches")).watches;

  /**
   * Sets a breakpoint: each read, write or run of what is at an address is an event of the topic breakpoint; with `then: "stop"` it stops
   * the game. At most 64 an emulator. Only the bundled emulator can.
   */
  setBreakpoint = (
    { address, ...options }: Omit<Schemas["NewBreakpoint"], "address"> & { address: Address },
  ): Promise<Schemas["BreakpointDescription"]> => this.#send("POST", "/breakpoints", { address: addressText(address), ...options });

  /** Returns the breakpoints and their hits. */
  breakpoints = async (): Promise<Schemas["BreakpointDescription"][]> =>
    (await this.#get<Schemas["BreakpointList"]>("/breakpoints")).breakpoints;

  /** Ends a breakpoint. */
  deleteBreakpoint = (id: number): Promise<void> => this.#run("DELETE", `/breakpoints/${id}`);

  /** Ends all breakpoints. */
  deleteBreakpoints = (): Promise<void> => this.#run("DELETE", "/breakpoints");

  /** Returns where the game is stopped; undefined: it runs. */
  stopPlace = async (): Promise<Schemas["StopDescription"] | undefined> =>
    (await this.#get<Schemas["BreakpointList"]>("/breakpoints")).stop ?? undefined;

  /** Stops the game before its next instruction, for `stopSeconds`; returns where, or undefined after `timeoutFrames`. */
  stopGame = async (options: Schemas["StopRequest"] = {}): Promise<Schemas["StopDescription"] | undefined> =>
    (await this.#send<Schemas["StopResponse"]>("POST", "/breakpoints/stop", options)).stop ?? undefined;

  /** Lets a stopped game go on; returns the frame. */
  continueGame = async (): Promise<number> => (await this.#send<Schemas["FrameResponse"]>("POST", "/breakpoints/continue")).frame;

  /** Runs 1 to 1,000,000 instructions of a stopped game; returns where it is stopped then, or undefined after `timeoutFrames`. */
  stepInstructions = async (
    instructions = 1, options: { timeoutFrames?: number } = {},
  ): Promise<Schemas["StopDescription"] | undefined> =>
    (await this.#send<Schemas["StopResponse"]>("POST", "/breakpoints/step", { instructions, ...options })).stop ?? undefined;

  /**
   * Runs the game until it runs, reads or writes what is at an address, and stops it there; returns where, or undefined after
   * `timeoutFrames`.
   */
  runUntil = async (
    { address, ...options }: Omit<Schemas["RunUntilRequest"], "address"> & { address: Address },
  ): Promise<Schemas["StopDescription"] | undefined> =>
    (await this.#send<Schemas["StopResponse"]>("POST", "/run-until", { address: addressText(address), ...options })).stop ?? undefined;

  /** Returns the calls that led to where the processor is, the latest first, as far as the stack shows them. */
  callStack = async (): Promise<Schemas["CallDescription"][]> => (await this.#get<Schemas["CallStackResponse"]>("/callstack")).calls;

  /** Returns whether a door is open, a port at which another tool finds the game, and where. */
  door = (kind: Schemas["DoorKind"]): Promise<Schemas["DoorDescription"]> => this.#get(`/doors/${kind}`);

  /** Opens a door, by default at the first free port at which the tool looks. One client at a time has it. */
  openDoor = (kind: Schemas["DoorKind"], options: Schemas["DoorRequest"] = {}): Promise<Schemas["DoorDescription"]> =>
    this.#send("PUT", `/doors/${kind}`, options, true);

  /** Closes a door; its client is disconnected, and the game goes on. */
  closeDoor = (kind: Schemas["DoorKind"]): Promise<void> => this.#run("DELETE", `/doors/${kind}`, undefined, true);

  /** Finds the instruction that wrote last to 1 to 4,096 bytes, in the last `frames` of the history. Only the bundled emulator can. */
  lastWriter = (address: Address, options: { length?: number; frames?: number } = {}): Promise<Schemas["LastWriterResponse"]> =>
    this.#get(`/last-writer?address=${encodeURIComponent(addressText(address))}${numbersOf(options)}`);

  /** Returns which code ran in frames of the history, by default the last 600, without what ran in others. */
  coverage = (
    options: { from?: number; to?: number; exceptFrom?: number; exceptTo?: number } = {},
  ): Promise<Schemas["CoverageResponse"]> => this.#get(`/coverage${numbersOf(options).replace("&", "?")}`);

  /** Returns 1 to 10,000 instructions that ran in a frame of the history, by default the latest. */
  trace = async (
    { registers = false, ...options }: { at?: number; skip?: number; lines?: number; registers?: boolean } = {},
  ): Promise<Schemas["TracedInstruction"][]> =>
    (await this.#get<Schemas["TraceResponse"]>(`/trace?registers=${registers}${numbersOf(options)}`)).instructions;

  /** Connects a stream of events: `for await (const event of await game.events({ topics: ["watch"] }))`. */
  events = (options: EventOptions = {}): Promise<Events> => Events.open(this.transport, this.#path, options);

  /** Ends an emulator that `Bridge.create` started. */
  end = (): Promise<void> => this.#run("DELETE", "", undefined, true);

  /** Sets the lease of a created emulator: 1 to 604,800 seconds after its last request, or Infinity. */
  setLease = (seconds: number): Promise<void> => this.#run("PUT", "/lease", leaseOf(seconds), true);

  /** Resets the game like the power switch; returns the frame. */
  reset = async (): Promise<number> => (await this.#send<Schemas["FrameResponse"]>("POST", "/reset")).frame;

  /** Returns the games that `loadRom` can load. */
  roms = async (): Promise<Schemas["RomDescription"][]> => (await this.#get<Schemas["RomList"]>("/roms")).roms;

  /** Loads a game of the bridge's ROM folder and starts it. */
  loadRom = (name: string): Promise<Schemas["RomLoaded"]> => this.#send("POST", "/rom", { name });

  /** Returns the frames that `rewind` can return to, and the marks. Only the bundled emulator has a history. */
  history = (): Promise<Schemas["HistoryResponse"]> => this.#get("/history");

  /** Gives the present frame a name of 1 to 64 printable ASCII characters; returns its number in the history. */
  mark = async (name: string): Promise<number> => (await this.#send<Schemas["MarkResponse"]>("POST", "/history/marks", { name })).at;

  /** Returns to an earlier frame: exactly one of frames, seconds, toFrame and mark. `toFrame` also goes forward again. */
  rewind = (to: Schemas["RewindRequest"]): Promise<Schemas["RewindResponse"]> => this.#send("POST", "/rewind", to);

  /**
   * Puts a line of 1 to 200 characters at the present frame, which clips show; returns the frame of the history. Without a history it is
   * the frame number.
   */
  addNote = async (text: string): Promise<number> => (await this.#send<Schemas["NoteResponse"]>("POST", "/notes", { text })).at;

  /**
   * Shows the player a line of 1 to 200 characters over the picture for 1 to 3,600 frames; returns whether pictures have it. Only the
   * bundled emulator draws it. Steps, movies and clips never have it.
   */
  showMessage = async (text: string, frames = 180): Promise<boolean> =>
    (await this.#send<Schemas["MessageResponse"]>("POST", "/messages", { text, frames })).drawn;

  /** Returns the newest notes, at most `limit`, ordered by frame. */
  notes = async (limit = 100): Promise<Schemas["NoteShape"][]> => (await this.#get<Schemas["NoteList"]>(`/notes?limit=${limit}`)).notes;

  /** Returns the notebook of the running game, which the bridge keeps by the CRC-32 of its ROM. Every address takes its names. */
  notebook = (): Promise<Schemas["NotebookShape"]> => this.#get("/notebook");

  /** Replaces the notebook: at most 200 notes, 200 names and 256 KiB. Notes without id, time and frame get the present ones. */
  importNotebook = (notebook: Schemas["NotebookFile"]): Promise<Schemas["NotebookShape"]> => this.#send("PUT", "/notebook", notebook, true);

  /** Deletes the notebook. */
  deleteNotebook = (): Promise<void> => this.#run("DELETE", "/notebook", undefined, true);

  /** Adds a note of 1 to 600 characters of one line. */
  addNotebookNote = (text: string): Promise<Schemas["NotebookNote"]> => this.#send("POST", "/notebook/notes", { text });

  /** Removes the note of an id. */
  deleteNotebookNote = (id: number): Promise<void> => this.#run("DELETE", `/notebook/notes/${id}`);

  /** Gives an address a name: a letter or _, then letters, digits and _ . @ # $, at most 64 characters. */
  setNotebookName = (name: string, meaning: Schemas["NewName"]): Promise<Schemas["NamedAddress"]> =>
    this.#send("PUT", `/notebook/names/${encodeURIComponent(name)}`, meaning, true);

  /** Forgets a name. */
  deleteNotebookName = (name: string): Promise<void> => this.#run("DELETE", `/notebook/names/${encodeURIComponent(name)}`);

  /** Returns the movies of the running game: files that replay what it did. Only the bundled emulator writes and plays them. */
  movies = async (): Promise<Schemas["StoredMovie"][]> => (await this.#get<Schemas["MovieList"]>("/movies")).movies;

  /** Returns a movie, for `storeMovie`; or as a .bk2 of BizHawk, unless it starts from a state, or has writes or loaded states. */
  movie = async (name: string, format: "bridge" | "bk2" = "bridge"): Promise<Uint8Array> =>
    (await this.transport.bytes({ method: "GET", path: `${this.#path}${this.#movie(name)}?format=${format}` })).bytes;

  /**
   * Keeps a movie under a name of 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots: one of `movie`, a .bk2 of BizHawk or a .vbm of
   * VisualBoyAdvance, at most 32 MiB. A movie of another game is a conflict. A game has at most 256.
   */
  storeMovie = (name: string, movie: Uint8Array): Promise<Schemas["MovieStored"]> => this.#send("PUT", this.#movie(name), movie, true);

  /** Deletes a movie. */
  deleteMovie = (name: string): Promise<void> => this.#run("DELETE", this.#movie(name));

  /** Writes a movie of the frames `from` to `to` of the history, by default of all that it has. It may begin some frames earlier. */
  writeMovie = (name: string, frames: { from?: number; to?: number } = {}): Promise<Schemas["MovieWritten"]> =>
    this.#send("POST", this.#movie(name), frames);

  /**
   * Begins to record a movie: now, with "reset" after a reset of the game, or from a named state. Returns its first frame in the history,
   * which must still have it when `stopMovie` writes the movie. With tokens a reset needs the scope admin.
   */
  recordMovie = async (name: string, start: "now" | "reset" | { state: string } = "now"): Promise<number> =>
    (await this.#send<Schemas["MovieRecording"]>("POST", this.#movie(name), typeof start === "string" ? { start } : start)).from;

  /** Writes the movie that is being recorded, up to the present frame. */
  stopMovie = (name: string): Promise<Schemas["MovieWritten"]> => this.#send("POST", `${this.#movie(name)}/stop`);

  /**
   * Puts the game at the start of a movie, plays it up to its frame `to`, by default all, and compares the game with it. `speed` is 0.25
   * to 16, or 0 for unlimited; with `until: "end"` it plays on after a difference. `lease` is needed if the hold is exclusive;
   * `Hold.playMovie` sends its own. A long movie needs a longer `timeout` of the bridge. A movie of another game is a conflict.
   */
  playMovie = async (name: string, options: Schemas["PlayRequest"] = {}): Promise<MoviePlayed> =>
    playedOf(await this.#send("POST", `${this.#movie(name)}/play`, options));

  /**
   * Makes a clip of the last `seconds`; or of the frames `from` to `to` of the history or of a `movie`, by default all, at most 600 s.
   * `format` is gif (default), apng, wav, or, with ffmpeg on the bridge's machine, webp, mp4 or webm. An emulator without a history
   * is recorded for the next `seconds`, without sound.
   */
  async clip(clip: Omit<Schemas["ClipRequest"], "wait">): Promise<Clip> {
    const { id, ...shape } = await this.#send<Schemas["ClipShape"]>("POST", "/clips", { ...clip, wait: true });
    try {
      const { bytes } = await this.transport.bytes({ method: "GET", path: `${this.#path}/clips/${id}/file` });
      const subtitles = shape.notes > 0
        ? await this.transport.bytes({ method: "GET", path: `${this.#path}/clips/${id}/subtitles` })
        : undefined;
      return clipOf(shape, bytes, subtitles && new TextDecoder().decode(subtitles.bytes));
    } finally {
      // The caller needs the file, or the first error; a clip that can't be deleted ends after a day.
      await this.#run("DELETE", `/clips/${id}`).catch(() => undefined);
    }
  }

  /** Returns the sound of the last `seconds`, 1 to 600, as a WAV: 16 bits, stereo, 32,768 samples a second. */
  audio = async (seconds = 5): Promise<Uint8Array> =>
    (await this.transport.bytes({ method: "GET", path: `${this.#path}/audio?seconds=${seconds}` })).bytes;

  /** Sets how loud the stream of the sound is, 0 to 1, for all who hear it; returns it. `audio` and clips are as loud as the console. */
  setVolume = async (volume: number): Promise<number> =>
    (await this.#send<Schemas["SoundResponse"]>("PUT", "/sound", { volume }, true)).volume;

  /** Returns the colors of the palettes, "#RRGGBB" each. */
  palettes = (): Promise<Schemas["VideoPalettes"]> => this.#get("/video/palettes");

  /**
   * Returns up to 1,024 tiles as a PNG, in rows of 1 to 64 `columns`. Tiles count from the start of video memory. `palette` is one of the
   * backgrounds', or with `sprites` of the sprites'. `colors` of a GBA's tile are 16 (default) or 256.
   */
  tiles = (options: TilesOptions = {}): Promise<Uint8Array> => {
    const pairs = Object.entries(options).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
    return this.#picture(`/video/tiles${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`);
  };

  /** Returns the tiles of a background. One that is a bitmap, or that the video mode lacks, is a conflict. */
  tileMap = (background: Background = 0): Promise<Schemas["TileMapResponse"]> => this.#get(`/video/maps/${background}`);

  /** Returns the whole map of a background as a PNG, without other backgrounds and sprites. */
  tileMapPicture = (background: Background = 0): Promise<Uint8Array> => this.#picture(`/video/maps/${background}?format=png`);

  /** Returns all sprites: 128 of a GBA, 40 of a Game Boy. */
  sprites = async (): Promise<Schemas["SpriteShape"][]> => (await this.#get<Schemas["SpriteList"]>("/video/sprites")).sprites;

  /** Returns a sprite as a PNG, with its flips, without rotation and scaling. */
  spritePicture = (number: number): Promise<Uint8Array> => this.#picture(`/video/sprites/${number}`);

  /**
   * Reads the text of a background by a table: up to 1,024 texts of 1 to 8 characters by the number of the tile in the map. `otherwise` is
   * the text of other tiles, by default a space. With `visible: false` the rows are the whole map, else those on the screen.
   */
  readText = (table: Record<number, string>, background: Background = 0, options: { otherwise?: string; visible?: boolean } = {}):
    Promise<Schemas["ReadTextResponse"]> =>
    this.#send("POST", "/video/text", { table, background: String(background), ...options }, true);

  /**
   * Makes a URL that needs no token, for elements and programs that can't send one: an <img>, or OBS. It only reads, and lasts 1 to
   * 86,400 seconds, by default an hour, or until the bridge stops. In one for clips, {id} stands for the id of a clip.
   */
  createTicket = async (purpose: Schemas["TicketPurpose"], seconds?: number): Promise<Schemas["NewTicket"]> => {
    const ticket = await this.#send<Schemas["NewTicket"]>("POST", "/tickets", { for: purpose, seconds });
    return { ...ticket, url: this.transport.address + ticket.url };
  };

  /** Returns the configured speed. */
  speed = async (): Promise<number> => (await this.#get<Schemas["SpeedResponse"]>("/speed")).speed;

  /** Sets the speed, 0.25 to 16, or 0 for as fast as possible. */
  setSpeed = async (speed: number): Promise<number> => (await this.#send<Schemas["SpeedResponse"]>("PUT", "/speed", { speed }, true)).speed;

  /** Returns what the sensors of the cartridge measure; null: it has no such sensor. Only the bundled emulator can. */
  sensors = (): Promise<Schemas["SensorsResponse"]> => this.#get("/sensors");

  /** Sets what the sensors of the cartridge measure from the next frame on, and returns it; what is left out stays. */
  setSensors = (change: Schemas["SensorsRequest"]): Promise<Schemas["SensorsResponse"]> => this.#send("PUT", "/sensors", change, true);

  /** Returns the cheats, in the order in which they act. Only the bundled emulator takes cheats. */
  cheats = async (): Promise<Schemas["CheatDescription"][]> => (await this.#get<Schemas["CheatList"]>("/cheats")).cheats;

  /** Replaces all cheats; at most 256 with 2,048 lines. All are checked before one acts; a wrong one is named, and nothing changes. */
  setCheats = async (cheats: Schemas["NewCheat"][]): Promise<Schemas["CheatDescription"][]> =>
    (await this.#send<Schemas["CheatList"]>("PUT", "/cheats", { cheats }, true)).cheats;

  /** Adds the cheats of a file of mGBA or libretro, at most 256 KiB; each replaces the one of its name. Returns all. */
  importCheats = async (file: Uint8Array): Promise<Schemas["CheatDescription"][]> =>
    (await this.#send<Schemas["CheatList"]>("POST", "/cheats", file, true)).cheats;

  /** Adds a cheat, or replaces the one of its name. */
  setCheat = ({ name, ...cheat }: Schemas["NewCheat"]): Promise<Schemas["CheatDescription"]> =>
    this.#send("PUT", `/cheats/${encodeURIComponent(name)}`, cheat, true);

  /** Switches a cheat on or off. The ROM is restored when it is off. */
  switchCheat = (name: string, enabled: boolean): Promise<Schemas["CheatDescription"]> =>
    this.#send("PUT", `/cheats/${encodeURIComponent(name)}`, { enabled }, true);

  /** Removes a cheat. */
  deleteCheat = (name: string): Promise<void> => this.#run("DELETE", `/cheats/${encodeURIComponent(name)}`);

  /** Removes all cheats. */
  deleteCheats = (): Promise<void> => this.#run("DELETE", "/cheats", undefined, true);

  /** Returns all registers of the processor. */
  registers = async (): Promise<Schemas["RegisterDescription"][]> => (await this.#get<Schemas["RegisterList"]>("/registers")).registers;

  /** Writes a register; returns what the processor kept. */
  writeRegister = async (name: string, value: number): Promise<number> =>
    (await this.#send<Schemas["RegisterValue"]>("PUT", `/registers/${encodeURIComponent(name)}`, { value }, true)).value;

  /**
   * Returns 1 to 256 instructions from an address on, by default from the one that the processor runs next. The default mode is thumb at
   * an odd address of a GBA, else what the processor runs now. Only the bundled emulator can.
   */
  disassemble = async (
    { address, lines = 16, mode }: { address?: Address; lines?: number; mode?: "arm" | "thumb" | "sm83" } = {},
  ): Promise<Instruction[]> => {
    const at = address === undefined ? "" : `&address=${encodeURIComponent(addressText(address))}`;
    const target = `/disassembly?lines=${lines}${at}${mode === undefined ? "" : `&mode=${mode}`}`;
    const { instructions } = await this.#get<Schemas["DisassemblyResponse"]>(target);
    return instructions.map(({ hex, ...each }) => ({ ...each, address: Number(each.address), bytes: bytesOfHex(hex) }));
  };

  /** Writes a line to mGBA's scripting console, at most 65,536 bytes. */
  log = (message: string, level: Schemas["ConsoleLevel"] = "info"): Promise<void> => this.#run("POST", "/console", { message, level });

  async #search(body: object, repeatable: boolean): Promise<Found> {
    const found = await this.#send<Schemas["MemorySearchResponse"]>("POST", "/memory/search", body, repeatable);
    const matches = found.matches.map(each => ({ address: Number(each.address), value: each.value, previous: each.previous ?? undefined }));
    return { ...found, matches };
  }

  #get<T>(path: string): Promise<T> {
    return this.transport.json({ method: "GET", path: this.#path + path });
  }

  #send<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown, repeatable = false): Promise<T> {
    return this.transport.json({ method, path: this.#path + path, body, repeatable });
  }

  #run(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown, repeatable = false): Promise<void> {
    return this.transport.nothing({ method, path: this.#path + path, body, repeatable });
  }

  async #picture(path: string): Promise<Uint8Array> {
    return (await this.transport.bytes({ method: "GET", path: this.#path + path })).bytes;
  }

  #state(name: string): string {
    return `/states/${encodeURIComponent(name)}`;
  }

  #movie(name: string): string {
    return `/movies/${encodeURIComponent(name)}`;
  }

  #memory(address: Address, parameters: Record<string, string | number | undefined>): string {
    const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
    return `/memory/${encodeURIComponent(addressText(address))}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
  }
}

// Parameters of a query, each with an & before it.
function numbersOf(numbers: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(numbers).map(([name, number]) => (number === undefined ? "" : `&${name}=${number}`)).join("");
}

function operationOf(operation: Operation): object {
  if (operation.op === "sequence") return { ...operation, steps: stepsOf(operation.steps) };
  if (operation.op === "press" || operation.op === "hold") return { ...operation, buttons: buttonsOf(operation.buttons) };
  if (operation.op !== "write" || !("bytes" in operation)) return withAddress(operation);
  const { bytes, ...rest } = operation;
  return withAddress({ ...rest, hex: Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("") });
}

// A write may change what a guard compares.
function isRepeatableBatch(operations: readonly Operation[]): boolean {
  const all = new Set(operations.map(operation => operation.op));
  const writes = all.has("write") || all.has("hold") || all.has("register");
  return !all.has("press") && !all.has("sequence") && !all.has("release") && !(all.has("guard") && writes);
}
