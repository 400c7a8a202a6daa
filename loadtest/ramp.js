// From one request a second up to RATE (default 1000) over DURATION (30s), sent whether or not the earlier ones have been answered.
import { echo, summaryTrendStats, thresholds } from './echo-iteration.js';
import { summarise } from './summary.js';

const most = Number(__ENV.RATE || 1000);

export const options = {
  scenarios: {
    ramp: {
      executor: 'ramping-arrival-rate', startRate: 1, timeUnit: '1s', stages: [{ target: most, duration: __ENV.DURATION || '30s' }],
      preAllocatedVUs: Math.min(Math.max(10, most), 1000),
    },
  },
  thresholds,
  summaryTrendStats,
};

export default function () {
  echo(36);
}

export function handleSummary(data) {
  return summarise('ramp', data);
}
