import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addOrReplaceConnections,
  formatConnectionFile,
  hasCommandArguments,
  listMachineResources,
  listOrigins,
  MAX_FILE_LENGTH,
  parseConnectionFile,
} from '../../../../../src/core/service/connections/connectionFile.ts';
import { parseConnections } from '../../../../../src/core/service/connections/connections.ts';

const isUsable = (address: string): boolean => address.startsWith('https://');
const read = (text: string) => parseConnectionFile(text, isUsable);
const server = { issuer: 'https://sign-in.example', clientID: 'c' };
const auths: readonly object[] = [
  { kind: 'token' },
  { kind: 'environment', variable: 'VAULT_TOKEN' },
  { kind: 'command', command: ['gettoken', '--json'], variables: ['AWS_PROFILE'] },
  { kind: 'serviceAccount', keyFile: '~/credentials.json', scope: 's' },
  { kind: 'oauth', ...server, scope: 'offline_access' },
  { kind: 'device', ...server },
  { kind: 'clientCredentials', tokenUrl: 'https://sign-in.example/token', clientID: 'c' },
];
const entries = auths.map((auth, index) => ({
  name: `c${index}`,
  environment: 'test',
  baseUrl: 'https://vault.example',
  accountID: 'a',
  parentAccountID: 'p',
  workspaceID: 'w',
  auth,
  vaults: [{ id: 'v', name: 'people', baseUrl: 'https://people.example' }],
  clientCertificate:
    index % 2 ? { pfxFile: '~/me.pfx', forSignIn: true } : { certFile: '/c.pem', keyFile: '/k.pem' },
}));
const { connections } = parseConnections(entries, isUsable);
const fileOf = (more: object): string =>
  JSON.stringify({ kind: 'vaultsql.connections', version: 1, connections: entries, ...more });

