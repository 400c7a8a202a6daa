import { sampleRate, SoundQueue } from "./sound-queue.js";

// Samples over which the sound fades in and out, because a beginning or an end within a wave would click.
const fade = 128;
// Seconds until a new volume is nearly reached.
const volumeDelay = 0.02;

/** Plays samples with Web Audio, a little later than they arrive. Created by a click: browsers play no sound before one. */
export class SoundPlayer {
  // At the game's own rate, so that the pieces join without a seam.
  #context = new AudioContext({ sampleRate });
  #queue = new SoundQueue();
  #edges = this.#context.createGain();
  #volume = this.#context.createGain();

  constructor(volume) {
    this.#edges.connect(this.#volume).connect(this.#context.destination);
    this.#volume.gain.value = volume;
    this.#context.resume();
  }

  /** Sets the volume, 0 to 1. */
  set volume(volume) {
    this.#volume.gain.setTargetAtTime(volume, this.#context.currentTime, volumeDelay);
  }

  /** Adds samples: the same number for the left and the right channel. */
  add(left, right) {
    const before = this.#queue.end;
    const place = this.#queue.add(left.length, Math.round(this.#context.currentTime * sampleRate));
    if (!place) return;
    const buffer = this.#context.createBuffer(2, left.length, sampleRate);
    buffer.copyToChannel(left, 0);
    buffer.copyToChannel(right, 1);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#edges);
    source.start(place.at / sampleRate);
    this.#fade(place, before, this.#queue.end);
  }

  close() {
    this.#context.close();
  }

  // The end of the queue always fades out, unless more samples continue it.
  #fade({ at, isContinued }, before, end) {
    const { gain } = this.#edges;
    if (isContinued) {
      gain.cancelScheduledValues((before - fade) / sampleRate);
    } else {
      gain.setValueAtTime(0, at / sampleRate);
      gain.linearRampToValueAtTime(1, (at + fade) / sampleRate);
    }
    gain.setValueAtTime(1, (end - fade) / sampleRate);
    gain.linearRampToValueAtTime(0, end / sampleRate);
  }
}
