import { sizeOf } from "../bridge/games.js";

/** The lengths that the page offers, as pairs of value and text. */
export const lengths = [["5", "Last 5 s"], ["10", "Last 10 s"], ["30", "Last 30 s"], ["60", "Last 60 s"]];

/** The formats that the page offers, as pairs of value and text. */
export const formats = [
  ["gif", "GIF"], ["mp4", "MP4 with sound"], ["webm", "WebM with sound"], ["apng", "APNG"], ["webp", "WebP"], ["wav", "WAV, sound only"],
];

/** Returns how far a clip is as a sentence. Pure. */
export function progressOf({ state, rendered, frames }) {
  if (state === "waiting") return "Waiting for other clips…";
  return rendered < frames ? `Frame ${rendered.toLocaleString("en")} of ${frames.toLocaleString("en")}` : "Writing the file…";
}

/** Describes a finished clip in a sentence or two. Pure. */
export function describe({ format, seconds, reducedPictures }, bytes) {
  const size = `${format.toUpperCase()}, ${seconds.toFixed(1)} s, ${sizeOf(bytes)}.`;
  return reducedPictures > 0 ? `${size} Too many colors for a GIF in ${reducedPictures} of its pictures; APNG keeps all.` : size;
}
