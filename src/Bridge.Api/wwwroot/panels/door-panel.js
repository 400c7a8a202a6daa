import { listDoors } from "../bridge/actions.js";
import { setText } from "../ui/set-text.js";
import { repeatWhileVisible } from "../ui/timing.js";

const pollInterval = 2000;

/** Lists the open doors of the emulator: the ports at which other tools find its game. */
export function showDoors(parts, { emulator, bridge, signal }) {
  repeatWhileVisible(pollInterval, async () => {
    const doors = await doorsOf(emulator, bridge, signal);
    if (!doors) return;
    parts.doorRow.hidden = doors.length === 0;
    setText(parts.doors, doors.map(describe).join(", "));
  }, signal);
}

async function doorsOf(emulator, bridge, signal) {
  try {
    return (await bridge.run(listDoors, { signal, isPoll: true })).doors.filter(door => door.emulator === emulator);
  } catch (error) {
    if (!error.problem && error.name !== "AbortError") throw error;
    return null;
  }
}

function describe({ kind, address, access, connected }) {
  return `${kind} at ${address} (${access === "read" ? "reads only, " : ""}${connected ? "connected" : "waiting"})`;
}
