import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LocalVault, startLocalVault } from '../../../src/localVault/server/server.ts';
import { tryRun } from '../../editor/processes.ts';
import { waitMs } from '../../run/waiting.ts';
import { textQuestion } from '../../unit/core/audit/questions.ts';
import { connectionOf, eventsOf, fakeService, provenanceOf } from '../../unit/extension/audit/fakeModel.ts';
import { Uri } from '../../unit/extension/fakeVscode.ts';
import '../../unit/extension/withVscode.ts';
import { program } from '../builtProgram.ts';

const { AuditFiles } = await import('../../../src/extension/audit/files/auditFiles.ts');

describe('opening what the audit commands write', function () {
  this.timeout(0);
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  let vault: LocalVault;
  before(async () => {
    vault = await startLocalVault({ rows: 20, dataDir: folder });
    await query();
    const { code, output } = await audit('follow', 'log', '--rotate-bytes', '20000', '--once');
    assert.equal(code, 0, output);
    assert.ok(collected().length > 1, `${collected()}`);
    for (const more of [['all.ndjson'], ['all.parquet'], ['all.ocsf.ndjson', '--format', 'ocsf']])
      await exportTo(...(more as [string]));
    await exportTo('all.ecs.ndjson', '--format', 'ecs');
    await exportTo('plain.ndjson', '--plain-literals');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      auditArguments('list', undefined, '--limit', '1000'),
      { env: environment() },
    );
    writeFileSync(join(folder, 'list.ndjson'), stdout);
  });
  after(async () => {
    await vault.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function query(): Promise<void> {
    const response = await fetch(`${vault.url}/v1/vaults/${vault.vaultID}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${vault.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: "SELECT id FROM persons WHERE name = 'Grace' LIMIT 1" }),
    });
    await response.text();
  }
  const environment = () => ({ ...process.env, VAULT_TOKEN: vault.token, NODE_NO_WARNINGS: '1' });
  const auditArguments = (command: string, to: string | undefined, ...more: readonly string[]): string[] => [
    ...[program, 'audit', command, '--url', vault.url, '--account', vault.accountID],
    ...['--token-env', 'VAULT_TOKEN', '--since', '2000-01-01'],
    ...(to === undefined ? [] : ['--to', join(folder, to)]),
    ...more,
  ];
  const audit = (command: string, to: string, ...more: readonly string[]) =>
    tryRun(process.execPath, auditArguments(command, to, ...more), {
      timeoutMs: waitMs,
      env: environment(),
    });
  async function exportTo(to: string, ...more: readonly string[]): Promise<void> {
    const { code, output } = await audit('export', to, ...more);
    assert.equal(code, 0, output);
  }
  const collected = (): readonly string[] =>
    readdirSync(folder)
      .filter((name) => /^log-.*\.ndjson$/.test(name))
      .sort();
  const linesOf = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  const idOfLine = (line: string): string =>
    (JSON.parse(line) as { context: { changeID: string } }).context.changeID;

  function setUp() {
    const { model, deps } = fakeService(connectionOf('a'));
    const said: string[] = [];
    Object.assign(deps.messages, { warn: (text: string) => said.push(text) });
    const files = new AuditFiles(model, deps.messages);
    const open = (...names: readonly string[]) =>
      files.openFilesAndFolders(names.map((name) => Uri.file(join(folder, name)) as never));
    const ids = async () => (await eventsOf(model)).map(({ context }) => context.changeID);
    return { model, said, files, open, ids };
  }

  it('shows rotated files as one trail, in any order, and says what is masked', async () => {
    const lines = linesOf(...collected());
    const masked = lines.filter((line) => line.includes('•••')).length;
    const [one, two] = [setUp(), setUp()];
    assert.equal(await one.open(...collected()), true);
    assert.equal(await two.open(...[...collected()].reverse()), true);
    assert.deepEqual(await one.ids(), await two.ids());
    assert.deepEqual(new Set(await one.ids()), new Set(lines.map(idOfLine)));
    assert.deepEqual([one.said, two.said], [[], []]);
    const text = await provenanceOf(one.model);
    assert.ok(masked > 0);
    assert.match(
      text,
      new RegExp(`and ${collected().length - 1} more · NDJSON · ${masked} events? with masked literals`),
    );
    assert.doesNotMatch(text, /gap|can’t be found/);
    one.model.filters.setLocalFilters({ question: textQuestion('Grace') });
    assert.match(await provenanceOf(one.model), /^0 of [^·]* · masked literals can’t be found/);
  });

  it('reads every kind of raw file with the same events', async () => {
    const [all, newer] = [
      linesOf('all.ndjson').map(idOfLine),
      new Set(linesOf(...collected()).map(idOfLine)),
    ];
    assert.ok(all.length > newer.size);
    for (const [name, format] of [
      ['all.ndjson', 'NDJSON'],
      ['all.parquet', 'Parquet'],
      ['plain.ndjson', 'NDJSON'],
      ['list.ndjson', 'NDJSON'],
    ] as const) {
      const { model, said, open, ids } = setUp();
      assert.equal(await open(name), true);
      const read = new Set(await ids());
      assert.deepEqual([said, all.filter((id) => !read.has(id))], [[], []], name);
      const text = await provenanceOf(model);
      assert.match(text, new RegExp(`from file ${name} · ${format}`));
      assert.equal(/masked literals/.test(text), name !== 'plain.ndjson', text);
    }
  });

  it('gives the same event from Parquet as from its line', async () => {
    const textsOf = async (name: string) => {
      const { model, open } = setUp();
      assert.equal(await open(name), true);
      return (await eventsOf(model)).map(({ context, raw }) => [context.changeID, JSON.stringify(raw)]);
    };
    const lines = new Map(await textsOf('list.ndjson').then((all) => all as [string, string][]));
    for (const [id, text] of await textsOf('all.parquet')) assert.equal(text, lines.get(id ?? ''));
  });

  it('leaves repeated events out, and counts them', async () => {
    const { model, open, ids } = setUp();
    const names = ['all.ndjson', ...collected(), 'list.ndjson'];
    assert.equal(await open(...names), true);
    const lines = linesOf(...names).map(idOfLine);
    const loaded = new Set(lines).size;
    assert.equal((await ids()).length, loaded);
    assert.match(await provenanceOf(model), new RegExp(` ${lines.length - loaded} repeated events left out`));
  });

  it('says which formats are not read', async () => {
    for (const [name, format] of [
      ['all.ocsf.ndjson', 'OCSF'],
      ['all.ecs.ndjson', 'ECS'],
    ] as const) {
      const { said, open } = setUp();
      assert.equal(await open(name), false);
      assert.deepEqual(said, [
        `Could not open ${name}: Vault SQL can’t read the format ${format}. Open a file of the format raw.`,
      ]);
    }
  });

  it('leaves a torn last line out, says so, and reads it once it is whole; shows gaps until they are closed', async () => {
    const { model, said, files, open, ids } = setUp();
    const [first = '', second = '', third = ''] = linesOf('all.ndjson');
    const timeOf = (line: string): string =>
      (JSON.parse(line) as { request: { timestamp: string } }).request.timestamp;
    const gap = {
      id: '1-x',
      above: { timestamp: timeOf(first) },
      below: { timestamp: timeOf(second) },
      isOpenEnded: false,
      foundAt: '2026-11-20T10:00:00.000Z',
    };
    const file = join(folder, 'torn.ndjson');
    writeFileSync(file, `${first}\n${JSON.stringify({ gap })}\n${second}\n${third.slice(0, 50)}`);
    assert.equal(await open('torn.ndjson'), true);
    assert.deepEqual(said, ['torn.ndjson is truncated at line 4. Only complete events were opened.']);
    const text = await provenanceOf(model);
    assert.match(text, /from file torn\.ndjson · truncated · NDJSON/);
    assert.match(text, /1 gap between \d{4}-[^·]* and \d{4}-[^·]*: events may be missing/);
    assert.equal((await model.trail.view(model.filters.createTrailQuery())).gaps[0]?.at, 1);
    appendFileSync(file, `${third.slice(50)}\n`);
    assert.deepEqual(await files.readAdditionsToFiles(), { isMore: true, isOver: false });
    assert.deepEqual(await ids(), [first, second, third].map(idOfLine));
    assert.match(await provenanceOf(model), /from file torn\.ndjson · NDJSON.*1 gap/);
    const closed = { ...gap, closedAt: '2026-11-20T10:00:00.000Z' };
    appendFileSync(file, `${JSON.stringify({ gap: closed })}\n`);
    assert.deepEqual(await files.readAdditionsToFiles(), { isMore: false, isOver: false });
    assert.doesNotMatch(await provenanceOf(model), /gap/);
    assert.equal(said.length, 1);
  });

  it('opens an empty file beside others without a warning, and says of a torn one that it is torn', async () => {
    const [first = '', second = ''] = linesOf('all.ndjson');
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write('torn-whole.ndjson', `${first}\n`);
    write('torn-empty.ndjson', '');
    write('torn-start.ndjson', second.slice(0, 50));
    const beside = setUp();
    assert.equal(await beside.open('torn-whole.ndjson', 'torn-empty.ndjson'), true);
    assert.deepEqual([await beside.ids(), beside.said], [[idOfLine(first)], []]);
    const torn = 'Could not open torn-start.ndjson: it ends before its first event is complete.';
    const both = setUp();
    assert.equal(await both.open('torn-whole.ndjson', 'torn-start.ndjson'), true);
    assert.deepEqual(both.said, [torn]);
    const alone = setUp();
    assert.equal(await alone.open('torn-start.ndjson'), false);
    assert.deepEqual(alone.said, [torn]);
    const empty = setUp();
    assert.equal(await empty.open('torn-empty.ndjson'), false);
    assert.deepEqual(empty.said, ['Could not open torn-empty.ndjson: no events.']);
    appendFileSync(join(folder, 'torn-start.ndjson'), `${second.slice(50)}\n`);
    assert.deepEqual(await both.files.readAdditionsToFiles(), { isMore: true, isOver: false });
    assert.deepEqual((await both.ids()).toSorted(), [first, second].map(idOfLine).toSorted());
  });

  it('opens the folder, without the state of the collector', async () => {
    const { said, open } = setUp();
    for (const name of readdirSync(folder))
      if (/^(?:all|plain|list|torn)/.test(name)) rmSync(join(folder, name));
    assert.ok(readdirSync(folder).includes('log.state.json'));
    assert.equal(await open('.'), true);
    assert.deepEqual(said, []);
  });
});
