import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { element } from "../ui/element.js";
import { attempt, say } from "../ui/notice.js";

const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** The named states of the running game: save, load, delete. Those that this browser saved show the picture of that moment. */
export function showStates(parts, { bridge, actions, status, signal }) {
  const pictureOf = name => `picture ${status.latest.game?.crc32} ${name}`;
  const wantedName = () => parts.stateName.value || parts.stateName.placeholder;
  parts.saveCode.append(codeButton(() => actions.saveState(wantedName()), "save the game under this name"));
  parts.save.addEventListener("submit", event => {
    event.preventDefault();
    attempt(async () => {
      const { name } = await bridge.run(actions.saveState(wantedName()));
      remember(pictureOf(name), parts.canvas);
      say(`Saved as ${name}.`);
      await list();
    });
  });

  async function list() {
    const { states } = await bridge.run(actions.states(), { signal, isPoll: true });
    parts.stateList.replaceChildren(...states.map(row));
    if (states.length === 0) parts.stateList.append(element("li", { className: "hint" }, "None of this game yet."));
  }

  function row({ name, size, savedAt }) {
    const picture = localStorage.getItem(pictureOf(name));
    return element("li", { className: "row" },
      picture ? element("img", { src: picture, alt: "", width: 60, height: 40 }) : "",
      element("span", { className: "grow" }, element("strong", {}, name),
        element("small", {}, ` ${when.format(new Date(savedAt))}, ${Math.ceil(size / 1024)} KiB`)),
      element("button", { type: "button", "aria-label": `Load ${name}`, onclick: () => load(name) }, "Load"),
      element("button", { type: "button", "aria-label": `Delete ${name}`, onclick: () => remove(name) }, "Delete…"),
      codeButton(() => actions.loadState(name), `load ${name}`));
  }

  const load = name => attempt(async () => {
    await bridge.run(actions.loadState(name));
    say(`${name} is loaded.`);
  });

  const remove = name => attempt(async () => {
    if (!(await confirmed(`Delete the state ${name}? It can't be brought back.`, "Delete"))) return;
    await bridge.run(actions.deleteState(name));
    localStorage.removeItem(pictureOf(name));
    say(`${name} is deleted.`);
    await list();
  });

  status.followGame(game => {
    if (!game) return parts.stateList.replaceChildren();
    return list().catch(error => parts.stateList.replaceChildren(element("li", { className: "hint" }, error.message)));
  });
}

function remember(key, canvas) {
  try {
    localStorage.setItem(key, canvas.toDataURL());
  } catch {
    // The browser's storage is full: the state is saved all the same.
  }
}
