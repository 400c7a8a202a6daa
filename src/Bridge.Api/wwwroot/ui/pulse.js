/**
 * Does something again and again until the signal aborts: one at a time, `interval` milliseconds from one beginning to the next
 * at least, and only while somebody can see the page.
 */
export async function pulse(interval, beat, signal) {
  while (!signal.aborted) {
    await visible(signal);
    if (signal.aborted) return;
    const began = performance.now();
    await beat();
    await delay(Math.max(0, interval - (performance.now() - began)), signal);
  }
}

/** Ends when the page can be seen, or the signal aborts. */
export function visible(signal) {
  return new Promise(resolve => {
    if (!document.hidden) return resolve();
    const look = () => document.hidden || resolve();
    document.addEventListener("visibilitychange", look, { signal });
    signal.addEventListener("abort", resolve, { once: true });
  });
}

/** Ends after this number of milliseconds, or when the signal aborts. */
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
