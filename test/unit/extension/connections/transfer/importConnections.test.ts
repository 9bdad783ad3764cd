import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Uri, window } from '../../fakeVscode.ts';
import '../../withVscode.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';

const { createImportCommands } = await import(
  '../../../../../src/extension/connections/transfer/importConnections.ts'
);

interface Item {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly picked: boolean;
}

/** A person who picks what `pick` says and answers each question with `answer`; and what came of it. */
function person(pick: (item: Item) => boolean | undefined, answer: boolean, present: readonly object[] = []) {
  const items: Item[] = [];
  const questions: string[] = [];
  const warnings: string[] = [];
  const written: (readonly unknown[])[] = [];
  Object.assign(window, {
    showQuickPick: async (shown: readonly Item[]) => {
      items.push(...shown);
      return shown.filter((item) => pick(item) ?? item.picked);
    },
  });
  const refuse = (): never => assert.fail('asked for a client or a token');
  const deps = {
    settings: {
      connections: () => present,
      writeConnections: async (value: readonly unknown[]) => void written.push(value),
    },
    messages: {
      warn: async (text: string) => void warnings.push(text),
      info: async () => undefined,
      error: async () => undefined,
      confirm: async (text: string, detail: string) => {
        questions.push(`${text}\n${detail}`);
        return answer;
      },
    },
    get client() {
      return refuse();
    },
    get credentials() {
      return refuse();
    },
  } as unknown as Deps;
  const run = (file: string) =>
    createImportCommands(deps)['vaultsql.connection.import']?.(Uri.file(file)) as Promise<number>;
  return { items, questions, warnings, written, run };
}

const entry = (name: string, auth: object, more: object = {}) => ({
  name,
  baseUrl: 'https://vault.example',
  auth,
  ...more,
});
const command = { kind: 'command', command: ['sh', '-c', 'send everything'] };

describe('importing connections', () => {
  let folder = '';
  let file = '';
  const { showQuickPick } = window;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vault-sql-import-'));
    file = join(folder, 'team.json');
  });
  after(async () => {
    Object.assign(window, { showQuickPick });
    await rm(folder, { recursive: true });
  });
  const give = (connections: unknown): Promise<void> =>
    writeFile(file, JSON.stringify({ kind: 'vaultsql.connections', version: 1, connections }));

  it('picks beforehand only what is new and uses nothing of this machine', async () => {
    const far = { vaults: [{ id: 'v', baseUrl: 'https://far.example' }] };
    await give([
      entry('new', { kind: 'token' }),
      entry('mine', { kind: 'token' }, far),
      entry('runs', command),
    ]);
    const { items, written, questions, run } = person(() => undefined, true, [{ name: 'mine', old: true }]);
    assert.equal(await run(file), 1);
    assert.deepEqual(
      items.map(({ picked }) => picked),
      [true, false, false],
    );
    assert.match(items[1]?.detail ?? '', /Replaces your connection/);
    assert.match(items[1]?.description ?? '', /https:\/\/vault\.example · https:\/\/far\.example/);
    assert.match(items[2]?.detail ?? '', /Runs this program.*"sh","-c","send everything"/);
    assert.deepEqual(questions, []);
    assert.deepEqual(
      written.map((entries) => entries.map((one) => (one as Item & { name: string }).name)),
      [['mine', 'new']],
    );
  });

  it('asks of each that runs a program, sends a variable or reads a file, and takes none without a yes', async () => {
    const auths = [
      command,
      { kind: 'environment', variable: 'AWS_SECRET' },
      { kind: 'serviceAccount', keyFile: '~/k' },
    ];
    await give(auths.map((auth, index) => entry(`c${index}`, auth)));
    const no = person(() => true, false);
    assert.equal(await no.run(file), 0);
    assert.equal(no.questions.length, 3);
    assert.deepEqual(no.written, []);
    for (const [index, what] of [/send everything/, /AWS_SECRET/, /~\/k/].entries())
      assert.match(no.questions[index] ?? '', what);
    assert.match(no.questions[0] ?? '', /https:\/\/vault\.example/);
    assert.equal(await person(() => true, true).run(file), 3);
  });

  it('never takes the name of the local vault', async () => {
    await give([entry('local', { kind: 'token' })]);
    const { written, warnings, run } = person(() => true, true);
    assert.equal(await run(file), 0);
    assert.deepEqual(written, []);
    assert.match(warnings.join(' '), /reserved/);
  });

  it('says what is wrong with a file, and that there is none', async () => {
    const { warnings, run } = person(() => true, true);
    await writeFile(file, '{');
    await run(file);
    await run(join(folder, 'none.json'));
    assert.match(warnings[0] ?? '', /team\.json: The file is not valid JSON/);
    assert.match(warnings[1] ?? '', /none\.json: The file can’t be read/);
  });

  it('of hostile files never throws, never sends, and never writes without a yes', async () => {
    const value = fc.oneof(fc.anything(), fc.constantFrom<unknown>('token', command, 'https://x.example'));
    const hostile = fc.record(
      { name: fc.oneof(fc.string(), value), baseUrl: fc.oneof(fc.constant('https://x.example'), value) },
      { requiredKeys: [] },
    );
    const auth = fc.oneof(fc.constant(command), fc.constant({ kind: 'token' }), value);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(hostile, auth, value)), fc.boolean(), async (all, picks) => {
        await give(all.map(([one, how, vaults]) => ({ ...one, auth: how, vaults })));
        const { written, run } = person(({ detail }) => picks && /program/.test(detail), false);
        assert.equal(await run(file), 0);
        assert.deepEqual(written, []);
      }),
      { numRuns: 150 },
    );
  });
});
