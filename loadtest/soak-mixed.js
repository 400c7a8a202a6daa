// The mixed requests of a soak: each kind with its percentage and the check of its response. Each virtual user has its own 128 bytes of
// the game's memory, so that it reads back what it wrote. Registers are not read, because mGBA 0.10 leaks about 32 bytes per read.
import http from 'k6/http';
import exec from 'k6/execution';
import { check } from 'k6';
import { emulator, baseUrl, isQuiet, isResting } from './soak-game.js';

const wordOffset = 0;
const rangeOffset = 64;
const rangeBytes = 48;
// The game does not use the memory from here on; soak.js allocates fewer than 400 users.
const firstCell = 0x02010000;
const cellBytes = 128;

// The values that this user wrote last.
let word;
let range;

const json = { headers: { 'Content-Type': 'application/json' } };
const bytes = { headers: { 'Content-Type': 'application/octet-stream' } };

const kinds = [
  { name: 'echo', share: 30, send: echo },
  { name: 'read', share: 18, send: readWord },
  { name: 'write', share: 10, send: writeWord, changes: true },
  { name: 'read range', share: 8, send: readRange },
  { name: 'write range', share: 5, send: writeRange, changes: true },
  { name: 'read places', share: 8, send: readPlaces },
  { name: 'batch', share: 8, send: batch, changes: true },
  { name: 'wait for frames', share: 4, send: waitForFrames },
  { name: 'wait for memory', share: 3, send: waitForMemory },
  { name: 'picture', share: 3, send: picture },
  { name: 'known bytes', share: 1, send: knownBytes },
  { name: 'emulator', share: 2, send: describe },
];
const deck = kinds.flatMap((kind) => Array(kind.share).fill(kind));

export function mixed(data) {
  if (isResting(data)) return;
  // 37 and 100 are coprime: the kinds are mixed, and each has its share.
  let kind = deck[(exec.scenario.iterationInTest * 37) % deck.length];
  const quiet = isQuiet(data);
  if (word === undefined || range === undefined) {
    kind = kinds.find(({ name }) => name === (quiet ? 'echo' : word === undefined ? 'write' : 'write range'));
  } else if (quiet && kind.changes) {
    kind = kinds[0];
  }
  const tags = { name: kind.name };
  const [response, isCorrect] = kind.send(tags, quiet);
  let correct = false;
  if (response.status === 200) {
    try {
      correct = isCorrect(response);
    } catch (problem) {
      console.error(`${kind.name}: ${problem}`);
    }
  }
  const passed = check(response, { [`${kind.name}: 200`]: (r) => r.status === 200, [`${kind.name}: correct`]: () => correct }, tags);
  if (!passed) {
    const body = typeof response.body === 'string' ? response.body.slice(0, 300) : '';
    console.error(`${kind.name}: ${response.status} ${response.error} ${body} (word ${word}, range ${range})`);
  }
}

function cell(offset) {
  return `0x${(firstCell + cellBytes * exec.vu.idInTest + offset).toString(16).padStart(8, '0')}`;
}

function echo(tags) {
  const guid = crypto.randomUUID();
  return [http.get(`${baseUrl}/mgbaendpoint?message=${guid}`, { tags }), (r) => r.body === guid];
}

function readWord(tags) {
  return [http.get(`${emulator}/memory/${cell(wordOffset)}?type=u32`, { tags }), (r) => r.json('value') === word];
}

function writeWord(tags) {
  const value = Math.floor(Math.random() * 0x100000000);
  const response = http.put(`${emulator}/memory/${cell(wordOffset)}`, JSON.stringify({ type: 'u32', value }), { ...json, tags });
  word = value;
  return [response, (r) => r.json('length') === 4];
}

function readRange(tags) {
  return [http.get(`${emulator}/memory/${cell(rangeOffset)}?length=${rangeBytes}`, { tags }), (r) => r.json('hex') === range];
}

function writeRange(tags) {
  const sent = crypto.getRandomValues(new Uint8Array(rangeBytes));
  const response = http.put(`${emulator}/memory/${cell(rangeOffset)}`, sent.buffer, { ...bytes, tags });
  range = Array.from(sent, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [response, (r) => r.json('length') === rangeBytes];
}

function readPlaces(tags) {
  const places = [
    { address: cell(wordOffset), type: 'u32' },
    { address: cell(rangeOffset), length: rangeBytes },
    { address: '[0x02000008]+0x10', type: 'u8' },
  ];
  const response = http.post(`${emulator}/memory/read`, JSON.stringify(places), { ...json, tags });
  return [response, (r) => {
    const values = r.json('values');
    return values[0].value === word && values[1].hex === range && values[2].value === 0x10;
  }];
}

function batch(tags) {
  const value = Math.floor(Math.random() * 0x100000000);
  const place = { address: cell(wordOffset), type: 'u32' };
  const operations = [
    { op: 'guard', ...place, is: 'eq', value: word },
    { op: 'read', address: cell(rangeOffset), length: rangeBytes },
    { op: 'write', ...place, value },
    { op: 'read', ...place },
  ];
  const response = http.post(`${emulator}/batch`, JSON.stringify({ operations }), { ...json, tags });
  word = value;
  return [response, (r) => {
    const results = r.json('results');
    return results.length === 4 && results[0].passed === true && results[1].hex === range && results[3].value === value;
  }];
}

function waitForFrames(tags) {
  const frames = 1 + (exec.vu.iterationInScenario % 3);
  const response = http.post(`${emulator}/frames/wait`, JSON.stringify({ frames }), { ...json, tags });
  return [response, (r) => r.json('waited') === frames];
}

function waitForMemory(tags, quiet) {
  const until = { address: '0x02000000', type: 'u32', is: 'changed' };
  const response = http.post(`${emulator}/frames/wait`, JSON.stringify({ until, timeoutFrames: 60 }), { ...json, tags });
  // A state that is loaded during the wait resets the awaited counter.
  return [response, (r) => r.json('met') === true && (quiet || r.json('waited') <= 2)];
}

function picture(tags) {
  const response = http.get(`${emulator}/screen`, { tags, responseType: 'binary' });
  return [response, (r) => {
    const view = new DataView(r.body);
    const length = r.body.byteLength;
    return view.getUint32(0) === 0x89504e47 && view.getUint32(16) === 240 && view.getUint32(20) === 160
      && view.getUint32(length - 8) === 0x49454e44;
  }];
}

function knownBytes(tags) {
  const options = { headers: { Accept: 'application/octet-stream' }, tags, responseType: 'binary' };
  const response = http.get(`${emulator}/memory/0x02000100?length=256`, options);
  return [response, (r) => {
    const view = new Uint8Array(r.body);
    return view.length === 256 && view.every((byte, i) => byte === i);
  }];
}

function describe(tags) {
  return [http.get(emulator, { tags }), (r) =>
    r.json('state') === 'running' && r.json('script.memoryBytes') > 0 && r.json('game.title') === 'BUTTONTEST'];
}
