type Dispatcher = object & { constructor: Function };

let direct: unknown;

/**
 * Returns a dispatcher for Node's fetch that uses no proxy, for plain HTTP and for loopback; undefined where fetch itself uses none.
 * Node has no public way to get one: NODE_USE_ENV_PROXY replaces the dispatcher of all requests.
 */
export function directDispatcher(address: string): unknown {
  const dispatcher = dispatcherOf(2) ?? dispatcherOf(1);
  if (dispatcher?.constructor.name !== "EnvHttpProxyAgent" || !isDirect(address)) return undefined;
  return direct ??= Reflect.construct(dispatcher.constructor, [{ noProxy: "*" }]);
}

/** Returns the origin of the page or worker that runs this code, if it is not that of the address; undefined outside browsers. */
export function foreignOrigin(address: string): string | undefined {
  const { origin, location } = globalThis as { origin?: string; location?: { href: string } };
  return origin === undefined || location === undefined || new URL(address, location.href).origin === origin ? undefined : origin;
}

/** Returns the sentence for a redirect; undefined for another response. */
export function redirectSentence({ status, type, headers }: Response): string | undefined {
  // A browser hides status and target.
  const isHidden = type === "opaqueredirect";
  if (!isHidden && (status < 300 || status >= 400)) return undefined;
  const origin = originOf(headers.get("Location") ?? "");
  return `The bridge answered ${isHidden ? "with a redirect" : status}${origin === undefined ? "" : ` and points to ${origin}`}; `
    + `clients do not follow redirects. ${origin === undefined ? "Check the address." : "Use that address."}`;
}

function dispatcherOf(version: number): Dispatcher | undefined {
  return (globalThis as Record<symbol, Dispatcher | undefined>)[Symbol.for(`undici.globalDispatcher.${version}`)];
}

function isDirect(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" || hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

// Only the origin, because the rest of a Location may be a secret.
function originOf(location: string): string | undefined {
  if (!URL.canParse(location)) return undefined;
  const { protocol, origin } = new URL(location);
  return protocol === "http:" || protocol === "https:" ? origin : undefined;
}
