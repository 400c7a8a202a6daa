import type { Schemas } from "./model.js";

/** A clip: its file, and the frames `from` to `to` of the history or the movie that it shows. */
export interface Clip {
  format: string;
  /** Its file. */
  bytes: Uint8Array;
  from: number;
  to: number;
  seconds: number;
  /** Its exact pictures a second; undefined without pictures. */
  fps: number | undefined;
  /** The pictures of a GIF with more colours than it can have. */
  reducedPictures: number;
}

/** Returns a clip. */
export function clipOf(shape: Omit<Schemas["ClipShape"], "id">, bytes: Uint8Array): Clip {
  const { format, from, to, seconds, fps, reducedPictures } = shape;
  return { format, bytes, from, to, seconds, fps: fps ?? undefined, reducedPictures: reducedPictures ?? 0 };
}
