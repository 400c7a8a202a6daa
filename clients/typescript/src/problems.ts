import { redirectSentence } from "./network.js";

/** Names of the bridge's problems, as docs/troubleshooting.md lists them. */
export type ProblemType =
  | "no-emulator" | "no-game" | "paused" | "stuck" | "crashed" | "script-outdated" | "wrong-secret" | "foreign-script"
  | "overloaded" | "stopping"
  | "not-applied" | "outcome-unknown" | "timed-out" | "missing-parameter" | "invalid-parameter" | "unknown-parameter" | "invalid-body"
  | "unknown-button" | "out-of-range" | "unknown-domain" | "unknown-symbol" | "read-only-memory" | "bad-request" | "missing-token"
  | "wrong-token"
  | "wrong-ticket" | "narrow-token" | "foreign-origin" | "foreign-user" | "foreign-bridge"
  | "not-found" | "unknown-emulator" | "unknown-search" | "unknown-sequence"
  | "unknown-type" | "unknown-breakpoint" | "unknown-cheat" | "unknown-watch" | "unknown-state" | "unknown-note"
  | "unknown-movie" | "unknown-clip" | "unknown-vector"
  | "unknown-ticket" | "unknown-rom" | "method-not-allowed"
  | "too-slow" | "conflict" | "held" | "not-held" | "cancelled"
  | "interrupted" | "clip-failed" | "emulator-failed" | "emulator-lost" | "fleet-full" | "fleet-unavailable" | "host-draining"
  | "too-many-emulators" | "too-many-states" | "too-many-movies" | "too-many-clips" | "too-many-files" | "too-many-watches"
  | "too-many-notes" | "too-large"
  | "too-long" | "unsupported-media-type"
  | "foreign-host" | "refused-state" | "refused-movie" | "too-many-requests" | "internal-error" | "storage-failed" | "storage-full"
  | "unsupported" | "emulator-refused" | "script-error" | "protocol-error";

/** The base of all errors of this package. `safeToRepeat` is true if sending the request again can't do anything twice. */
export abstract class BridgeError extends Error {
  abstract readonly safeToRepeat: boolean;
}

/** Nothing answers at the bridge's address. The request was not sent, or can be sent again. */
export class Unreachable extends BridgeError {
  override readonly name = "Unreachable";
  readonly safeToRepeat = true;
}

/** A browser let this page, of the site `origin`, read no answer of the bridge. The request was not sent, or can be sent again. */
export class ForeignOrigin extends BridgeError {
  override readonly name = "ForeignOrigin";
  readonly safeToRepeat = true;

  constructor(address: string, readonly origin: string, options?: ErrorOptions) {
    super(`Pages of ${origin} can't read answers of ${address}: nothing answers there, or the bridge does not allow ${origin}. `
      + `To allow it, add it to the bridge's setting Bridge:Origins.`, options);
  }
}

// These problems leave it open whether the command ran.
const open: readonly string[] = ["outcome-unknown", "interrupted", "emulator-refused", "script-error", "protocol-error", "internal-error",
  "storage-failed", "too-many-files"];

/** The bridge responded with a problem. `error.is("held")` compares its type; `retryAfter` is in seconds. */
export class ProblemError extends BridgeError {
  override readonly name: string = "ProblemError";
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly parameter: string | undefined;
  readonly emulator: string | undefined;
  readonly traceId: string | undefined;
  readonly safeToRepeat: boolean;

  constructor(readonly status: number, readonly problem: Readonly<Record<string, unknown>>, readonly retryAfter?: number | undefined) {
    const type = text(problem["type"]).split("#")[1] ?? "";
    const detail = text(problem["detail"]);
    super(`${type || status}: ${detail || text(problem["title"])}`);
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
  is(...types: ProblemType[]): boolean {
    return (types as string[]).includes(this.type);
  }
}

/**
 * The request was sent, and nobody knows whether it ran: the bridge said so, or the connection to it broke (`status` is 0).
 * This package repeats it only after a broken connection, if it can't do anything twice. Otherwise read memory or the screen first,
 * or repeat it if `safeToRepeat`.
 */
export class OutcomeUnknown extends ProblemError {
  override readonly name = "OutcomeUnknown";

  /** Returns the error for a connection that broke while a request was in flight. */
  static lost(reason: string, safeToRepeat: boolean, address: string): OutcomeUnknown {
    const detail = `The connection to ${address} broke while the request was in flight (${reason}). It may have run.`;
    return new OutcomeUnknown(0, { type: "#outcome-unknown", title: "Outcome unknown", detail, safeToRepeat });
  }
}

/** Returns the media type of a response's body; empty if there is none. */
export function mediaType({ headers }: Response): string {
  return /^[\w.+-]+\/[\w.+-]+/.exec(headers.get("Content-Type") ?? "")?.[0].toLowerCase() ?? "";
}

/** Returns the error for a response that no bridge sends, like the page of a login. */
export function unexpected(response: Response, url: string, isEmpty: boolean): ProblemError {
  return new ProblemError(response.status, { title: "Unexpected response", detail: describe(response, url, isEmpty) });
}

function describe(response: Response, url: string, isEmpty: boolean): string {
  // The type says enough; the body may be of another server.
  const came = isEmpty ? "an empty body" : `${mediaType(response) || "a body"}, which is no answer of a bridge`;
  return `${url} answered ${response.status} with ${came}: check the address.`;
}

/** Returns the error for a response that is no success. */
export async function problemOf(response: Response, url: string): Promise<ProblemError> {
  const detail = redirectSentence(response);
  if (detail !== undefined) {
    // The body may be of another server, so it says nothing.
    await response.body?.cancel();
    return new ProblemError(response.status, { title: "Redirect", detail });
  }

  const body = await response.text().catch(() => "");
  let problem: Record<string, unknown> = {};
  try {
    problem = Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    // A proxy in between may respond with something else.
  }
  if (text(problem["type"]) === "") problem = { detail: describe(response, url, body === "") };
  const wait = Number(response.headers.get("Retry-After") ?? NaN);
  const isUnknown = text(problem["type"]).endsWith("#outcome-unknown");
  return new (isUnknown ? OutcomeUnknown : ProblemError)(response.status, problem, Number.isNaN(wait) ? undefined : wait);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
