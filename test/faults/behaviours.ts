/** What the hostile server does, by the name of the fault. */
import { setTimeout as pause } from 'node:timers/promises';
import zlib from 'node:zlib';
import type { Behaviour } from './hostileServer.ts';
import { pagingBehaviours } from './pagingBehaviours.ts';

const json = { 'content-type': 'application/json', 'x-request-id': 'req-1' };
const text =
  (body: string, headers: Readonly<Record<string, string>> = json, status = 200): Behaviour =>
  ({ answer }) =>
    void answer.writeHead(status, headers).end(body);
const wholeAnswer = (body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const fields = (value: string) => text(`{"records":[{"fields":${value}}]}`);
/** Refuses once with the headers Retry-After of `values`, then answers. */
const retryAfter =
  (...values: readonly (string | (() => string))[]): Behaviour =>
  (exchange) => {
    const headers = values.flatMap((value) => ['retry-after', typeof value === 'string' ? value : value()]);
    if (exchange.turn === 0) exchange.answer.writeHead(429, headers).end();
    else text('{"records":[]}')(exchange);
  };
const zeros = (bytes: number) => Buffer.alloc(bytes, '0');
const event = (id: number) => ({
  context: { changeID: `c${id}` },
  request: { timestamp: `2024-01-01 00:00:00.${String(id).padStart(9, '0')}` },
});
const auditPage = (ids: readonly number[], nextOps?: unknown) =>
  text(JSON.stringify({ event: ids.map(event), ...(nextOps !== undefined && { nextOps }) }));

export const behaviours: Readonly<Record<string, Behaviour>> = {
  ...pagingBehaviours,

  // Answers of another kind.
  'html-200': text('<!DOCTYPE html><title>Sign in</title>', { 'content-type': 'text/html' }),
  'html-as-json': text('\n  <html><body>captive portal</body></html>'),
  'html-502': text(
    '<html><head><title>502 Bad Gateway</title></head></html>',
    { 'content-type': 'text/html' },
    502,
  ),
  'empty-200': text(''),
  'empty-204': text('', json, 204),
  'truncated-json': text('{"records":[{"fields":{"name":"Ad'),
  'json-list': text('[]'),
  'records-object': text('{"records":{"fields":{}}}'),
  'record-number': text('{"records":[{"fields":{}},7]}'),
  'error-in-200': text('{"error":{"message":"no"}}'),
  'records-null': text('{"records":null}'),
  'records-missing': text('{}'),
  'errors-in-200': text('{"errors":[{"message":"column name is unknown"},{"message":"and more"}]}'),
  'error-beside-records': text('{"error":{"message":"no"},"records":[]}'),
  'message-in-200': text('{"code":7,"message":"role lacks permission"}'),
  'error-null': text('{"error":null,"errors":[],"records":[]}'),
  'record-without-fields': text('{"records":[{"fields":{"id":1}},{"id":1}]}'),
  'audit-of-another-form': text('{"records":[]}'),
  'records-26': text(
    JSON.stringify({ records: Array.from({ length: 26 }, (_, id) => ({ fields: { id } })) }),
  ),
  'error-string-code': text(
    '{"error":{"grpc_code":"16","http_code":401,"message":"token expired"}}',
    json,
    401,
  ),
  'error-html-chars': text('{"message":"<img onerror=x> [x](command:y) $(icon) \\u202e"}', json, 400),

  // Values.
  'column-proto': fields('{"__proto__":{"polluted":true},"constructor":"c","toString":"t"}'),
  'columns-integers': fields('{"b":1,"10":2,"2":3,"a":4}'),
  'columns-repeated': fields('{"a":1,"b":2,"a":3}'),
  'columns-10000': fields(`{${Array.from({ length: 10_000 }, (_, n) => `"c${n}":${n}`).join()}}`),
  'numbers-exact': fields('{"id":9007199254740993,"amount":1.10,"huge":1e400,"zero":-0}'),
  'lone-surrogate': fields('{"a":"\\ud800","\\udc00":"b"}'),
  'nul-and-direction': fields('{"a":"x\\u0000y\\u202ez"}'),
  'invalid-utf8': ({ answer }) =>
    void answer
      .writeHead(200, json)
      .end(
        Buffer.from([...Buffer.from('{"records":[{"fields":{"a":"'), 0xff, 0xc0, ...Buffer.from('"}}]}')]),
      ),
  markup: fields('{"a":"[x](command:evil)","b":"$(icon)","c":"<img src=x onerror=alert(1)>"}'),
  formulas: fields('{"=1+1":"=cmd|x","+a":"@SUM(1)","-b":"-2+3","@c":"\\t=1"}'),
  'cell-1mb': fields(`{"a":"${'x'.repeat(1024 * 1024)}"}`),
  'deep-100': fields(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`),
  'deep-100000': fields(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),

  // Size and encoding.
  gzip: ({ answer }) =>
    void answer.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(zlib.gzipSync('{"records":[]}')),
  brotli: ({ answer }) =>
    void answer
      .writeHead(200, { ...json, 'content-encoding': 'br' })
      .end(zlib.brotliCompressSync('{"records":[]}')),
  'gzip-bomb': ({ answer }) =>
    void answer.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(zlib.gzipSync(zeros(20_000_000))),
  'gzip-twice': ({ answer }) =>
    void answer
      .writeHead(200, { ...json, 'content-encoding': 'gzip, gzip' })
      .end(zlib.gzipSync(zlib.gzipSync(zeros(20_000_000)))),
  'gzip-damaged': ({ answer }) =>
    void answer.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('not gzip at all'),
  'gzip-cut': ({ answer }) =>
    void answer
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(zlib.gzipSync('{"records":[]}').subarray(0, 15)),
  'endless-body': async ({ answer }) => {
    answer.writeHead(200, json);
    while (!answer.destroyed) {
      answer.write(zeros(65_536));
      await pause(0);
    }
  },
  'announced-1gb': ({ answer }) => {
    answer.writeHead(200, { ...json, 'content-length': '1073741824' });
    answer.write('{');
  },

  // Time and connection.
  'stalled-headers': () => undefined,
  'dripping-headers': async ({ answer }) => {
    answer.socket?.on('error', () => undefined);
    answer.socket?.write('HTTP/1.1 200 OK\r\n');
    for (let line = 0; answer.socket?.destroyed === false; line++) {
      answer.socket.write(`x-${line}: a\r\n`);
      await pause(20);
    }
  },
  'stalled-body': ({ answer }) => {
    answer.writeHead(200, json);
    answer.write('{"records":[');
  },
  'slow-body': async ({ answer }) => {
    answer.writeHead(200, json);
    for (const piece of '{"records":[]}') {
      answer.write(piece);
      await pause(50);
    }
    answer.end();
  },
  'dripping-body': async ({ answer }) => {
    answer.writeHead(200, json);
    while (!answer.destroyed) {
      answer.write(' ');
      await pause(20);
    }
  },
  'reset-before-headers': ({ answer }) => void answer.socket?.resetAndDestroy(),
  'reset-once': (exchange) => {
    if (exchange.turn === 0) exchange.answer.socket?.resetAndDestroy();
    else text('{"records":[],"event":[]}')(exchange);
  },
  'reset-mid-body': async ({ answer }) => {
    answer.writeHead(200, json);
    answer.write('{"records":[');
    await pause(10);
    answer.socket?.resetAndDestroy();
  },
  'short-body': async ({ answer }) => {
    answer.writeHead(200, { ...json, 'content-length': '1000' });
    answer.write('{"records":[]}');
    await pause(10);
    answer.socket?.end();
  },
  'not-http': ({ answer }) => void answer.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  'endless-headers': ({ answer }) => {
    answer.socket?.on('error', () => undefined);
    answer.socket?.write(`HTTP/1.1 200 OK\r\n${'x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(20_000)}`);
  },
  '1xx-continue': (exchange) => {
    exchange.answer.writeContinue();
    text('{"records":[]}')(exchange);
  },
  '1xx-many': (exchange) => {
    for (let turn = 0; turn < 3; turn++) exchange.answer.writeContinue();
    exchange.answer.writeProcessing();
    exchange.answer.writeEarlyHints({ link: '</style.css>; rel=preload' });
    text('{"records":[]}')(exchange);
  },
  '1xx-switching': (exchange) => {
    exchange.answer.socket?.write(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    );
    text('{"records":[]}')(exchange);
  },
  '1xx-in-pieces': async ({ answer }) => {
    answer.socket?.setNoDelay(true);
    for (const piece of `HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n${wholeAnswer('{"records":[]}')}`) {
      answer.socket?.write(piece);
      await pause(0);
    }
    answer.socket?.end();
  },
  '1xx-in-the-body': ({ answer }) =>
    void answer.socket?.end(wholeAnswer('HTTP/1.1 100 Continue\r\n\r\n{"records":[]}')),
  '1xx-endless': async ({ answer }) => {
    while (answer.socket?.destroyed === false) {
      answer.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      await pause(5);
    }
  },
  '1xx-never-whole': async ({ answer }) => {
    answer.socket?.on('error', () => undefined);
    answer.socket?.write('HTTP/1.1 100 Continue\r\n');
    for (let line = 0; line < 20_000 && answer.socket?.destroyed === false; line++)
      answer.socket.write('x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n');
  },
  'echoes-token': ({ answer, request }) =>
    void answer
      .writeHead(200, { ...json, 'x-request-id': `id ${request.headers.authorization} end` })
      .end('{"records":[]}'),
  'hostile-request-id': text('{"records":[]}', { ...json, 'x-request-id': `a\tb ${'c'.repeat(500)}` }),

  // Somebody else's address, and patience.
  'redirect-307': ({ answer, request }) => {
    const target = request.url.split('/')[2];
    answer.writeHead(307, { location: `http://127.0.0.1:${target}/stolen?query=1` }).end();
  },
  'redirect-loop': ({ answer, request }) => void answer.writeHead(308, { location: request.url }).end(),
  'redirect-file': ({ answer }) => void answer.writeHead(307, { location: 'file:///etc/passwd' }).end(),
  'redirect-nowhere': ({ answer }) => void answer.writeHead(302).end(),
  'status-404': text('{"error":{"message":"no such table"}}', json, 404),
  'status-404-page': text(
    '<html><title>Welcome to nginx</title></html>',
    { 'content-type': 'text/html' },
    404,
  ),
  'status-408': text('{"error":{"message":"too slow"}}', json, 408),
  'status-425': text('{"error":{"message":"too early"}}', json, 425),
  'retry-after-0': retryAfter('0'),
  'retry-after-repeated': retryAfter('0', '0'),
  'retry-after-empty': retryAfter(''),
  'retry-after-none': text('{"error":{"message":"busy"}}', json, 429),
  'retry-after-garbage': retryAfter('in a while'),
  'retry-after-99999': retryAfter('99999'),
  'retry-after-date': retryAfter(() => new Date(Date.now() + 5000).toUTCString()),
  'always-503': text('{"error":{"message":"down"}}', { ...json, 'retry-after': '1' }, 503),

  // Audit.
  'event-null': text('{"event":null,"nextOps":null}'),
  'events-odd': text(
    '{"event":[{"context":null,"response":"ok"},{},{"context":{"changeID":7}}],"nextOps":7}',
  ),
  'next-repeated': auditPage([3, 2], { changeID: 'c2' }),
  'next-absent': auditPage([3, 2]),
  'next-alternating': (exchange) =>
    auditPage([9 - exchange.turn], { changeID: exchange.turn % 2 ? 'a' : 'b' })(exchange),
  'cursor-refused': (exchange) =>
    (exchange.request.url.includes('afterOps')
      ? text('{"message":"unknown parameter"}', json, 400)
      : auditPage([3, 2], { changeID: 'c2' }))(exchange),
  'expired-while-paging': (exchange) =>
    (exchange.turn === 0
      ? auditPage([3, 2], { changeID: 'c2' })
      : text('{"error":{"message":"token expired"}}', json, 401))(exchange),
};
