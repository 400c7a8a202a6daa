import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, warningsOf } from "../../src/Bridge.Api/wwwroot/bridge/game.js";
import { findGames, foundText, sizeOf } from "../../src/Bridge.Api/wwwroot/bridge/games.js";

const games = [{ name: "Pokémon Émeraude (France).gba" }, { name: "Other Game (USA).gba" }];

const found = { "": 2, "   ": 2, "pokemon": 1, "EMERAUDE france": 1, "france other": 0, "game usa": 1 };
for (const [text, count] of Object.entries(found)) {
  test(`"${text}" finds ${count}`, () => assert.equal(findGames(games, text).length, count));
}

test("the name of a game is its title, or its file, or a placeholder", () => {
  assert.deepEqual([nameOf({ title: "T", file: "f" }), nameOf({ title: "", file: "f" }), nameOf({})], ["T", "f", "unnamed game"]);
});

test("a game without problems has no warnings", () => {
  assert.deepEqual(warningsOf({ save: { writable: true, path: "/a.sav" }, patch: { applied: true, file: "a.ips" } }), []);
  assert.deepEqual(warningsOf({}), []);
});

test("a save file that can't be written and a patch that was not applied are warnings", () => {
  assert.deepEqual(warningsOf({ save: { writable: false, path: "/a.sav" }, patch: { applied: false, file: "a.ips" } }),
    ["Saves of this game are lost when it ends. /a.sav can't be written.", "The patch a.ips was not applied."]);
});

test("the size of a game is in KiB, from 1 MiB on in MiB", () =>
  assert.deepEqual([1, 4096, 1024 * 1024, 1.5 * 1024 * 1024].map(sizeOf), ["1 KiB", "4 KiB", "1 MiB", "1.5 MiB"]));

test("a search says how many games it has found", () =>
  assert.deepEqual([foundText(0, 0), foundText(0, 2), foundText(1, 2), foundText(1, 1)],
    ["The ROM folder contains no games.", "No match in 2 games.", "1 of 2 games", "1 game"]));
