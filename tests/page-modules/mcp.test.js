import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpAddress, mcpConfiguration } from "../../src/Bridge.Api/wwwroot/bridge/mcp.js";

test("the first emulator has a short address", () => {
  assert.equal(mcpAddress("http://localhost:7185", "default", true), "http://localhost:7185/mcp");
  assert.equal(mcpAddress("http://localhost:7185", "second", false), "http://localhost:7185/emulators/second/mcp");
});

test("a configuration is JSON with the address, and a place for the token where one is needed", () => {
  const { bridge } = JSON.parse(mcpConfiguration("http://localhost:7185/mcp", false)).mcpServers;
  assert.deepEqual(bridge, { type: "http", url: "http://localhost:7185/mcp" });
  const { headers } = JSON.parse(mcpConfiguration("http://localhost:7185/mcp", true)).mcpServers.bridge;
  assert.deepEqual(headers, { Authorization: "Bearer TOKEN" });
});
