// Sends one echo with a new GUID through the whole path, and checks that the same bytes come back.
import http from 'k6/http';
import { check } from 'k6';
import { Counter } from 'k6/metrics';

const baseUrl = (__ENV.BASE_URL || 'http://127.0.0.1:7185').replace(/\/+$/, '');
// The path of an echo, up to the message.
const path = __ENV.ECHO_PATH || '/mgbaendpoint?message=';
const timeout = `${__ENV.PATIENCE_SECONDS || 60}s`;

const guidLength = 36;
const guidMismatch = new Counter('guid_mismatch');
const guidForeign = new Counter('guid_foreign');

// Thresholds make k6 fail; checks alone don't. `count==0` is also true for a counter that was never used.
export const thresholds = {
  checks: ['rate==1'],
  http_req_failed: ['rate==0'],
  dropped_iterations: ['count==0'],
  guid_mismatch: ['count==0'],
  guid_foreign: ['count==0'],
};

export const summaryTrendStats = ['avg', 'min', 'p(50)', 'p(95)', 'p(99)', 'p(99.9)', 'max'];

export function echo(size) {
  const guid = crypto.randomUUID();
  const message = guid + '.'.repeat(size - guidLength);
  // One name for all URLs, because k6 keeps figures per name.
  const response = http.get(`${baseUrl}${path}${message}`, { timeout, tags: { name: 'echo' } });
  const same = response.body === message;
  check(response, {
    'status 200': (r) => r.status === 200,
    'same GUID back': () => same,
  });
  const succeeded = response.status === 200;
  guidMismatch.add(succeeded && !same ? 1 : 0);
  // The GUID of another request: replies were matched to the wrong requests.
  guidForeign.add(succeeded && !same && isGuid(response.body.slice(0, guidLength)) && !response.body.startsWith(guid) ? 1 : 0);
}

function isGuid(text) {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
