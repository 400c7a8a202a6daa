// Generates src/schema.ts from the bridge's OpenAPI document: npm run generate. With --check it only compares; exit code 1 if they differ.
import { readFileSync, writeFileSync } from "node:fs";
import openapi, { astToString } from "openapi-typescript";

const document = new URL("../../../src/Bridge.Api/Contract/OpenApi/openapi.json", import.meta.url);
const target = new URL("../src/schema.ts", import.meta.url);
const head = "// Generated from src/Bridge.Api/Contract/OpenApi/openapi.json by tools/generate.mjs. Don't edit it.\n\n";

/** Keeps the schemas only: the client is written by hand, and its requests are typed by them. */
function schemasOf(openApi) {
  return { ...openApi, paths: {}, components: { schemas: openApi.components.schemas } };
}

// A member with a default may be left out of a request.
const options = { defaultNonNullable: false };
const generated = head + astToString(await openapi(schemasOf(JSON.parse(readFileSync(document, "utf8"))), options));
if (!process.argv.includes("--check")) {
  writeFileSync(target, generated);
} else if (readFileSync(target, "utf8") !== generated) {
  console.error("src/schema.ts is not current; run npm run generate.");
  process.exitCode = 1;
}
