import type { Until } from "./conditions.js";
import type { components } from "./schema.js";

/** The schemas of the bridge's OpenAPI document. */
export type Schemas = components["schemas"];

/** An address on the bus (0x02000020), or a symbol ("gPlayer+4") or a chain of up to 8 pointers ("[0x02000008]+0x10") as text. */
export type Address = number | string;

/** A little-endian number at any alignment. */
export type NumberType = "u8" | "u16" | "u32" | "i8" | "i16" | "i32";

/** Buttons in any case. A Game Boy has no R and L. */
export type Button = "A" | "B" | "Select" | "Start" | "Right" | "Left" | "Up" | "Down" | "R" | "L";

/** Buttons that go down together: "A", "Up+B" or ["Up", "B"]. */
export type Buttons = Button | `${Button}+${string}` | readonly Button[];

/** A value (`type`) or a range (`length`, 1 to 262,144 bytes) in memory. */
export type Place = { address: Address; domain?: string } & ({ type?: NumberType } | { length: number });

/** A place; an address alone is the place of its byte. */
export type PlaceLike = Place | Address;

/** A step of a sequence: buttons for `hold` frames (1 to 3,600; default 6) and `release` frames up (0 to 600; default 2), or a wait. */
export type SequenceStep = Buttons | { buttons: Buttons; hold?: number; release?: number; at?: number } | { wait: number; at?: number };

/** An operation of a batch. */
export type Operation =
  | ({ op: "read" } & Place)
  | { op: "write"; address: Address; domain?: string; type?: NumberType; value: number }
  | { op: "write"; address: Address; domain?: string; bytes: Uint8Array }
  | ({ op: "guard"; is: "eq" | "ne" | "lt" | "le" | "gt" | "ge"; value: number } & Place)
  | { op: "press"; buttons: Buttons; hold?: number; release?: number }
  | { op: "sequence"; steps: SequenceStep[]; repeat?: number }
  | { op: "hold"; buttons: Buttons }
  | { op: "release" }
  | { op: "screen" }
  | { op: "register"; name: string; value: number };

/**
 * A search: for a value of `type` (default u8) that compares with `value`, or any if it is unknown. Without `address` and `length`
 * (1 to 1,048,576 bytes) it covers the console's working RAM, or all of `domain`.
 */
export interface Search {
  is: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "any";
  value?: number;
  type?: NumberType;
  address?: number | string;
  length?: number;
  domain?: string;
  /** False checks every byte, not only multiples of the type's width. */
  aligned?: boolean;
  /** How many matches to return, 0 to 4,096; default 100. */
  limit?: number;
}

/** A memory search: `narrow` takes it, `count` places remain, and `matches` has the first of them. */
export interface Found {
  id: number;
  count: number;
  matches: { address: number; value: number; previous: number | undefined }[];
  frame: number;
}

/** How a step takes its picture: 1 to 1,024 pixels wide and high, in colors or gray. */
export interface Picture {
  width: number;
  height: number;
  gray?: boolean;
}

/** The pixels of a picture, line by line: red, green and blue, or one byte if it is gray. */
export interface Pixels {
  width: number;
  height: number;
  channels: 1 | 3;
  data: Uint8Array;
}

/** The frame after a step, the values that it read there, and the pixels if it asked for a picture. */
export interface Step {
  frame: number;
  values: Value[];
  pixels: Pixels | undefined;
}

/** Numbers, bytes of ranges, or undefined where a pointer of a chain leads nowhere. */
export type Value = number | Uint8Array | undefined;

/** A turn: every part is optional. */
export interface Turn {
  /** A named state to start from. */
  state?: string;
  /** What to set of the cartridge's sensors before the turn. */
  sensors?: Schemas["SensorsRequest"];
  steps?: readonly SequenceStep[];
  /** 1 to 1,000. */
  repeat?: number;
  until?: Until;
  /** 1 to 36,000; default 600. */
  timeoutFrames?: number;
  /** Whether the steps end as soon as `until` holds. */
  during?: boolean;
  /** Frames after the steps, 0 to 36,000. */
  settle?: number;
  /** At most 256. */
  read?: readonly PlaceLike[];
  screen?: boolean;
  /** 1 to 8. */
  scale?: number;
  /** A picture each time that many frames have passed, at most 8. */
  keyFrames?: number;
  /** Also observe `read` and `screen` where each step ends: at most 64 steps, or 8 with `screen`. */
  eachStep?: boolean;
  /** The speed of a held game for this turn: 0.25 to 16, or 0 for as fast as possible. */
  speed?: number;
}

