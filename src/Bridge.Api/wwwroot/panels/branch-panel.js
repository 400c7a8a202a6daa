import { areSame, branchesOf, differenceOf, sentenceOf } from "../play/ways.js";
import { durationOf } from "../play/past.js";
import { codeButton } from "../ui/code-button.js";
import { element, fill } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";
import { setText } from "../ui/set-text.js";
import { WayRows } from "./way-rows.js";

const now = ["", "Now"];

/** Tries several ways from one moment, shows how they end, and loads an end into the game. The game itself runs on meanwhile. */
export class BranchPanel {
  #parts;
  #context;
  #rows;
  #stop = null;
  // The request whose ends are shown, with the frame that they began at.
  #asked = null;
  #hint;

  constructor(parts, context, states) {
    [this.#parts, this.#context, this.#rows] = [parts, context, new WayRows(parts, ["A", "B"])];
    this.#hint = parts.branchSaid.textContent;
    fill(parts.branchFrom, [now]);
    parts.branchTools.append(codeButton(() => this.#readForm(), "run these branches"));
    parts.branchForm.addEventListener("submit", event => {
      event.preventDefault();
      this.#run();
    });
    parts.branchCancel.addEventListener("click", () => this.#stop?.abort());
    states.subscribe(list => fill(parts.branchFrom, [now, ...list.map(({ name }) => [name, `State ${name}`])]));
    context.status.onGameChange(() => this.#clear());
    context.signal.addEventListener("abort", () => this.#stop?.abort());
  }

  #readForm() {
    const { branchFrom, branchSettle } = this.#parts;
    try {
      const branches = branchesOf(this.#rows.ways, branchSettle.valueAsNumber || 0);
      return this.#context.actions.runBranches({ branches, ...(branchFrom.value && { state: branchFrom.value }) });
    } catch (error) {
      this.#say(error.message, true);
      return null;
    }
  }

  async #run() {
    const action = this.#readForm();
    if (!action) return;
    const ways = this.#rows.ways;
    const stop = (this.#stop = new AbortController());
    this.#setBusy(true);
    try {
      const branches = action.body.branches.map(branch => ({ ...branch, screen: true }));
      const ended = await this.#context.bridge.run({ ...action, body: { ...action.body, branches } }, { signal: stop.signal });
      this.#asked = { ...action.body, from: ended.from };
      this.#show(ways, ended);
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
      if (error.problem) this.#refuse(error);
      else this.#say("Cancelled.");
    } finally {
      this.#setBusy(false);
    }
  }

  #refuse({ message, problem }) {
    this.#say(sentenceOf(message), true);
    // This emulator can't run any branches.
    if (problem.status === 501) this.#parts.branchForm.hidden = true;
  }

  #show(ways, { from, branches }) {
    const { state } = this.#asked;
    this.#parts.ends.replaceChildren(...branches.map((end, index) => this.#view(ways[index], end, index, branches)));
    const count = `${branches.length} ${branches.length === 1 ? "end" : "ends"}`;
    this.#say(state ? `${count}, from the state ${state}.` : `${count}, from frame ${from.toLocaleString("en")} of the history.`);
  }

  #view(way, end, index, ends) {
    const name = `way ${index + 1}`;
    const length = `${end.frames.toLocaleString("en")} frames, ${durationOf(end.frames)}`;
    return element("li", { className: "branch-end" },
      element("div", { className: "bezel" }, element("img", { src: `data:image/png;base64,${end.png}`, alt: `The end of ${name}` })),
      element("p", {}, element("strong", {}, `Way ${index + 1}`), " ", element("code", {}, way.trim() || "no press")),
      element("p", { className: "hint" }, [length, differenceOf(index, ends)].filter(Boolean).join(" · ")),
      element("button", {
        type: "button", className: "small", title: "Load this end into the game", "aria-label": `Keep ${name}`,
        onclick: () => attempt(() => this.#keep(index, end)),
      }, "Keep"));
  }

  /** Runs one of the branches again, from the same moment, and loads its end. */
  async #keep(index, shown) {
    const { bridge, actions, status } = this.#context;
    const asked = this.#asked;
    try {
      const body = { branches: [asked.branches[index]], keep: "0", ...(await this.#momentOf(asked)) };
      const { branches: [end], frame } = await bridge.run(actions.runBranches(body));
      if (areSame(end, shown)) notify(`The game goes on from the end of way ${index + 1}, frame ${frame.toLocaleString("en")}.`);
      else notify(`The game goes on from way ${index + 1}, but its end is another one now: the moment has changed since.`, true);
    } catch (error) {
      // Another end would be refused as well.
      if (error.problem?.status === 403) for (const button of this.#parts.ends.querySelectorAll("button")) button.hidden = true;
      throw error;
    }
    status.refresh();
    // With the focus on the screen, keys press buttons at once.
    this.#parts.bezel.focus({ preventScroll: true });
  }

  // The present of a frozen game may have a state that was loaded since its frame, which the history lacks.
  async #momentOf({ state, from }) {
    const { bridge, actions, status } = this.#context;
    if (state) return { state };
    const isNow = status.latest.state === "held" && (await bridge.run(actions.history(), { isPoll: true })).now === from;
    return isNow ? {} : { fromFrame: from };
  }

  #clear() {
    const { branchForm, ends } = this.#parts;
    this.#stop?.abort();
    this.#asked = null;
    branchForm.hidden = false;
    ends.replaceChildren();
    this.#say(this.#hint);
  }

  #setBusy(isBusy) {
    const { branchRun, branchCancel } = this.#parts;
    const hadFocus = [branchRun, branchCancel].includes(document.activeElement);
    branchRun.hidden = isBusy;
    branchCancel.hidden = !isBusy;
    if (hadFocus) (isBusy ? branchCancel : branchRun).focus();
  }

  #say(sentence, isBad = false) {
    setText(this.#parts.branchSaid, sentence);
    this.#parts.branchSaid.classList.toggle("bad", isBad);
  }
}
