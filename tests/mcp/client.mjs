// Lists, calls and sees a picture with @modelcontextprotocol/client: client.mjs URL FOLDER-OF-NODE_MODULES
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { check } from "./check.mjs";

const [url, folder] = process.argv.slice(2);
const find = createRequire(`${folder}/package.json`);
const { Client, StreamableHTTPClientTransport } = await import(pathToFileURL(find.resolve("@modelcontextprotocol/client")));
await check(new Client({ name: "client.mjs", version: "1.0.0" }), new StreamableHTTPClientTransport(new URL(url)));
