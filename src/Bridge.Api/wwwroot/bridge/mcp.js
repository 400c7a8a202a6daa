/** Where an emulator's tools for language models are. Pure. */
export function mcpAddress(origin, name, isFirst) {
  return isFirst ? `${origin}/mcp` : `${origin}/emulators/${encodeURIComponent(name)}/mcp`;
}

/** What the configuration of an MCP client says of such an address. A token is not part of it: the person has it. Pure. */
export function mcpConfiguration(address, hasToken) {
  const server = { type: "http", url: address, ...(hasToken && { headers: { Authorization: "Bearer TOKEN" } }) };
  return JSON.stringify({ mcpServers: { bridge: server } }, null, 2);
}
