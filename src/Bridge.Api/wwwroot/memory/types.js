/** The types of a value in memory, little-endian, by name: bytes and how a DataView reads it. */
export const Types = {
  u8: { width: 1, read: (view, at) => view.getUint8(at) },
  i8: { width: 1, read: (view, at) => view.getInt8(at) },
  u16: { width: 2, read: (view, at) => view.getUint16(at, true) },
  i16: { width: 2, read: (view, at) => view.getInt16(at, true) },
  u32: { width: 4, read: (view, at) => view.getUint32(at, true) },
  i32: { width: 4, read: (view, at) => view.getInt32(at, true) },
};

/** The bytes of hexadecimal digits. */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], digits => parseInt(digits, 16));
}

/** The value of a type at an offset; null where the bytes end. */
export function valueAt(bytes, offset, type) {
  const { width, read } = Types[type];
  if (offset + width > bytes.length) return null;
  return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset);
}

/** A number as people write it: decimal, 0x… or $…, with a sign; NaN when it is none. */
export function numberOf(text) {
  const [, sign, hex, decimal] = /^\s*(-?)(?:(?:0x|\$)([0-9a-f]+)|(\d+))\s*$/i.exec(text) ?? [];
  const number = hex ? parseInt(hex, 16) : decimal ? Number(decimal) : NaN;
  return sign ? -number : number;
}

export function hexOf(number, digits) {
  return number.toString(16).toUpperCase().padStart(digits, "0");
}
