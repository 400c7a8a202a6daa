import { directDispatcher, foreignOrigin } from "./network.js";
import { BridgeError, ForeignOrigin, OutcomeUnknown, ProblemError, Unreachable, mediaType, problemOf, unexpected } from "./problems.js";

/** Options of a {@link Bridge}. */
export interface BridgeOptions {
  /** A token of the bridge (`Bridge:Tokens`). */
  token?: string;
  /** How often a failed request is sent again, default 3: only one that did not run, or that can't do anything twice. */
  retries?: number;
  /**
   * Milliseconds without a response after which a request counts as lost; default 60,000. Waits and long steps need more. A stream needs
   * only to begin in this time.
   */
  timeout?: number;
  /** Replaces the global fetch. */
  fetch?: typeof fetch;
}

/** What to send. `repeatable` is true if running it twice does the same as running it once. */
export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
  repeatable?: boolean;
  accept?: string;
  /** Makes the bridge run a repeated request once. */
  key?: string;
  signal?: AbortSignal | undefined;
}

interface Answer {
  response: Response;
  body: Uint8Array;
}

// These problems promise that the request did not run and that the cause passes soon.
const passing = ["not-applied", "overloaded", "stopping", "too-many-requests"] as const;

/** Sends requests by fetch, and repeats those that may be repeated. */
export class Transport {
  readonly address: string;
  readonly #options: BridgeOptions;
  // The browser lets this page read the bridge's answers.
  #isReadable = false;

  constructor(address: string, options: BridgeOptions) {
    this.address = (address.includes("://") || address === "" ? address : `http://${address}`).replace(/\/$/, "");
    this.#options = options;
  }

  /** Sends a call and returns the response's JSON. */
  async json<T>(call: Call): Promise<T> {
    const answer = await this.#send(call);
    try {
      const parsed: unknown = JSON.parse(new TextDecoder().decode(answer.body));
      if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as T;
    } catch {
      // It is not JSON.
    }
    throw this.#unexpected(call, answer);
  }

  /** Sends a call and returns the response's bytes. */
  async bytes(call: Call): Promise<{ bytes: Uint8Array; frame: number | undefined }> {
    const answer = await this.#send(call);
    if (!/^(application\/octet-stream|text\/vtt|(image|video|audio)\/.*)$/.test(mediaType(answer.response))) throw this.#unexpected(call, answer);
    const frame = answer.response.headers.get("Emulator-Frame");
    return { bytes: answer.body, frame: frame === null ? undefined : Number(frame) };
  }

  /** Sends a call whose response has nothing of interest. */
  async nothing(call: Call): Promise<void> {
    const answer = await this.#send(call);
    if (answer.body.length > 0 && mediaType(answer.response) !== "application/json") throw this.#unexpected(call, answer);
  }

