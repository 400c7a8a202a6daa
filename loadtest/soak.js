// Mixed commands for a long time, every answer checked; soak.sh runs it and looks at the processes meanwhile.
//   RATE      requests a second of the mix (default 331), beside a player and, each minute, save states
//   DURATION_SECONDS  for how long (default 1800)
import { thresholds as echoThresholds, summaryTrendStats } from './echo-iteration.js';
import { stateSecond } from './soak-game.js';
import { summarise } from './summary.js';

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
// One in a hundred may be late: in such a long time a machine is busy with something else now and then.
const dropped_iterations = [`count<${Math.max(1, (rate * seconds) / 100)}`];

export const options = { scenarios, thresholds: { checks, http_req_failed, dropped_iterations }, summaryTrendStats };

export function setup() {
  return { begun: Date.now() };
}

export function handleSummary(data) {
  return summarise('soak', data);
}
