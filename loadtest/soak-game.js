// What a soak does to the game as a whole: presses and sequences, counted by the game itself, and save states.
import http from 'k6/http';
import { check, sleep } from 'k6';

export const baseUrl = (__ENV.BASE_URL || 'http://127.0.0.1:7185').replace(/\/+$/, '');
export const emulator = `${baseUrl}/emulators/default`;

const buttons = ['A', 'B', 'Select', 'Start', 'Right', 'Left', 'Up', 'Down', 'R', 'L'];
const json = { headers: { 'Content-Type': 'application/json' } };
const bytes = { headers: { 'Content-Type': 'application/octet-stream' } };

// A loaded state takes back what was written since it was saved. So the last seconds of each minute nobody writes, and in
// the middle of them states are saved and loaded: all that stood there has to stand there afterwards.
const minute = 60;
export const stateSecond = 57;
const quietSeconds = 6;

export function isQuiet(data) {
  return ((Date.now() - data.begun) / 1000) % minute > minute - quietSeconds;
}

// In each five minutes nobody asks anything for a while, long enough for the bridge to collect: what it has then is what it keeps.
// soak.sh looks at the end of it.
const cycle = 300;
const restFrom = 245;
const restUntil = 285;

export function isResting(data) {
  const second = ((Date.now() - data.begun) / 1000) % cycle;
  return second >= restFrom && second < restUntil;
}

// What the game counted when the only user that plays began, and its presses since.
let counted;

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
  counted = counted || counters();
  turn += 1;
  const button = turn % buttons.length;
  const plays = [press, press, queue, sequence];
  plays[turn % plays.length](button);
  const now = counters();
  const once = now.every((count, i) => count === counted[i]);
  check(now, { 'play: each press came once': () => once });
  if (!once) {
    console.error(`after turn ${turn} the game has counted ${now}, not ${counted}`);
    counted = now;
  }
}

function went(button, times) {
  counted[button] = (counted[button] + times) & 0xffff;
}

function press(button) {
  const body = JSON.stringify({ buttons: [buttons[button]], hold: 2, release: 1 });
  const response = http.post(`${emulator}/buttons/press`, body, { ...json, tags: { name: 'press' } });
  check(response, { 'press: 200': (r) => r.status === 200, 'press: two frames': (r) => r.json('releasedAt') - r.json('pressedAt') === 2 });
  went(button, 1);
}

function queue(button) {
  const body = JSON.stringify({ buttons: [buttons[button]], hold: 1, release: 1, wait: false });
  const response = http.post(`${emulator}/buttons/press`, body, { ...json, tags: { name: 'queue' } });
  check(response, { 'queue: 202': (r) => r.status === 202 });
  went(button, 1);
  http.post(`${emulator}/frames/wait`, JSON.stringify({ frames: 4 }), { ...json, tags: { name: 'queue' } });
  const state = http.get(`${emulator}/buttons/sequence/${response.json('id')}`, { tags: { name: 'queue' } });
  check(state, { 'queue: done': (r) => r.status === 200 && r.json('state') === 'done' });
}

function sequence(button) {
  const other = (button + 3) % buttons.length;
  const steps = [{ buttons: [buttons[button]], hold: 2, release: 1 }, { buttons: [buttons[other]], hold: 1, release: 1 }];
  const response = http.post(`${emulator}/buttons/sequence`, JSON.stringify({ steps, repeat: 3 }), { ...json, tags: { name: 'sequence' } });
  check(response, { 'sequence: 200': (r) => r.status === 200, 'sequence: fifteen frames': (r) => r.json('frames') === 15 });
  went(button, 3);
  went(other, 3);
}

// Where the machine is so busy that the quiet seconds are over before it comes to a load, the others write again, and it is left out.
export function states(data) {
  const tags = { name: 'states' };
  const saved = http.get(`${emulator}/state`, { responseType: 'binary', tags });
  check(saved, { 'state: saved': (r) => r.status === 200 && r.body.byteLength > 397312 });
  if (!isQuiet(data)) return;
  const loaded = http.put(`${emulator}/state`, saved.body, { ...bytes, tags });
  check(loaded, { 'state: loaded': (r) => r.status === 200 && `${r.json('frame')}` === saved.headers['Emulator-Frame'] });
  const isRefused = http.expectedStatuses({ min: 400, max: 422 });
  const cut = http.put(`${emulator}/state`, saved.body.slice(0, 300000), { ...bytes, tags, responseCallback: isRefused });
  check(cut, { 'state: half of one refused': (r) => r.status >= 400 && r.json('type').endsWith('refused-state') });
  check(http.put(`${emulator}/states/soak`, null, { tags }), { 'state: kept': (r) => r.status < 300 });
  if (!isQuiet(data)) return;
  check(http.post(`${emulator}/states/soak/load`, null, { tags }), { 'state: loaded by name': (r) => r.status === 200 });
  check(http.del(`${emulator}/states/soak`, null, { tags }), { 'state: deleted': (r) => r.status < 300 });
}
