import { chunks } from "./chunks.js";

const decoder = new TextDecoder("latin1");
const headersEnd = [13, 10, 13, 10];

/**
 * Yields the parts of a multipart/x-mixed-replace body: headers by lower-case name, and the bytes. Each part must have a
 * Content-Length, as the bridge's parts have.
 */
export async function* parts(stream) {
  let bytes = new Uint8Array(0);
  for await (const chunk of chunks(stream)) {
    bytes = concat(bytes, chunk);
    for (let part; (part = firstPart(bytes)); bytes = bytes.subarray(part.end)) yield part;
  }
}

function firstPart(bytes) {
  const end = indexOf(bytes, headersEnd);
  if (end < 0) return null;
  const headers = Object.fromEntries(decoder.decode(bytes.subarray(0, end)).split("\r\n").filter(line => line.includes(": ")).map(line => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
  }));
  const begin = end + headersEnd.length;
  const length = Number(headers["content-length"]);
  return bytes.length < begin + length ? null : { headers, body: bytes.subarray(begin, begin + length), end: begin + length };
}

function concat(before, after) {
  if (before.length === 0) return after;
  const both = new Uint8Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}

function indexOf(bytes, wanted) {
  for (let i = 0; i + wanted.length <= bytes.length; i++) {
    if (wanted.every((byte, j) => bytes[i + j] === byte)) return i;
  }
  return -1;
}
