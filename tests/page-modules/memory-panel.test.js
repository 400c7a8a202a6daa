import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeParts } from "./elements.js";

const { MemoryPanel } = await import("../../src/Bridge.Api/wwwroot/panels/memory-panel.js");
const notice = document.getElementById("notice");
const settled = () => new Promise(setImmediate);

/** Creates the panel with fakes for the bridge and the emulator's status. */
function open(t) {
  const stop = new AbortController();
  t.after(() => stop.abort());
  const panel = { parts: fakeParts(), places: [], games: [] };
  const status = { onGameChange: listener => panel.games.push(listener) };
  const domains = [{ name: "wram", base: "0x02000000", size: 262144 }, { name: "iwram", base: "0x03000000", size: 32768 }];
  const run = async () => ({ domains });
  const add = (place, onValue) => {
    panel.places.push(place);
    onValue({ hex: "07".repeat(256) });
    return () => {};
  };
  const context = { bridge: { run }, actions: { domains: () => {} }, status, watched: { add }, signal: stop.signal };
  new MemoryPanel(panel.parts, context, { add: () => {} });
  panel.play = async game => {
    panel.games.forEach(listener => listener(game));
    await settled();
  };
  return panel;
}

/** Uses everything that needs a domain. */
async function useAll({ hex, domain, previous, edit, watch, writer }) {
  hex.dataset.offset = "3";
  hex.dispatchEvent(new Event("click"));
  for (const key of ["ArrowRight", "PageDown"]) hex.dispatchEvent(Object.assign(new Event("keydown"), { key }));
  domain.dispatchEvent(new Event("change"));
  for (const button of [previous, watch, writer]) button.dispatchEvent(new Event("click"));
  notice.textContent = "";
  edit.dispatchEvent(new Event("submit"));
  await settled();
}

test("without a game the memory viewer does nothing, and a write says why", async t => {
  // A notice disappears by itself.
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { parts, places, play } = open(t);
  await useAll(parts);
  assert.equal(notice.textContent, "No game is running.");

  await play({ platform: "GBA" });
  assert.deepEqual(places, [{ address: "0x02000000", length: 256 }]);
  await play(null);
  await useAll(parts);
  assert.deepEqual([notice.textContent, places.length], ["No game is running.", 1]);
});

test("the next game shows the domain that was chosen", async t => {
  const { parts, places, play } = open(t);
  await play({ platform: "GBA" });
  parts.domain.value = "iwram";
  parts.domain.dispatchEvent(new Event("change"));
  await play(null);
  await play({ platform: "GBA" });
  assert.deepEqual(places.map(({ address }) => address), ["0x02000000", "0x03000000", "0x03000000"]);
});
