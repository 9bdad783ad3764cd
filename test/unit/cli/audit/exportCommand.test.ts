import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAuditCommand } from '../../../../src/cli/audit/auditCommand.ts';
import { type AuditSource, createAuditSource } from '../../../../src/cli/audit/auditSource.ts';
import { type ListingEnd, readListing } from '../../../../src/cli/audit/listing.ts';
import type { CommandIO } from '../../../../src/cli/commandIO.ts';
import type { Connection } from '../../../../src/core/service/connections/connections.ts';
import type { AuditEvent } from '../../../../src/core/service/types.ts';
import { sha256 } from '../../core/audit/handover/sampleRecords.ts';

/** A page of two events of one second, and the cursor after it. */
interface Page {
  readonly second: number;
  /** The second of the page to which the cursor leads; undefined for no cursor. */
  readonly next?: number;
  /** Text of the query of each event; none by default. */
  readonly query?: string;
}

const timeOf = (second: number): string => `2026-01-01 00:00:${String(second).padStart(2, '0')}.000000000`;

const toBody = ({ second, next, query }: Page): string =>
  JSON.stringify({
    event: [1, 0].map((n) => ({
      context: { changeID: `change-${second}-${n}`, requestID: 'r', actor: 'ada' },
      request: {
        timestamp: timeOf(second),
        ...(query === undefined ? {} : { data: { content: query } }),
      },
    })),
    nextOps: next === undefined ? null : { timestamp: timeOf(next), changeID: `cursor-${next}` },
  });

interface Service {
  readonly io: CommandIO;
  readonly requests: string[];
  readonly stopping: AbortController;
  error(): string;
}

/** A service that lists the pages. A cursor leads to the page of its second. `onRequest` is called with each number, from 1. */
function createService(pages: readonly Page[], onRequest?: (count: number) => void): Service {
  const requests: string[] = [];
  const stopping = new AbortController();
  let error = '';
  const io: CommandIO = {
    writeOut: () => undefined,
    writeError(text) {
      error += text;
    },
    isErrorTerminal: false,
    environment: {},
    nodeVersion: '24.0.0',
    transport: {
      async send({ url }) {
        requests.push(url);
        onRequest?.(requests.length);
        const [, second] = /cursor-(\d+)/.exec(url) ?? [];
        const page = second === undefined ? pages[0] : pages.find((one) => one.second === Number(second));
        const body = page === undefined ? '{"event":[],"nextOps":null}' : toBody(page);
        return { ok: true, response: { status: 200, headers: {}, body, bytes: body.length } };
      },
    },
    stopping: stopping.signal,
    aborting: new AbortController().signal,
    now: () => Date.UTC(2026, 0, 2),
    wait: async () => undefined,
  };
  return { io, requests, stopping, error: () => error };
}

const source = ['--url', 'https://vault.example', '--account', 'a1', '--token-command', 'printf secret'];

describe('audit export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (name: string, service: Service, ...more: string[]) => {
    const to = join(folder, name);
    const code = await runAuditCommand(['export', ...source, '--to', to, ...more], () => service.io);
    const lines = readdirSync(folder).includes(name)
      ? readFileSync(to, 'utf8').split('\n').length - 1
      : undefined;
    assert.deepEqual(
      readdirSync(folder).filter((file) => file.endsWith('.part')),
      [],
    );
    return { code, lines, error: service.error() };
  };

  it('does not mention --help if the file exists', async () => {
    await run('twice', createService([{ second: 9 }]));
    const { code, error } = await run('twice', createService([{ second: 9 }]));
    assert.equal(code, 2);
    assert.equal(error, `${join(folder, 'twice')} exists. Choose another file, or delete it.\n`);
  });

  it('says how many events were changed by masks', async () => {
    const masked = [
      { second: 9, next: 8, query: "SELECT id FROM persons WHERE name = 'Ada'" },
      { second: 8 },
    ];
    const { error } = await run('masked', createService(masked));
    assert.equal(error, '4 events exported, 2 with masked literals.\n');
    const plain = await run('plain', createService(masked), '--plain-literals');
    assert.equal(plain.error, '4 events exported.\n');
  });

  it('counts a single event in the singular', async () => {
    const service = createService([]);
    const body = JSON.stringify({ event: [{ context: { changeID: 'a' } }], nextOps: null });
    const response = { status: 200, headers: {}, body, bytes: body.length };
    const io: CommandIO = { ...service.io, transport: { send: async () => ({ ok: true, response }) } };
    const args = ['export', ...source, '--to', join(folder, 'single.ndjson')];
    assert.equal(await runAuditCommand(args, () => io), 1);
    assert.match(service.error(), /^1 event exported\.$/m);
  });

  it('says that the name of a file is missing in --to', async () => {
    for (const to of [`${folder}/`, `${folder}/missing/`]) {
      const service = createService([]);
      assert.equal(await runAuditCommand(['export', ...source, '--to', to], () => service.io), 2);
      assert.match(service.error(), /^--to must end with the name of a file\.$/m);
      assert.deepEqual(service.requests, []);
    }
  });

  it('ends with 0 at the end of the listing, and at --since', async () => {
    const pages = [{ second: 9, next: 8 }, { second: 8, next: 7 }, { second: 7 }];
    assert.deepEqual(await run('end', createService(pages)), {
      code: 0,
      lines: 6,
      error: '6 events exported.\n',
    });
    const cut = [
      { second: 9, next: 8 },
      { second: 8, next: 9 },
    ];
    const since = await run('since', createService(cut), '--since', '2026-01-01 00:00:09');
    assert.deepEqual([since.code, since.lines], [0, 2], since.error);
  });

  const incomplete: readonly (readonly [what: string, pages: readonly Page[], events: number])[] = [
    [
      'returns cursors in a cycle',
      [
        { second: 9, next: 8 },
        { second: 8, next: 7 },
        { second: 7, next: 8 },
      ],
      6,
    ],
    ['has sent one page without a cursor', [{ second: 9 }], 2],
  ];
  for (const [what, pages, events] of incomplete)
    it(`ends with 1 and a sentence if the service ${what}`, async () => {
      const { code, lines, error } = await run(what, createService(pages));
      assert.deepEqual([code, lines], [1, events], error);
      assert.match(error, /^Older events may exist: .+ Check --cursor\.\n\d events exported\.\n$/);
    });

  for (const name of ['stopped.ndjson', 'stopped.parquet'])
    it(`writes no ${name} if the command is stopped before the end`, async () => {
      const pages = [{ second: 9, next: 8 }, { second: 8, next: 7 }, { second: 7 }];
      const service = createService(pages, (count) => {
        if (count === 2) service.stopping.abort();
      });
      const { code, lines, error } = await run(name, service);
      assert.deepEqual([code, lines], [1, undefined]);
      assert.equal(error, 'Stopped before the end; older events are missing.\nNo file was written.\n');
    });
});

