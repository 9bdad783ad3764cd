/** What the hostile server does while a result is read page by page, by the name of the fault. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Behaviour, Exchange } from './hostileServer.ts';

const json = { 'content-type': 'application/json', 'x-request-id': 'req-1' };

/** What the request asks for: the client splices LIMIT and OFFSET into the statement (S36). */
function wanted({ request }: Exchange): { limit: number; offset: number } {
  const { query } = JSON.parse(request.body) as { query: string };
  const number = (word: string): number => Number(new RegExp(`${word} (\\d+)`).exec(query)?.[1] ?? 0);
  return { limit: number('LIMIT'), offset: number('OFFSET') };
}
/** Records `from` … `from + count` − 1 of a table of `total`. */
const records = (from: number, count: number, total: number) =>
  Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, at) => ({
    fields: { id: from + at, name: `person ${from + at}` },
  }));
const send = ({ answer }: Exchange, body: unknown, status = 200): void =>
  void answer.writeHead(status, json).end(JSON.stringify(body));
/** The page asked for, of a table of 100 rows. */
const page = (exchange: Exchange, shift = 0): void => {
  const { limit, offset } = wanted(exchange);
  send(exchange, { records: records(Math.max(0, offset - shift), limit, 100) });
};
/** Answers as it should but for the second request. */
const second =
  (behave: Behaviour): Behaviour =>
  (exchange) =>
    exchange.turn === 1 ? behave(exchange) : page(exchange);

export const pagingBehaviours: Readonly<Record<string, Behaviour>> = {
  'paged-100': (exchange) => page(exchange),
  'paged-slowly': async (exchange) => {
    await pause(5);
    const { limit, offset } = wanted(exchange);
    send(exchange, { records: records(offset, limit, 10_000) });
  },
  'offset-ignored': (exchange) => send(exchange, { records: records(0, wanted(exchange).limit, 100) }),
  'pages-overlapping': (exchange) => page(exchange, wanted(exchange).offset >= 25 ? 12 : 0),
  'pages-reordered': (exchange) => {
    const { limit, offset } = wanted(exchange);
    // The service gives no order: each page is another part of the table than the page before it foretold.
    send(exchange, { records: records((offset * 3) % 100, limit, 100) });
  },
  'pages-26': (exchange) => send(exchange, { records: records(wanted(exchange).offset, 26, 100) }),
  'pages-endless': (exchange) => {
    const { limit, offset } = wanted(exchange);
    send(exchange, { records: records(offset, limit, Number.POSITIVE_INFINITY) });
  },
  'columns-changing': (exchange) => {
    const { limit, offset } = wanted(exchange);
    const fields = (id: number) => ({ id, [`c${offset}`]: id });
    send(exchange, {
      records: records(offset, limit, 100).map(({ fields: { id } }) => ({ fields: fields(id) })),
    });
  },
  'null-while-paging': second((exchange) => send(exchange, { records: null })),
  'missing-while-paging': second((exchange) => send(exchange, {})),
  'empty-while-paging': second((exchange) => send(exchange, { records: [] })),
  'odd-while-paging': second((exchange) => send(exchange, { records: [{ fields: 7 }] })),
  '401-while-paging': second((exchange) => send(exchange, { error: { message: 'token expired' } }, 401)),
  '403-while-paging': second((exchange) => send(exchange, { error: { message: 'no' } }, 403)),
  '500-while-paging': second((exchange) => send(exchange, { error: { message: 'boom' } }, 500)),
  'unreadable-wait-while-paging': second(
    ({ answer }) => void answer.writeHead(429, ['retry-after', '600', 'retry-after', '900']).end(),
  ),
  'html-while-paging': second(
    ({ answer }) => void answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
  ),
  'truncated-while-paging': second(
    ({ answer }) => void answer.writeHead(200, json).end('{"records":[{"fields":{"id":2'),
  ),
  'reset-while-paging': second(({ answer }) => void answer.socket?.resetAndDestroy()),
  'stalled-while-paging': second(({ answer }) => void answer.writeHead(200, json).write('{"records":[')),
  'redirect-while-paging': second(
    ({ answer }) => void answer.writeHead(307, { location: 'https://evil.example/' }).end(),
  ),
};
