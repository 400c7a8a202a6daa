/**
 * Calls `action` repeatedly while the page is visible, until the signal aborts. Calls never overlap and start at least
 * `interval` milliseconds apart.
 */
export async function repeatWhileVisible(interval, action, signal) {
  while (!signal.aborted) {
    await untilVisible(signal);
    if (signal.aborted) return;
    const began = performance.now();
    await action();
    await delay(Math.max(0, interval - (performance.now() - began)), signal);
  }
}

/** Completes when the page is visible, or when the signal aborts. */
export function untilVisible(signal) {
  return new Promise(resolve => {
    if (!document.hidden) return resolve();
    const check = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", check);
      signal.removeEventListener("abort", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
    signal.addEventListener("abort", check);
  });
}

/** Completes after this number of milliseconds, or when the signal aborts. */
export function delay(milliseconds, signal) {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