describe('connections in a file', () => {
  it('come back as they were, with every kind of sign-in', () => {
    assert.equal(connections.length, auths.length);
    const { ok, ...found } = read(formatConnectionFile(connections, new Set(connections)));
    assert.ok(ok);
    assert.deepEqual(found, { connections, problems: [] });
    assert.deepEqual(
      JSON.parse(formatConnectionFile(connections, new Set(connections))).connections,
      entries,
    );
  });

  it('lose what is not known, so that no secret goes along', () => {
    const withMore = entries.map((entry) => ({ ...entry, note: 'x', accessToken: 'hidden' }));
    const text = formatConnectionFile(parseConnections(withMore, isUsable).connections);
    assert.ok(!/note|hidden/.test(text));
  });

  it('contain the program of a token command, and its arguments only where the user chose that', () => {
    const commands = [
      ['gettoken', '--password', 'hunter2'],
      ['gettoken', '-p', 'hunter2'],
      ['env', 'PGPASSWORD=hunter2', 'gettoken'],
      ['curl', '-u', 'me:hunter2'],
      ['curl', '-H', 'Authorization: Bearer hunter2'],
    ];
    const withCommands = parseConnections(
      commands.map((command, index) => ({
        name: `c${index}`,
        baseUrl: 'https://vault.example',
        auth: { kind: 'command', command },
      })),
      isUsable,
    ).connections;
    assert.equal(withCommands.length, commands.length);
    assert.ok(withCommands.every(hasCommandArguments));
    const commandsIn = (text: string): unknown =>
      JSON.parse(text).connections.map(({ auth }: { auth: { command: unknown } }) => auth.command);
    const text = formatConnectionFile(withCommands);
    assert.doesNotMatch(text, /hunter2/);
    assert.deepEqual(
      commandsIn(text),
      commands.map(([program]) => [program]),
    );
    const chosen = new Set(withCommands.slice(0, 1));
    assert.deepEqual(commandsIn(formatConnectionFile(withCommands, chosen)), [
      commands[0],
      ...commands.slice(1).map(([program]) => [program]),
    ]);
  });

  it('leave out those with text that could be a link or hide something, and name the place', () => {
    const [first = {}] = entries;
    const unsafe: readonly (readonly [object, string])[] = [
      [{ name: '[Sign in](command:workbench.action.quickOpen)' }, 'name'],
      [{ name: 'a\u202eb' }, 'name'],
      [{ name: 'sand\u3164box' }, 'name'],
      [{ name: 'sand\u00a0box' }, 'name'],
      [{ vaults: [{ id: 'v\ufe0f', name: 'customers' }] }, 'vaults[0].id'],
      [{ accountID: 'a\nb' }, 'accountID'],
      [{ auth: { kind: 'device', ...server, clientID: '[x](command:y)' } }, 'auth.clientID'],
      [{ vaults: [{ id: 'v', name: '[x](command:y)' }] }, 'vaults[0].name'],
      [{ auth: { kind: 'command', command: ['x', 'a\u0000b'] } }, 'auth.command[1]'],
    ];
    for (const [change, path] of unsafe) {
      const answer = read(fileOf({ connections: [entries[1], { ...first, ...change }] }));
      assert.ok(answer.ok);
      assert.deepEqual(answer.connections, [connections[1]]);
      assert.deepEqual(answer.problems, [{ path: `vaultsql.connections[1].${path}`, reason: 'unsafe-text' }]);
    }
  });

  it('take in names of any language', () => {
    for (const name of ['Zürich', '顧客 データ', 'العملاء', 'ग्राहक', '🔒 prod']) {
      const [first = {}] = entries;
      const answer = read(fileOf({ connections: [{ ...first, name }] }));
      assert.ok(answer.ok);
      assert.deepEqual([answer.connections[0]?.name, answer.problems], [name, []]);
    }
  });

  it('say why a file has none', () => {
    const reason = (text: string) => {
      const answer = read(text);
      return answer.ok ? undefined : answer.reason;
    };
    assert.equal(reason('{'), 'not-json');
    assert.equal(reason('[]'), 'other');
    assert.equal(reason('{"connections":[]}'), 'other');
    assert.equal(reason(fileOf({ version: 2 })), 'newer-version');
    assert.equal(reason(fileOf({ version: undefined })), 'other');
    assert.equal(reason(' '.repeat(MAX_FILE_LENGTH + 1)), 'too-large');
    assert.equal(reason(`\ufeff${fileOf({})}`), undefined);
  });

  it('leave out those with a mistake, and name it', () => {
    const answer = read(fileOf({ connections: [{ ...entries[0], baseUrl: 'http://x' }, entries[1]] }));
    assert.ok(answer.ok);
    assert.deepEqual(
      answer.connections.map(({ name }) => name),
      ['c1'],
    );
    assert.deepEqual(answer.problems, [{ path: 'vaultsql.connections[0].baseUrl', reason: 'bad-address' }]);
  });

  it('never make reading throw', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.json(),
      fc.anything().map((one) => fileOf({ connections: [one, { ...entries[0], auth: one }] })),
      fc.constant('['.repeat(100_000)),
      fc.constant(fileOf({ connections: 'x' }).replace('"x"', `${'['.repeat(9_000)}${']'.repeat(9_000)}`)),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const answer = read(text);
        assert.equal(typeof answer.ok, 'boolean');
      }),
    );
  });

  it('tell what of this machine each makes use of, and every origin that it sends to', () => {
    const kinds = connections.map((connection) => listMachineResources(connection).map(({ kind }) => kind));
    const pem = ['certificate', 'certificate'];
    assert.deepEqual(kinds, [
      pem,
      ['variable', 'certificate'],
      ['program', ...pem],
      ['keyFile', 'certificate'],
      pem,
      ['certificate'],
      pem,
    ]);
    assert.deepEqual(connections[4] && listOrigins(connections[4]), [
      'https://vault.example',
      'https://people.example',
      'https://sign-in.example',
    ]);
  });

  it('take the place of those of the same name, or come last; what is not known stays', () => {
    const odd = { broken: true };
    const [first, second] = connections;
    assert.ok(first && second);
    const merged = addOrReplaceConnections(
      [{ name: 'c1', baseUrl: 'https://old', note: 1 }, odd],
      [first, second],
    );
    assert.deepEqual(merged, [entries[1], odd, entries[0]]);
  });
});
