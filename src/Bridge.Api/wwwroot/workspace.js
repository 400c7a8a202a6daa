import { Actions } from "./bridge/actions.js";
import { LiveEvents } from "./bridge/live-events.js";
import { Status } from "./bridge/status.js";
import { Watched } from "./memory/watched.js";
import { BranchPanel } from "./panels/branch-panel.js";
import { CheatPanel } from "./panels/cheat-panel.js";
import { ClipPanel } from "./panels/clip-panel.js";
import { DebuggerPanel } from "./panels/debugger-panel.js";
import { showDoors } from "./panels/door-panel.js";
import { GamesPanel } from "./panels/games-panel.js";
import { showLog } from "./panels/log-panel.js";
import { MemoryPanel } from "./panels/memory-panel.js";
import { showMessages } from "./panels/message-panel.js";
import { NotePanel } from "./panels/note-panel.js";
import { NotebookPanel } from "./panels/notebook-panel.js";
import { PadPanel } from "./panels/pad-panel.js";
import { PlayPanel } from "./panels/play-panel.js";
import { ScreenPanel } from "./panels/screen-panel.js";
import { SearchPanel } from "./panels/search-panel.js";
import { showSensors } from "./panels/sensor-panel.js";
import { SequencePanel } from "./panels/sequence-panel.js";
import { showSound } from "./panels/sound-panel.js";
import { StatesPanel } from "./panels/states-panel.js";
import { showFrame, showStatus } from "./panels/status-panel.js";
import { TimePanel } from "./panels/time-panel.js";
import { TimelinePanel } from "./panels/timeline-panel.js";
import { showVitals } from "./panels/vitals-panel.js";
import { WatchPanel } from "./panels/watch-panel.js";
import { partsOf } from "./ui/element.js";

/** Fills `root` with the panels of one emulator; they stop when the signal aborts. */
export function openWorkspace(root, emulator, { bridge, requestLog, signal }) {
  root.replaceChildren(document.getElementById("workspace").content.cloneNode(true));
  const parts = partsOf(root);
  const actions = new Actions(emulator);
  const live = new LiveEvents(bridge, actions, signal);
  const status = new Status(bridge, actions, live, signal);
  const watched = new Watched(bridge, actions, live, status, signal);
  const context = { emulator, bridge, actions, live, status, watched, signal };

  showStatus(parts, status);
  showDoors(parts, context);
  new GamesPanel(parts, context);
  const screen = new ScreenPanel(parts, context, frame => showFrame(parts, frame));
  const timeline = new TimelinePanel(parts, context, new NotePanel(parts, context));
  new ClipPanel(parts, context, timeline);
  showMessages(parts, context);
  showSound(parts, context);
  new TimePanel(parts, context);
  showSensors(parts, context);
  new CheatPanel(parts, context);
  new NotebookPanel(parts, context);
  const sequences = new SequencePanel(parts, context);
  const states = new StatesPanel(parts, context);
  const play = new PlayPanel(parts, context, states);
  new PadPanel(parts, context, play.fast, (buttons, frame) => {
    sequences.record(buttons, frame);
    // A player has to see the present.
    if (buttons.length > 0) timeline.leave();
  });
  const watches = new WatchPanel(parts, context);
  new MemoryPanel(parts, context, watches);
  new SearchPanel(parts, context, watches);
  new BranchPanel(parts, context, states);
  new DebuggerPanel(parts, context);
  showVitals(parts, { ...context, screen });
  showLog(parts, requestLog, signal);
}
