import assert from 'node:assert/strict';
import { documents, edits, marked } from '../fakeVscode.ts';
import { documentWith, fakeWindow, readyRun, resultsOf, settled, withFirstPage } from './fakeWindow.ts';

const { Session } = await import('../../../../src/extension/results/session/session.ts');

const sql = 'SELECT name FROM persons';
const rejected = {
  kind: 'status',
  status: 400,
  message: 'column "name" does not exist',
  retry: true,
} as const;
const down = { kind: 'status', status: 503, message: 'column "name" is busy', retry: true } as const;

describe('a column that the service rejects', () => {
  beforeEach(() => marked.clear());

  /** A statement, the second of its document, that was run once and answered. */
  async function opened() {
    const editor = fakeWindow();
    const { results } = resultsOf(editor);
    const place = documentWith(`SELECT id FROM persons;\n\n${sql}`);
    const [{ path }] = place;
    const done = results.prepareAndRunStatement(...place);
    await settled();
    editor.asked[0]?.answer(3);
    await done;
    const columns = (): readonly number[] =>
      (marked.get(path) ?? []).map(({ range }) => range.start.character);
    /** Does something that sends one request; gives what is marked before its answer and after it. */
    const asked = async (begin: () => Promise<unknown>, answer: 'rejected' | 'down' | 'answered') => {
      const over = begin();
      await settled();
      const before = columns();
      const request = editor.asked.at(-1);
      if (answer === 'answered') request?.answer(3);
      else request?.refuse(answer === 'down' ? down : rejected);
      await over;
      await settled();
      return [before, columns()];
    };
    return { editor, results, place, path, columns, asked };
  }
  const at = 'SELECT id FROM persons;\n\nSELECT '.length;

  it('is marked where its query is run again in the results, until it is run again there', async () => {
    const { results, asked } = await opened();
    const rerun = () => results.performTool('rerun');
    assert.deepEqual(await asked(rerun, 'rejected'), [[], [at]]);
    assert.deepEqual(await asked(rerun, 'rejected'), [[], [at]]);
    assert.deepEqual(await asked(rerun, 'answered'), [[], []]);
    assert.deepEqual(await asked(rerun, 'rejected'), [[], [at]]);
    assert.deepEqual(await asked(rerun, 'down'), [[], []]);
    results.dispose();
  });

  it('is marked where it is run from the editor, in the panel or a tab, until another statement is run', async () => {
    const { results, place, asked } = await opened();
    const [uri, offset] = place;
    assert.deepEqual(await asked(() => results.prepareAndRunStatement(uri, offset), 'rejected'), [[], [at]]);
    assert.deepEqual(await asked(() => results.prepareAndRunStatement(uri, 0), 'answered'), [[], []]);
    results.dispose();
  });

  it('is marked where a further page is rejected', async () => {
    const { editor, results, place, columns } = await opened();
    const done = results.prepareAndRunStatement(...place);
    await settled();
    editor.asked.at(-1)?.answer();
    await done;
    const next = results.performAction('next');
    await settled();
    editor.asked.at(-1)?.refuse(rejected);
    await next;
    assert.deepEqual(columns(), [at]);
    results.dispose();
  });

  it('is marked where Load all is rejected amid its pages, until it goes on', async () => {
    const { editor, results, place, columns } = await opened();
    const answerLast = async (answer: 'rejected' | 'answered', rows?: number): Promise<void> => {
      if (answer === 'answered') editor.asked.at(-1)?.answer(rows);
      else editor.asked.at(-1)?.refuse(rejected);
      await settled();
    };
    const running = results.prepareAndRunStatement(...place);
    await settled();
    await answerLast('answered');
    await running;
    const loading = results.performTool('loadAll', { confirmed: true });
    await settled();
    await answerLast('answered');
    assert.deepEqual(columns(), []);
    await answerLast('rejected');
    assert.equal((await loading).title, 'The service rejected the query (400)');
    assert.deepEqual(columns(), [at]);
    const goingOn = results.performTool('resume');
    await settled();
    await answerLast('answered', 3);
    await answerLast('answered', 0);
    assert.equal((await goingOn).rowCount, 53);
    assert.deepEqual(columns(), []);
    results.dispose();
  });

  it('is told of where counting the rows is rejected, until the question is left', async () => {
    const editor = fakeWindow();
    const session = new Session(editor.deps, await readyRun(editor, sql));
    const told: (string | undefined)[] = [];
    session.onRejection = (message) => void told.push(message);
    session.startPager();
    await settled();
    editor.asked[0]?.answer();
    await settled();
    session.loading.offerOrResumeLoadAll();
    const counting = session.loading.countRows();
    await settled();
    editor.asked[1]?.refuse(rejected);
    await counting;
    assert.deepEqual(told, [rejected.message]);
    session.loading.dismissLoadAllNotice();
    assert.deepEqual(told, [rejected.message, undefined]);
    session.dispose();
  });

  it('is no longer marked once the text is edited, and not at all where it was edited meanwhile', async () => {
    const { editor, results, path, columns } = await opened();
    const document = documents.get(path);
    assert.ok(document);
    const rerun = async (): Promise<void> => {
      const over = results.performTool('rerun');
      await settled();
      editor.asked.at(-1)?.refuse(rejected);
      await over;
    };
    await rerun();
    edits.fire({ document, contentChanges: [{}] });
    assert.deepEqual(columns(), []);
    Object.assign(document, { getText: () => 'SELECT nothing' });
    await rerun();
    assert.deepEqual(columns(), []);
    results.dispose();
  });

  it('is no longer marked as the request is sent once more', async () => {
    const editor = fakeWindow();
    const session = new Session(editor.deps, await readyRun(editor, sql));
    const told: (string | undefined)[] = [];
    session.onRejection = (message) => void told.push(message);
    session.startPager();
    await settled();
    editor.asked[0]?.refuse(rejected);
    await settled();
    assert.deepEqual(told, [rejected.message]);
    session.retryPagerRequest();
    await settled();
    assert.deepEqual(told, [rejected.message, undefined]);
    editor.asked[1]?.answer();
    await settled();
    assert.equal(told.length, 2);
    session.dispose();
  });

  it('is said to be a misspelling where answers have shown one like it of its table, and no other', async () => {
    const editor = fakeWindow();
    const textAfter = async (query: string, message: string): Promise<string> => {
      const session = new Session(editor.deps, await readyRun(editor, query));
      session.startPager();
      await settled();
      editor.asked.at(-1)?.refuse({ ...rejected, message });
      await settled();
      const state = session.state();
      session.dispose();
      return 'notice' in state ? (state.notice?.text ?? '') : '';
    };
    const [query, message] = ['SELECT p.nmae FROM persons p', 'column "p.nmae" does not exist'];
    assert.doesNotMatch(await textAfter(query, message), /Did you mean/);
    (await withFirstPage(editor)).results.dispose();
    assert.match(await textAfter(query, message), /^Did you mean name\? /);
    assert.doesNotMatch(await textAfter(query.replace('persons', 'cards'), message), /Did you mean/);
    assert.doesNotMatch(await textAfter(sql, rejected.message), /Did you mean/);
    assert.doesNotMatch(await textAfter('SELECT city FROM persons', 'column "city"'), /Did you mean/);
  });
});
