import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAuditCommand } from '../../../../src/cli/audit/auditCommand.ts';
import type { CommandIO } from '../../../../src/cli/commandIO.ts';
import { formatConnectionFile } from '../../../../src/core/service/connections/connectionFile.ts';
import type { Connection } from '../../../../src/core/service/connections/connections.ts';

/** Runs a command against a service that has these events, without a network or a file. */
async function run(args: readonly string[], more: Partial<CommandIO> = {}, events: readonly object[] = []) {
  const urls: string[] = [];
  const headers: string[] = [];
  let [out, error] = ['', ''];
  const io: CommandIO = {
    writeOut(text) {
      out += text;
    },
    writeError(text) {
      error += text;
    },
    isErrorTerminal: false,
    environment: {},
    nodeVersion: '24.0.0',
    transport: {
      async send({ url, headers: sent }) {
        urls.push(url);
        headers.push(JSON.stringify(sent));
        const body = JSON.stringify({ event: events, nextOps: null });
        return { ok: true, response: { status: 200, headers: {}, body, bytes: body.length } };
      },
    },
    stopping: new AbortController().signal,
    aborting: new AbortController().signal,
    now: () => Date.UTC(2026, 0, 1),
    wait: async () => undefined,
    ...more,
  };
  const code = await runAuditCommand(args, () => io);
  return { code, out, error, urls, headers };
}

const connection = ['--url', 'https://vault.example', '--account', 'a1', '--token-command', 'printf secret'];

