import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { element } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";

const dateFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/**
 * Shows the named save states of the running game. States that were saved in this browser show a picture. Returns functions that save
 * and load a state by its name.
 */
export function showStates(parts, { bridge, actions, status, signal }) {
  const pictureKey = name => `picture ${status.latest.game?.crc32} ${name}`;
  const enteredName = () => parts.stateName.value || parts.stateName.placeholder;
  parts.saveCode.append(codeButton(() => actions.saveState(enteredName()), "save the game under this name"));
  parts.save.addEventListener("submit", event => {
    event.preventDefault();
    save(enteredName());
  });

  const save = state => attempt(async () => {
    const { name } = await bridge.run(actions.saveState(state));
    storePicture(pictureKey(name), parts.canvas);
    notify(`Saved as ${name}.`);
    await list();
  });

  async function list() {
    const { states } = await bridge.run(actions.states(), { signal, isPoll: true });
    parts.stateList.replaceChildren(...states.map(row));
    if (states.length === 0) parts.stateList.append(element("li", { className: "hint" }, "This game has no save states yet."));
  }

  function row({ name, size, savedAt }) {
    const picture = localStorage.getItem(pictureKey(name));
    return element("li", { className: "row" },
      picture ? element("img", { src: picture, alt: "", width: 60, height: 40 }) : "",
      element("span", { className: "grow" }, element("strong", {}, name),
        element("small", {}, ` ${dateFormat.format(new Date(savedAt))}, ${Math.ceil(size / 1024)} KiB`)),
      element("button", { type: "button", "aria-label": `Load ${name}`, onclick: () => load(name) }, "Load"),
      element("button", { type: "button", "aria-label": `Delete ${name}`, onclick: () => remove(name) }, "Delete…"),
      codeButton(() => actions.loadState(name), `load ${name}`));
  }

  const load = name => attempt(async () => {
    await bridge.run(actions.loadState(name));
    notify(`Loaded ${name}.`);
  });

  const remove = name => attempt(async () => {
    if (!(await confirmed(`Delete the state ${name}? It can't be restored.`, "Delete"))) return;
    await bridge.run(actions.deleteState(name));
    localStorage.removeItem(pictureKey(name));
    notify(`Deleted ${name}.`);
    await list();
  });

  status.onGameChange(game => {
    if (!game) return parts.stateList.replaceChildren();
    return list().catch(error => parts.stateList.replaceChildren(element("li", { className: "hint" }, error.message)));
  });
  return { save, load };
}

function storePicture(key, canvas) {
  try {
    localStorage.setItem(key, canvas.toDataURL());
  } catch {
    // The browser's storage is full. The state is saved anyway, without a picture.
  }
}
