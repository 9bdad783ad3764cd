import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  formatConnectionHelp,
  formatRequestLogLine,
  runServeCommand,
  SERVE_HELP,
  type Terminal,
} from '../../../src/cli/serve.ts';
import { parseServeArguments } from '../../../src/localVault/arguments.ts';
import { EngineError } from '../../../src/localVault/engine/engine.ts';
import { startLocalVault } from '../../../src/localVault/server/server.ts';

/** What `serve` writes until it ends by itself, or `interrupted` resolves. */
async function run(
  args: string[],
  interrupted: Promise<void> = new Promise(() => undefined),
): Promise<{ code: number; out: string; error: string }> {
  let out = '';
  let error = '';
  const terminal: Terminal = {
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    waitForInterrupt: () => interrupted,
  };
  const code = await runServeCommand(args, terminal);
  return { code, out, error };
}

/** The words of a command line as a POSIX shell reads one with double quotes only. */
function words(line: string): string[] {
  return [...line.trim().matchAll(/(?:"((?:[^"\\]|\\.)*)"|(\S+))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replace(/\\(.)/g, '$1'),
  );
}

describe('serve', () => {
  it('shows every option in its help', async () => {
    const { code, out } = await run(['--help']);
    assert.deepEqual([code, out], [0, SERVE_HELP]);
    for (const option of [
      'port',
      'rows',
      'seed',
      'token',
      'audit-paging',
      'query-timeout',
      'data',
      'faults',
      'behavior',
      'strict',
      'auth',
    ])
      assert.ok(out.includes(`--${option} `), option);
  });

  const wrong: readonly (readonly [args: string[], sentence: RegExp])[] = [
    [['--port', 'x'], /^--port takes a whole number from 0 to 65535, not "x"\./],
    [['--port', '70000'], /^--port takes/],
    [['--rows', '0'], /^--rows takes a whole number from 1 to 1000000/],
    [['--rows', '1e3'], /^--rows takes/],
    [['--token', 'my "token"'], /^--token takes letters/],
    [['--audit-paging', 'before'], /^--audit-paging takes after or none/],
    [['--query-timeout', '0'], /^--query-timeout takes seconds/],
    [['--faults', 'nonsense'], /^--faults: there is no fault nonsense\./],
    [['--data', ''], /^--data takes a folder\./],
    [
      ['--auth', 'magic'],
      /^--auth takes a list of oauth, device, clientCredentials, serviceAccount, not "magic"/,
    ],
    [['--auth', ''], /^--auth takes a list/],
    [['--token-lifetime', '5'], /^--token-lifetime needs --auth\./],
    [['--auth', 'oauth', '--token-lifetime', '0'], /^--token-lifetime takes a whole number/],
    [['--auth', 'oauth', '--key-file', 'k.json'], /^--key-file needs --auth serviceAccount\./],
    [['--colour'], /^Unknown option --colour\.\n/],
    [['more'], /^An argument belongs to no option\. Write each value after the name of its option\.\n/],
    [['--rows'], /^The value of --rows is missing\. If it starts with a dash, write --rows=VALUE\.\n/],
    [['--strict=yes'], /^--strict takes no value\.\n/],
  ];
  for (const [args, sentence] of wrong)
    it(`says what is wrong with ${args.join(' ')}`, async () => {
      const { code, out, error } = await run(args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, sentence);
      assert.match(error, /\.\nserve --help shows the options\.\n$/);
    });

  it('never repeats a token that it refuses', async () => {
    const { error } = await run(['--token', 'se cret']);
    assert.ok(!error.includes('cret'));
  });

  it('reads --faults with and without a list', () => {
    const read = (...args: string[]) => {
      const parsed = parseServeArguments(args);
      assert.ok(parsed.ok);
      return parsed;
    };
    assert.deepEqual(read('--faults').options.faults, {});
    assert.deepEqual(read('--faults', '--rows', '5').options, { faults: {}, rows: 5 });
    assert.deepEqual(read('--faults', 'latencyMs=5').options.faults, { latencyMs: 5 });
    assert.deepEqual(read('--query-timeout', '0.5').options, { queryTimeoutMs: 500 });
    assert.deepEqual(read('--auth', 'device,oauth', '--token-lifetime', '5').authorization, {
      kinds: ['oauth', 'device'],
      lifetimeSeconds: 5,
    });
  });

  it('ends in order when it is interrupted before it is ready', async () => {
    const data = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
    try {
      const { code, out, error } = await run(['--rows', '1', '--data', data], Promise.resolve());
      assert.deepEqual([code, out, error], [0, 'Starting the local vault…\n', '']);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });

  it('writes a new key file for this user alone, and says so where it can’t', async () => {
    const data = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
    const file = join(data, 'key.json');
    const start = () => {
      let interrupt = (): void => undefined;
      const interrupted = new Promise<void>((resolve) => {
        interrupt = resolve;
      });
      let said = '';
      const terminal: Terminal = {
        writeOut: (text) => {
          said += text;
          if (said.includes('curl')) interrupt();
        },
        writeError: (text) => {
          said += text;
        },
        waitForInterrupt: () => interrupted,
      };
      const args = ['--rows', '1', '--data', data, '--auth', 'serviceAccount', '--key-file', file];
      return runServeCommand(args, terminal).then((code) => ({ code, said }));
    };
    try {
      const first = await start();
      assert.equal(first.code, 0);
      assert.match(first.said, /sign-in {2}serviceAccount\n {2}issuer {3}http/);
      assert.equal(
        (JSON.parse(readFileSync(file, 'utf8')) as { clientID: string }).clientID,
        'local-service-account',
      );
      if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
      const second = await start();
      assert.deepEqual([second.code, /it exists already/.test(second.said)], [2, true]);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });

  it('says so when the port is in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const data = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
    try {
      const { code, error } = await run(['--port', String(port), '--data', data]);
      assert.equal(code, 2);
      assert.match(error, new RegExp(`^Port ${port} is in use by another program\\.`));
    } finally {
      blocker.close();
      rmSync(data, { recursive: true, force: true });
    }
  });

  it('prints a line for each operation that works when pasted', async () => {
    const vault = await startLocalVault({
      token: 'a-._~+/b=',
      engine: {
        restartCount: 0,
        startEngine: async () => undefined,
        shutDownEngine: async () => undefined,
        query: async (sql) => {
          if (!sql.startsWith('SELECT')) throw new EngineError('sql', sql);
          return { columns: [{ name: 'id', kind: 'exact' }], rows: [['1']] };
        },
      },
    });
    try {
      const text = formatConnectionHelp(vault);
      for (const part of [vault.url, vault.token, vault.accountID, vault.vaultID])
        assert.ok(text.includes(part));
      const lines = text.split('\n').filter((line) => line.trim().startsWith('curl '));
      assert.equal(lines.length, 2);
      // Where there is a shell with curl the lines go through it; their words are read in any case.
      const ways = hasCurl ? [paste, request] : [request];
      for (const way of ways) {
        const answers = await Promise.all(lines.map(way));
        assert.match(answers[0] ?? '', /^\{"records":\[\{"fields":\{"id":1\}\}\]\}/);
        assert.match(answers[1] ?? '', /^\{"event":\[\{"context":/);
      }
    } finally {
      await vault.close();
    }
  });

  it('logs a request without its query, its vault or the token', () => {
    const line = {
      method: 'POST',
      template: '/v1/vaults/:vaultID/query',
      status: 200,
      milliseconds: 1.26,
      requestID: 'abc',
    };
    assert.equal(formatRequestLogLine(line), 'POST /v1/vaults/:vaultID/query 200 1.3 ms abc');
  });
});

const hasCurl = spawnSync('sh', ['-c', 'command -v curl']).status === 0;

async function paste(line: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', line])).stdout;
}

/** Does what the words of the line say. */
async function request(line: string): Promise<string> {
  const [command, silent, ...rest] = words(line);
  assert.deepEqual([command, silent], ['curl', '-s']);
  const headers: Record<string, string> = {};
  let body: string | undefined;
  let url = '';
  for (let i = 0; i < rest.length; i++) {
    if (rest[i] === '-H') {
      const [name = '', value = ''] = (rest[++i] ?? '').split(': ');
      headers[name] = value;
    } else if (rest[i] === '-d') body = rest[++i];
    else url = rest[i] ?? '';
  }
  const response = await fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body });
  return response.text();
}
