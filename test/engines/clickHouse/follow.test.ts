import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalVault, startLocalVault } from '../../../src/localVault/server/server.ts';
import { start } from '../../editor/processes.ts';
import { program } from '../../processes/builtProgram.ts';
import { startClickHouse } from '../clickHouse.ts';
import { runSql, selectRows } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { forwardRequest } from './recordingProxy.ts';

/** Kills at any moment. With `VAULTSQL_LONG=1` as many as a release is tested with. */
const KILLS = process.env.VAULTSQL_LONG ? 500 : 20;
const QUERIES_PER_KILL = 3;

/** Kills a process at a call of the file system. */
const killer = new URL('../../processes/collector/killAt.mjs', import.meta.url).href;

interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly text: string;
}

describe('ClickHouse 26.7: audit follow as a process', () => {
  let folder = '';
  let server: EngineServer;
  let vault: LocalVault;
  let proxy: Server;
  /**
   * Called when an insert arrives, before it is forwarded, and when it was answered, before the answer is. True drops
   * it at that moment.
   */
  let onInsert: (moment: 'before' | 'after') => boolean = () => false;
  let insertedRows = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-follow-'));
    server = await startClickHouse();
    vault = await startLocalVault({ rows: 100, dataDir: folder, faults: {}, warn: () => undefined });
    proxy = createServer((incoming, response) => {
      forward(incoming, server.url).then(
        ({ status, text }) => response.writeHead(status).end(text),
        () => response.destroy(),
      );
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
  });
  after(async () => {
    proxy.close();
    await vault.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  async function forward(
    incoming: IncomingMessage,
    to: string,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const isInsert = incoming.url?.includes('INSERT') === true;
    if (isInsert && onInsert('before')) throw new Error('dropped');
    const response = await forwardRequest(incoming, Buffer.concat(chunks), to);
    const text = await response.text();
    if (isInsert && response.ok)
      insertedRows += Buffer.concat(chunks).toString().trimEnd().split('\n').length;
    if (isInsert && onInsert('after')) throw new Error('dropped');
    return { status: response.status, text };
  }

  const proxyUrl = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  /**
   * Runs the program. `onStart` gets a function that kills it with SIGKILL. It is also killed at the call of the file
   * system with the number `killAt`, from 1.
   */
  async function run(
    args: readonly string[],
    onStart?: (kill: () => void) => void,
    killAt = 0,
  ): Promise<Run> {
    const child = start(process.execPath, ['--import', killer, program, 'audit', ...args], {
      env: {
        ...process.env,
        KILL_AT: String(killAt),
        VAULT_TOKEN: vault.token,
        CLICKHOUSE_USER: args[0] === 'init' ? 'default' : 'writer',
        CLICKHOUSE_PASSWORD: args[0] === 'init' ? '' : 'writer-password',
      },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    onStart?.(() => child.kill('SIGKILL'));
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { code, signal, text };
  }

  const query = async (text: string): Promise<void> => {
    const response = await fetch(`${vault.url}/v1/vaults/${vault.vaultID}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${vault.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text }),
    });
    assert.equal(response.status, 200, await response.text());
  };

  const follow = (to: string, onStart?: (kill: () => void) => void, killAt?: number): Promise<Run> => {
    const source = ['--url', vault.url, '--account', vault.accountID, '--token-env', 'VAULT_TOKEN'];
    const state = ['--state', join(folder, 'state.json')];
    return run(
      ['follow', ...source, '--to', to, ...state, '--since', '2000-01-01', '--once', '--plain-literals'],
      onStart,
      killAt,
    );
  };

  const sent: string[] = [];
  const sendQueries = async (): Promise<void> => {
    for (let index = 0; index < QUERIES_PER_KILL; index++) {
      const text = `SELECT id FROM persons WHERE id = ${sent.length}`;
      await query(text);
      sent.push(text);
    }
  };
  const destination = (): string => `clickhouse:${proxyUrl()}?database=audit`;

  async function assertNothingLost(): Promise<void> {
    onInsert = () => false;
    const ended = await follow(destination());
    assert.equal(ended.code, 0, ended.text);
    const rows = await selectRows<{ readonly content: string; readonly n: number }>(
      server.url,
      `SELECT content, toUInt32(count()) AS n FROM audit.audit_events FINAL
       WHERE content LIKE 'SELECT id FROM persons WHERE id = %' GROUP BY content`,
    );
    const found = new Map(rows.map(({ content, n }) => [content, n]));
    assert.deepEqual(
      sent.filter((text) => found.get(text) !== 1),
      [],
    );
    assert.equal(await runSql(server.url, 'SELECT count() FROM audit.audit_events_gaps FINAL'), '0\n');
    const [counts] = await selectRows<{ readonly rows: number; readonly ids: number }>(
      server.url,
      'SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS ids FROM audit.audit_events FINAL',
    );
    assert.equal(counts?.rows, counts?.ids);
    if (process.env.VAULTSQL_LONG)
      console.log(
        `      ${counts?.rows} events, none lost, ${insertedRows - (counts?.rows ?? 0)} rows written again`,
      );
  }

  it('loses no event and shows none twice when it is killed once at every write', async () => {
    const init = await run(['init', 'clickhouse', '--url', proxyUrl(), '--database', 'audit', '--run']);
    assert.equal(init.code, 0, init.text);
    assert.ok(init.text.includes(destination()), init.text);
    for (const moment of ['before', 'after'] as const) {
      await sendQueries();
      const ended = await follow(destination(), (kill) => {
        onInsert = (now) => {
          if (now === moment) kill();
          return now === moment;
        };
      });
      assert.equal(ended.signal, 'SIGKILL', ended.text);
    }
    onInsert = () => false;
    for (let killAt = 1; ; killAt++) {
      await sendQueries();
      const ended = await follow(destination(), undefined, killAt);
      if (ended.code === 0) {
        assert.ok(killAt > 5, `only ${killAt - 1} calls`);
        break;
      }
      assert.equal(ended.signal, 'SIGKILL', ended.text);
    }
    await assertNothingLost();
  });

  it(`loses no event and shows none twice when it is killed ${KILLS} times at any moment`, async () => {
    for (let count = 0; count < KILLS; count++) {
      await sendQueries();
      const ended = await follow(destination(), (kill) => {
        onInsert = () => {
          // The moment is that of an insert, or some milliseconds after it: a different one each time.
          let turns = (count >> 1) % 20;
          const later = (): void => {
            if (turns-- > 0) setImmediate(later);
            else kill();
          };
          later();
          return false;
        };
      });
      // A process that ends before it is killed has written everything.
      assert.ok(ended.signal === 'SIGKILL' || ended.code === 0, ended.text);
    }
    await assertNothingLost();
  });

  it('exports what it follows, and shows nothing twice', async () => {
    const [before] = await selectRows(
      server.url,
      'SELECT toUInt32(count()) AS n FROM audit.audit_events FINAL',
    );
    const to = `clickhouse:${proxyUrl()}?database=audit`;
    const source = ['--url', vault.url, '--account', vault.accountID, '--token-env', 'VAULT_TOKEN'];
    const { code, text } = await run(['export', ...source, '--to', to, '--question', 'table:persons']);
    assert.deepEqual(
      [code, /^[1-9]\d* events exported, \d+ with masked literals\.$/m.test(text)],
      [0, true],
      text,
    );
    assert.deepEqual(
      await selectRows(server.url, 'SELECT toUInt32(count()) AS n FROM audit.audit_events FINAL'),
      [before],
    );
  });

  it('documents queries that run', async () => {
    const page = await readFile(new URL('../../../media/help/collect.md', import.meta.url), 'utf8');
    const { text } = await run(['init', 'clickhouse', '--help']);
    const queries = [...page.matchAll(/`(SELECT [^`]+)`/g), ...text.matchAll(/^ {2}(SELECT .+)$/gm)].map(
      ([, query = '']) => query.replaceAll(/\baudit\.events/g, 'audit_events'),
    );
    assert.equal(queries.length, 5);
    for (const query of queries) await runSql(server.url, query, { url: { database: 'audit' } });
  });

  it('ends with a sentence when there are no tables', async () => {
    const to = `clickhouse:${proxyUrl()}?database=audit&table=nosuch`;
    const source = ['--url', vault.url, '--account', vault.accountID, '--token-env', 'VAULT_TOKEN'];
    const { code, text } = await run([
      'follow',
      ...source,
      '--to',
      to,
      '--state',
      join(folder, 'other.json'),
      '--once',
    ]);
    assert.equal(code, 1);
    assert.match(text, /has no table audit\.nosuch .*create it with: audit init clickhouse\n$/);
  });
});
