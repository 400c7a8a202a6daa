import { element } from "../ui/element.js";
import { Plot } from "../ui/plot.js";
import { pulse } from "../ui/pulse.js";

const pointEvery = 1000;

/** How quick everything is: of the game, the picture, the bridge to the emulator, and this page to both; a point a second. */
export function showVitals(parts, { bridge, actions, status, screen, signal }) {
  const game = gauge("Game", " frames/s", 1);
  const picture = gauge("Picture", " /s", 1);
  const trip = gauge("Bridge to script", " µs", 0);
  const request = gauge("Page to game and back", " ms", 1);
  parts.plots.append(...[game, picture, trip, request].map(({ view }) => view));

  let [drawn, at] = [screen.drawn, performance.now()];
  pulse(pointEvery, async () => {
    const now = status.latest;
    if (!now) return;
    const passed = (performance.now() - at) / 1000;
    game.add(now.framesPerSecond ?? null);
    // The first time comes too soon to count pictures.
    picture.add(passed > 0.5 ? (screen.drawn - drawn) / passed : null);
    [drawn, at] = [screen.drawn, performance.now()];
    trip.add(now.connection?.open ? now.connection.roundTripMicroseconds : null);
    request.add(status.plays ? await timeOf(() => bridge.run(actions.buttons(), { signal, isPoll: true })) : null);
  }, signal);
}

async function timeOf(ask) {
  const began = performance.now();
  try {
    await ask();
    return performance.now() - began;
  } catch (error) {
    if (!error.problem && error.name !== "AbortError") throw error;
    return null;
  }
}

function gauge(name, unit, digits) {
  const plot = new Plot(name, { unit, floor: 0 });
  const value = element("span", { className: "number" }, "–");
  return {
    view: element("div", { className: "gauge" }, element("span", {}, name), value, plot.view),
    add: number => {
      value.textContent = number === null ? "–" : number.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits }) + unit;
      plot.add(number === null ? null : Number(number.toFixed(digits)));
    },
  };
}
