import { clamp, distanceOf, frameAfter, ticksOf } from "../play/past.js";
import { Latest } from "../play/latest.js";
import { placeOf } from "../play/notes.js";
import { element } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";
import { setText } from "../ui/set-text.js";
import { repeatWhileVisible } from "../ui/timing.js";

const refreshInterval = 2000;
const nothing = { from: 0, now: 0, to: 0, marks: [] };

/**
 * The timeline of an emulator with a history. Moving its slider shows pictures of the past; the game itself runs on. "Continue from here"
 * rewinds the game to the picture that is shown.
 */
export class TimelinePanel {
  #parts;
  #context;
  #notes;
  #range = nothing;
  // The frame that is looked at; null is the present.
  #frame = null;
  #isDragged = false;
  #pictures = new Latest((frame, signal) => this.#load(frame, signal));

  constructor(parts, context, notes) {
    [this.#parts, this.#context, this.#notes] = [parts, context, notes];
    const { live, status, signal } = context;
    const { moment, continueHere, backToNow } = parts;
    moment.addEventListener("input", () => this.#look(Number(moment.value)));
    moment.addEventListener("keydown", event => this.#move(event));
    moment.addEventListener("pointerdown", () => (this.#isDragged = true));
    for (const end of ["pointerup", "pointercancel"]) moment.addEventListener(end, () => this.#endDrag());
    continueHere.addEventListener("click", () => attempt(() => this.#continue()));
    backToNow.addEventListener("click", () => {
      this.leave();
      moment.focus();
    });
    parts.playMode.addEventListener("click", () => this.leave());
    repeatWhileVisible(refreshInterval, () => this.#refresh(), signal);
    live.on("reset note", () => this.#refresh());
    status.onGameChange(() => this.#begin());
    status.subscribe(() => status.isPlaying || this.leave());
    signal.addEventListener("abort", () => this.#pictures.cancel());
  }

  /** The first and the last frame between the slider and the present, or null while the slider is at the present. */
  get span() {
    const [frame, { now }] = [this.#frame, this.#range];
    return frame === null ? null : { from: Math.min(frame, now), to: Math.max(frame, now) };
  }

  /** Shows the present again. */
  leave() {
    this.#pictures.cancel();
    this.#frame = null;
    this.#parts.past.hidden = true;
    this.#show();
  }

  get #hasHistory() {
    return this.#context.status.latest?.script?.capabilities.includes("history") ?? false;
  }

  #begin() {
    this.#range = nothing;
    this.leave();
    this.#refresh();
  }

  async #refresh() {
    const { bridge, actions, status, signal } = this.#context;
    // During a drag, the slider's ends must not move below the pointer.
    if (!this.#hasHistory || !status.isPlaying || this.#isDragged) return;
    try {
      const range = await bridge.run(actions.history(), { signal, isPoll: true });
      if (this.#isDragged) return;
      this.#range = range;
      this.#show();
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #endDrag() {
    this.#isDragged = false;
    this.#refresh();
  }

  #move(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.#isDragged) return;
    if (event.key === "Escape") return this.leave();
    const [shown, { from, to }] = [this.#frame ?? this.#range.now, this.#range];
    const frame = placeOf(event.key, shown, this.#places) ?? frameAfter(event, shown, this.#range);
    if (frame === undefined || frame !== clamp(frame, from, to)) return;
    event.preventDefault();
    this.#look(frame);
  }

  get #places() {
    return [...this.#range.marks, ...this.#notes.notes].map(({ at }) => at);
  }

  #look(frame) {
    if (frame === this.#range.now) return this.leave();
    this.#frame = frame;
    this.#show();
    this.#parts.bezel.classList.add("loading");
    this.#pictures.want(frame);
  }

  /** Draws the picture of a frame: that of a clip of one frame, which is deleted again. */
  async #load(frame, signal) {
    const { bridge, actions } = this.#context;
    try {
      const body = { from: frame, to: frame, format: "apng", wait: true };
      const { id } = await bridge.run(actions.makeClip(body), { signal, isPoll: true });
      try {
        this.#draw(await createImageBitmap(await bridge.file(actions.clipFile(id), { signal, isPoll: true })), frame);
      } finally {
        bridge.run(actions.deleteClip(id), { isPoll: true, leaving: true }).catch(() => {});
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!error.problem) throw error;
      notify(error.message, true);
    }
  }

  #draw(picture, frame) {
    const { past, bezel } = this.#parts;
    if (this.#frame === null) return picture.close();
    if (this.#frame === frame) bezel.classList.remove("loading");
    [past.width, past.height] = [picture.width, picture.height];
    past.getContext("2d").drawImage(picture, 0, 0);
    past.hidden = false;
    return picture.close();
  }

  async #continue() {
    const { bridge, actions, status } = this.#context;
    const { past, canvas, bezel } = this.#parts;
    const frame = this.#frame;
    await bridge.run(actions.rewindTo(frame));
    // Shown until the next live picture, so that the present from before doesn't flash up.
    if (!past.hidden) canvas.getContext("2d").drawImage(past, 0, 0, canvas.width, canvas.height);
    this.#range = { ...this.#range, now: frame };
    this.leave();
    // With the focus on the screen, keys press buttons at once.
    bezel.focus({ preventScroll: true });
    notify(`The game went to frame ${frame.toLocaleString("en")}.`);
    status.refresh();
    await this.#refresh();
  }

  #show() {
    const { timeline, moment, distance, momentFrame, marks, noted, bezel, continueHere, backToNow } = this.#parts;
    const { from, now, to } = this.#range;
    timeline.hidden = Boolean(this.#context.status.latest?.script) && !this.#hasHistory;
    const isThere = this.#hasHistory && to > from;
    timeline.classList.toggle("waiting", !isThere);
    if (this.#frame !== null && this.#frame !== clamp(this.#frame, from, to)) {
      // The history has forgotten the frame.
      this.#frame = clamp(this.#frame, from, to);
      this.#pictures.want(this.#frame);
    }
    const frame = this.#frame ?? now;
    [moment.min, moment.max, moment.value] = [from, to, frame];
    const isPast = this.#frame !== null;
    const shown = `frame ${frame.toLocaleString("en")}`;
    moment.setAttribute("aria-valuetext", `${distanceOf(frame, now)}, ${shown}`);
    setText(distance, isPast ? distanceOf(frame, now) : "Now");
    setText(momentFrame, shown);
    bezel.classList.toggle("past", isPast);
    for (const button of [continueHere, backToNow]) button.classList.toggle("away", !isPast);
    showTicks(marks, ticksOf(this.#range), at => this.#look(at));
    const notes = this.#notes.notes.map(({ text, at }) => ({ name: text, at }));
    showTicks(noted, ticksOf({ from, to, marks: notes }), at => this.#look(at));
    this.#notes.show(isThere ? frame : Infinity, to > now);
  }
}

function showTicks(list, ticks, onClick) {
  const shown = JSON.stringify(ticks);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...ticks.map(({ name, at, place }) => {
    const tick = element("li", { title: name, onclick: () => onClick(at) }, element("span", { className: "visually-hidden" }, name));
    tick.style.setProperty("--place", place);
    return tick;
  }));
}
