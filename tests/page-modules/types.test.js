import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, hexOf, numberOf, Types, valueAt } from "../../src/Bridge.Api/wwwroot/memory/types.js";

const bytes = bytesOf("00FEFFFFFF7f");

const values = { u8: 0xFE, i8: -2, u16: 0xFFFE, i16: -2, u32: 0xFFFFFFFE, i32: -2 };
for (const [type, value] of Object.entries(values)) {
  test(`a value of the type ${type} is little-endian`, () => assert.equal(valueAt(bytes, 1, type), value));

  test(`a value of the type ${type} must fit into the bytes`, () => {
    assert.notEqual(valueAt(bytes, bytes.length - Types[type].width, type), null);
    assert.equal(valueAt(bytes, bytes.length - Types[type].width + 1, type), null);
  });
}

test("all types are tested here", () => assert.deepEqual(Object.keys(values), Object.keys(Types)));

test("an offset counts from the start of a subarray", () => assert.equal(valueAt(bytes.subarray(1), 0, "u8"), 0xFE));

test("hexadecimal digits become bytes", () => {
  assert.deepEqual([...bytes], [0, 0xFE, 0xFF, 0xFF, 0xFF, 0x7F]);
  assert.deepEqual([...bytesOf("")], []);
});

const numbers = {
  "12": 12, " 0x1F ": 31, "0XfF": 255, "$1f": 31, "-0x10": -16, "-3": -3, "0": 0,
  "": NaN, "x": NaN, "1f": NaN, "0x": NaN, "$": NaN, "1.5": NaN, "- 3": NaN, "1 2": NaN, "+1": NaN,
};
for (const [text, number] of Object.entries(numbers)) {
  test(`"${text}" is ${number}`, () => assert.equal(numberOf(text), number));
}

test("a hexadecimal number has at least the requested digits", () => {
  assert.deepEqual([hexOf(0xA, 2), hexOf(0x1234, 2), hexOf(0x02000000, 8)], ["0A", "1234", "02000000"]);
});
