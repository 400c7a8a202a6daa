/** Returns the address of an emulator's tools for language models; the first emulator's tools are at /mcp. Pure. */
export function mcpAddress(origin, name, isFirst) {
  return isFirst ? `${origin}/mcp` : `${origin}/emulators/${encodeURIComponent(name)}/mcp`;
}

/** Returns the configuration of an MCP client for such an address, as JSON. The user writes the token in place of TOKEN. Pure. */
export function mcpConfiguration(address, hasToken) {
  const server = { type: "http", url: address, ...(hasToken && { headers: { Authorization: "Bearer TOKEN" } }) };
  return JSON.stringify({ mcpServers: { bridge: server } }, null, 2);
}
