import { renewToken, token } from "./access.js";

/** A request that failed: `problem` is the bridge's problem response, or says that the bridge is unreachable. */
export class ProblemError extends Error {
  constructor(problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

const unreachable = {
  type: "",
  title: "The bridge is unreachable",
  detail: `Nothing answers at ${location.origin}. Start the bridge again; this page reconnects by itself.`,
};

/** Sends requests to the bridge that served this page. */
export class Bridge {
  #requestLog;

  constructor(requestLog) {
    this.#requestLog = requestLog;
  }

  /**
   * Sends an action and returns the response's JSON, or undefined when it has none.
   * `isPoll` marks a request that the page sends by itself. A `leaving` request is delivered even after the page was closed.
   */
  run(action, options) {
    return this.#logged(action, response => (response.status === 204 ? undefined : response.json()), options);
  }

  /** Sends an action and returns the response's body as a blob. */
  file(action, options) {
    return this.#logged(action, response => response.blob(), options);
  }

  async #logged(action, resultOf, { signal, isPoll = false, leaving = false } = {}) {
    const entry = this.#requestLog.begin(action, isPoll);
    try {
      const response = await this.#fetch(action, { signal, keepalive: leaving });
      if (!response.ok) throw new ProblemError(await problemOf(response));
      const result = await resultOf(response);
      entry.end(response.status);
      return result;
    } catch (error) {
      entry.end(error.problem?.status ?? 0, error.message);
      throw error;
    }
  }

  /** Sends an action and returns the response's body as a stream of bytes. */
  async open(action, signal) {
    const response = await this.#fetch(action, { signal });
    if (!response.ok) throw new ProblemError(await problemOf(response));
    return response.body;
  }

  /** Fetches a picture with its entity tag. Returns undefined if it still is the one with this tag. */
  async look(action, tag, signal) {
    const response = await this.#fetch(action, { signal, tag });
    if (response.status === 304) return undefined;
    if (!response.ok) throw new ProblemError(await problemOf(response));
    return { tag: response.headers.get("ETag"), png: await response.blob() };
  }

  // A request that outlives the page can't ask the user for a token.
  async #fetch(action, options) {
    for (;;) {
      const given = token();
      const response = await this.#send(action, given, options);
      if (response.status !== 401 || options.keepalive) return response;
      await renewToken(given);
    }
  }

  async #send({ method, path, body }, given, { tag, ...options }) {
    const headers = {};
    if (given) headers.Authorization = `Bearer ${given}`;
    if (tag) headers["If-None-Match"] = tag;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    try {
      return await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store", ...options });
    } catch (error) {
      throw error.name === "AbortError" ? error : new ProblemError(unreachable);
    }
  }
}

async function problemOf(response) {
  const problem = await response.json().catch(() => ({}));
  const { status, statusText } = response;
  return { type: "", title: statusText, detail: `The bridge responded with ${status}.`, status, ...problem };
}
