// Writes a short text summary, and a JSON file in results/ to compare runs.

export function summarize(name, data) {
  const value = (metric, key) => (data.metrics[metric] ? data.metrics[metric].values[key] : 0);
  const ms = (key) => value('http_req_duration', key);
  const failed = Object.entries(data.metrics).flatMap(([metric, { thresholds }]) =>
    Object.entries(thresholds || {}).filter(([, { ok }]) => !ok).map(([threshold]) => `${metric}: ${threshold}`));
  const lines = [
    `${name}: ${value('iterations', 'count')} requests at ${value('iterations', 'rate').toFixed(1)}/s, ` +
      `${value('dropped_iterations', 'count')} not sent in time`,
    `  checks ${(100 * value('checks', 'rate')).toFixed(2)} %, failed requests ${(100 * value('http_req_failed', 'rate')).toFixed(2)} %, ` +
      `wrong GUIDs ${value('guid_mismatch', 'count')}, foreign GUIDs ${value('guid_foreign', 'count')}`,
    `  ms: mean ${ms('avg').toFixed(2)}  p50 ${ms('p(50)').toFixed(2)}  p95 ${ms('p(95)').toFixed(2)}  ` +
      `p99 ${ms('p(99)').toFixed(2)}  p99.9 ${ms('p(99.9)').toFixed(2)}  max ${ms('max').toFixed(2)}`,
    failed.length ? `  FAILED THRESHOLDS: ${failed.join('; ')}` : '  all thresholds passed',
  ];
  const results = __ENV.RESULTS || 'results';
  return {
    stdout: `${lines.join('\n')}\n`,
    [`${results}/${name}.json`]: JSON.stringify(data, null, 2),
  };
}
