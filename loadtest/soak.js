// Sends mixed commands for a long time and checks every response. soak.sh runs it and samples the processes.
//   RATE              mixed requests per second (default 331), in addition to a player and save states once a minute
//   DURATION_SECONDS  the duration (default 1800)
import { thresholds as echoThresholds, summaryTrendStats } from './echo-iteration.js';
import { stateSecond } from './soak-game.js';
import { summarize } from './summary.js';

export { mixed } from './soak-mixed.js';
export { play, states } from './soak-game.js';

const rate = Number(__ENV.RATE || 331);
const seconds = Number(__ENV.DURATION_SECONDS || 1800);
const duration = `${seconds}s`;

const scenarios = {
  mixed: { exec: 'mixed', executor: 'constant-arrival-rate', rate, timeUnit: '1s', duration, preAllocatedVUs: Math.min(rate, 380) },
  play: { exec: 'play', executor: 'constant-vus', vus: 1, duration },
};
if (seconds > stateSecond) {
  scenarios.states = {
    exec: 'states', executor: 'constant-arrival-rate', rate: 1, timeUnit: '60s',
    startTime: `${stateSecond}s`, duration: `${seconds - stateSecond}s`, preAllocatedVUs: 1,
  };
}

const { checks, http_req_failed } = echoThresholds;
// One percent may be dropped, because the machine is busy with other programs now and then.
const dropped_iterations = [`count<${Math.max(1, (rate * seconds) / 100)}`];

export const options = { scenarios, thresholds: { checks, http_req_failed, dropped_iterations }, summaryTrendStats };

export function setup() {
  return { begun: Date.now() };
}

export function handleSummary(data) {
  return summarize('soak', data);
}
