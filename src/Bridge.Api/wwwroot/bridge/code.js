const indent = "    ";

/** An action as a program that does the same, by language. Pure. */
export const Languages = { curl, Python: python, JavaScript: javascript };

function curl({ method, path, body, gives }, origin) {
  const parts = ["curl"];
  // curl would take brackets for a range of addresses.
  if (/[[\]]/.test(path)) parts.push("-g");
  if (method !== "GET") parts.push("-X", method);
  parts.push(quoted(origin + path));
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", "-d", quoted(JSON.stringify(body)));
  if (gives === "bytes") parts.push("-o", "answer.bin");
  return parts.join(" ");
}

function python({ method, path, body, gives }, origin) {
  const json = gives === "json" || body !== undefined;
  const options = body === undefined
    ? [`method="${method}"`]
    : [`method="${method}"`, `data=json.dumps(${pythonOf(body)}).encode()`, 'headers={"Content-Type": "application/json"}'];
  return [
    ...(json ? ["import json"] : []), "import urllib.request", "",
    `request = urllib.request.Request(`,
    [JSON.stringify(origin + path), ...options].map(line => `${indent}${line},`).join("\n"), ")",
    "with urllib.request.urlopen(request) as response:",
    indent + { json: "print(json.load(response))", bytes: "answer = response.read()", nothing: "print(response.status)" }[gives],
  ].join("\n");
}

function javascript({ method, path, body, gives }, origin) {
  const options = [];
  if (method !== "GET") options.push(`method: "${method}"`);
  if (body !== undefined) options.push('headers: { "Content-Type": "application/json" }', `body: JSON.stringify(${JSON.stringify(body)})`);
  const more = options.length ? `, {\n${options.map(line => `  ${line},`).join("\n")}\n}` : "";
  return `const response = await fetch(${JSON.stringify(origin + path)}${more});\n`
    + { json: "console.log(await response.json());", bytes: "const answer = await response.arrayBuffer();", nothing: "console.log(response.status);" }[gives];
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function pythonOf(value) {
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${pythonOf(member)}`).join(", ")}}`;
}
