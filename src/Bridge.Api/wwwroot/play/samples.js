import { chunks } from "../bridge/chunks.js";

const headerBytes = 44;
// Two channels of 16 bits.
const sampleBytes = 4;
const fullScale = 32_768;
// Min samples of a yielded piece; shorter ones would be scheduled too often.
const minSamples = 512;

/** Yields the samples of a 16-bit stereo WAV while it arrives: pairs of the left and the right channel, from -1 to 1. */
export async function* samplesOf(stream) {
  let bytes = new Uint8Array(0);
  let skipped = 0;
  for await (const chunk of chunks(stream)) {
    const header = Math.min(headerBytes - skipped, chunk.length);
    skipped += header;
    bytes = joined(bytes, chunk.subarray(header));
    const count = Math.floor(bytes.length / sampleBytes);
    if (count < minSamples) continue;
    yield channelsOf(bytes, count);
    bytes = bytes.slice(count * sampleBytes);
  }
}

function channelsOf(bytes, count) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const channel = offset => Float32Array.from({ length: count }, (_, i) => view.getInt16(i * sampleBytes + offset, true) / fullScale);
  return [channel(0), channel(2)];
}

function joined(before, after) {
  const both = new Uint8Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}
