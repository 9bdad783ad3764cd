import assert from 'node:assert/strict';
import { fakeWindow, readyRun, settled } from './fakeWindow.ts';

const { Session } = await import('../../../../src/extension/results/session/session.ts');

describe('a search that another one took the place of', () => {
  it('gives no answer, rather than none found', async () => {
    const editor = fakeWindow(undefined, true);
    const session = new Session(editor.deps, await readyRun(editor));
    session.start();
    await settled();
    const find = (text: string) =>
      session.tools.find({ rev: 1, text, row: 0, column: 0, columns: [0], direction: 'here' });
    const [first, second, third] = await Promise.allSettled([find('row 1'), find('row 2'), find('nowhere')]);
    assert.deepEqual([first.status, second.status], ['rejected', 'rejected']);
    assert.deepEqual(third, { status: 'fulfilled', value: null });
    session.dispose();
  });
});

describe('a masked column of which one value was revealed', () => {
  it('is neither sorted nor filtered by: both would rest, out of reach', async () => {
    const editor = fakeWindow(undefined, true);
    Object.assign(editor.deps.settings, { maskValues: () => 'all' });
    const session = new Session(editor.deps, await readyRun(editor));
    session.start();
    await settled();
    const { tools } = session;
    await tools.reveal({ rev: 1, row: 0, column: 0 });
    const nothingRests = session.rows.arrangement.resting();
    await tools.sort({ rev: 1, column: 0 });
    await tools.filter({ rev: 1, row: 0, column: 0, exclude: false });
    assert.doesNotMatch(session.state().status, /sort|filter/i);
    assert.deepEqual(session.rows.arrangement.resting(), nothingRests);
    await tools.reveal({ rev: 1, column: 0 });
    await tools.filter({ rev: 1, row: 0, column: 0, exclude: false });
    assert.deepEqual([session.rows.arranged(), session.rows.view().rowCount], [true, 1]);
    session.dispose();
  });
});