describe('audit, as a command', () => {
  it('needs a version of Node.js that its HTTP library runs on', async () => {
    for (const nodeVersion of ['20.20.2', '22.18.0']) {
      const { code, error } = await run(['follow'], { nodeVersion });
      assert.equal(code, 2);
      assert.equal(error, `The audit commands need Node.js 22.19 or later; this is ${nodeVersion}.\n`);
    }
    assert.equal((await run(['follow', '--help'], { nodeVersion: '22.19.0' })).code, 0);
  });

  it('says if the absolute path of the token command names no program', async () => {
    const address = ['--url', 'https://vault.example', '--account', 'a1'];
    const { code, error } = await run(['list', ...address, '--token-command', '/no/such/program']);
    assert.equal(code, 1);
    assert.match(
      error,
      /Its program does not exist or is not executable\. Check the path\. Nothing was sent\.\n$/,
    );
  });

  it('explains itself, and each command', async () => {
    for (const args of [['--help'], ['list', '--help'], ['export', '-h'], ['follow', '--help']]) {
      const { code, out } = await run(args);
      assert.equal(code, 0);
      assert.match(out, args.length === 1 ? /^Usage: audit/ : new RegExp(`Usage: audit ${args[0]}`));
    }
  });

  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['follow'], /^--to is missing\./],
    [['follow', '--to', '-'], /^--url is missing\./],
    [['follow', '--to', '-', '--url', 'https://vault.example'], /^--account is missing\./],
    [
      ['follow', '--to', '-', '--url', 'https://vault.example', '--account', 'a'],
      /^Use one of --token-env, --token-command, --key-file, or --client-id, or a connection of --connections\.\n/,
    ],
    [
      ['follow', ...connection, '--to', '-', '--key-file', '/k'],
      /^Use only one of --token-command and --key-file, or --connections in place of them\.\n/,
    ],
    [
      ['list', '--connections', 'file.json', '--token-env', 'T'],
      /^Use only one of --connections and --token-env: the file names it\.\n/,
    ],
    [
      ['list', '--url', 'https://vault.example', '--account', 'a', '--token-command', ' '],
      /^--token-command is empty\. Name a program that prints an access token\.\n/,
    ],
    [
      ['list', '--url', 'https://vault.example', '--account', 'a', '--token-command', '["printf", 1]'],
      /^--token-command is not a valid JSON list of words\. Check its quotation marks, or .+\.\n/,
    ],
    [['list', ...connection, '--connection', 'prod'], /^--connection needs --connections, the file/],
    [
      ['list', '--url', 'https://vault.example', '--account', 'a', '--token-env', ''],
      /^The environment variable of the access token is not set\. Use the name of a variable/,
    ],
    [['follow', ...connection, '--to', '/tmp/'], /^--to must end with/],
    [['follow', ...connection, '--to', '..'], /^--to must end with/],
    [['follow', ...connection, '--to', '/tmp/.'], /^--to must end with/],
    [
      ['list', ...connection, '--profile', tmpdir()],
      /^--profile .+ can't be read\. Check that it is a file, and its permissions\.\n/,
    ],
    [
      ['list', '--connections', tmpdir()],
      /^.+ can't be read\. Check that it is a file, and its permissions\.\n/,
    ],
    [['follow', ...connection, '--to', '-', '--cursor', 'x'], /^--cursor must be/],
    [['follow', ...connection, '--to', '-', '--cursor', 'constructor'], /^--cursor must be/],
    [['follow', ...connection, '--to', '-', '--format', 'csv'], /^--format must be/],
    ...['soon', '-1h', '2026-01-01 10:00+02:00'].map(
      (since) =>
        [
          ['follow', ...connection, '--to', '-', '--since', since],
          /^--since must be a time in UTC such as 2026-11-24 or "2026-11-24 14:05:30" without an offset, a time before now such as 30m, 24h, 7d, or 2w, or today or yesterday, not ".+"\.\n/,
        ] as const,
    ),
    [
      ['list', ...connection, '--since'],
      /^The value of --since is missing\. If it starts with a dash, write --since=VALUE\.\n/,
    ],
    [
      ['list', ...connection, '--question', '-me'],
      /^The value of --question is missing\. If it starts with a dash, write --question=VALUE\.\n/,
    ],
    [
      ['list', ...connection, '--limit', '-5'],
      /^--limit must be a whole number from 1 to 1000000 in digits, not "-5"\.\n/,
    ],
    [['list', ...connection, '--plain-literals=yes'], /^--plain-literals takes no value\.\n/],
    [
      ['follow', ...connection, '--to', '-', '--since', '2999-01-01'],
      /^--since "2999-01-01" is in the future\. Use an earlier time, or check the clock of this machine\.\n/,
    ],
    [
      ['list', ...connection, '--since', '2026-01-02', '--until', '2026-01-01'],
      /^--since "2026-01-02" is later than --until "2026-01-01"\. Use an earlier --since\.\n/,
    ],
    [['follow', ...connection, '--to', '-', '--since', '1h', '--until', '2h'], /^--since "1h" is later than/],
    [['follow', ...connection, '--to', '/tmp/a', '--rotate-bytes', '0'], /^--rotate-bytes must be/],
    [
      ['list', ...connection, '--limit', '1e3'],
      /^--limit must be a whole number from 1 to 1000000 in digits, not "1e3"\.\n/,
    ],
    [['list', ...connection, '--limit', ' 5'], /^--limit must be a whole number/],
    [['export', ...connection, '--to', ''], /^--to is missing\.\n/],
    [
      ['follow', ...connection, '--to', '/tmp/a\nb'],
      /^--to has control characters, such as line breaks\. Remove them\.\n/,
    ],
    [['export', ...connection, '--to', '/tmp/a\u001b[2J'], /^--to has control characters/],
    [['follow', ...connection, '--to', '-', '--state', '/tmp/a\0'], /^--state has control characters/],
    [
      ['follow', ...connection, '--to', '-', '--question', 'acter:ada'],
      /^--question can't be read at character 1:\n {2}acter:ada\n {2}\^{5}\nThere is no field “acter”\. Did you mean “actor”\?/,
    ],
    [
      ['list', ...connection, '--question', 'ada actor:'],
      /at character 11:\n {2}ada actor:\n {12}\^\nWrite a value, without a space before it\./,
    ],
    [
      ['list', ...connection, '--question', 'a\u001b[2Jb:c'],
      /^--question can't be read at character 1:\n {2}a\ufffd\[2Jb:c\n {2}\^{6}\nThere is no field “a\ufffd\[2Jb”/,
    ],
    [['follow', ...connection, '--to', '-', '--question', 'marked'], /marks are known to the editor only/],
    [
      ['list', ...connection, '--token', 'secret'],
      /^Unknown option --token\. Other users of this machine can read arguments, and the shell stores them in its history\. Put the token into an environment variable, and name the variable with --token-env\.\n/,
    ],
    [['list', ...connection, '--limits', '5'], /^Unknown option --limits\.\n/],
    [['lists'], /^Unknown command "lists"\.\nUsage: audit/],
    [['export', ...connection, '--to', 'a.parquet', '--format', 'ecs'], /^A Parquet file has columns/],
    [
      ['follow', '--to', '-', '--url', 'http://vault.example', '--account', 'a', '--token-env', 'T'],
      /^--url: Plain http exposes the sign-in and the data\. Use https; http is for this machine only\.\n/,
    ],
    ...(
      [
        [
          'https://me:secret@vault.example',
          'must not contain a user or a password\\. Remove everything before',
        ],
        ['https://vault.example?a=1', 'must not contain a \\? part\\. Remove it'],
        ['https://vault.example/#a', 'must not contain a # part\\. Remove it'],
        ['vault.example', 'Use an address such as https://vault\\.example\\.com'],
        // The platform's parser rejects the first of these, and reads the second as 8.0.0.1.
        ['https://999.0.0.1', 'Use an address such as https://vault\\.example\\.com'],
        ['https://010.0.0.1', 'Use an address such as https://vault\\.example\\.com'],
      ] as const
    ).map(
      ([address, why]) =>
        [
          ['list', '--url', address, '--account', 'a', '--token-env', 'T'],
          new RegExp(`^--url: .*${why}`),
        ] as const,
    ),
  ];
  for (const [args, message] of wrong)
    it(`refuses what ${message.source} is about`, async () => {
      const { code, error, urls } = await run(args);
      assert.equal(code, 2);
      assert.match(error, message);
      assert.deepEqual(urls, []);
    });

  it('repeats no token that was given in place of a name', async () => {
    const source = ['--url', 'https://vault.example', '--account', 'a1'];
    for (const [args, message] of [
      [
        ['list', ...source, '--token-env', 'tok-secret'],
        /^The environment variable of the access token is not/,
      ],
      [['list', ...connection, 'tok-secret'], /^An argument belongs to no option\./],
      [['list', ...connection, '--token=tok-secret'], /^Unknown option --token\./],
      [['list', ...connection, '--a9tok-secret'], /^Unknown option\. Check the arguments/],
      [['tok-secret'], /^Unknown command\./],
    ] as const) {
      const { code, error, urls } = await run(args);
      assert.deepEqual([code, urls], [2, []]);
      assert.match(error, message);
      assert.doesNotMatch(error, /tok-secret/);
    }
  });

  it('names an environment variable that is empty, since that is no secret', async () => {
    const source = ['--url', 'https://vault.example', '--account', 'a1', '--token-env', 'VAULT_TOKEN'];
    const { code, error } = await run(['list', ...source], { environment: { VAULT_TOKEN: '' } });
    assert.deepEqual(
      [code, error.split('\n')[0]],
      [2, 'The environment variable VAULT_TOKEN is empty. Set it to the access token.'],
    );
  });

  it('accepts a time range of one day', async () => {
    const { code, error } = await run([
      'list',
      ...connection,
      '--since',
      '2026-01-01',
      '--until',
      '2026-01-01',
    ]);
    assert.equal(code, 0, error);
  });

  it('sends what of a question the service can evaluate', async () => {
    const { urls } = await run([
      'export',
      ...connection,
      '--to',
      '-',
      '--question',
      'actor:ada table:persons',
    ]);
    assert.match(urls[0] ?? '', /filterOps\.context\.actor=ada/);
    assert.match(urls[0] ?? '', /filterOps\.accountID=a1/);
    assert.doesNotMatch(urls[0] ?? '', /persons/);
  });

  it('sends requests with the client certificate of a connection', async () => {
    const clientCertificate = { kind: 'pem', certFile: '/certificate.pem', keyFile: '/key.pem' } as const;
    const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
    try {
      const file = join(folder, 'connections.json');
      const mine: Connection = {
        name: 'mine',
        environment: 'development',
        baseUrl: 'https://vault.example',
        accountID: 'a1',
        vaults: [],
        auth: { kind: 'command', command: ['printf', 'secret'] },
        clientCertificate,
      };
      writeFileSync(file, formatConnectionFile([mine], new Set([mine])));
      const certificates: unknown[] = [];
      const { code, error } = await run(['export', '--connections', file, '--to', '-'], {
        transport: {
          async send({ certificate }) {
            certificates.push(certificate);
            return { ok: true, response: { status: 403, headers: {}, body: '', bytes: 0 } };
          },
        },
      });
      assert.deepEqual([code, certificates], [1, [clientCertificate]], error);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says what the service answers on one line, without characters that control a terminal', async () => {
    const body = JSON.stringify({ error: { message: 'bad\u001b[2Jfilter\n5 events exported.\u202e' } });
    const { code, error } = await run(['export', ...connection, '--to', '-'], {
      transport: {
        send: async () => ({
          ok: true,
          response: { status: 400, headers: {}, body, bytes: body.length },
        }),
      },
    });
    assert.equal(code, 1);
    const [line = ''] = error.split('\n');
    assert.match(line, /bad.\[2Jfilter 5 events exported/);
    assert.doesNotMatch(line, /[\p{Cc}\p{Cf}]/u);
  });
});
