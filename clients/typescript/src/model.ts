import type { components } from "./schema.js";

/** The schemas of the bridge's OpenAPI document. */
export type Schemas = components["schemas"];

/** An address on the bus (0x02000020), or a chain of up to 8 pointers as text: "[0x02000008]+0x10". */
export type Address = number | string;

/** A little-endian number at any alignment. */
export type NumberType = "u8" | "u16" | "u32" | "i8" | "i16" | "i32";

/** Buttons in any case. A Game Boy has no R and L. */
export type Button = "A" | "B" | "Select" | "Start" | "Right" | "Left" | "Up" | "Down" | "R" | "L";

/** A value (`type`) or a range (`length`, 1 to 262,144 bytes) in memory. */
export type Place = { address: Address; domain?: string } & ({ type?: NumberType } | { length: number });

/** What to wait for: a place whose value compares, or a new picture. */
export type Condition =
  | (Place & { is: "eq" | "ne" | "lt" | "le" | "gt" | "ge"; value: number })
  | (Place & { is: "changed" })
  | { screen: "changed" };

/** A step of a sequence: buttons for `hold` frames (1 to 3,600; default 6) and `release` frames up (0 to 600; default 2), or a wait. */
export type SequenceStep = Button | { buttons: Button[]; hold?: number; release?: number; at?: number } | { wait: number; at?: number };

/** An operation of a batch. */
export type Operation =
  | ({ op: "read" } & Place)
  | { op: "write"; address: Address; domain?: string; type?: NumberType; value: number }
  | { op: "write"; address: Address; domain?: string; bytes: Uint8Array }
  | ({ op: "guard"; is: "eq" | "ne" | "lt" | "le" | "gt" | "ge"; value: number } & Place)
  | { op: "press"; buttons: Button[]; hold?: number; release?: number }
  | { op: "sequence"; steps: SequenceStep[]; repeat?: number }
  | { op: "hold"; buttons: Button[] }
  | { op: "release" }
  | { op: "screen" }
  | { op: "register"; name: string; value: number };

/** Numbers, bytes of ranges, or undefined where a pointer of a chain leads nowhere. */
export type Value = number | Uint8Array | undefined;

/** A turn: every part is optional. */
export interface Turn {
  /** A named state to start from. */
  state?: string;
  steps?: readonly SequenceStep[];
  /** 1 to 1,000. */
  repeat?: number;
  until?: Condition;
  /** 1 to 36,000; default 600. */
  timeoutFrames?: number;
  /** Frames after the steps, 0 to 36,000. */
  settle?: number;
  /** At most 256. */
  read?: readonly Place[];
  screen?: boolean;
  /** 1 to 8. */
  scale?: number;
  /** A picture each time that many frames have passed, at most 8. */
  keyFrames?: number;
}

/** A place in memory as `u16(0x02000020)`. */
export const u8 = (address: Address, domain?: string): Place => placeOf(address, "u8", domain);
/** The place of an unsigned number of 16 bits. */
export const u16 = (address: Address, domain?: string): Place => placeOf(address, "u16", domain);
/** The place of an unsigned number of 32 bits. */
export const u32 = (address: Address, domain?: string): Place => placeOf(address, "u32", domain);
/** The place of a signed byte. */
export const i8 = (address: Address, domain?: string): Place => placeOf(address, "i8", domain);
/** The place of a signed number of 16 bits. */
export const i16 = (address: Address, domain?: string): Place => placeOf(address, "i16", domain);
/** The place of a signed number of 32 bits. */
export const i32 = (address: Address, domain?: string): Place => placeOf(address, "i32", domain);
/** A range of 1 to 262,144 bytes. */
export const span = (address: Address, length: number, domain?: string): Place =>
  domain === undefined ? { address, length } : { address, length, domain };

function placeOf(address: Address, type: NumberType, domain: string | undefined): Place {
  return domain === undefined ? { address, type } : { address, type, domain };
}

/** Returns an address as the bridge takes it. */
export function addressText(address: Address): string {
  return typeof address === "number" ? `0x${address.toString(16).toUpperCase().padStart(8, "0")}` : address;
}

/** Returns places, conditions and operations as the bridge takes them. */
export function withAddress<T extends object>(place: T): object {
  return "address" in place ? { ...place, address: addressText(place.address as Address) } : place;
}

/** Returns steps as the bridge takes them. */
export function stepsOf(steps: readonly SequenceStep[]): object[] {
  return steps.map(step => typeof step === "string" ? { buttons: [step] } : step);
}

/** Returns the bytes of base64. */
export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
}
