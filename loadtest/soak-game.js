// The part of a soak that changes the whole game: presses and sequences, which the game counts, and save states.
import http from 'k6/http';
import { check, sleep } from 'k6';

export const baseUrl = (__ENV.BASE_URL || 'http://127.0.0.1:7185').replace(/\/+$/, '');
export const emulator = `${baseUrl}/emulators/default`;

const buttons = ['A', 'B', 'Select', 'Start', 'Right', 'Left', 'Up', 'Down', 'R', 'L'];
const json = { headers: { 'Content-Type': 'application/json' } };
const bytes = { headers: { 'Content-Type': 'application/octet-stream' } };

// Loading a state discards writes since it was saved. So in the last seconds of each minute all writers pause, and states are saved
// and loaded in the middle of that pause.
const minute = 60;
// A state has this many bytes of the GBA's machine, and then attachments.
const machineBytes = 0x61000;
export const stateSecond = 57;
const quietSeconds = 6;

export function isQuiet(data) {
  return ((Date.now() - data.begun) / 1000) % minute > minute - quietSeconds;
}

// Every five minutes all requests pause, long enough for the bridge's garbage collection. soak.sh samples the memory at the end of
// the pause.
const cycle = 300;
const restFrom = 245;
const restUntil = 285;

export function isResting(data) {
  const second = ((Date.now() - data.begun) / 1000) % cycle;
  return second >= restFrom && second < restUntil;
}

// The expected press counts: the game's counts at the start plus the presses since.
let expected;

function counters() {
  const options = { headers: { Accept: 'application/octet-stream' }, responseType: 'binary', tags: { name: 'counters' } };
  const response = http.get(`${emulator}/memory/0x02000020?length=20`, options);
  const view = new DataView(response.body);
  return buttons.map((_, i) => view.getUint16(2 * i, true));
}

let turn = 0;

export function play(data) {
  sleep(0.15);
  if (isQuiet(data) || isResting(data)) return;
  expected = expected || counters();
  turn += 1;
  const button = turn % buttons.length;
  const actions = [press, press, queue, sequence];
  actions[turn % actions.length](button);
  const now = counters();
  const isExact = now.every((count, i) => count === expected[i]);
  check(now, { 'play: each press ran once': () => isExact });
  if (!isExact) {
    console.error(`after turn ${turn} the game must have counted ${expected}; got ${now}`);
    expected = now;
  }
}

function expectPresses(button, times) {
  expected[button] = (expected[button] + times) & 0xffff;
}

function press(button) {
  const body = JSON.stringify({ buttons: [buttons[button]], hold: 2, release: 1 });
  const response = http.post(`${emulator}/buttons/press`, body, { ...json, tags: { name: 'press' } });
  check(response, { 'press: 200': (r) => r.status === 200, 'press: two frames': (r) => r.json('releasedAt') - r.json('pressedAt') === 2 });
  expectPresses(button, 1);
}

function queue(button) {
  const body = JSON.stringify({ buttons: [buttons[button]], hold: 1, release: 1, wait: false });
  const response = http.post(`${emulator}/buttons/press`, body, { ...json, tags: { name: 'queue' } });
  check(response, { 'queue: 202': (r) => r.status === 202 });
  expectPresses(button, 1);
  http.post(`${emulator}/frames/wait`, JSON.stringify({ frames: 4 }), { ...json, tags: { name: 'queue' } });
  const state = http.get(`${emulator}/buttons/sequence/${response.json('id')}`, { tags: { name: 'queue' } });
  check(state, { 'queue: done': (r) => r.status === 200 && r.json('state') === 'done' });
}

function sequence(button) {
  const other = (button + 3) % buttons.length;
  const steps = [{ buttons: [buttons[button]], hold: 2, release: 1 }, { buttons: [buttons[other]], hold: 1, release: 1 }];
  const response = http.post(`${emulator}/buttons/sequence`, JSON.stringify({ steps, repeat: 3 }), { ...json, tags: { name: 'sequence' } });
  check(response, { 'sequence: 200': (r) => r.status === 200, 'sequence: fifteen frames': (r) => r.json('frames') === 15 });
  expectPresses(button, 3);
  expectPresses(other, 3);
}

// On a busy machine the pause may end before a load; the load is skipped then, because the writers have resumed.
export function states(data) {
  const tags = { name: 'states' };
  const saved = http.get(`${emulator}/state`, { responseType: 'binary', tags });
  check(saved, { 'state: saved': (r) => r.status === 200 && r.body.byteLength > machineBytes });
  if (!isQuiet(data)) return;
  const loaded = http.put(`${emulator}/state`, saved.body, { ...bytes, tags });
  check(loaded, { 'state: loaded': (r) => r.status === 200 && `${r.json('frame')}` === saved.headers['Emulator-Frame'] });
  const isRefused = http.expectedStatuses({ min: 400, max: 422 });
  const cut = http.put(`${emulator}/state`, saved.body.slice(0, 300000), { ...bytes, tags, responseCallback: isRefused });
  check(cut, { 'state: truncated one refused': (r) => r.status >= 400 && r.json('type').endsWith('refused-state') });
  check(http.put(`${emulator}/states/soak`, null, { tags }), { 'state: kept': (r) => r.status < 300 });
  if (!isQuiet(data)) return;
  check(http.post(`${emulator}/states/soak/load`, null, { tags }), { 'state: loaded by name': (r) => r.status === 200 });
  check(http.del(`${emulator}/states/soak`, null, { tags }), { 'state: deleted': (r) => r.status < 300 });
}
