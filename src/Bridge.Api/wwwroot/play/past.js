// Of a Game Boy Advance, 2^24 cycles a second and 280,896 a frame, both divided by 64; a Game Boy has the same rate.
const framesPerSecond = 262144 / 4389;

/** Returns the number of frames in some seconds. Pure. */
export function framesOf(seconds) {
  return Math.round(seconds * framesPerSecond);
}

/** Returns the time of frames as a text, like 12.3 s or 2 min 5 s. Pure. */
export function durationOf(frames) {
  const seconds = frames / framesPerSecond;
  // From 59.95 on, tenths would be rounded to 60.0.
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Returns where a frame is, seen from the present one. Pure. */
export function distanceOf(frame, now) {
  return frame === now ? "Now" : `${durationOf(Math.abs(frame - now))} ${frame < now ? "ago" : "ahead"}`;
}

/** Returns the frame that a key of the slider leads to, or undefined if it is no such key. With Shift, arrows are one frame. Pure. */
export function frameAfter({ key, shiftKey }, frame, { from, to }) {
  const step = shiftKey ? 1 : framesOf(1);
  const target = {
    ArrowLeft: frame - step, ArrowDown: frame - step, ArrowRight: frame + step, ArrowUp: frame + step,
    PageDown: frame - framesOf(10), PageUp: frame + framesOf(10), Home: from, End: to,
  }[key];
  return target === undefined ? undefined : clamp(target, from, to);
}

/** Returns the marks that are in the history, each with its place on the slider: 0 is the left end, 1 the right one. Pure. */
export function ticksOf({ from, to, marks }) {
  return marks.filter(({ at }) => at >= from && at <= to)
    .map(({ name, at }) => ({ name, at, place: to > from ? (at - from) / (to - from) : 1 }));
}

export function clamp(frame, from, to) {
  return Math.max(from, Math.min(to, frame));
}
