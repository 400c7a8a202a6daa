// Makes one module of the compiled client, which the bridge serves at /client.js: npm run bundle. With --check it only compares; exit
// code 1 if they differ.
import { readFileSync, writeFileSync } from "node:fs";

const compiled = new URL("../dist/", import.meta.url);
const target = new URL("../../../src/Bridge.Api/Contract/Client/client.js", import.meta.url);
const head = "// Generated from clients/typescript by tools/bundle.mjs. Don't edit it.\n";

const imports = /^import \{[^}]*\} from "\.\/([a-z]+)\.js";\n/gm;
const reexports = /^export \{([^}]*)\} from "\.\/[a-z]+\.js";\n/gm;

/** Returns the names of the modules, each after those that it imports. */
function inOrder(name, found = []) {
  for (const [, imported] of textOf(name).matchAll(/^(?:import|export) .* from "\.\/([a-z]+)\.js";$/gm)) inOrder(imported, found);
  if (!found.includes(name)) found.push(name);
  return found;
}

function textOf(name) {
  return readFileSync(new URL(`${name}.js`, compiled), "utf8");
}

function declaredIn(text) {
  return [...text.matchAll(/^(?:export )?(?:async )?(?:class|const|let|function\*?) (\w+)/gm)].map(([, name]) => name);
}

function bundle() {
  const modules = inOrder("index").map(textOf);
  const names = modules.flatMap(declaredIn);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`The modules declare ${twice.join(", ")} twice; one module can't.`);
  const index = modules[modules.length - 1];
  const exported = [...declaredIn(index).filter(name => index.includes(`export class ${name}`)),
    ...[...index.matchAll(reexports)].flatMap(([, list]) => list.split(",").map(name => name.trim()).filter(Boolean))];
  const body = modules.map(text => text.replaceAll(imports, "").replaceAll(reexports, "").replaceAll(/^export (?!\{)/gm, ""));
  return `${head}${body.join("")}export {\n  ${exported.sort().join(",\n  ")},\n};\n`;
}

const made = bundle();
if (!process.argv.includes("--check")) {
  writeFileSync(target, made);
} else if (readFileSync(target, "utf8") !== made) {
  console.error("src/Bridge.Api/Contract/Client/client.js is not current; run npm run bundle.");
  process.exitCode = 1;
}
