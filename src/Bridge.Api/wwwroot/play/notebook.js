/** Returns the notes of a notebook, the newest first, each with when it was written in words. Pure. */
export function notesOf({ notes }, locale) {
  return notes.toReversed().map(({ id, text, time, frame }) => ({
    id, text,
    written: `${new Date(time).toLocaleString(locale, { dateStyle: "short", timeStyle: "short" })}, frame ${frame.toLocaleString("en")}`,
  }));
}

/** Returns the names of a notebook, each with its address and type in words. Pure. */
export function namesOf({ names }) {
  return Object.entries(names).map(([name, { address, type, comment = "" }]) =>
    ({ name, meaning: type ? `${address} ${type}` : address, comment }));
}
