// A fixed number of requests a second, sent whether or not the earlier ones have been answered.
//   RATE      requests a second (default 340)
//   SIZE      bytes of each message, 36 and up: a GUID and its padding (default 36)
//   DURATION  for how long (default 30s)
import { echo, summaryTrendStats, thresholds } from './echo-iteration.js';
import { summarise } from './summary.js';

const rate = wholeNumber('RATE', 340, 1, 100000);
const size = wholeNumber('SIZE', 36, 36, 1024 * 1024);
const duration = __ENV.DURATION || '30s';

export const options = {
  scenarios: {
    // A second's requests may be open at once; made beforehand, since making them costs the run its pace.
    echo: { executor: 'constant-arrival-rate', rate, timeUnit: '1s', duration, preAllocatedVUs: Math.min(Math.max(10, rate), 1000) },
  },
  thresholds,
  summaryTrendStats,
};

export default function () {
  echo(size);
}

export function handleSummary(data) {
  return summarise(`echo-${rate}-${size}`, data);
}

function wholeNumber(name, fallback, least, most) {
  const value = Number(__ENV[name] || fallback);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} is "${__ENV[name]}"; it is a whole number from ${least} to ${most}.`);
  }
  return value;
}
