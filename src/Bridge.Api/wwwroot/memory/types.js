/** The types of values in memory, by name: the width in bytes, and a little-endian reader. */
export const Types = {
  u8: { width: 1, read: (view, at) => view.getUint8(at) },
  i8: { width: 1, read: (view, at) => view.getInt8(at) },
  u16: { width: 2, read: (view, at) => view.getUint16(at, true) },
  i16: { width: 2, read: (view, at) => view.getInt16(at, true) },
  u32: { width: 4, read: (view, at) => view.getUint32(at, true) },
  i32: { width: 4, read: (view, at) => view.getInt32(at, true) },
};

/** Parses hexadecimal digits to bytes. */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], digits => parseInt(digits, 16));
}

/** Reads a value at an offset; returns null if it does not fit into the bytes. */
export function valueAt(bytes, offset, type) {
  const { width, read } = Types[type];
  if (offset + width > bytes.length) return null;
  return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset);
}

/** Parses a number: decimal, 0x… or $…, with an optional minus sign. Returns NaN if the text is not a number. */
export function numberOf(text) {
  const [, sign, hex, decimal] = /^\s*(-?)(?:(?:0x|\$)([0-9a-f]+)|(\d+))\s*$/i.exec(text) ?? [];
  const number = hex ? parseInt(hex, 16) : decimal ? Number(decimal) : NaN;
  return sign ? -number : number;
}

/** Formats a number in hexadecimal, padded with zeros. */
export function hexOf(number, digits) {
  return number.toString(16).toUpperCase().padStart(digits, "0");
}
