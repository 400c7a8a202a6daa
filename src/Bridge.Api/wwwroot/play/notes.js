/** Returns the latest note at or before a frame, or undefined. `notes` are ordered by frame. Pure. */
export function noteAt(notes, frame) {
  return notes.findLast(({ at }) => at <= frame);
}

/** Returns the notes with one more, which may be there already, ordered by frame. Pure. */
export function withNote(notes, { text, at }) {
  if (notes.some(note => note.at === at && note.text === text)) return notes;
  const after = notes.findIndex(note => note.at > at);
  return after < 0 ? [...notes, { text, at }] : notes.toSpliced(after, 0, { text, at });
}

/**
 * Returns the frame that a key of the slider leads to: with [ the place before `frame` that has a mark or a note, with ] the next one.
 * If there is none, -1 or Infinity, which are in no range, so that the key does nothing; undefined for another key. Pure.
 */
export function placeOf(key, frame, places) {
  if (key === "[") return places.filter(at => at < frame).reduce((last, at) => Math.max(last, at), -1);
  if (key === "]") return places.filter(at => at > frame).reduce((first, at) => Math.min(first, at), Infinity);
  return undefined;
}