  /** Sends a call and returns the body as a stream. It is sent once. The time limit holds until the stream begins. */
  async stream(call: Call): Promise<ReadableStream<Uint8Array>> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException("The stream did not begin in time.", "TimeoutError")), this.#timeout);
    const url = this.address + call.path;
    let response: Response;
    try {
      response = await this.#fetch(call, call.signal ? AbortSignal.any([call.signal, late.signal]) : late.signal);
      if (!response.ok) throw await problemOf(response, url);
    } finally {
      clearTimeout(timer);
    }
    if (response.body !== null && mediaType(response) === "text/event-stream") return response.body;
    await response.body?.cancel();
    throw unexpected(response, url, response.body === null);
  }

  get #timeout(): number {
    return this.#options.timeout ?? 60_000;
  }

  #unexpected(call: Call, { response, body }: Answer): ProblemError {
    return unexpected(response, this.address + call.path, body.length === 0);
  }

  async #send(call: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(call);
      } catch (error) {
        if (!(error instanceof BridgeError) || attempt > (this.#options.retries ?? 3) || !mayRepeat(error, call)) throw error;
        const asked = error instanceof ProblemError ? error.retryAfter : undefined;
        await new Promise(resolve => setTimeout(resolve, Math.min(asked === undefined ? 50 * 2 ** attempt : asked * 1000, 5000)));
      }
    }
  }

  async #attempt(call: Call): Promise<Answer> {
    const response = await this.#fetch(call, AbortSignal.timeout(this.#timeout));
    if (!response.ok) throw await problemOf(response, this.address + call.path);
    try {
      return { response, body: new Uint8Array(await response.arrayBuffer()) };
    } catch (error) {
      throw this.#lost(error, isRepeatable(call));
    }
  }

  async #fetch(call: Call, signal: AbortSignal | undefined): Promise<Response> {
    // A browser hides whether it sent a request whose answer the page may not read. So a request with an effect is not the first one.
    if (call.method !== "GET" && !this.#isReadable && foreignOrigin(this.address) !== undefined)
      await this.#fetchOnce({ method: "GET", path: "/health/live" }, signal);
    return this.#fetchOnce(call, signal);
  }

  async #fetchOnce(call: Call, signal: AbortSignal | undefined): Promise<Response> {
    const { method, path, body, accept, key } = call;
    const headers: Record<string, string> = {};
    if (key !== undefined) headers["Idempotency-Key"] = key;
    if (accept !== undefined) headers["Accept"] = accept;
    if (this.#options.token !== undefined) headers["Authorization"] = `Bearer ${this.#options.token}`;
    const isBytes = body instanceof Uint8Array;
    if (body !== undefined) headers["Content-Type"] = isBytes ? "application/octet-stream" : "application/json";
    // Neither token nor body may go to another server.
    const init: RequestInit & { dispatcher?: unknown } = { method, headers, redirect: "manual" };
    if (signal !== undefined) init.signal = signal;
    if (body !== undefined) init.body = isBytes ? body as Uint8Array<ArrayBuffer> : JSON.stringify(body);
    const dispatcher = this.#options.fetch ? undefined : directDispatcher(this.address);
    if (dispatcher !== undefined) init.dispatcher = dispatcher;
    try {
      const response = await (this.#options.fetch ?? fetch)(this.address + path, init);
      this.#isReadable = true;
      return response;
    } catch (error) {
      throw this.#lost(error, isRepeatable(call));
    }
  }

  #lost(error: unknown, repeatable: boolean): unknown {
    if (error instanceof DOMException && error.name === "AbortError") return error;
    const origin = this.#isReadable || !(error instanceof TypeError) ? undefined : foreignOrigin(this.address);
    if (origin !== undefined) return new ForeignOrigin(this.address, origin, { cause: error });
    // Only Node says that a connection was refused; a browser says no more than that the fetch failed.
    const code = codeOf(error);
    if (code === "ECONNREFUSED" || code === "ENOTFOUND")
      return new Unreachable(`Nothing answers at ${this.address} (${code}). Start the bridge, or give its address.`, { cause: error });
    return OutcomeUnknown.lost(reasonOf(error), repeatable, this.address || "the bridge");
  }
}

function isRepeatable({ method, repeatable }: Call): boolean {
  return repeatable ?? method === "GET";
}

function mayRepeat(error: BridgeError, call: Call): boolean {
  // If the bridge says that the outcome is unknown, the caller decides. After a lost connection (status 0), repeatable calls go again.
  if (error instanceof OutcomeUnknown) return error.status === 0 && isRepeatable(call);
  if (error instanceof ProblemError) return error.is(...passing) || (error.is("timed-out") && isRepeatable(call));
  return !(error instanceof ForeignOrigin);
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const text = cause instanceof Error && cause.message ? cause.message : error instanceof Error ? error.message : String(error);
  // Node's text has the code already.
  const code = codeOf(error);
  return text.includes(code) ? text : `${code} ${text}`;
}
