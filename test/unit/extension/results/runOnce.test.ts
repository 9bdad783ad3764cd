import assert from 'node:assert/strict';
import { countCalls, parsing, scanning } from '../../calls.ts';
import { window } from '../fakeVscode.ts';
import { documentWith, type FakeWindow, fakeWindow, settled } from './fakeWindow.ts';

const { prepareRun } = await import('../../../../src/extension/query/prepare.ts');
const { Session } = await import('../../../../src/extension/results/session/session.ts');

const dollar = (name: string): string => `$\{${name}}`;
const sql = `SELECT name FROM persons WHERE state = :state AND income > ${dollar('least')} LIMIT :most`;
const rows = "FROM persons WHERE state = 'O''Hara' AND income > -5";

describe('a run of a query with placeholders', () => {
  const questions: unknown[] = [];
  beforeEach(() => {
    questions.length = 0;
    const values = ["O'Hara", '-5', '70'];
    Object.assign(window, { showInputBox: async () => values[questions.push(0) - 1] });
  });
  afterEach(() => Reflect.deleteProperty(window, 'showInputBox'));

  async function open({ deps }: FakeWindow, count = false) {
    const prepared = await prepareRun(
      deps,
      ...documentWith(`SELECT id FROM persons;\n\n${sql};\n`),
      count ? 'count' : 'rows',
    );
    if (prepared.kind !== 'ready') throw new Error(prepared.kind);
    const session = new Session(deps, prepared.run);
    session.startPager();
    await settled();
    return session;
  }

  it('parses its text once up to the first page, and never again', async () => {
    const editor = fakeWindow(undefined, true);
    const sessions: Awaited<ReturnType<typeof open>>[] = [];
    const [parses, scans] = await countCalls([parsing, scanning], async () => {
      sessions.push(await open(editor));
    });
    // The document for the statement meant, its first lines for the target, the statement.
    assert.deepEqual([parses, scans], [1, 3]);
    const [session] = sessions;
    const further = await countCalls([parsing, scanning], async () => {
      for (const action of ['next', 'next', 'previous', 'first'] as const) {
        session?.performAction(action);
        await settled();
      }
      await session?.displayAndLoadAllRows();
      await session?.loading.countRows();
      session?.createExportSource();
      session?.state();
    });
    assert.deepEqual(further, [0, 0]);
    assert.equal(questions.length, 3);
    assert.deepEqual(
      editor.asked.slice(0, 3).map(({ query }) => query),
      [
        `SELECT name ${rows} LIMIT 25 OFFSET 0`,
        `SELECT name ${rows} LIMIT 25 OFFSET 25`,
        `SELECT name ${rows} LIMIT 20 OFFSET 50`,
      ],
    );
  });

  it('parses nothing again for COUNT over its rows', async () => {
    const editor = fakeWindow(undefined, true);
    const [parses] = await countCalls([parsing], () => open(editor, true));
    assert.equal(parses, 1);
    assert.deepEqual(
      editor.asked.map(({ query }) => query),
      [`SELECT COUNT(*) ${rows}`],
    );
  });

  it('parses nothing again to be run again', async () => {
    const editor = fakeWindow(undefined, true);
    const { run } = await open(editor);
    const calls = await countCalls([parsing, scanning], async () => {
      new Session(editor.deps, { ...run, startedAt: Date.now() }).startPager();
      await settled();
    });
    assert.deepEqual([calls, editor.asked.length], [[0, 0], 2]);
  });

  it('asks for no value where the statement is refused, and sends nothing', async () => {
    const editor = fakeWindow();
    const prepared = await prepareRun(editor.deps, ...documentWith('SELECT a FROM t WHERE a >= :least'));
    assert.deepEqual([prepared.kind, questions.length, editor.asked.length], ['refused', 0, 0]);
  });
});
