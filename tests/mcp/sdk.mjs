// The same as client.mjs with @modelcontextprotocol/sdk, which speaks the revisions before 2026-07-28.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { check } from "./check.mjs";

const [url, folder] = process.argv.slice(2);
const find = createRequire(`${folder}/package.json`);
const load = name => import(pathToFileURL(find.resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load("client/index.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");
await check(new Client({ name: "sdk.mjs", version: "1.0.0" }), new StreamableHTTPClientTransport(new URL(url)));
