// Sends five requests per second for a minute. All must succeed within 60 ms, including the first.
import { echo, summaryTrendStats, thresholds } from './echo-iteration.js';
import { summarize } from './summary.js';

export const options = {
  scenarios: {
    smoke: { executor: 'constant-arrival-rate', rate: 5, timeUnit: '1s', duration: '60s', preAllocatedVUs: 5 },
  },
  thresholds: { ...thresholds, http_req_duration: ['max<60'] },
  summaryTrendStats,
};

export default function () {
  echo(36);
}

export function handleSummary(data) {
  return summarize('smoke', data);
}