/** The place of a byte, like `u8(0x02000020)`. */
export const u8 = (address: Address, domain?: string): Place => typedPlace(address, "u8", domain);
/** The place of an unsigned number of 16 bits. */
export const u16 = (address: Address, domain?: string): Place => typedPlace(address, "u16", domain);
/** The place of an unsigned number of 32 bits. */
export const u32 = (address: Address, domain?: string): Place => typedPlace(address, "u32", domain);
/** The place of a signed byte. */
export const i8 = (address: Address, domain?: string): Place => typedPlace(address, "i8", domain);
/** The place of a signed number of 16 bits. */
export const i16 = (address: Address, domain?: string): Place => typedPlace(address, "i16", domain);
/** The place of a signed number of 32 bits. */
export const i32 = (address: Address, domain?: string): Place => typedPlace(address, "i32", domain);
/** A range of 1 to 262,144 bytes. */
export const span = (address: Address, length: number, domain?: string): Place =>
  domain === undefined ? { address, length } : { address, length, domain };

function typedPlace(address: Address, type: NumberType, domain: string | undefined): Place {
  return domain === undefined ? { address, type } : { address, type, domain };
}

/** Returns an address as text for the bridge. */
export function addressText(address: Address): string {
  if (typeof address === "string") return address;
  if (typeof address !== "number")
    throw new TypeError(`address must be a number like 0x02000000, or a symbol or a chain of pointers as text; got ${address}.`);
  const isPlain = Number.isInteger(address) && address >= 0;
  return isPlain ? `0x${address.toString(16).toUpperCase().padStart(8, "0")}` : String(address);
}

/** Returns the JSON of a place for the bridge. */
export function placeOf(place: PlaceLike | { achievement: string }): object {
  if (typeof place === "object" && place !== null) return withAddress(place);
  if (typeof place === "number" || typeof place === "string") return { address: addressText(place), type: "u8" };
  throw new TypeError(`A place must be like u16(0x02000000), or an address; got ${String(place)}.`);
}

/** Returns the JSON of buttons for the bridge. */
export function buttonsOf(buttons: Buttons | ""): string[] {
  return [buttons].flat().flatMap(each => {
    if (typeof each !== "string") throw new TypeError(`buttons must be names like "A" or "Up+B"; got ${String(each)}.`);
    return each.split("+").map(name => name.trim()).filter(name => name !== "");
  });
}

/** Returns the JSON of a condition or an operation for the bridge. */
export function withAddress<T extends object>(place: T): object {
  return "address" in place ? { ...place, address: addressText(place.address as Address) } : place;
}

/** Returns the JSON of steps for the bridge. */
export function stepsOf(steps: readonly SequenceStep[]): object[] {
  return steps.map(step => {
    if (typeof step === "string" || Array.isArray(step)) return { buttons: buttonsOf(step as Buttons) };
    return "buttons" in step ? { ...step, buttons: buttonsOf(step.buttons) } : step;
  });
}

/** Returns the pixels of a response. */
export function pixelsOf(screen: Schemas["ScreenTaken"] | null | undefined): Pixels | undefined {
  if (screen == null) return undefined;
  const { width, height, gray, raw } = screen;
  return { width, height, channels: gray ? 1 : 3, data: bytesOfBase64(raw ?? "") };
}

/** Returns a lease as the bridge takes it; undefined: its default. */
export function leaseOf(seconds?: number): { seconds: number | null } | undefined {
  if (seconds === undefined) return undefined;
  if (seconds === Infinity) return { seconds: null };
  // JSON would make null of NaN, which is a lease that never ends.
  if (!Number.isFinite(seconds)) throw new RangeError(`A lease must be 1 to 604,800 seconds, or Infinity; got ${seconds}.`);
  return { seconds };
}

/** Returns the bytes of base64. */
export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
}
