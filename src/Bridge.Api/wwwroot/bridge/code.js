const indent = "    ";

/** Writes an action as a program, by language. The program reads the token from the environment. Pure functions. */
export const Languages = { curl, PowerShell: powershell, Python: python, JavaScript: javascript };

/** Returns the language of a user who has chosen none: PowerShell on Windows, whose shells don't take curl's quotes. */
export function firstLanguage({ userAgentData, platform = "" }) {
  return (userAgentData?.platform || platform).startsWith("Win") ? "PowerShell" : "curl";
}

function curl({ method, path, body, returns }, origin, hasToken) {
  const parts = ["curl"];
  // Without -g, curl expands brackets to a range of URLs.
  if (/[[\]]/.test(path)) parts.push("-g");
  if (sendsPlainToken(origin, hasToken)) parts.push("--noproxy '*'");
  if (method !== "GET") parts.push("-X", method);
  parts.push(quoted(origin + path));
  if (hasToken) parts.push('-H "Authorization: Bearer $BRIDGE_TOKEN"');
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", "-d", quoted(JSON.stringify(body)));
  if (returns === "bytes") parts.push("-o", "response.bin");
  return parts.join(" ");
}

// For PowerShell 5.1 and 7.
function powershell({ method, path, body, returns }, origin, hasToken) {
  const parts = ["Invoke-RestMethod"];
  if (method !== "GET") parts.push("-Method", method);
  parts.push("-Uri", powershellQuoted(origin + path));
  if (hasToken) parts.push('-Headers @{ Authorization = "Bearer $env:BRIDGE_TOKEN" }');
  // Without the character set, version 5.1 sends Latin 1.
  if (body !== undefined)
    parts.push("-ContentType 'application/json; charset=utf-8'", "-Body", powershellQuoted(JSON.stringify(body)));
  if (returns === "bytes") parts.push("-OutFile", "response.bin");
  if (returns === "json") parts.push("|", "ConvertTo-Json -Depth 9");
  return parts.join(" ");
}

function python({ method, path, body, returns }, origin, hasToken) {
  const json = returns === "json" || body !== undefined;
  const options = [`method="${method}"`];
  const headers = hasToken ? ['"Authorization": f"Bearer {os.environ[\'BRIDGE_TOKEN\']}"'] : [];
  if (body !== undefined) {
    options.push(`data=json.dumps(${pythonOf(body)}).encode()`);
    headers.push('"Content-Type": "application/json"');
  }
  if (headers.length > 0) options.push(`headers={${headers.join(", ")}}`);
  const isDirect = sendsPlainToken(origin, hasToken);
  return [
    ...(json ? ["import json"] : []), ...(hasToken ? ["import os"] : []), "import urllib.request", "",
    `request = urllib.request.Request(`,
    [JSON.stringify(origin + path), ...options].map(line => `${indent}${line},`).join("\n"), ")",
    ...(isDirect ? ["opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))"] : []),
    `with ${isDirect ? "opener.open" : "urllib.request.urlopen"}(request) as response:`,
    indent + { json: "print(json.load(response))", bytes: "data = response.read()", nothing: "print(response.status)" }[returns],
  ].join("\n");
}

function javascript({ method, path, body, returns }, origin, hasToken) {
  const options = [];
  const headers = hasToken ? ["Authorization: `Bearer ${process.env.BRIDGE_TOKEN}`"] : [];
  if (body !== undefined) headers.push('"Content-Type": "application/json"');
  if (method !== "GET") options.push(`method: "${method}"`);
  if (headers.length > 0) options.push(`headers: { ${headers.join(", ")} }`);
  if (body !== undefined) options.push(`body: JSON.stringify(${JSON.stringify(body)})`);
  const more = options.length ? `, {\n${options.map(line => `  ${line},`).join("\n")}\n}` : "";
  return `const response = await fetch(${JSON.stringify(origin + path)}${more});\n`
    + {
      json: "console.log(await response.json());",
      bytes: "const data = await response.arrayBuffer();",
      nothing: "console.log(response.status);",
    }[returns];
}

// A proxy of the environment could read the token.
function sendsPlainToken(origin, hasToken) {
  return hasToken && origin.startsWith("http:");
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// PowerShell ends a quoted text at a typographic quote as well.
function powershellQuoted(text) {
  return `'${text.replace(/['\u2018-\u201B]/g, "$&$&")}'`;
}

function pythonOf(value) {
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${pythonOf(member)}`).join(", ")}}`;
}
