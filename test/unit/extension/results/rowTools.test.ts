import assert from 'node:assert/strict';
import { window } from '../fakeVscode.ts';
import { fakeWindow, readyRun, settled } from './fakeWindow.ts';

const { Session } = await import('../../../../src/extension/results/session/session.ts');

/** A result with its first page; which of its values are masked, as the setting says. */
async function opened(maskValues = 'none') {
  const editor = fakeWindow(undefined, true);
  Object.assign(editor.deps.settings, { maskMode: () => maskValues });
  const session = new Session(editor.deps, await readyRun(editor));
  session.startPager();
  await settled();
  return session;
}

/** Waits for a sort or filter that takes more than one turn, which on a busy machine is one of few rows, too. */
async function arranged({ rows }: Awaited<ReturnType<typeof opened>>): Promise<void> {
  while (rows.arrangement.isArranging()) await settled();
}

describe('a search that another one took the place of', () => {
  it('gives no answer, rather than none found', async () => {
    const session = await opened();
    const find = (text: string) =>
      session.tools.find({ rev: 1, text, row: 0, column: 0, columns: [0], direction: 'here' });
    const [first, second, third] = await Promise.allSettled([find('row 1'), find('row 2'), find('nowhere')]);
    assert.deepEqual([first.status, second.status], ['rejected', 'rejected']);
    assert.deepEqual(third, { status: 'fulfilled', value: null });
    session.dispose();
  });
});

describe('masked columns', () => {
  it('are told to the view, without those that were revealed', async () => {
    const session = await opened('all');
    const masked = (): readonly number[] | undefined => {
      const state = session.state();
      return state.phase === 'rows' ? state.description.maskedColumns : assert.fail(state.phase);
    };
    const all = masked() ?? assert.fail('none is masked');
    assert.equal(all[0], 0);
    await session.tools.reveal({ rev: 1, row: 0, column: 0 });
    assert.deepEqual(masked(), all);
    await session.tools.reveal({ rev: 1, column: 0 });
    assert.deepEqual(masked(), all.length > 1 ? all.slice(1) : undefined);
    session.toggleMask();
    assert.equal(masked(), undefined);
    session.dispose();
  });
});

describe('a masked column of which one value was revealed', () => {
  it('is neither sorted nor filtered by: both would rest, out of reach', async () => {
    const session = await opened('all');
    const { tools } = session;
    await tools.reveal({ rev: 1, row: 0, column: 0 });
    const nothingRests = session.rows.arrangement.getUnappliedParts();
    await tools.sort({ rev: 1, sorts: [{ column: 0, descending: false }] });
    await tools.filter({ rev: 1, row: 0, column: 0, exclude: false });
    assert.doesNotMatch(session.state().status, /sort|filter/i);
    assert.deepEqual(session.rows.arrangement.getUnappliedParts(), nothingRests);
    await tools.reveal({ rev: 1, column: 0 });
    await tools.filter({ rev: 1, row: 0, column: 0, exclude: false });
    assert.deepEqual([session.rows.isSortedOrFiltered(), session.rows.view().rowCount], [true, 1]);
    session.dispose();
  });

  it('suspends its sort and filters once it is masked again, so that they reveal no value', async () => {
    const session = await opened('all');
    const { tools, rows } = session;
    await tools.reveal({ rev: 1, column: 0 });
    await tools.sort({ rev: 1, sorts: [{ column: 0, descending: true }] });
    await arranged(session);
    await tools.filter({ rev: 1, row: 0, column: 0, exclude: false });
    await arranged(session);
    assert.equal(rows.view().rowCount, 1);
    session.toggleMask();
    session.toggleMask();
    assert.deepEqual(rows.arrangement.getUnappliedParts(), { sort: true, filters: 1 });
    assert.deepEqual([rows.isSortedOrFiltered(), rows.view().rowCount], [false, 25]);
    session.dispose();
  });
});

