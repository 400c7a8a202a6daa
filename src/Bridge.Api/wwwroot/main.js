import { forgetToken, token } from "./bridge/access.js";
import { listEmulators } from "./bridge/actions.js";
import { Bridge } from "./bridge/bridge.js";
import { mcpAddress, mcpConfiguration } from "./bridge/mcp.js";
import { RequestLog } from "./bridge/request-log.js";
import { element } from "./ui/element.js";
import { showModels } from "./ui/models-dialog.js";
import { notify } from "./ui/notice.js";
import "./ui/theme.js";
import { delay } from "./ui/timing.js";
import { openWorkspace } from "./workspace.js";

const requestLog = new RequestLog();
const bridge = new Bridge(requestLog);
const main = document.getElementById("main");
const tabs = document.getElementById("tabs");
let open = new AbortController();

function show(name) {
  open.abort();
  open = new AbortController();
  for (const tab of tabs.children) {
    const isShown = tab.textContent === name;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
  }
  document.title = tabs.children.length > 1 ? `${name} – Bridge` : "Bridge";
  openWorkspace(main, name, { bridge, requestLog, signal: open.signal });
}

function tabFor(name) {
  const onclick = () => (location.hash = `/${encodeURIComponent(name)}`);
  return element("button", { type: "button", role: "tab", "aria-controls": "main", onclick }, name);
}

tabs.addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const all = [...tabs.children];
  const next = all.at((all.indexOf(document.activeElement) + step) % all.length);
  next.focus();
  next.click();
});

async function emulators() {
  for (;;) {
    try {
      return (await bridge.run(listEmulators, { isPoll: true })).emulators.map(({ name }) => name);
    } catch (error) {
      if (!error.problem) throw error;
      notify(error.message, true);
      await delay(1000, open.signal);
    }
  }
}

const names = await emulators();
const forget = document.getElementById("forget");
forget.hidden = token() === null;
forget.addEventListener("click", forgetToken);
document.getElementById("show-models").addEventListener("click", () => {
  const name = selected() ?? names[0];
  const address = mcpAddress(location.origin, name, name === names[0]);
  showModels(address, mcpConfiguration(address, token() !== null));
});
tabs.append(...names.map(tabFor));
tabs.hidden = names.length < 2;
const selected = () => names.find(name => location.hash === `#/${encodeURIComponent(name)}`);
addEventListener("hashchange", () => selected() && show(selected()));
show(selected() ?? names[0]);
