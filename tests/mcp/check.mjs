import assert from "node:assert/strict";

const COUNTER_OF_A = { address: "0x02000020", type: "u16" };

/** Lists what there is, uses every tool, resource and prompt, and gets an error as a text. */
export async function check(client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  const used = new Set();

  async function call(name, given = {}, pictures = 0) {
    used.add(name);
    const result = await client.callTool({ name, arguments: given });
    const types = result.content.map(block => block.type);
    assert.equal(result.isError ?? false, false, `${name}: ${result.content[0].text}`);
    assert.deepEqual(types, [...Array(pictures).fill("image"), "text"], name);
    for (const { mimeType, data } of result.content.slice(0, pictures)) {
      assert.equal(mimeType, "image/png");
      assert.equal(Buffer.from(data, "base64").subarray(1, 4).toString(), "PNG");
    }
    if (pictures > 0) assert.equal(result.structuredContent, undefined, name);
    return JSON.parse(result.content.at(-1).text);
  }

  assert.equal((await call("game_look", {}, 1)).game, "BUTTONTEST");
  assert.equal((await call("game_freeze", { frozen: true, seconds: 60 })).frozen, true);
  const [[, before]] = (await call("memory_read", { places: [COUNTER_OF_A] })).values;
  const [[, after]] = (await call("game_act", { press: ["A"], read: [COUNTER_OF_A] }, 1)).values;
  assert.equal(after, before + 1);
  const { ways } = await call("game_try", { ways: [["A"], ["B"], ["A"]], read: [COUNTER_OF_A] }, 3);
  assert.deepEqual(ways.map(way => [way.values[0][1] - after, way.sameAs ?? null]), [[1, null], [0, null], [1, 0]]);
  assert.equal((await call("memory_write", { writes: [{ address: "0x02000210", value: 7 }] })).written, 1);
  assert.ok((await call("memory_search", { is: "eq", type: "u16", value: after })).left > 0);
  await call("state_save", { name: "node", overwrite: true });
  assert.ok((await call("game_notes", { add: "seen by Node" })).notes > 0);
  assert.ok((await call("game_files")).states.names.includes("node"));
  assert.equal((await call("state_load", { name: "node" }, 1)).keptAs, "before-load");
  assert.ok((await call("game_rewind", { frames: 1 }, 1)).framesBack >= 0);
  await call("game_freeze", { frozen: false });
  assert.equal((await call("game_wait", { frames: 3 }, 1)).frames, 3);
  assert.equal((await call("game_load", {}, 1)).game, "BUTTONTEST");
  assert.deepEqual(tools.map(tool => tool.name).filter(name => !used.has(name)), []);
  assert.equal(used.size, 14);

  const refused = await client.callTool({ name: "game_act", arguments: { press: ["Jump"] } });
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /^unknown-button: press\[0\] .* Nothing was done\.$/);

  const { resources } = await client.listResources();
  assert.equal(resources.length, 4);
  for (const { uri, mimeType } of resources)
    assert.equal((await client.readResource({ uri })).contents[0].mimeType, mimeType);
  assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 1);
  assert.ok((await client.readResource({ uri: "bridge://states/node" })).contents[0].blob.length > 100_000);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map(prompt => prompt.name), ["play", "find-value"]);
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name, arguments: { goal: "the number of lives", what: "the number of lives" } });
    assert.match(messages[0].content.text, /the number of lives/);
  }

  await client.close();
  console.log(`${used.size} tools, ${resources.length + 1} resources, ${prompts.length} prompts`);
}
