import { renewToken, token } from "./access.js";

/** What the bridge refused, or that it could not be reached, with the problem as it told it. */
export class Refusal extends Error {
  constructor(problem) {
    super(problem.detail);
    this.name = "Refusal";
    this.problem = problem;
  }
}

const unreachable = {
  type: "",
  title: "The bridge doesn't answer",
  detail: `Nothing answers at ${location.origin}. Start the bridge again, like with ./run.sh; this page goes on by itself.`,
};

/** The bridge that this page came from. */
export class Bridge {
  #journal;

  constructor(journal) {
    this.#journal = journal;
  }

  /**
   * Sends an action. Its answer is what the JSON says, or nothing.
   * `isPoll` marks what the page asks for by itself, `leaving` what has to arrive though the page goes.
   */
  async run(action, { signal, isPoll = false, leaving = false } = {}) {
    const entry = this.#journal.begin(action, isPoll);
    try {
      const response = await this.#fetch(action, { signal, keepalive: leaving });
      if (!response.ok) throw new Refusal(await problemOf(response));
      const answer = response.status === 204 ? undefined : await response.json();
      entry.end(response.status);
      return answer;
    } catch (error) {
      entry.end(error.problem?.status ?? 0, error.message);
      throw error;
    }
  }

  /** Begins an action whose answer is a stream of bytes. */
  async open(action, signal) {
    const response = await this.#fetch(action, { signal });
    if (!response.ok) throw new Refusal(await problemOf(response));
    return response.body;
  }

  // What has to arrive though the page goes can't wait for a token.
  async #fetch(action, options) {
    for (;;) {
      const given = token();
      const response = await this.#send(action, given, options);
      if (response.status !== 401 || options.keepalive) return response;
      await renewToken(given);
    }
  }

  async #send({ method, path, body }, given, options) {
    const headers = {};
    if (given) headers.Authorization = `Bearer ${given}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    try {
      return await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store", ...options });
    } catch (error) {
      throw error.name === "AbortError" ? error : new Refusal(unreachable);
    }
  }
}

async function problemOf(response) {
  const problem = await response.json().catch(() => ({}));
  return { type: "", title: response.statusText, detail: `The bridge answered ${response.status}.`, status: response.status, ...problem };
}