describe('audit list', () => {
  it('ends with 1 and a sentence if a signal stops it before the end', async () => {
    const service = createService([{ second: 9, next: 8 }, { second: 8 }], () => service.stopping.abort());
    // No event is in the time range, so that nothing is written to the standard output of the tests.
    const args = ['list', ...source, '--until', '2026-01-01 00:00:01'];
    const code = await runAuditCommand(args, () => service.io);
    assert.deepEqual([code, service.error()], [1, 'Stopped before the end; older events are missing.\n']);
  });

  it('says why it waits, and for how long, before a signal ends it', async () => {
    const service = createService([]);
    const body = JSON.stringify({ error: { message: 'too many requests' } });
    const io: CommandIO = {
      ...service.io,
      transport: {
        send: async () => ({
          ok: true,
          response: { status: 429, headers: { 'retry-after': '90' }, body, bytes: body.length },
        }),
      },
      wait: async () => service.stopping.abort(),
    };
    assert.equal(await runAuditCommand(['list', ...source], () => io), 1);
    const [wait, end] = service.error().split('\n');
    assert.match(wait ?? '', /429.* The service says: too many requests\. The next request is in 90 s\.$/);
    assert.equal(end, 'Stopped before the end; older events are missing.');
  });
});

describe('reading a listing', () => {
  const connection: Connection = {
    name: 'service',
    environment: 'development',
    baseUrl: 'https://vault.example',
    accountID: 'a1',
    vaults: [],
    auth: { kind: 'command', command: ['printf', 'secret'] },
  };
  const pages = [{ second: 9, next: 8 }, { second: 8, next: 7 }, { second: 7 }];
  const open = ({ io }: Service): AuditSource =>
    createAuditSource(connection, { filters: {}, cursor: 'after', secrets: {} }, io);
  const read = (
    service: Service,
    isPrefetching: boolean,
  ): AsyncGenerator<readonly AuditEvent[], ListingEnd> =>
    readListing(open(service), { since: undefined, until: undefined, isPrefetching }, service.io, sha256);

  it('requests no page that the caller does not read', async () => {
    const service = createService(pages);
    const events = read(service, false);
    for (const count of [1, 2]) {
      assert.equal((await events.next()).done, false);
      assert.equal(service.requests.length, count);
    }
    await events.return({ kind: 'stopped' });
    assert.equal(service.requests.length, 2);
  });

  it('yields an event once if a page after thousands of events repeats an earlier page', async () => {
    const service = createService([]);
    const idsOf = (page: number): readonly number[] => Array.from({ length: 500 }, (_, n) => page * 500 + n);
    const { io } = service;
    let page = 0;
    const transport: CommandIO['transport'] = {
      async send() {
        // The last page repeats one before the limit of remembered events was exceeded.
        const ids = page === 10 ? [...idsOf(7), ...idsOf(10)] : idsOf(page);
        const body = JSON.stringify({
          event: ids.map((id) => ({
            context: { changeID: `change-${id}` },
            request: { timestamp: timeOf(0) },
          })),
          nextOps: page === 10 ? null : { timestamp: timeOf(0), changeID: `cursor-${page}` },
        });
        page++;
        return { ok: true, response: { status: 200, headers: {}, body, bytes: body.length } };
      },
    };
    const events = read({ ...service, io: { ...io, transport } }, false);
    const ids: (string | undefined)[] = [];
    let next = await events.next();
    for (; !next.done; next = await events.next())
      for (const { context } of next.value) ids.push(context.changeID);
    assert.deepEqual(next.value, { kind: 'end' });
    assert.deepEqual([ids.length, new Set(ids).size], [5_500, 5_500]);
  });

  it('requests the next page before the caller has processed the last one', async () => {
    const second = Promise.withResolvers<void>();
    const service = createService(pages, (count) => {
      if (count === 2) second.resolve();
    });
    const events = read(service, true);
    await events.next();
    await second.promise;
    for (let next = await events.next(); !next.done; ) next = await events.next();
  });
});
