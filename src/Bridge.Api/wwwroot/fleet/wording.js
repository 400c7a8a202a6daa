const states = { live: "Live", draining: "Draining", lost: "Lost" };

/** Returns what a row of the table says about a host of GET /hosts at the time `now`, in milliseconds. Pure. */
export function textsOf({ id, address, slots, free, warm, draining, state, endsInSeconds, seen }, now) {
  const shown = state === "lost" ? "lost" : draining ? "draining" : "live";
  return {
    id, address,
    state: states[shown] + (endsInSeconds === undefined ? "" : `, ends in ${ageOf(endsInSeconds)}`),
    style: shown,
    slots: String(slots),
    free: shown === "live" ? String(free) : "–",
    warm: shown === "lost" ? "–" : String(warm),
    // Only a lost host has a time: the others have sent a heartbeat within the last six seconds.
    seen: seen === undefined ? "now" : `${ageOf(Math.max(0, now - Date.parse(seen)) / 1000)} ago`,
    verb: draining ? "Resume" : "Drain…",
    canDrain: shown !== "lost",
  };
}

/** Returns the facts above the table, as pairs of name and text, from GET /meters. Pure. */
export function factsOf({ hosts, slots, free, waiting, created, expired, lost, engineAgeSeconds }) {
  return [
    ["Hosts", `${hosts.live + hosts.draining} live${part(hosts.draining, "draining")}${part(hosts.lost, "lost")}`],
    ["Free places", `${free} of ${slots}`],
    ["Waiting creations", String(waiting)],
    ["Created by this bridge", String(created)],
    ["Expired on this host", String(expired)],
    ["Lost with their host", String(lost)],
    ["etcd answered", `${ageOf(engineAgeSeconds)} ago`],
  ];
}

/** Returns the question before a host is drained. Pure. */
export function drainQuestion({ id, slots, free }) {
  const running = Math.max(0, slots - free);
  return `Drain ${id}? It takes no new emulators. `
    + (running === 0 ? "It has none now."
      : running === 1 ? "Its emulator runs on until it ends." : `Its ${running} emulators run on until they end.`);
}

function part(count, name) {
  return count > 0 ? `, ${count} ${name}` : "";
}

function ageOf(seconds) {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
