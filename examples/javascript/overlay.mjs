// An overlay for a stream: node examples/javascript/overlay.mjs [ADDRESS] [PORT]
//
// npm install --prefix examples/javascript first. Add http://127.0.0.1:7190/ as a browser source in OBS. The page shows values of the
// game as they change: the emulator compares them in every frame, and nothing polls. For your own game, replace `values`.
import { createServer } from "node:http";
import { Bridge, u16 } from "mgba-bridge";

const [address = "http://127.0.0.1:7185", port = "7190"] = process.argv.slice(2);
const values = { "presses of A": u16(0x02000020), "presses of B": u16(0x02000022), "saved value": u16(0x02000200) };

const game = new Bridge(address).emulator();
const shown = {};
const pages = new Set();

const page = `<!doctype html>
<style>
  body { font: bold 28px system-ui; color: white; text-shadow: 0 0 4px black; }
  td:last-child { padding-left: 1em; text-align: right; }
</style>
<table></table>
<script>
  new EventSource("values").onmessage = ({ data }) => {
    const rows = Object.entries(JSON.parse(data)).map(cells => {
      const row = document.createElement("tr");
      for (const text of cells) row.append(Object.assign(document.createElement("td"), { textContent: text }));
      return row;
    });
    document.querySelector("table").replaceChildren(...rows);
  };
</script>`;

const server = createServer((request, response) => {
  if (request.url !== "/values") {
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(page);
    return;
  }
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(message());
  pages.add(response);
  response.on("close", () => pages.delete(response));
});

function message() {
  return `data: ${JSON.stringify(shown)}\n\n`;
}

/** Watches the values, and reads them again after events were lost or another game was loaded. */
async function follow() {
  const watches = await Promise.all(Object.entries(values).map(([name, place]) => game.watch(place, { name })));
  const events = await game.events({ topics: ["watch", "game"] });
  const read = async () => {
    const answer = await game.readMany(Object.values(values));
    Object.keys(values).forEach((name, index) => { shown[name] = answer.values[index]; });
  };
  await read();
  server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
  for await (const { topic, data, value } of events) {
    if (topic === "watch" && watches.some(({ id }) => id === data.id)) shown[data.name] = value;
    else if (topic !== "watch") await read().catch(error => console.error(error.message));
    for (const open of pages) open.write(message());
  }
}

await follow();
