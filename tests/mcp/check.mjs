import assert from "node:assert/strict";

/** Lists the tools, looks at the game, and gets an error as a text. */
export async function check(client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.equal(tools.length, 11);
  assert.equal(tools[0].name, "game_look");

  const look = await client.callTool({ name: "game_look", arguments: {} });
  assert.deepEqual(look.content.map(block => block.type), ["image", "text"]);
  assert.equal(look.content[0].mimeType, "image/png");
  assert.equal(Buffer.from(look.content[0].data, "base64").subarray(1, 4).toString(), "PNG");
  assert.equal(JSON.parse(look.content[1].text).game, "BUTTONTEST");
  assert.equal(look.structuredContent, undefined);

  const refused = await client.callTool({ name: "game_act", arguments: { press: ["Jump"] } });
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /^unknown-button: press\[0\] .* Nothing was done\.$/);
  await client.close();
  console.log("listed, called, seen");
}
