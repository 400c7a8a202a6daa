import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../src/Bridge.Api/wwwroot/", import.meta.url);
const files = readdirSync(root, { recursive: true }).filter(name => name.endsWith(".js") || name.endsWith(".html"));

// What people read: the texts between tags, and literals that contain a blank or begin with a capital letter.
function textsOf(name, source) {
  if (name.endsWith(".html")) return [...source.matchAll(/>([^<]+)</g)].map(([, text]) => text);
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
  return [...code.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, text, template]) => text ?? template.replace(/\$\{[^}]*\}/g, ""))
    .filter(text => / |^[A-Z]/.test(text));
}

for (const name of files) {
  test(`${name} calls a frozen game frozen, not held`, () => {
    for (const text of textsOf(name, readFileSync(new URL(name, root), "utf8")))
      assert.doesNotMatch(text, /\bholds?\b|^Held$|held (game|by)|is held/i);
  });
}
