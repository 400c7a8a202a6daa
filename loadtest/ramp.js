// Increases the rate from 1 to RATE (default 1000) requests per second over DURATION (30s), without waiting for earlier responses.
import { echo, summaryTrendStats, thresholds } from './echo-iteration.js';
import { summarize } from './summary.js';

const maxRate = Number(__ENV.RATE || 1000);

export const options = {
  scenarios: {
    ramp: {
      executor: 'ramping-arrival-rate', startRate: 1, timeUnit: '1s', stages: [{ target: maxRate, duration: __ENV.DURATION || '30s' }],
      preAllocatedVUs: Math.min(Math.max(10, maxRate), 1000),
    },
  },
  thresholds,
  summaryTrendStats,
};

export default function () {
  echo(36);
}

export function handleSummary(data) {
  return summarize('ramp', data);
}
