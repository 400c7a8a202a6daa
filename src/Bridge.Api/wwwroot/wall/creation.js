/** Returns the body of a creation for what the form's fields say. Pure. */
export function creationOf({ rom, name, speed, minutes, never }) {
  return {
    rom,
    ...(name && { name }),
    ...(Number(speed) !== 1 && { speed: Number(speed) }),
    lease: { seconds: never ? null : Math.round(minutes * 60) },
  };
}

/** Returns the name of an emulator that can list the ROMs, or undefined if there is none. Pure. */
export function listerOf(emulators) {
  return emulators.find(({ state }) => state !== "failed")?.name;
}
