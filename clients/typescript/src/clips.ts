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
  /** The pictures of a GIF with more colors than it can have. */
  reducedPictures: number;
  /** The notes of these frames as WebVTT; undefined without notes. */
  subtitles: string | undefined;
  /** The pictures that a recording of an emulator without a history lacks. */
  dropped: number;
}

/** Returns a clip. */
export function clipOf(shape: Omit<Schemas["ClipShape"], "id">, bytes: Uint8Array, subtitles: string | undefined): Clip {
  const { format, from, to, seconds, fps, reducedPictures, dropped } = shape;
  return {
    format, bytes, from, to, seconds, fps: fps ?? undefined, reducedPictures: reducedPictures ?? 0, subtitles, dropped: dropped ?? 0,
  };
}
