import { forgetToken, token } from "./bridge/access.js";
import { Bridge } from "./bridge/bridge.js";
import { EmulatorList } from "./bridge/emulator-list.js";
import { mcpAddress, mcpConfiguration } from "./bridge/mcp.js";
import { RequestLog } from "./bridge/request-log.js";
import { isInFleet, openFleet } from "./fleet/fleet.js";
import { showModels } from "./ui/models-dialog.js";
import { attempt, notify } from "./ui/notice.js";
import "./ui/say-format.js";
import { Tabs } from "./ui/tabs.js";
import "./ui/theme.js";
import { delay } from "./ui/timing.js";
import { openWall } from "./wall/wall.js";
import { namesOfTabs } from "./wall/wording.js";
import { openWorkspace } from "./workspace.js";

// The fragments of the page's address: one of these, or one of an emulator.
const wall = "#emulators";
const fleet = "#fleet";
const fragmentOf = name => `#/${encodeURIComponent(name)}`;

const requestLog = new RequestLog();
const bridge = new Bridge(requestLog);
const list = new EmulatorList(bridge);
const main = document.getElementById("main");
const tabs = new Tabs(document.getElementById("tabs"));
// The created emulators that have a tab.
const opened = new Set();
let shown = wall;
let stop = new AbortController();
let hasFleet = false;

const firstName = () => list.latest[0]?.name;
const nameIn = fragment => list.latest.find(({ name }) => fragmentOf(name) === fragment)?.name;

function showTabs() {
  const names = namesOfTabs(list.latest, opened);
  const fleetTab = hasFleet ? [[fleet, "Fleet"]] : [];
  tabs.show([[wall, "Emulators"], ...fleetTab, ...names.map(name => [fragmentOf(name), name])], shown);
}

/** Ends the view that is shown, and begins the one of this fragment. Returns the signal that will end it. */
function begin(fragment) {
  stop.abort();
  stop = new AbortController();
  shown = fragment;
  showTabs();
  return stop.signal;
}

function showWall() {
  document.title = "Emulators – Bridge";
  openWall(main, { bridge, list, signal: begin(wall), onOpen: name => (location.hash = fragmentOf(name)) });
}

function showFleet() {
  document.title = "Fleet – Bridge";
  openFleet(main, { bridge, signal: begin(fleet) });
}

function showEmulator(name) {
  const hadFocus = main.contains(document.activeElement);
  opened.add(name);
  document.title = list.latest.length > 1 ? `${name} – Bridge` : "Bridge";
  openWorkspace(main, name, { bridge, requestLog, signal: begin(fragmentOf(name)) });
  // The focused element is gone. With the focus on the screen, keys press buttons at once.
  if (hadFocus) main.querySelector("[data-part=bezel]").focus();
}

/** Shows the view that the page's address names. Other fragments are places within a view. */
async function follow() {
  const { hash } = location;
  if (hash === wall) return showWall();
  if (hash === fleet && hasFleet) return showFleet();
  if (!hash.startsWith("#/")) return undefined;
  // The emulator may be newer than the list.
  if (!nameIn(hash)) await attempt(() => list.refresh());
  if (location.hash !== hash) return undefined;
  if (nameIn(hash)) return showEmulator(nameIn(hash));
  notify(`There is no emulator "${hash.slice(2)}" any more.`, true);
  history.replaceState(null, "", wall);
  return showWall();
}

async function untilListed() {
  while (!list.latest) {
    try {
      await list.refresh();
    } catch (error) {
      if (!error.problem) throw error;
      notify(error.message, true);
      await delay(1000, stop.signal);
    }
  }
}

// Asked once: a bridge joins a fleet only when it starts.
async function findFleet() {
  hasFleet = await isInFleet(bridge);
  if (hasFleet) showTabs();
}

await untilListed();
const forget = document.getElementById("forget");
forget.hidden = token() === null;
forget.addEventListener("click", forgetToken);
document.getElementById("show-models").addEventListener("click", () => {
  const name = nameIn(shown) ?? firstName();
  const address = mcpAddress(location.origin, name, name === firstName());
  showModels(address, mcpConfiguration(address, token() !== null));
});
list.subscribe(showTabs);
addEventListener("hashchange", follow);
if (location.hash === fleet) await findFleet();
else findFleet();
if (location.hash === wall || (location.hash === fleet && hasFleet) || location.hash.startsWith("#/")) follow();
else if (firstName()) showEmulator(firstName());
else showWall();
