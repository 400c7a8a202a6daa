import { readMeters } from "../bridge/actions.js";
import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";
import { Plot } from "../ui/plot.js";
import { repeatWhileVisible } from "../ui/timing.js";

const pointInterval = 1000;

/**
 * Plots latencies and rates, one point per second. The bridge's meters give most values; the page measures its own picture rate
 * and its round trip to the game.
 */
export function showVitals(parts, { emulator, bridge, actions, status, screen, signal }) {
  const picture = gauge("Pictures", " /s", 1);
  const request = gauge("Round trip from this page", " ms", 1);
  const rate = gauge("Requests to the emulator", " /s", 0);
  const measured = [
    [gauge("Game", " frames/s", 1), meters => (status.latest?.state === "held" ? null : meters.framesPerSecond)],
    [gauge("Ping to the script", " ms", 2), meters => meters.roundTripMs],
    [gauge("Requests, p50", " ms", 2), meters => meters.requests.p50Ms],
    [gauge("Requests, p99", " ms", 2), meters => meters.requests.p99Ms],
    [gauge("Script time used", " %", 1), meters => meters.windowUsed && 100 * meters.windowUsed],
  ];
  const [game, ...others] = measured.map(([each]) => each);
  parts.plots.append(...[game, picture, request, rate, ...others].map(({ view }) => view));
  parts.vitalsTools.append(codeButton(() => readMeters, "read the meters"));

  let [drawn, total, at] = [screen.drawn, null, performance.now()];
  repeatWhileVisible(pointInterval, async () => {
    const meters = await metersOf(emulator, bridge, signal);
    const elapsed = (performance.now() - at) / 1000;
    for (const [each, read] of measured) each.add((meters && read(meters)) ?? null);
    rate.add(meters && total !== null ? (meters.requests.total - total) / elapsed : null);
    // The first interval is too short to count pictures.
    picture.add(elapsed > 0.5 ? (screen.drawn - drawn) / elapsed : null);
    [drawn, total, at] = [screen.drawn, meters && meters.requests.total, performance.now()];
    request.add(status.isPlaying ? await timeOf(() => bridge.run(actions.buttons(), { signal, isPoll: true })) : null);
  }, signal);
}

async function metersOf(emulator, bridge, signal) {
  try {
    return (await bridge.run(readMeters, { signal, isPoll: true })).emulators.find(({ name }) => name === emulator) ?? null;
  } catch (error) {
    if (!error.problem && error.name !== "AbortError") throw error;
    return null;
  }
}

async function timeOf(send) {
  const began = performance.now();
  try {
    await send();
    return performance.now() - began;
  } catch (error) {
    if (!error.problem && error.name !== "AbortError") throw error;
    return null;
  }
}

function gauge(name, unit, digits) {
  const plot = new Plot(name, { unit, floor: 0 });
  const value = element("span", { className: "number" }, "–");
  const format = { maximumFractionDigits: digits, minimumFractionDigits: digits };
  return {
    view: element("div", { className: "gauge" }, element("span", {}, name), value, plot.view),
    add: number => {
      value.textContent = number === null ? "–" : number.toLocaleString("en", format) + unit;
      plot.add(number === null ? null : Number(number.toFixed(digits)));
    },
  };
}
