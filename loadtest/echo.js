// Sends requests at a fixed rate, without waiting for earlier responses.
//   RATE      requests per second (default 340)
//   SIZE      bytes of each message, at least 36: a GUID and padding (default 36)
//   DURATION  the duration (default 30s)
import { echo, summaryTrendStats, thresholds } from './echo-iteration.js';
import { summarize } from './summary.js';

const rate = wholeNumber('RATE', 340, 1, 100000);
const size = wholeNumber('SIZE', 36, 36, 1024 * 1024);
const duration = __ENV.DURATION || '30s';

export const options = {
  scenarios: {
    // Up to one second's requests may be open at once. Users are allocated before the run, because allocation would slow it down.
    echo: { executor: 'constant-arrival-rate', rate, timeUnit: '1s', duration, preAllocatedVUs: Math.min(Math.max(10, rate), 1000) },
  },
  thresholds,
  summaryTrendStats,
};

export default function () {
  echo(size);
}

export function handleSummary(data) {
  return summarize(`echo-${rate}-${size}`, data);
}

function wholeNumber(name, fallback, min, max) {
  const value = Number(__ENV[name] || fallback);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name} must be ${min} to ${max}; got "${__ENV[name]}".`);
  }
  return value;
}
