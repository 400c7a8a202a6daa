import type { Schemas } from "./model.js";
import { BridgeError, OutcomeUnknown, ProblemError } from "./problems.js";
import type { Transport } from "./transport.js";
import { KeptWatches } from "./watches.js";

/** The topics of events. */
export type Topic =
  | "frame" | "buttons" | "reset" | "game" | "state" | "watch" | "rewound" | "marked" | "note" | "breakpoint" | "rumble" | "message"
  | "gap";

/** An event. `value` is the new value of a watch: a number, or bytes for a range. */
export interface GameEvent {
  id: string;
  topic: Topic;
  data: Readonly<Record<string, unknown>> & { frame?: number; name?: string };
  value?: number | Uint8Array | undefined;
}

/** Options of a stream of events. */
export interface EventOptions {
  /** Default: all but frame and breakpoint. */
  topics?: readonly Topic[];
  /** The watches, or their ids; default: all. The stream sets these again after a restart of the bridge. */
  watches?: readonly (number | { id: number })[];
  /** Continues after this event. */
  lastEventId?: string;
  /** Ends the stream. */
  signal?: AbortSignal;
}

const reconnectMilliseconds = 250;
// The bridge sends at least a comment every 15 seconds.
const silenceMilliseconds = 40_000;
// An id that no event has: a stream that continues after it begins with a gap.
const noEvent = "0";

/** A connected stream of events. A loop that ends closes it. It connects again when it breaks, and continues after the last event. */
export class Events implements AsyncIterable<GameEvent> {
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #watches: KeptWatches | undefined;
  #lastId: string | undefined;
  #isNew = true;

  private constructor(readonly transport: Transport, readonly path: string, readonly options: EventOptions) {
    this.#signal = options.signal ? AbortSignal.any([options.signal, this.#end.signal]) : this.#end.signal;
    this.#lastId = options.lastEventId;
    this.#watches = options.watches && new KeptWatches(options.watches.map(each => typeof each === "number" ? each : each.id));
  }

  /** Connects, so that every event from here on arrives. */
  static async open(transport: Transport, path: string, options: EventOptions): Promise<Events> {
    const events = new Events(transport, path, options);
    events.#stream = await events.#connect();
    return events;
  }

  #stream: ReadableStream<Uint8Array> | undefined;

  /** The id of the last event, from which another stream can continue. */
  get lastId(): string | undefined {
    return this.#lastId;
  }

  /** Ends the stream. */
  close(): void {
    this.#end.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<GameEvent, void, void> {
    try {
      while (!this.#signal.aborted) {
        try {
          for await (const event of parse(this.#stream ?? await this.#connect())) {
            this.#lastId = event.id || this.#lastId;
            yield this.#named(event);
          }
        } catch (error) {
          if (this.#signal.aborted) return;
          if (!isPassing(error)) throw error;
        }
        this.#stream = undefined;
        await new Promise(resolve => setTimeout(resolve, reconnectMilliseconds));
      }
    } finally {
      this.close();
    }
  }

  async #connect(): Promise<ReadableStream<Uint8Array>> {
    if (this.#watches) await this.#setMissing(this.#watches);
    const start = this.#lastId ?? (this.#isNew ? undefined : noEvent);
    const path = `${this.path}/events${queryOf(this.options.topics, this.#watches?.ids, start)}`;
    const stream = await this.transport.stream({ method: "GET", path, accept: "text/event-stream", signal: this.#signal });
    this.#isNew = false;
    return stream;
  }

  async #setMissing(kept: KeptWatches): Promise<void> {
    const path = `${this.path}/watches`;
    const { watches } = await this.transport.json<Schemas["WatchList"]>({ method: "GET", path });
    for (const [id, body] of kept.missing(watches))
      kept.replace(id, (await this.transport.json<Schemas["WatchDescription"]>({ method: "POST", path, body })).id);
  }

  #named(event: GameEvent): GameEvent {
    const id = event.topic === "watch" ? this.#watches?.known(event.data["id"]) : undefined;
    return id === undefined ? event : { ...event, data: { ...event.data, id } };
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof ProblemError) return error instanceof OutcomeUnknown || error.status >= 500;
  return error instanceof BridgeError || error instanceof TypeError;
}

function queryOf(topics: readonly Topic[] | undefined, watches: readonly number[] | undefined, lastId: string | undefined): string {
  const query = new URLSearchParams();
  if (topics) query.set("topics", topics.join(","));
  if (watches) query.set("watches", watches.join(","));
  if (lastId !== undefined) query.set("lastEventId", lastId);
  return query.size > 0 ? `?${query}` : "";
}

/** Yields the server-sent events of a body, until it ends or nothing arrives for a while. */
export async function* parse(stream: ReadableStream<Uint8Array>): AsyncGenerator<GameEvent, void, void> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let rest = "";
  try {
    for (let part = await readInTime(reader); !part.done; part = await readInTime(reader)) {
      const blocks = (rest + decoder.decode(part.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

// A read in flight ends when its reader is cancelled.
async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<ReadableStreamReadResult<Uint8Array>> {
  const silence = setTimeout(() => void reader.cancel().catch(() => undefined), silenceMilliseconds);
  try {
    return await reader.read();
  } finally {
    clearTimeout(silence);
  }
}

function eventOf(block: string): GameEvent | undefined {
  const fields: Record<string, string> = {};
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, "");
  }
  if (!fields["data"]) return undefined;
  const data = JSON.parse(fields["data"]) as GameEvent["data"];
  return { id: fields["id"] ?? "", topic: (fields["event"] ?? "watch") as Topic, data, value: valueOf(data) };
}

/** Returns the number of a value, the bytes of a range, or undefined. */
export function valueOf(read: Readonly<Record<string, unknown>> | Schemas["PlaceRead"]): number | Uint8Array | undefined {
  if (typeof read.value === "number") return read.value;
  return typeof read.hex === "string" ? bytesOfHex(read.hex) : undefined;
}

/** Returns the bytes of hexadecimal digits. */
export function bytesOfHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], pair => parseInt(pair, 16));
}
