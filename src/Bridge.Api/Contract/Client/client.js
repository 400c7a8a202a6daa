// Generated from clients/typescript by tools/bundle.mjs. Don't edit it.
let direct;
/**
 * Returns a dispatcher for Node's fetch that uses no proxy, for plain HTTP and for loopback; undefined where fetch itself uses none.
 * Node has no public way to get one: NODE_USE_ENV_PROXY replaces the dispatcher of all requests.
 */
function directDispatcher(address) {
    const dispatcher = dispatcherOf(2) ?? dispatcherOf(1);
    if (dispatcher?.constructor.name !== "EnvHttpProxyAgent" || !isDirect(address))
        return undefined;
    return direct ??= Reflect.construct(dispatcher.constructor, [{ noProxy: "*" }]);
}
/** Returns the origin of the page or worker that runs this code, if it is not that of the address; undefined outside browsers. */
function foreignOrigin(address) {
    const { origin, location } = globalThis;
    return origin === undefined || location === undefined || new URL(address, location.href).origin === origin ? undefined : origin;
}
/** Returns the sentence for a redirect; undefined for another response. */
function redirectSentence({ status, type, headers }) {
    // A browser hides status and target.
    const isHidden = type === "opaqueredirect";
    if (!isHidden && (status < 300 || status >= 400))
        return undefined;
    const origin = originOf(headers.get("Location") ?? "");
    return `The bridge answered ${isHidden ? "with a redirect" : status}${origin === undefined ? "" : ` and points to ${origin}`}; `
        + `clients do not follow redirects. ${origin === undefined ? "Check the address." : "Use that address."}`;
}
function dispatcherOf(version) {
    return globalThis[Symbol.for(`undici.globalDispatcher.${version}`)];
}
function isDirect(address) {
    const { protocol, hostname } = new URL(address);
    return protocol === "http:" || hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
// Only the origin, because the rest of a Location may be a secret.
function originOf(location) {
    if (!URL.canParse(location))
        return undefined;
    const { protocol, origin } = new URL(location);
    return protocol === "http:" || protocol === "https:" ? origin : undefined;
}
/** The base of all errors of this package. `safeToRepeat` is true if sending the request again can't do anything twice. */
class BridgeError extends Error {
}
/** Nothing answers at the bridge's address. The request was not sent, or can be sent again. */
class Unreachable extends BridgeError {
    name = "Unreachable";
    safeToRepeat = true;
}
/** A browser let this page, of the site `origin`, read no answer of the bridge. The request was not sent, or can be sent again. */
class ForeignOrigin extends BridgeError {
    origin;
    name = "ForeignOrigin";
    safeToRepeat = true;
    constructor(address, origin, options) {
        super(`Pages of ${origin} can't read answers of ${address}: nothing answers there, or the bridge does not allow ${origin}. `
            + `To allow it, add it to the bridge's setting Bridge:Origins.`, options);
        this.origin = origin;
    }
}
// These problems leave it open whether the command ran.
const open = ["outcome-unknown", "interrupted", "emulator-refused", "script-error", "protocol-error", "internal-error",
    "storage-failed", "too-many-files"];
/** The bridge responded with a problem. `error.is("held")` compares its type; `retryAfter` is in seconds. */
class ProblemError extends BridgeError {
    status;
    problem;
    retryAfter;
    name = "ProblemError";
    type;
    title;
    detail;
    parameter;
    emulator;
    traceId;
    safeToRepeat;
    constructor(status, problem, retryAfter) {
        const type = text(problem["type"]).split("#")[1] ?? "";
        const detail = text(problem["detail"]);
        super(`${type || status}: ${detail || text(problem["title"])}`);
        this.status = status;
        this.problem = problem;
        this.retryAfter = retryAfter;
        this.type = type;
        this.title = text(problem["title"]) || `HTTP ${status}`;
        this.detail = detail;
        this.parameter = text(problem["parameter"]) || undefined;
        this.emulator = text(problem["emulator"]) || undefined;
        this.traceId = text(problem["traceId"]) || undefined;
        const said = problem["safeToRepeat"];
        this.safeToRepeat = typeof said === "boolean" ? said : type !== "" && !open.includes(type);
    }
    /** Returns whether the problem is of one of these types. */
    is(...types) {
        return types.includes(this.type);
    }
}
/**
 * The request was sent, and nobody knows whether it ran: the bridge said so, or the connection to it broke (`status` is 0).
 * This package repeats it only after a broken connection, if it can't do anything twice. Otherwise read memory or the screen first,
 * or repeat it if `safeToRepeat`.
 */
class OutcomeUnknown extends ProblemError {
    name = "OutcomeUnknown";
    /** Returns the error for a connection that broke while a request was in flight. */
    static lost(reason, safeToRepeat, address) {
        const detail = `The connection to ${address} broke while the request was in flight (${reason}). It may have run.`;
        return new OutcomeUnknown(0, { type: "#outcome-unknown", title: "Outcome unknown", detail, safeToRepeat });
    }
}
/** Returns the media type of a response's body; empty if there is none. */
function mediaType({ headers }) {
    return /^[\w.+-]+\/[\w.+-]+/.exec(headers.get("Content-Type") ?? "")?.[0].toLowerCase() ?? "";
}
/** Returns the error for a response that no bridge sends, like the page of a login. */
function unexpected(response, url, isEmpty) {
    return new ProblemError(response.status, { title: "Unexpected response", detail: describe(response, url, isEmpty) });
}
function describe(response, url, isEmpty) {
    // The type says enough; the body may be of another server.
    const came = isEmpty ? "an empty body" : `${mediaType(response) || "a body"}, which is no answer of a bridge`;
    return `${url} answered ${response.status} with ${came}: check the address.`;
}
/** Returns the error for a response that is no success. */
async function problemOf(response, url) {
    const detail = redirectSentence(response);
    if (detail !== undefined) {
        // The body may be of another server, so it says nothing.
        await response.body?.cancel();
        return new ProblemError(response.status, { title: "Redirect", detail });
    }
    const body = await response.text().catch(() => "");
    let problem = {};
    try {
        problem = Object(JSON.parse(body));
    }
    catch {
        // A proxy in between may respond with something else.
    }
    if (text(problem["type"]) === "")
        problem = { detail: describe(response, url, body === "") };
    const wait = Number(response.headers.get("Retry-After") ?? NaN);
    const isUnknown = text(problem["type"]).endsWith("#outcome-unknown");
    return new (isUnknown ? OutcomeUnknown : ProblemError)(response.status, problem, Number.isNaN(wait) ? undefined : wait);
}
function text(value) {
    return typeof value === "string" ? value : "";
}
/** The watches of a stream. They end with the bridge, so the stream sets them again, and their events keep the ids of before. */
class KeptWatches {
    // By the id that the user knows: the id now, and what to set.
    #current;
    #settings = new Map();
    constructor(ids) {
        this.#current = new Map(ids.map(id => [id, id]));
    }
    /** The ids now. */
    get ids() {
        return [...this.#current.values()];
    }
    /** Returns the watches that the bridge no longer lists: the user's id, and what to set. The first call stores the settings. */
    missing(listed) {
        const byId = new Map(listed.map(each => [each.id, settingOf(each)]));
        if (this.#settings.size === 0) {
            for (const id of this.#current.keys()) {
                const setting = byId.get(id);
                if (setting)
                    this.#settings.set(id, setting);
            }
        }
        return [...this.#settings].filter(([id, setting]) => JSON.stringify(byId.get(this.#current.get(id) ?? id)) !== JSON.stringify(setting));
    }
    /** Takes the id of a watch that was set again. */
    replace(id, current) {
        this.#current.set(id, current);
    }
    /** Returns the id that the user knows. */
    known(current) {
        return [...this.#current].find(([, now]) => now === current)?.[0] ?? current;
    }
}
function settingOf({ chain, address, achievement, type, length, domain, intervalFrames, name, temporary }) {
    return { address: chain ?? address, achievement, type, length, domain, intervalFrames, name, temporary };
}
const reconnectMilliseconds = 250;
// The bridge sends at least a comment every 15 seconds.
const silenceMilliseconds = 40_000;
// An id that no event has: a stream that continues after it begins with a gap.
const noEvent = "0";
/** A connected stream of events. A loop that ends closes it. It connects again when it breaks, and continues after the last event. */
class Events {
    transport;
    path;
    options;
    #end = new AbortController();
    #signal;
    #watches;
    #lastId;
    #isNew = true;
    constructor(transport, path, options) {
        this.transport = transport;
        this.path = path;
        this.options = options;
        this.#signal = options.signal ? AbortSignal.any([options.signal, this.#end.signal]) : this.#end.signal;
        this.#lastId = options.lastEventId;
        this.#watches = options.watches && new KeptWatches(options.watches.map(each => typeof each === "number" ? each : each.id));
    }
    /** Connects, so that every event from here on arrives. */
    static async open(transport, path, options) {
        const events = new Events(transport, path, options);
        events.#stream = await events.#connect();
        return events;
    }
    #stream;
    /** The id of the last event, from which another stream can continue. */
    get lastId() {
        return this.#lastId;
    }
    /** Ends the stream. */
    close() {
        this.#end.abort();
    }
    async *[Symbol.asyncIterator]() {
        try {
            while (!this.#signal.aborted) {
                try {
                    for await (const event of parse(this.#stream ?? await this.#connect())) {
                        this.#lastId = event.id || this.#lastId;
                        yield this.#named(event);
                    }
                }
                catch (error) {
                    if (this.#signal.aborted)
                        return;
                    if (!isPassing(error))
                        throw error;
                }
                this.#stream = undefined;
                await new Promise(resolve => setTimeout(resolve, reconnectMilliseconds));
            }
        }
        finally {
            this.close();
        }
    }
    async #connect() {
        if (this.#watches)
            await this.#setMissing(this.#watches);
        const start = this.#lastId ?? (this.#isNew ? undefined : noEvent);
        const path = `${this.path}/events${queryOf(this.options.topics, this.#watches?.ids, start)}`;
        const stream = await this.transport.stream({ method: "GET", path, accept: "text/event-stream", signal: this.#signal });
        this.#isNew = false;
        return stream;
    }
    async #setMissing(kept) {
        const path = `${this.path}/watches`;
        const { watches } = await this.transport.json({ method: "GET", path });
        for (const [id, body] of kept.missing(watches))
            kept.replace(id, (await this.transport.json({ method: "POST", path, body })).id);
    }
    #named(event) {
        const id = event.topic === "watch" ? this.#watches?.known(event.data["id"]) : undefined;
        return id === undefined ? event : { ...event, data: { ...event.data, id } };
    }
}
function isPassing(error) {
    if (error instanceof ProblemError)
        return error instanceof OutcomeUnknown || error.status >= 500;
    return error instanceof BridgeError || error instanceof TypeError;
}
function queryOf(topics, watches, lastId) {
    const query = new URLSearchParams();
    if (topics)
        query.set("topics", topics.join(","));
    if (watches)
        query.set("watches", watches.join(","));
    if (lastId !== undefined)
        query.set("lastEventId", lastId);
    return query.size > 0 ? `?${query}` : "";
}
/** Yields the server-sent events of a body, until it ends or nothing arrives for a while. */
async function* parse(stream) {
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    let rest = "";
    try {
        for (let part = await readInTime(reader); !part.done; part = await readInTime(reader)) {
            const blocks = (rest + decoder.decode(part.value, { stream: true })).split("\n\n");
            rest = blocks.pop() ?? "";
            for (const block of blocks) {
                const event = eventOf(block);
                if (event)
                    yield event;
            }
        }
    }
    finally {
        await reader.cancel().catch(() => undefined);
    }
}
// A read in flight ends when its reader is cancelled.
async function readInTime(reader) {
    const silence = setTimeout(() => void reader.cancel().catch(() => undefined), silenceMilliseconds);
    try {
        return await reader.read();
    }
    finally {
        clearTimeout(silence);
    }
}
function eventOf(block) {
    const fields = {};
    for (const line of block.split("\n")) {
        const colon = line.indexOf(":");
        if (colon > 0)
            fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, "");
    }
    if (!fields["data"])
        return undefined;
    const data = JSON.parse(fields["data"]);
    return { id: fields["id"] ?? "", topic: (fields["event"] ?? "watch"), data, value: valueOf(data) };
}
/** Returns the number of a value, the bytes of a range, or undefined. */
function valueOf(read) {
    if (typeof read.value === "number")
        return read.value;
    return typeof read.hex === "string" ? bytesOfHex(read.hex) : undefined;
}
/** Returns the bytes of hexadecimal digits. */
function bytesOfHex(digits) {
    return Uint8Array.from(digits.match(/../g) ?? [], pair => parseInt(pair, 16));
}
/** The place of a byte, like `u8(0x02000020)`. */
const u8 = (address, domain) => typedPlace(address, "u8", domain);
/** The place of an unsigned number of 16 bits. */
const u16 = (address, domain) => typedPlace(address, "u16", domain);
/** The place of an unsigned number of 32 bits. */
const u32 = (address, domain) => typedPlace(address, "u32", domain);
/** The place of a signed byte. */
const i8 = (address, domain) => typedPlace(address, "i8", domain);
/** The place of a signed number of 16 bits. */
const i16 = (address, domain) => typedPlace(address, "i16", domain);
/** The place of a signed number of 32 bits. */
const i32 = (address, domain) => typedPlace(address, "i32", domain);
/** A range of 1 to 262,144 bytes. */
const span = (address, length, domain) => domain === undefined ? { address, length } : { address, length, domain };
function typedPlace(address, type, domain) {
    return domain === undefined ? { address, type } : { address, type, domain };
}
/** Returns an address as text for the bridge. */
function addressText(address) {
    if (typeof address === "string")
        return address;
    if (typeof address !== "number")
        throw new TypeError(`address must be a number like 0x02000000, or a symbol or a chain of pointers as text; got ${address}.`);
    const isPlain = Number.isInteger(address) && address >= 0;
    return isPlain ? `0x${address.toString(16).toUpperCase().padStart(8, "0")}` : String(address);
}
/** Returns the JSON of a place for the bridge. */
function placeOf(place) {
    if (typeof place === "object" && place !== null)
        return withAddress(place);
    if (typeof place === "number" || typeof place === "string")
        return { address: addressText(place), type: "u8" };
    throw new TypeError(`A place must be like u16(0x02000000), or an address; got ${String(place)}.`);
}
/** Returns the JSON of buttons for the bridge. */
function buttonsOf(buttons) {
    return [buttons].flat().flatMap(each => {
        if (typeof each !== "string")
            throw new TypeError(`buttons must be names like "A" or "Up+B"; got ${String(each)}.`);
        return each.split("+").map(name => name.trim()).filter(name => name !== "");
    });
}
/** Returns the JSON of a condition or an operation for the bridge. */
function withAddress(place) {
    return "address" in place ? { ...place, address: addressText(place.address) } : place;
}
/** Returns the JSON of steps for the bridge. */
function stepsOf(steps) {
    return steps.map(step => {
        if (typeof step === "string" || Array.isArray(step))
            return { buttons: buttonsOf(step) };
        return "buttons" in step ? { ...step, buttons: buttonsOf(step.buttons) } : step;
    });
}
/** Returns the pixels of a response. */
function pixelsOf(screen) {
    if (screen == null)
        return undefined;
    const { width, height, gray, raw } = screen;
    return { width, height, channels: gray ? 1 : 3, data: bytesOfBase64(raw ?? "") };
}
/** Returns a lease as the bridge takes it; undefined: its default. */
function leaseOf(seconds) {
    if (seconds === undefined)
        return undefined;
    if (seconds === Infinity)
        return { seconds: null };
    // JSON would make null of NaN, which is a lease that never ends.
    if (!Number.isFinite(seconds))
        throw new RangeError(`A lease must be 1 to 604,800 seconds, or Infinity; got ${seconds}.`);
    return { seconds };
}
/** Returns the bytes of base64. */
function bytesOfBase64(text) {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
}
/** Returns the JSON of what to wait for. */
function untilOf(until) {
    if ("any" in until)
        return { any: until.any.map((withAddress)) };
    return "all" in until ? { all: until.all.map((withAddress)) } : withAddress(until);
}
/** A held game: it runs only in steps and turns. */
class Hold {
    emulator;
    lease;
    constructor(emulator, lease) {
        this.emulator = emulator;
        this.lease = lease;
    }
    /** Runs exactly `frames` (1 to 36,000) with these buttons down, and returns values and pixels of the last frame. */
    async step(frames = 1, buttons = [], options = {}) {
        const { read, draw, picture, sensors } = options;
        const body = {
            frames, buttons: buttonsOf(buttons), lease: this.lease, read: read?.map(placeOf), draw, sensors,
            screen: picture && { ...picture, format: "raw" },
        };
        const path = `${this.emulator.path}/frames/step`;
        const response = await this.emulator.transport.json({ method: "POST", path, body });
        return { frame: response.frame, values: (response.values ?? []).map(valueOf), pixels: pixelsOf(response.screen) };
    }
    /** Plays one turn of the held game, like `Emulator.act`. */
    async act(turn) {
        const body = { ...turnBody(turn), lease: this.lease };
        return turnOf(await this.emulator.transport.json({ method: "POST", path: `${this.emulator.path}/act`, body }));
    }
    /** Plays a movie in the held game, like `Emulator.playMovie`; the game stands still after it. */
    playMovie(name, options = {}) {
        return this.emulator.playMovie(name, { ...options, lease: this.lease });
    }
    /** Renews the lease without a step. */
    async renew(leaseSeconds) {
        const body = { lease: this.lease, leaseSeconds };
        await this.emulator.transport.nothing({ method: "POST", path: `${this.emulator.path}/frames/hold`, body, repeatable: true });
    }
    /** Lets the game run. Does nothing if the hold has ended. */
    async release() {
        const path = `${this.emulator.path}/frames/hold?lease=${encodeURIComponent(this.lease)}`;
        try {
            await this.emulator.transport.nothing({ method: "DELETE", path, repeatable: true });
        }
        catch (error) {
            if (!(error instanceof ProblemError && error.is("not-held")))
                throw error;
        }
    }
}
/** Returns the JSON of a turn for the bridge. */
function turnBody(turn) {
    return {
        ...turn, steps: turn.steps && stepsOf(turn.steps), until: turn.until && untilOf(turn.until), read: turn.read?.map(placeOf),
    };
}
/** Parses what a turn did. */
function turnOf(response) {
    return {
        frame: response.frame, frames: response.frames, met: response.met ?? undefined, held: response.held ?? [],
        values: (response.values ?? []).map(valueOf),
        png: response.png ? bytesOfBase64(response.png) : undefined,
        pressedAt: response.pressedAt ?? undefined, releasedAt: response.releasedAt ?? undefined,
        keyFrames: (response.keyFrames ?? []).map(({ frame, png }) => ({ frame, png: bytesOfBase64(png) })),
        steps: (response.steps ?? []).map(({ step, frame, values, png }) => ({
            step, frame, values: (values ?? []).map(valueOf), png: png ? bytesOfBase64(png) : undefined,
        })),
    };
}
/** Returns the JSON of a request for the bridge. */
function branchesBody(branches, { keep, ...options }) {
    return { ...options, keep: keep === undefined ? undefined : String(keep), branches: branches.map(bodyOf) };
}
/** Returns the ends of branches. */
function branchEnds({ branches }) {
    return branches.map(each => ({
        name: each.name, frames: each.frames, met: each.met ?? undefined, held: each.held ?? [],
        hashes: Object.fromEntries(each.hashes.map(({ region, hash }) => [region, hash])), values: (each.values ?? []).map(valueOf),
        png: each.png ? bytesOfBase64(each.png) : undefined, pictureHash: each.pictureHash ?? undefined,
    }));
}
function bodyOf({ steps, until, read, ...branch }) {
    return { ...branch, steps: steps && stepsOf(steps), until: until && untilOf(until), read: read?.map(placeOf) };
}
/** Returns a clip. */
function clipOf(shape, bytes, subtitles) {
    const { format, from, to, seconds, fps, reducedPictures, dropped } = shape;
    return {
        format, bytes, from, to, seconds, fps: fps ?? undefined, reducedPictures: reducedPictures ?? 0, subtitles, dropped: dropped ?? 0,
    };
}
/** Returns how a movie ran. */
function resultOf(response) {
    const { frames, played, checked, result, after, before, regions } = response;
    return {
        frames, played, checked, result, isEqual: result === "equal", after: after ?? undefined, before: before ?? undefined,
        regions: regions ?? [],
    };
}
/** Returns how a movie was played. */
function playedOf(response) {
    return { ...resultOf(response), frame: response.frame };
}
/** An emulator of a bridge: the game that runs in it. Every method is one request, except that the events are a stream. */
class Emulator {
    transport;
    name;
    #path;
    constructor(transport, name) {
        this.transport = transport;
        this.name = name;
        this.#path = `/emulators/${encodeURIComponent(name)}`;
    }
    /** The path of all its requests. */
    get path() {
        return this.#path;
    }
    /** Returns the state, the game, the frame and the measured speed. Responds even while no emulator is connected. */
    info = () => this.#get("");
    /** Returns the number at an address, or at the end of a chain of pointers; by default a byte, or a field with its own type. */
    async read(address, type, domain) {
        return (await this.#get(this.#memory(address, { type, domain }))).value;
    }
    read8 = (address, domain) => this.read(address, "u8", domain);
    read16 = (address, domain) => this.read(address, "u16", domain);
    read32 = (address, domain) => this.read(address, "u32", domain);
    /** Returns 1 to 1,048,576 bytes. */
    async readBytes(address, length, domain) {
        const path = this.#path + this.#memory(address, { length, domain });
        return (await this.transport.bytes({ method: "GET", path, accept: "application/octet-stream" })).bytes;
    }
    /** Returns the values of 1 to 256 places, all from one frame; at most 262,144 bytes together. */
    async readMany(places) {
        const { frame, values } = await this.#send("POST", "/memory/read", places.map(placeOf), true);
        return { frame, values: values.map(valueOf) };
    }
    /**
     * Writes a number, by default a byte, or a field with its own type. ROM and BIOS can't be written on the bus; the domain "cart0" patches
     * the ROM.
     */
    write = (address, value, type, domain) => this.#run("PUT", this.#memory(address, { domain }), { value, type }, true);
    write8 = (address, value, domain) => this.write(address, value, "u8", domain);
    write16 = (address, value, domain) => this.write(address, value, "u16", domain);
    write32 = (address, value, domain) => this.write(address, value, "u32", domain);
    /** Writes 1 to 1,048,576 bytes. */
    writeBytes = (address, bytes, domain) => this.#run("PUT", this.#memory(address, { domain }), bytes, true);
    /**
     * Stores the symbols of the running game; returns how many. After that, addresses are names as well: "gPlayer+4". A .sym of RGBDS, no$gba
     * or ARMIPS, a .map of GNU ld, or an ELF file, at most 16 MiB.
     */
    storeSymbols = async (file) => (await this.#send("PUT", "/symbols", file, true)).count;
    /** Returns the symbols whose names have a text in any case, at most `limit`, and the nearest name of an address. */
    symbols = ({ address, ...query } = {}) => {
        const parameters = new URLSearchParams();
        for (const [name, value] of Object.entries({ limit: 100, ...query }))
            parameters.set(name, String(value));
        if (address !== undefined)
            parameters.set("address", addressText(address));
        return this.#get(`/symbols?${parameters}`);
    };
    /** Forgets the stored symbols. */
    deleteSymbols = () => this.#run("DELETE", "/symbols", undefined, true);
    /**
     * Stores the types of the running game's symbols; returns how many structures. After that, addresses lead into structures: "gParty[3].hp"
     * with `{ types: { Player: { size: 16, fields: { hp: { at: 4, type: "u16" } } } }, symbols: { gParty: { type: "Player", count: 6 } } }`.
     */
    storeTypes = async (file) => (await this.#send("PUT", "/symbols/types", file, true)).types;
    /** Returns the types of the running game's symbols. */
    types = () => this.#get("/symbols/types");
    /** Forgets the stored types. */
    deleteTypes = () => this.#run("DELETE", "/symbols/types", undefined, true);
    /**
     * Returns what is at an address by its type, or as the structure `type`: at most 262,144 bytes and 16,384 values. `value` is an object of
     * the fields of a structure, a list for an array, a number, or the address in a pointer as text.
     */
    readStructure = (address, type, domain) => {
        const parameters = new URLSearchParams();
        if (type !== undefined)
            parameters.set("type", type);
        if (domain !== undefined)
            parameters.set("domain", domain);
        return this.#get(`/structures/${encodeURIComponent(addressText(address))}${parameters.size > 0 ? `?${parameters}` : ""}`);
    };
    /** Returns the memory domains of the running game. */
    domains = async () => (await this.#get("/memory")).domains;
    /** Searches memory: `search({ type: "u16", is: "eq", value: 300 })` covers the console's working RAM. */
    search = (search) => this.#search({ type: "u8", ...withAddress(search) }, true);
    /** Keeps the places of a search that compare now: also changed, unchanged, increased, decreased. */
    async narrow(found, is, value, limit = 100) {
        if (typeof found?.id !== "number")
            throw new TypeError(`found must be what search or narrow returned; got ${String(found)}.`);
        return this.#search({ id: found.id, is, value, limit }, false);
    }
    /** Runs 1 to 256 operations in one frame. */
    async batch(operations) {
        const body = { operations: operations.map(operationOf) };
        const { frame, results } = await this.#send("POST", "/batch", body, isRepeatableBatch(operations));
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
    press = async (buttons, options = {}) => this.#send("POST", "/buttons/press", { ...options, buttons: buttonsOf(buttons), wait: true });
    /** Presses buttons and returns the id at once. */
    queuePress = async (buttons, options = {}) => this.#send("POST", "/buttons/press", { ...options, buttons: buttonsOf(buttons), wait: false });
    /** Plays 1 to 256 steps, exact to the frame, and returns after the last; at most 36,000 frames in total. */
    play = (steps, repeat = 1) => this.#send("POST", "/buttons/sequence", { steps: stepsOf(steps), repeat, wait: true });
    /** Plays steps until conditions hold, and releases the buttons in the next frame; `met` is false if the steps ended first. */
    playUntil = (steps, until, repeat = 1) => this.#send("POST", "/buttons/sequence", { steps: stepsOf(steps), repeat, until: untilOf(until) });
    /** Plays steps and returns the id at once. */
    queuePlay = (steps, repeat = 1) => this.#send("POST", "/buttons/sequence", { steps: stepsOf(steps), repeat, wait: false });
    /** Returns the state of a press or sequence. */
    progress = (id) => this.#get(`/buttons/sequence/${id}`);
    /** Cancels a press or sequence. */
    cancel = (id) => this.#send("DELETE", `/buttons/sequence/${id}`);
    /** Holds exactly these buttons. With `leaseMilliseconds`, 100 to 600,000, they are released by themselves after that time. */
    holdButtons = async (buttons, leaseMilliseconds) => this.#send("PUT", "/buttons", { buttons: buttonsOf(buttons), leaseMilliseconds }, true);
    /** Releases all buttons and drops the queued presses. */
    releaseButtons = () => this.#send("DELETE", "/buttons");
    /** Returns the held, pressed and queued buttons. */
    buttons = () => this.#get("/buttons");
    /** Returns the picture that the game drew last; `scale` is 1 to 8. */
    async screen(scale = 1) {
        const { bytes, frame } = await this.transport.bytes({ method: "GET", path: `${this.#path}/screen?scale=${scale}` });
        return { png: bytes, frame };
    }
    /** Returns the save state of the running game, for `restore`. */
    state = async () => (await this.transport.bytes({ method: "GET", path: `${this.#path}/state` })).bytes;
    /** Loads a state from its bytes, at most 2 MiB; returns the frame. */
    restore = async (state) => (await this.#send("PUT", "/state", state, true)).frame;
    /** Saves the running game under a name: 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots. `note` is a line for `stateTree`. */
    saveState = (name, note) => this.#run("PUT", this.#state(name) + (note === undefined ? "" : `?note=${encodeURIComponent(note)}`), undefined, true);
    /** Loads a named state; returns the frame. `force`: also one of another build of the game, like a ROM hack before its last change. */
    loadState = async (name, force = false) => (await this.#send("POST", `${this.#state(name)}/load${force ? "?force=true" : ""}`, undefined, true)).frame;
    /** Keeps the bytes of a state under a name. */
    storeState = (name, state) => this.#run("PUT", this.#state(name), state, true);
    /** Returns the bytes of a named state. */
    storedState = async (name) => (await this.transport.bytes({ method: "GET", path: this.#path + this.#state(name) })).bytes;
    /** Saves to one of mGBA's slots, 0 to 9. */
    saveSlot = (slot) => this.#run("POST", `/slots/${slot}/save`, undefined, true);
    /** Loads one of mGBA's slots, 0 to 9; returns the frame. */
    loadSlot = async (slot) => (await this.#send("POST", `/slots/${slot}/load`, undefined, true)).frame;
    /** Deletes a named state. */
    deleteState = (name) => this.#run("DELETE", this.#state(name));
    /** Returns the running game's states. */
    states = async () => (await this.#get("/states")).states;
    /** Returns the running game's states, and from which other state the game came to each. */
    stateTree = async () => (await this.#get("/states?tree=true")).states;
    /** Returns the picture of a named state as a PNG. */
    statePicture = async (name) => (await this.transport.bytes({ method: "GET", path: `${this.#path}${this.#state(name)}/picture` })).bytes;
    /** Runs the game from a state's parent to the state, and compares the memory, as `playMovie` does. */
    replayState = async (name, options = {}) => playedOf(await this.#send("POST", `${this.#state(name)}/replay`, options));
    /** Waits 1 to 36,000 emulated frames. */
    waitFrames = (frames) => this.#send("POST", "/frames/wait", { frames }, true);
    /** Waits for a condition, or any or all of some; `met` is false after `timeoutFrames`, 1 to 36,000. */
    waitUntil = (until, timeoutFrames = 600) => this.#send("POST", "/frames/wait", { until: untilOf(until), timeoutFrames }, true);
    /** Plays one turn in one request: load a state, press, wait, settle, read, take a picture. */
    act = async (turn) => turnOf(await this.#send("POST", "/act", turnBody(turn)));
    /**
     * Runs up to 256 branches from now, a named state or a frame of the history, in processes of their own. The game goes on and is
     * unchanged, unless `keep` names the branch whose end it gets. Only the bundled emulator can.
     */
    branches = async (branches, options = {}) => branchEnds(await this.#send("POST", "/branches", branchesBody(branches, options), options.keep === undefined));
    /** Stops the game between steps. The hold ends `leaseSeconds` (0.1 to 600, default 20) after the last step. Release it in `finally`. */
    async hold(options = {}) {
        const { lease } = await this.#send("POST", "/frames/hold", { leaseSeconds: 20, ...options });
        return new Hold(this, lease);
    }
    /** Ends any client's hold. With tokens this needs the scope admin. */
    forceRelease = () => this.#run("DELETE", "/frames/hold?force=true");
    /**
     * Watches a value, a range of 1 to 4,096 bytes, or conditions of RetroAchievements, whose value is 1 while they hold, or else 0. Its
     * changes are events. A temporary watch ends a minute after its last stream.
     */
    watch = async (place, options = {}) => this.#send("POST", "/watches", { temporary: true, ...options, ...placeOf(place) });
    /**
     * Watches the places of a .wch file, the RAM Watch list of BizHawk and other emulators, at most 256 KiB. `skipped` has the lines that
     * can't be watched; a file without any other line is invalid.
     */
    importWatches = (file) => this.#send("POST", "/watches/import", file);
    /** Deletes a watch. */
    deleteWatch = (id) => this.#run("DELETE", `/watches/${id}`);
    /** Returns the watches and their last values. */
    watches = async () => (await this.#get("/watches")).watches;
    /**
     * Sets a breakpoint: each read, write or run of what is at an address is an event of the topic breakpoint; with `then: "stop"` it stops
     * the game. At most 64 an emulator. Only the bundled emulator can.
     */
    setBreakpoint = ({ address, ...options }) => this.#send("POST", "/breakpoints", { address: addressText(address), ...options });
    /** Returns the breakpoints and their hits. */
    breakpoints = async () => (await this.#get("/breakpoints")).breakpoints;
    /** Ends a breakpoint. */
    deleteBreakpoint = (id) => this.#run("DELETE", `/breakpoints/${id}`);
    /** Ends all breakpoints. */
    deleteBreakpoints = () => this.#run("DELETE", "/breakpoints");
    /** Returns where the game is stopped; undefined: it runs. */
    stopPlace = async () => (await this.#get("/breakpoints")).stop ?? undefined;
    /** Stops the game before its next instruction, for `stopSeconds`; returns where, or undefined after `timeoutFrames`. */
    stopGame = async (options = {}) => (await this.#send("POST", "/breakpoints/stop", options)).stop ?? undefined;
    /** Lets a stopped game go on; returns the frame. */
    continueGame = async () => (await this.#send("POST", "/breakpoints/continue")).frame;
    /** Runs 1 to 1,000,000 instructions of a stopped game; returns where it is stopped then, or undefined after `timeoutFrames`. */
    stepInstructions = async (instructions = 1, options = {}) => (await this.#send("POST", "/breakpoints/step", { instructions, ...options })).stop ?? undefined;
    /**
     * Runs the game until it runs, reads or writes what is at an address, and stops it there; returns where, or undefined after
     * `timeoutFrames`.
     */
    runUntil = async ({ address, ...options }) => (await this.#send("POST", "/run-until", { address: addressText(address), ...options })).stop ?? undefined;
    /** Returns the calls that led to where the processor is, the latest first, as far as the stack shows them. */
    callStack = async () => (await this.#get("/callstack")).calls;
    /** Returns whether a door is open, a port at which another tool finds the game, and where. */
    door = (kind) => this.#get(`/doors/${kind}`);
    /** Opens a door, by default at the first free port at which the tool looks. One client at a time has it. */
    openDoor = (kind, options = {}) => this.#send("PUT", `/doors/${kind}`, options, true);
    /** Closes a door; its client is disconnected, and the game goes on. */
    closeDoor = (kind) => this.#run("DELETE", `/doors/${kind}`, undefined, true);
    /** Finds the instruction that wrote last to 1 to 4,096 bytes, in the last `frames` of the history. Only the bundled emulator can. */
    lastWriter = (address, options = {}) => this.#get(`/last-writer?address=${encodeURIComponent(addressText(address))}${numbersOf(options)}`);
    /** Returns which code ran in frames of the history, by default the last 600, without what ran in others. */
    coverage = (options = {}) => this.#get(`/coverage${numbersOf(options).replace("&", "?")}`);
    /** Returns 1 to 10,000 instructions that ran in a frame of the history, by default the latest. */
    trace = async ({ registers = false, ...options } = {}) => (await this.#get(`/trace?registers=${registers}${numbersOf(options)}`)).instructions;
    /** Connects a stream of events: `for await (const event of await game.events({ topics: ["watch"] }))`. */
    events = (options = {}) => Events.open(this.transport, this.#path, options);
    /** Ends an emulator that `Bridge.create` started. */
    end = () => this.#run("DELETE", "", undefined, true);
    /** Sets the lease of a created emulator: 1 to 604,800 seconds after its last request, or Infinity. */
    setLease = (seconds) => this.#run("PUT", "/lease", leaseOf(seconds), true);
    /** Resets the game like the power switch; returns the frame. */
    reset = async () => (await this.#send("POST", "/reset")).frame;
    /** Returns the games that `loadRom` can load. */
    roms = async () => (await this.#get("/roms")).roms;
    /** Loads a game of the bridge's ROM folder and starts it. */
    loadRom = (name) => this.#send("POST", "/rom", { name });
    /** Returns the frames that `rewind` can return to, and the marks. Only the bundled emulator has a history. */
    history = () => this.#get("/history");
    /** Gives the present frame a name of 1 to 64 printable ASCII characters; returns its number in the history. */
    mark = async (name) => (await this.#send("POST", "/history/marks", { name })).at;
    /** Returns to an earlier frame: exactly one of frames, seconds, toFrame and mark. `toFrame` also goes forward again. */
    rewind = (to) => this.#send("POST", "/rewind", to);
    /**
     * Puts a line of 1 to 200 characters at the present frame, which clips show; returns the frame of the history. Without a history it is
     * the frame number.
     */
    addNote = async (text) => (await this.#send("POST", "/notes", { text })).at;
    /**
     * Shows the player a line of 1 to 200 characters over the picture for 1 to 3,600 frames; returns whether pictures have it. Only the
     * bundled emulator draws it. Steps, movies and clips never have it.
     */
    showMessage = async (text, frames = 180) => (await this.#send("POST", "/messages", { text, frames })).drawn;
    /** Returns the newest notes, at most `limit`, ordered by frame. */
    notes = async (limit = 100) => (await this.#get(`/notes?limit=${limit}`)).notes;
    /** Returns the notebook of the running game, which the bridge keeps by the CRC-32 of its ROM. Every address takes its names. */
    notebook = () => this.#get("/notebook");
    /** Replaces the notebook: at most 200 notes, 200 names and 256 KiB. Notes without id, time and frame get the present ones. */
    importNotebook = (notebook) => this.#send("PUT", "/notebook", notebook, true);
    /** Deletes the notebook. */
    deleteNotebook = () => this.#run("DELETE", "/notebook", undefined, true);
    /** Adds a note of 1 to 600 characters of one line. */
    addNotebookNote = (text) => this.#send("POST", "/notebook/notes", { text });
    /** Removes the note of an id. */
    deleteNotebookNote = (id) => this.#run("DELETE", `/notebook/notes/${id}`);
    /** Gives an address a name: a letter or _, then letters, digits and _ . @ # $, at most 64 characters. */
    setNotebookName = (name, meaning) => this.#send("PUT", `/notebook/names/${encodeURIComponent(name)}`, meaning, true);
    /** Forgets a name. */
    deleteNotebookName = (name) => this.#run("DELETE", `/notebook/names/${encodeURIComponent(name)}`);
    /** Returns the movies of the running game: files that replay what it did. Only the bundled emulator writes and plays them. */
    movies = async () => (await this.#get("/movies")).movies;
    /** Returns a movie, for `storeMovie`; or as a .bk2 of BizHawk, unless it starts from a state, or has writes or loaded states. */
    movie = async (name, format = "bridge") => (await this.transport.bytes({ method: "GET", path: `${this.#path}${this.#movie(name)}?format=${format}` })).bytes;
    /**
     * Keeps a movie under a name of 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots: one of `movie`, a .bk2 of BizHawk or a .vbm of
     * VisualBoyAdvance, at most 32 MiB. A movie of another game is a conflict. A game has at most 256.
     */
    storeMovie = (name, movie) => this.#send("PUT", this.#movie(name), movie, true);
    /** Deletes a movie. */
    deleteMovie = (name) => this.#run("DELETE", this.#movie(name));
    /** Writes a movie of the frames `from` to `to` of the history, by default of all that it has. It may begin some frames earlier. */
    writeMovie = (name, frames = {}) => this.#send("POST", this.#movie(name), frames);
    /**
     * Begins to record a movie: now, with "reset" after a reset of the game, or from a named state. Returns its first frame in the history,
     * which must still have it when `stopMovie` writes the movie. With tokens a reset needs the scope admin.
     */
    recordMovie = async (name, start = "now") => (await this.#send("POST", this.#movie(name), typeof start === "string" ? { start } : start)).from;
    /** Writes the movie that is being recorded, up to the present frame. */
    stopMovie = (name) => this.#send("POST", `${this.#movie(name)}/stop`);
    /**
     * Puts the game at the start of a movie, plays it up to its frame `to`, by default all, and compares the game with it. `speed` is 0.25
     * to 16, or 0 for unlimited; with `until: "end"` it plays on after a difference. `lease` is needed if the hold is exclusive;
     * `Hold.playMovie` sends its own. A long movie needs a longer `timeout` of the bridge. A movie of another game is a conflict.
     */
    playMovie = async (name, options = {}) => playedOf(await this.#send("POST", `${this.#movie(name)}/play`, options));
    /**
     * Makes a clip of the last `seconds`; or of the frames `from` to `to` of the history or of a `movie`, by default all, at most 600 s.
     * `format` is gif (default), apng, wav, or, with ffmpeg on the bridge's machine, webp, mp4 or webm. An emulator without a history
     * is recorded for the next `seconds`, without sound.
     */
    async clip(clip) {
        const { id, ...shape } = await this.#send("POST", "/clips", { ...clip, wait: true });
        try {
            const { bytes } = await this.transport.bytes({ method: "GET", path: `${this.#path}/clips/${id}/file` });
            const subtitles = shape.notes > 0
                ? await this.transport.bytes({ method: "GET", path: `${this.#path}/clips/${id}/subtitles` })
                : undefined;
            return clipOf(shape, bytes, subtitles && new TextDecoder().decode(subtitles.bytes));
        }
        finally {
            // The caller needs the file, or the first error; a clip that can't be deleted ends after a day.
            await this.#run("DELETE", `/clips/${id}`).catch(() => undefined);
        }
    }
    /** Returns the sound of the last `seconds`, 1 to 600, as a WAV: 16 bits, stereo, 32,768 samples a second. */
    audio = async (seconds = 5) => (await this.transport.bytes({ method: "GET", path: `${this.#path}/audio?seconds=${seconds}` })).bytes;
    /** Sets how loud the stream of the sound is, 0 to 1, for all who hear it; returns it. `audio` and clips are as loud as the console. */
    setVolume = async (volume) => (await this.#send("PUT", "/sound", { volume }, true)).volume;
    /** Returns the colors of the palettes, "#RRGGBB" each. */
    palettes = () => this.#get("/video/palettes");
    /**
     * Returns up to 1,024 tiles as a PNG, in rows of 1 to 64 `columns`. Tiles count from the start of video memory. `palette` is one of the
     * backgrounds', or with `sprites` of the sprites'. `colors` of a GBA's tile are 16 (default) or 256.
     */
    tiles = (options = {}) => {
        const pairs = Object.entries(options).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
        return this.#picture(`/video/tiles${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`);
    };
    /** Returns the tiles of a background. One that is a bitmap, or that the video mode lacks, is a conflict. */
    tileMap = (background = 0) => this.#get(`/video/maps/${background}`);
    /** Returns the whole map of a background as a PNG, without other backgrounds and sprites. */
    tileMapPicture = (background = 0) => this.#picture(`/video/maps/${background}?format=png`);
    /** Returns all sprites: 128 of a GBA, 40 of a Game Boy. */
    sprites = async () => (await this.#get("/video/sprites")).sprites;
    /** Returns a sprite as a PNG, with its flips, without rotation and scaling. */
    spritePicture = (number) => this.#picture(`/video/sprites/${number}`);
    /**
     * Reads the text of a background by a table: up to 1,024 texts of 1 to 8 characters by the number of the tile in the map. `otherwise` is
     * the text of other tiles, by default a space. With `visible: false` the rows are the whole map, else those on the screen.
     */
    readText = (table, background = 0, options = {}) => this.#send("POST", "/video/text", { table, background: String(background), ...options }, true);
    /**
     * Makes a URL that needs no token, for elements and programs that can't send one: an <img>, or OBS. It only reads, and lasts 1 to
     * 86,400 seconds, by default an hour, or until the bridge stops. In one for clips, {id} stands for the id of a clip.
     */
    createTicket = async (purpose, seconds) => {
        const ticket = await this.#send("POST", "/tickets", { for: purpose, seconds });
        return { ...ticket, url: this.transport.address + ticket.url };
    };
    /** Returns the configured speed. */
    speed = async () => (await this.#get("/speed")).speed;
    /** Sets the speed, 0.25 to 16, or 0 for as fast as possible. */
    setSpeed = async (speed) => (await this.#send("PUT", "/speed", { speed }, true)).speed;
    /** Returns what the sensors of the cartridge measure; null: it has no such sensor. Only the bundled emulator can. */
    sensors = () => this.#get("/sensors");
    /** Sets what the sensors of the cartridge measure from the next frame on, and returns it; what is left out stays. */
    setSensors = (change) => this.#send("PUT", "/sensors", change, true);
    /** Returns the cheats, in the order in which they act. Only the bundled emulator takes cheats. */
    cheats = async () => (await this.#get("/cheats")).cheats;
    /** Replaces all cheats; at most 256 with 2,048 lines. All are checked before one acts; a wrong one is named, and nothing changes. */
    setCheats = async (cheats) => (await this.#send("PUT", "/cheats", { cheats }, true)).cheats;
    /** Adds the cheats of a file of mGBA or libretro, at most 256 KiB; each replaces the one of its name. Returns all. */
    importCheats = async (file) => (await this.#send("POST", "/cheats", file, true)).cheats;
    /** Adds a cheat, or replaces the one of its name. */
    setCheat = ({ name, ...cheat }) => this.#send("PUT", `/cheats/${encodeURIComponent(name)}`, cheat, true);
    /** Switches a cheat on or off. The ROM is restored when it is off. */
    switchCheat = (name, enabled) => this.#send("PUT", `/cheats/${encodeURIComponent(name)}`, { enabled }, true);
    /** Removes a cheat. */
    deleteCheat = (name) => this.#run("DELETE", `/cheats/${encodeURIComponent(name)}`);
    /** Removes all cheats. */
    deleteCheats = () => this.#run("DELETE", "/cheats", undefined, true);
    /** Returns all registers of the processor. */
    registers = async () => (await this.#get("/registers")).registers;
    /** Writes a register; returns what the processor kept. */
    writeRegister = async (name, value) => (await this.#send("PUT", `/registers/${encodeURIComponent(name)}`, { value }, true)).value;
    /**
     * Returns 1 to 256 instructions from an address on, by default from the one that the processor runs next. The default mode is thumb at
     * an odd address of a GBA, else what the processor runs now. Only the bundled emulator can.
     */
    disassemble = async ({ address, lines = 16, mode } = {}) => {
        const at = address === undefined ? "" : `&address=${encodeURIComponent(addressText(address))}`;
        const target = `/disassembly?lines=${lines}${at}${mode === undefined ? "" : `&mode=${mode}`}`;
        const { instructions } = await this.#get(target);
        return instructions.map(({ hex, ...each }) => ({ ...each, address: Number(each.address), bytes: bytesOfHex(hex) }));
    };
    /** Writes a line to mGBA's scripting console, at most 65,536 bytes. */
    log = (message, level = "info") => this.#run("POST", "/console", { message, level });
    async #search(body, repeatable) {
        const found = await this.#send("POST", "/memory/search", body, repeatable);
        const matches = found.matches.map(each => ({ address: Number(each.address), value: each.value, previous: each.previous ?? undefined }));
        return { ...found, matches };
    }
    #get(path) {
        return this.transport.json({ method: "GET", path: this.#path + path });
    }
    #send(method, path, body, repeatable = false) {
        return this.transport.json({ method, path: this.#path + path, body, repeatable });
    }
    #run(method, path, body, repeatable = false) {
        return this.transport.nothing({ method, path: this.#path + path, body, repeatable });
    }
    async #picture(path) {
        return (await this.transport.bytes({ method: "GET", path: this.#path + path })).bytes;
    }
    #state(name) {
        return `/states/${encodeURIComponent(name)}`;
    }
    #movie(name) {
        return `/movies/${encodeURIComponent(name)}`;
    }
    #memory(address, parameters) {
        const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
        return `/memory/${encodeURIComponent(addressText(address))}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
    }
}
// Parameters of a query, each with an & before it.
function numbersOf(numbers) {
    return Object.entries(numbers).map(([name, number]) => (number === undefined ? "" : `&${name}=${number}`)).join("");
}
function operationOf(operation) {
    if (operation.op === "sequence")
        return { ...operation, steps: stepsOf(operation.steps) };
    if (operation.op === "press" || operation.op === "hold")
        return { ...operation, buttons: buttonsOf(operation.buttons) };
    if (operation.op !== "write" || !("bytes" in operation))
        return withAddress(operation);
    const { bytes, ...rest } = operation;
    return withAddress({ ...rest, hex: Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("") });
}
// A write may change what a guard compares.
function isRepeatableBatch(operations) {
    const all = new Set(operations.map(operation => operation.op));
    const writes = all.has("write") || all.has("hold") || all.has("register");
    return !all.has("press") && !all.has("sequence") && !all.has("release") && !(all.has("guard") && writes);
}
/** Some games of a group were not stepped: `problems` has the problem of each by its emulator's name. The others were stepped. */
class StepsFailed extends BridgeError {
    problems;
    steps;
    name = "StepsFailed";
    safeToRepeat = false;
    /** `steps` has undefined for the games with a problem. */
    constructor(problems, steps) {
        super(Object.entries(problems).map(([name, problem]) => `${name}: ${problem.message}`).join("; "));
        this.problems = problems;
        this.steps = steps;
    }
}
/** Held games of 1 to 64 emulators. Each step runs all of them in parallel, by one request. */
class HeldGroup {
    transport;
    holds;
    constructor(transport, holds) {
        this.transport = transport;
        this.holds = holds;
    }
    /**
     * Runs `frames` (1 to 36,000) in each game, and returns values and pixels of the last frame of each, in order. `buttons` has the
     * buttons of each game. If games fail, the others run anyway, and StepsFailed has both.
     */
    async step(frames = 1, buttons = [], options = {}) {
        if (buttons.length > 0 && buttons.length !== this.holds.length)
            throw new RangeError(`buttons must be for ${this.holds.length} games; got ${buttons.length}.`);
        const { read, draw, states, picture, sensors } = options;
        const body = {
            emulators: this.holds.map(({ emulator }) => emulator.name), leases: this.holds.map(({ lease }) => lease), frames, draw,
            buttons: buttons.length > 0 ? buttons.map((each, index) => states?.[index] ? [] : buttonsOf(each)) : undefined,
            states: states && this.holds.map((_, index) => states[index] ?? null), read: read?.map(placeOf),
            screen: picture && { ...picture, format: "raw" },
            sensors: sensors && this.holds.map((_, index) => sensors[index] ?? null),
        };
        const { results } = await this.transport.json({ method: "POST", path: "/emulators/step", body });
        const failed = results.flatMap(({ emulator, problem }) => problem ? [[emulator, new ProblemError(problem.status, { ...problem })]] : []);
        const steps = results.map(result => result.problem ? undefined : stepOf(result));
        if (failed.length > 0)
            throw new StepsFailed(Object.fromEntries(failed), steps);
        return steps.filter(step => step !== undefined);
    }
    /** Lets all games run. The games of emulators that fail don't keep the others frozen. */
    async release() {
        const ended = await Promise.allSettled(this.holds.map(hold => hold.release()));
        for (const each of ended)
            if (each.status === "rejected")
                throw each.reason;
    }
}
function stepOf({ frame, values, screen }) {
    return { frame: frame ?? 0, values: (values ?? []).map(valueOf), pixels: pixelsOf(screen) };
}
// These problems promise that the request did not run and that the cause passes soon.
const passing = ["not-applied", "overloaded", "stopping", "too-many-requests"];
/** Sends requests by fetch, and repeats those that may be repeated. */
class Transport {
    address;
    #options;
    // The browser lets this page read the bridge's answers.
    #isReadable = false;
    constructor(address, options) {
        this.address = (address.includes("://") || address === "" ? address : `http://${address}`).replace(/\/$/, "");
        this.#options = options;
    }
    /** Sends a call and returns the response's JSON. */
    async json(call) {
        const answer = await this.#send(call);
        try {
            const parsed = JSON.parse(new TextDecoder().decode(answer.body));
            if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
                return parsed;
        }
        catch {
            // It is not JSON.
        }
        throw this.#unexpected(call, answer);
    }
    /** Sends a call and returns the response's bytes. */
    async bytes(call) {
        const answer = await this.#send(call);
        if (!/^(application\/octet-stream|text\/vtt|(image|video|audio)\/.*)$/.test(mediaType(answer.response)))
            throw this.#unexpected(call, answer);
        const frame = answer.response.headers.get("Emulator-Frame");
        return { bytes: answer.body, frame: frame === null ? undefined : Number(frame) };
    }
    /** Sends a call whose response has nothing of interest. */
    async nothing(call) {
        const answer = await this.#send(call);
        if (answer.body.length > 0 && mediaType(answer.response) !== "application/json")
            throw this.#unexpected(call, answer);
    }
    /** Sends a call and returns the body as a stream. It is sent once. The time limit holds until the stream begins. */
    async stream(call) {
        const late = new AbortController();
        const timer = setTimeout(() => late.abort(new DOMException("The stream did not begin in time.", "TimeoutError")), this.#timeout);
        const url = this.address + call.path;
        let response;
        try {
            response = await this.#fetch(call, call.signal ? AbortSignal.any([call.signal, late.signal]) : late.signal);
            if (!response.ok)
                throw await problemOf(response, url);
        }
        finally {
            clearTimeout(timer);
        }
        if (response.body !== null && mediaType(response) === "text/event-stream")
            return response.body;
        await response.body?.cancel();
        throw unexpected(response, url, response.body === null);
    }
    get #timeout() {
        return this.#options.timeout ?? 60_000;
    }
    #unexpected(call, { response, body }) {
        return unexpected(response, this.address + call.path, body.length === 0);
    }
    async #send(call) {
        for (let attempt = 1;; attempt++) {
            try {
                return await this.#attempt(call);
            }
            catch (error) {
                if (!(error instanceof BridgeError) || attempt > (this.#options.retries ?? 3) || !mayRepeat(error, call))
                    throw error;
                const asked = error instanceof ProblemError ? error.retryAfter : undefined;
                await new Promise(resolve => setTimeout(resolve, Math.min(asked === undefined ? 50 * 2 ** attempt : asked * 1000, 5000)));
            }
        }
    }
    async #attempt(call) {
        const response = await this.#fetch(call, AbortSignal.timeout(this.#timeout));
        if (!response.ok)
            throw await problemOf(response, this.address + call.path);
        try {
            return { response, body: new Uint8Array(await response.arrayBuffer()) };
        }
        catch (error) {
            throw this.#lost(error, isRepeatable(call));
        }
    }
    async #fetch(call, signal) {
        // A browser hides whether it sent a request whose answer the page may not read. So a request with an effect is not the first one.
        if (call.method !== "GET" && !this.#isReadable && foreignOrigin(this.address) !== undefined)
            await this.#fetchOnce({ method: "GET", path: "/health/live" }, signal);
        return this.#fetchOnce(call, signal);
    }
    async #fetchOnce(call, signal) {
        const { method, path, body, accept, key } = call;
        const headers = {};
        if (key !== undefined)
            headers["Idempotency-Key"] = key;
        if (accept !== undefined)
            headers["Accept"] = accept;
        if (this.#options.token !== undefined)
            headers["Authorization"] = `Bearer ${this.#options.token}`;
        const isBytes = body instanceof Uint8Array;
        if (body !== undefined)
            headers["Content-Type"] = isBytes ? "application/octet-stream" : "application/json";
        // Neither token nor body may go to another server.
        const init = { method, headers, redirect: "manual" };
        if (signal !== undefined)
            init.signal = signal;
        if (body !== undefined)
            init.body = isBytes ? body : JSON.stringify(body);
        const dispatcher = this.#options.fetch ? undefined : directDispatcher(this.address);
        if (dispatcher !== undefined)
            init.dispatcher = dispatcher;
        try {
            const response = await (this.#options.fetch ?? fetch)(this.address + path, init);
            this.#isReadable = true;
            return response;
        }
        catch (error) {
            throw this.#lost(error, isRepeatable(call));
        }
    }
    #lost(error, repeatable) {
        if (error instanceof DOMException && error.name === "AbortError")
            return error;
        const origin = this.#isReadable || !(error instanceof TypeError) ? undefined : foreignOrigin(this.address);
        if (origin !== undefined)
            return new ForeignOrigin(this.address, origin, { cause: error });
        // Only Node says that a connection was refused; a browser says no more than that the fetch failed.
        const code = codeOf(error);
        if (code === "ECONNREFUSED" || code === "ENOTFOUND")
            return new Unreachable(`Nothing answers at ${this.address} (${code}). Start the bridge, or give its address.`, { cause: error });
        return OutcomeUnknown.lost(reasonOf(error), repeatable, this.address || "the bridge");
    }
}
function isRepeatable({ method, repeatable }) {
    return repeatable ?? method === "GET";
}
function mayRepeat(error, call) {
    // If the bridge says that the outcome is unknown, the caller decides. After a lost connection (status 0), repeatable calls go again.
    if (error instanceof OutcomeUnknown)
        return error.status === 0 && isRepeatable(call);
    if (error instanceof ProblemError)
        return error.is(...passing) || (error.is("timed-out") && isRepeatable(call));
    return !(error instanceof ForeignOrigin);
}
function codeOf(error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
function reasonOf(error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const text = cause instanceof Error && cause.message ? cause.message : error instanceof Error ? error.message : String(error);
    // Node's text has the code already.
    const code = codeOf(error);
    return text.includes(code) ? text : `${code} ${text}`;
}
/** Up to 256 copies of a game that step together. A program on the bridge's machine steps them faster in Python, through shared memory. */
class Vector {
    name;
    #transport;
    #path;
    constructor(transport, name) {
        this.name = name;
        [this.#transport, this.#path] = [transport, `/vectors/${encodeURIComponent(name)}`];
    }
    /** Returns what it runs, and how many games were replaced. */
    info() {
        return this.#transport.json({ method: "GET", path: this.#path });
    }
    /** Steps games, and returns a result for each, in order. One client at a time may. */
    async step({ buttons, ...step } = {}) {
        const body = { ...step, buttons: buttons?.map(each => buttonsOf(each)) };
        return (await this.#transport.json({ method: "POST", path: `${this.#path}/step`, body })).results;
    }
    /** Resets games to a start, and runs one frame without buttons. The same seed and steps give the same values. */
    async reset(options = {}) {
        const call = { method: "POST", path: `${this.#path}/reset`, body: options };
        return (await this.#transport.json(call)).results;
    }
    /** Sets what steps read, at most 64 values. */
    async setReads(read) {
        await this.#transport.nothing({ method: "PUT", path: `${this.#path}/read`, body: { read }, repeatable: true });
    }
    /** Sets a start of resets, 0 to 15: a named state, the bytes of a state, or {} for the console just switched on. */
    async setStart(index, start) {
        await this.#transport.nothing({ method: "PUT", path: `${this.#path}/starts/${index}`, body: start, repeatable: true });
    }
    /** Sets the seconds without use after which it ends, or Infinity. */
    async setLease(seconds) {
        await this.#transport.nothing({ method: "PUT", path: `${this.#path}/lease`, body: leaseOf(seconds), repeatable: true });
    }
    /** Returns the pictures of the latest step of all games in one PNG; of a game, its own. */
    async screen(game) {
        const path = game === undefined ? `${this.#path}/screens` : `${this.#path}/${game}/screen`;
        return (await this.#transport.bytes({ method: "GET", path })).bytes;
    }
    /** Returns the state of a game. */
    async state(game) {
        return (await this.#transport.bytes({ method: "GET", path: `${this.#path}/${game}/state` })).bytes;
    }
    /** Returns what a game did since its latest reset as a movie, which `storeMovie` takes; a conflict after more than 4,096 actions. */
    async movie(game) {
        return (await this.#transport.bytes({ method: "GET", path: `${this.#path}/${game}/movie` })).bytes;
    }
    /** Starts an ordinary emulator that goes on from a game. */
    async emulator(game, options = {}) {
        const call = { method: "POST", path: `${this.#path}/${game}/emulator`, body: options };
        return new Emulator(this.#transport, (await this.#transport.json(call)).name);
    }
    /** Ends it. */
    async end() {
        await this.#transport.nothing({ method: "DELETE", path: this.#path, repeatable: true });
    }
}
/** A bridge. In a page that the bridge itself serves, `new Bridge("")` uses the page's own address. */
class Bridge {
    #transport;
    constructor(address = "http://127.0.0.1:7185", options = {}) {
        this.#transport = new Transport(address, options);
    }
    /** Returns an emulator by name. Sends nothing. */
    emulator(name = "default") {
        return new Emulator(this.#transport, name);
    }
    /** Returns the emulators and their states. */
    async emulators() {
        return (await this.#transport.json({ method: "GET", path: "/emulators" })).emulators;
    }
    /** Starts another emulator with a game from the bridge's ROM folder. It runs until `end` or until its lease runs out. */
    async create({ leaseSeconds, ...rest }) {
        const body = { ...rest, lease: leaseOf(leaseSeconds) };
        // The key makes the bridge create one emulator, however often the request is sent.
        const call = { method: "POST", path: "/emulators", body, repeatable: true, key: crypto.randomUUID() };
        return this.emulator((await this.#transport.json(call)).name);
    }
    /** Starts up to 256 copies of a game that step together. They run until `end` or until their lease runs out. */
    async createVector({ leaseSeconds, ...rest }) {
        const body = { ...rest, lease: leaseOf(leaseSeconds) };
        // The key makes the bridge create one vector, however often the request is sent.
        const call = { method: "POST", path: "/vectors", body, repeatable: true, key: crypto.randomUUID() };
        return new Vector(this.#transport, (await this.#transport.json(call)).name);
    }
    /** Returns a vector by name. Sends nothing. */
    vector(name) {
        return new Vector(this.#transport, name);
    }
    /** Returns the vectors of the bridge's host. */
    async vectors() {
        return (await this.#transport.json({ method: "GET", path: "/vectors" })).vectors;
    }
    /** Holds the games of several emulators, by default of all, so that they step together. */
    async holdAll(names, options = {}) {
        const holds = [];
        // The group sees the holds that are added below.
        const group = new HeldGroup(this.#transport, holds);
        try {
            for (const name of names ?? (await this.emulators()).map(each => each.name))
                holds.push(await this.emulator(name).hold(options));
        }
        catch (error) {
            // The caller needs the first error; a hold that can't be released ends with its lease.
            await group.release().catch(() => undefined);
            throw error;
        }
        return group;
    }
    /**
     * Waits until the emulator has a game. After `timeout` milliseconds, throws that the bridge can't be reached or that there is no game;
     * throws any other problem at once.
     */
    async waitUntilReady(timeout = 30_000, emulator = "default") {
        const deadline = performance.now() + timeout;
        for (;;) {
            let last;
            try {
                const info = await this.emulator(emulator).info();
                if (["running", "held", "stopped"].includes(info.state))
                    return info;
                last = new Unreachable(`The emulator "${emulator}" is in the state ${info.state}; GET /health says what to do.`);
            }
            catch (error) {
                // A proxy accepts connections before the bridge does, and a page learns only that a fetch failed.
                const isLost = error instanceof OutcomeUnknown && error.status === 0;
                if (!(error instanceof Unreachable || error instanceof ForeignOrigin || isLost))
                    throw error;
                last = error;
            }
            if (performance.now() > deadline)
                throw last;
            await new Promise(resolve => setTimeout(resolve, 100));
        }
    }
    /**
     * Plays a movie, the bytes of `Emulator.movie`, in a process of its own, and compares the game with it. No emulator is needed or
     * changed. `rom` is a name that `Emulator.roms` returns, by default the ROM with the movie's checksum. A long movie needs a longer
     * `timeout`.
     */
    async verifyMovie(movie, rom) {
        const path = `/movies/verify${rom === undefined ? "" : `?rom=${encodeURIComponent(rom)}`}`;
        const call = { method: "POST", path, body: movie, repeatable: true };
        const verified = await this.#transport.json(call);
        return { ...resultOf(verified), rom: verified.rom };
    }
    /** Returns version, status, and what to do next about each emulator. */
    health() {
        return this.#transport.json({ method: "GET", path: "/health" });
    }
    /** Returns the open doors of all emulators: ports that speak another tool's protocol (docs/doors.md). */
    async doors() {
        return (await this.#transport.json({ method: "GET", path: "/doors" })).doors;
    }
    /** Returns counters and times of each emulator. */
    meters() {
        return this.#transport.json({ method: "GET", path: "/meters" });
    }
}
export {
  Bridge,
  BridgeError,
  Emulator,
  Events,
  ForeignOrigin,
  HeldGroup,
  Hold,
  OutcomeUnknown,
  ProblemError,
  StepsFailed,
  Unreachable,
  Vector,
  i16,
  i32,
  i8,
  span,
  u16,
  u32,
  u8,
};