describe('a filter whose value is typed', () => {
  afterEach(() => Reflect.deleteProperty(window, 'showInputBox'));

  it('keeps the rows that meet it, and is named', async () => {
    const session = await opened();
    Object.assign(window, { showInputBox: async () => 'ROW 1' });
    await session.tools.filterColumn({ rev: 1, column: 0, test: 'contains' });
    const { arrangement } = session.rows;
    assert.deepEqual(
      [arrangement.filters[0]?.label, session.rows.view().rowCount],
      ['name contains ROW 1', 11],
    );
    await session.tools.filterColumn({ rev: 1, column: 0, test: 'empty' });
    assert.deepEqual([arrangement.filters[1]?.label, session.rows.view().rowCount], ['name is empty', 0]);
    session.dispose();
  });

  it('is changed in its place, and asked for with what it is now', async () => {
    const session = await opened('none');
    const { arrangement } = session.rows;
    const given: unknown[] = [];
    let answer: string | undefined = 'row 1';
    Object.assign(window, {
      showInputBox: async ({ value }: { value?: string }) => {
        given.push(value);
        return answer;
      },
    });
    await session.tools.filterColumn({ rev: 1, column: 0, test: 'contains' });
    await session.tools.filterColumn({ rev: 1, column: 0, test: 'empty' });
    const [typed, empty] = arrangement.filters;
    const shown = session.state();
    assert.ok(shown.phase === 'rows');
    assert.deepEqual(
      shown.description.arrangement.filters.map(({ editable }) => editable),
      [true, false],
    );
    answer = 'row 2';
    await session.tools.editFilter({ id: typed?.id ?? '' });
    answer = undefined;
    await session.tools.editFilter({ id: typed?.id ?? '' });
    for (const id of [empty?.id ?? '', 'gone']) await session.tools.editFilter({ id });
    assert.deepEqual(given, [undefined, 'row 1', 'row 2']);
    assert.deepEqual(
      arrangement.filters.map(({ id, label }) => [id, label]),
      [
        [typed?.id, 'name contains row 2'],
        [empty?.id, 'name is empty'],
      ],
    );
    session.dispose();
  });

  it('is not asked for where the column is masked, and leaving it changes nothing', async () => {
    let asked = 0;
    Object.assign(window, { showInputBox: async () => void asked++ });
    const masked = await opened('all');
    await masked.tools.filterColumn({ rev: 1, column: 0, test: 'greater' });
    assert.deepEqual([asked, masked.rows.isSortedOrFiltered()], [0, false]);
    const plain = await opened();
    await plain.tools.filterColumn({ rev: 1, column: 0, test: 'greater' });
    assert.deepEqual([asked, plain.rows.isSortedOrFiltered()], [1, false]);
    masked.dispose();
    plain.dispose();
  });
});

describe('a filter by an entry of the statistics', () => {
  it('keeps the rows that it counts', async () => {
    const session = await opened();
    const { tools, rows } = session;
    const { top, others } = await tools.statistics({ rev: 1, column: 0 });
    assert.ok(top[2] && others);
    assert.equal(others.rows + top.reduce((sum, { count }) => sum + count, 0), rows.loadedRowCount());
    await tools.filterByStatistic({ rev: 1, column: 0, list: 'top', index: 2 });
    assert.deepEqual(
      [rows.view().rowCount, rows.view().value(0, 0), rows.arrangement.filters[0]?.label],
      [top[2].count, top[2].cell.t, `name is ${top[2].cell.t}`],
    );
    session.dispose();
  });

  it('does nothing where there is no such entry, or the figures are of another column', async () => {
    const session = await opened();
    const { tools, rows } = session;
    await tools.filterByStatistic({ rev: 1, column: 0, list: 'top', index: 0 });
    await tools.statistics({ rev: 1, column: 0 });
    await tools.filterByStatistic({ rev: 1, column: 1, list: 'top', index: 0 });
    await tools.filterByStatistic({ rev: 1, column: 0, list: 'top', index: 10 });
    await tools.filterByStatistic({ rev: 1, column: 0, list: 'bins', index: 0 });
    assert.equal(rows.isSortedOrFiltered(), false);
    session.dispose();
  });

  it('of a masked column filters nothing, also where the figures were asked for before', async () => {
    const session = await opened();
    const { tools, rows } = session;
    await tools.statistics({ rev: 1, column: 0 });
    session.toggleMask();
    await tools.filterByStatistic({ rev: 1, column: 0, list: 'top', index: 0 });
    assert.equal(rows.isSortedOrFiltered(), false);
    const { hidden, top, histogram } = await tools.statistics({ rev: 1, column: 0 });
    assert.deepEqual([hidden, top, histogram], [rows.loadedRowCount(), [], undefined]);
    session.dispose();
  });
});
