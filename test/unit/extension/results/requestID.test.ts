import assert from 'node:assert/strict';
import { documentWith, fakeWindow, readyRun, resultsOf, settled, withFirstPage } from './fakeWindow.ts';

const { Session } = await import('../../../../src/extension/results/session/session.ts');

const refused = { kind: 'status', status: 503, message: '', retry: true, requestID: 'refused' } as const;

describe('the request of the rows on screen', () => {
  it('is known with its time and ID, of each page its own', async () => {
    const editor = fakeWindow();
    const session = new Session(editor.deps, await readyRun(editor));
    assert.equal(session.state().request, undefined);
    session.startPager();
    await settled();
    assert.deepEqual([session.state().request, session.state().can.copyRequestID], [undefined, false]);
    editor.asked[0]?.answer();
    await settled();
    assert.deepEqual(session.state().request, { time: '1 ms', id: 'r0' });
    session.performAction('next');
    await settled();
    editor.asked[1]?.answer();
    await settled();
    assert.deepEqual(session.state().request, { time: '1 ms', id: 'r25' });
    session.performAction('previous');
    const { request, can, status, detail } = session.state();
    assert.deepEqual([request?.id, can.copyRequestID], ['r0', true]);
    for (const text of [status, detail]) assert.doesNotMatch(text, /ms|r0|r25/);
    session.dispose();
  });

  it('is copied by its ID, by a button and by the command, which says where there is none', async () => {
    const editor = fakeWindow();
    const said: string[] = [];
    Object.assign(editor.deps.messages, { info: async (text: string) => void said.push(text) });
    const { results } = resultsOf(editor);
    assert.equal(await results.copyRequestID(), false);
    assert.deepEqual([said, editor.copied], [['No request ID to copy.'], []]);
    results.dispose();
    const { results: withRows } = await withFirstPage(editor);
    assert.equal(await withRows.copyRequestID(), true);
    await withRows.performTool('copyRequestID');
    assert.deepEqual([editor.copied, said.length], [['r0', 'r0'], 1]);
    withRows.dispose();
  });

  it('is copied of a query that failed, too', async () => {
    const editor = fakeWindow();
    const { results } = resultsOf(editor);
    const done = results.prepareAndRunStatement(...documentWith('SELECT name FROM persons'));
    await settled();
    editor.asked[0]?.refuse(refused);
    assert.equal((await done).phase, 'error');
    assert.equal(await results.copyRequestID(), true);
    assert.deepEqual(editor.copied, ['refused']);
    results.dispose();
  });
});
