import assert from 'node:assert/strict';
import { createTimeTerms } from '../../../../../src/core/audit/query/editQuery.ts';
import { noLocalFilters } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { filtersOf, textQuestion } from '../../../core/audit/questions.ts';
import { window } from '../../fakeVscode.ts';
import { connectionOf, fakeService, fileOf, partsOf, settled } from '../fakeModel.ts';
import { fakePicks } from './fakePick.ts';
import '../../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../../src/extension/audit/actions/trailActions.ts'
);
const { createFilterPicker } = await import('../../../../../src/extension/audit/pickers/filterPick.ts');

const [a, b] = [connectionOf('a'), connectionOf('b')];
/** Where the service goes on. */
const older = { timestamp: '2026-01-01 00:00:00', changeID: 'c' };
const hubTitle = 'Filter audit events';

interface Box {
  readonly title: string;
  readonly validateInput?: (text: string) => string | undefined;
}

/** Events of `a` filtered by an actor, and what the person is asked and told. */
async function setUp(connections = [a, b]) {
  const service = fakeService(...connections);
  const { model, asked } = service;
  const loading = model.requests.loadNewest({ 'context.actor': 'ada@a.test' });
  asked[0]?.answer({ nextOps: older });
  await loading;
  const said: string[] = [];
  const parts = partsOf(service, {
    messages: { info: async (text: string) => void said.push(text) },
    settings: { ...service.deps.settings, rawSavedFilters: () => ({}) },
    picker: createFilterPicker(),
  });
  const commands = trailCommands(parts);
  const run = (command: `vaultsql.${string}`, argument?: unknown) =>
    Promise.resolve(commands[command]?.(argument));
  return { ...service, said, run, pick: fakePicks() };
}

/** A box in which the person types once `meanwhile` has happened; a text that is refused is left. */
function boxes(answers: Readonly<Record<string, () => string>>): string[] {
  const problems: string[] = [];
  Object.assign(window, {
    showInputBox: async ({ title, validateInput }: Box) => {
      await settled();
      const text = answers[title]?.();
      const problem = text === undefined ? undefined : validateInput?.(text);
      if (problem) problems.push(problem);
      return problem ? undefined : text;
    },
  });
  return problems;
}

/** In each list the person takes the first of these that it has. */
const choosing = (...labels: readonly string[]): void => {
  Object.assign(window, {
    showQuickPick: async (items: readonly { readonly label: string }[]) =>
      items.find(({ label }) => labels.includes(label)) ?? assert.fail(`no ${labels}`),
  });
};
const apply = '$(check) Apply 1 change';

type SetUp = Awaited<ReturnType<typeof setUp>>;

/** In the list of filters the person chooses an access type, which is not applied yet. `done` when the list is left. */
async function chooseAccessType({ run, pick }: SetUp) {
  const done = run('vaultsql.audit.filter');
  (await pick(hubTitle)).choose('Access type');
  (await pick(`${hubTitle}: Access type`)).choose('SQL');
  return { done };
}

/** Chooses a range of time in the list of filters, beside what was chosen there before. */
async function chooseYesterday({ pick }: SetUp): Promise<void> {
  choosing('Time range', 'Yesterday');
  (await pick(hubTitle)).choose('Time range');
  await settled();
}

/** Puts back what a test replaces of the window. */
function restoreWindow(): void {
  const before = { ...window };
  afterEach(() => Object.assign(window, before));
}

/** A row of a filter in the tree, as the argument of a command. */
const row = (name: string) => ({
  kind: 'filter',
  by: 'service',
  name,
  terms: [],
  text: '',
  isRequired: false,
});

describe('a filter that is chosen late', () => {
  restoreWindow();

  it('is not sent to the connection that was chosen meanwhile', async () => {
    const { model, asked, said, run, pick, setConnections } = await setUp();
    const filtering = run('vaultsql.audit.filter');
    (await pick(hubTitle)).choose('Access type');
    const value = await pick(`${hubTitle}: Access type`);
    value.type('SQL');
    setConnections([b, a]);
    model.source.displayEmptyListing();
    value.enter();
    (await pick(hubTitle)).choose(apply);
    await filtering;
    assert.deepEqual(
      asked.filter(({ connection }) => connection === 'b'),
      [],
    );
    assert.deepEqual(said, ['Other events are shown now. Your choice was not applied.']);
  });

  it('leads away from no file that was opened meanwhile', async () => {
    const { model, asked, said, run, pick } = await setUp();
    const filtering = run('vaultsql.audit.filter');
    (await pick(hubTitle)).choose('Access type');
    const value = await pick(`${hubTitle}: Access type`);
    model.source.displayOpenedFile(fileOf(model, 'f', []));
    value.choose('SQL');
    (await pick(hubTitle)).choose(apply);
    await filtering;
    assert.deepEqual([asked.length, said.length, model.state.file()?.name], [1, 1, 'f']);
  });

  it('does not bring back a filter that was removed meanwhile', async () => {
    const { model, asked, said, run, pick } = await setUp();
    const filtering = run('vaultsql.audit.filter');
    (await pick(hubTitle)).choose('Access type');
    const value = await pick(`${hubTitle}: Access type`);
    const loading = model.requests.loadNewest({});
    asked.at(-1)?.answer({});
    await loading;
    value.choose('SQL');
    (await pick(hubTitle)).choose(apply);
    await settled();
    asked.at(-1)?.answer({});
    await filtering;
    assert.deepEqual(
      asked.map(({ filters: { accountID: _account, ...filters } }) => filters),
      [{ 'context.actor': 'ada@a.test' }, {}, { 'context.accessType': 'SQL' }],
    );
    assert.deepEqual(said, []);
  });

  it('over loaded events neither reaches other events nor brings back a filter', async () => {
    const { model, said, run, pick, setConnections } = await setUp();
    model.filters.setLocalFilters({ question: createTimeTerms({ from: 1, to: 2 }) });
    boxes({
      'Question about these events': () => {
        model.filters.setLocalFilters(noLocalFilters);
        return 'x';
      },
    });
    const filtering = run('vaultsql.audit.filterLoaded');
    (await pick(hubTitle)).choose('Question');
    await filtering;
    assert.deepEqual(model.filters.getAppliedFilters().local, { question: textQuestion('x') });
    boxes({
      'Question about these events': () => {
        setConnections([b, a]);
        model.source.displayEmptyListing();
        return 'ada';
      },
    });
    const again = run('vaultsql.audit.filterLoaded');
    (await pick(hubTitle)).choose('Question');
    await again;
    assert.deepEqual(model.filters.getAppliedFilters().local, noLocalFilters);
    assert.equal(said.length, 1);
  });

  it('as an account ID is not used for another connection', async () => {
    const without = [connectionOf('a', { accountID: '' }), connectionOf('b', { accountID: '' })] as const;
    const { model, asked, run, setConnections } = await setUp([...without]);
    boxes({
      'Account ID of a': () => {
        setConnections([without[1], without[0]]);
        model.source.displayEmptyListing();
        return 'account-of-a';
      },
    });
    const before = asked.length;
    await run('vaultsql.audit.refresh');
    assert.deepEqual([asked.length, model.filters.getKnownAccountID()], [before, undefined]);
  });

  it('as a time to load back to reads nothing of another connection', async () => {
    const { model, asked, said, run, setConnections } = await setUp();
    boxes({
      'Load audit events since': () => {
        setConnections([b, a]);
        model.source.displayEmptyListing();
        return '2h';
      },
    });
    await run('vaultsql.audit.loadUntil');
    assert.deepEqual([asked.length, said.length], [1, 1]);
  });
});

describe('a filter that is changed from its row', () => {
  restoreWindow();
  it('is asked for at once, and sent with one request', async () => {
    const { asked, run, pick } = await setUp();
    const filtering = run('vaultsql.audit.filter', row('context.actor'));
    const value = await pick(`${hubTitle}: Actor`);
    value.type('bob@a.test');
    value.enter();
    await settled();
    asked.at(-1)?.answer({});
    await filtering;
    const sent = asked.map(({ filters }) => filters['context.actor']);
    assert.deepEqual(sent, ['ada@a.test', 'bob@a.test']);
  });

  it('over loaded events is asked for at once too', async () => {
    const { model, run } = await setUp();
    model.filters.setLocalFilters({ question: textQuestion('x') });
    boxes({ 'Question about these events': () => 'y' });
    await run('vaultsql.audit.filterLoaded', row('question'));
    assert.deepEqual(model.filters.getAppliedFilters().local, { question: textQuestion('y') });
  });

  it('by marks is asked for at once too', async () => {
    const { model, run } = await setUp();
    model.filters.setLocalFilters(filtersOf('marked'));
    choosing('Any');
    await run('vaultsql.audit.filterLoaded', row('marked'));
    assert.deepEqual(model.filters.getAppliedFilters().local, noLocalFilters);
  });

  it('of an unknown name leads to the list', async () => {
    const { asked, run, pick } = await setUp();
    const filtering = run('vaultsql.audit.filter', row('__proto__'));
    (await pick(hubTitle)).leave();
    await filtering;
    assert.equal(asked.length, 1);
  });
});

describe('several filters', () => {
  restoreWindow();

  it('are applied together, those of the service with one request', async () => {
    const context = await setUp();
    const { model, asked, pick } = context;
    const { done } = await chooseAccessType(context);
    await chooseYesterday(context);
    const again = await pick(hubTitle);
    assert.equal(again.item('Access type').description, 'SQL · server');
    assert.equal(again.item('Time range').description, 'Yesterday · loaded events');
    again.pressButtonOf('Actor');
    const last = await pick(hubTitle);
    assert.equal(last.item('Actor').description, 'any · server');
    assert.deepEqual(
      [asked.length, model.filters.resolveTimeRange()],
      [1, undefined],
      'nothing is sent or filtered yet',
    );
    last.choose('$(check) Apply 3 changes');
    await settled();
    asked.at(-1)?.answer({});
    await done;
    const { accountID: _account, ...sent } = asked.at(-1)?.filters ?? {};
    assert.deepEqual([asked.length, sent], [2, { 'context.accessType': 'SQL' }]);
    const { from = 0, to = 0 } = model.filters.resolveTimeRange() ?? {};
    assert.equal(to - from, 86_400_000);
  });

  it('are dropped with the list that is left', async () => {
    const context = await setUp();
    const { asked, pick } = context;
    const { done } = await chooseAccessType(context);
    (await pick(hubTitle)).leave();
    await done;
    assert.equal(asked.length, 1);
  });

  it('are kept where the list of one value is left', async () => {
    const context = await setUp();
    const { asked, pick } = context;
    const { done } = await chooseAccessType(context);
    (await pick(hubTitle)).choose('Actor');
    (await pick(`${hubTitle}: Actor`)).leave();
    (await pick(hubTitle)).choose(apply);
    await settled();
    asked.at(-1)?.answer({});
    await done;
    assert.deepEqual([asked.length, asked.at(-1)?.filters['context.accessType']], [2, 'SQL']);
  });

  it('in loaded events are applied at once where none on the server waits for a request', async () => {
    const { model, asked, run, pick } = await setUp();
    const filtering = run('vaultsql.audit.filter');
    boxes({ 'Question about these events': () => 'first' });
    (await pick(hubTitle)).choose('Question');
    await filtering;
    assert.deepEqual(model.filters.getAppliedFilters().local.question, textQuestion('first'));
    assert.equal(asked.length, 1);
  });

  it('count once where one is chosen again, which then holds', async () => {
    const context = await setUp();
    const { model, asked, pick } = context;
    const { done } = await chooseAccessType(context);
    for (const text of ['first', 'second']) {
      boxes({ 'Question about these events': () => text });
      (await pick(hubTitle)).choose('Question');
      await settled();
    }
    (await pick(hubTitle)).choose('$(check) Apply 2 changes');
    await settled();
    asked.at(-1)?.answer({});
    await done;
    assert.deepEqual(model.filters.getAppliedFilters().local.question, textQuestion('second'));
  });

  it('say what a range of time lacks of the events that the service filters, not of those before', async () => {
    const old = toAuditEvent({
      context: { changeID: 'old' },
      request: { timestamp: '2020-01-01 00:00:00.000000000' },
    });
    for (const [events, warnings] of [
      [[old], []],
      [[], [/^No events before .* are loaded\.$/]],
    ] as const) {
      const context = await setUp();
      const { asked, said, pick } = context;
      const { done } = await chooseAccessType(context);
      await chooseYesterday(context);
      (await pick(hubTitle)).choose('$(check) Apply 2 changes');
      await settled();
      assert.deepEqual(said, []);
      asked.at(-1)?.answer({ events, nextOps: older });
      await done;
      assert.equal(said.length, warnings.length);
      for (const [at, warning] of warnings.entries()) assert.match(said[at] ?? '', warning);
    }
  });
});

describe('a range of time over loaded events', () => {
  restoreWindow();

  it('that ends before it starts is refused', async () => {
    const { model, run } = await setUp();
    choosing('Custom…');
    const answers = { 'Start of the time range': () => '2h', 'End of the time range': () => '3d' };
    const problems = boxes(answers);
    await run('vaultsql.audit.filterLoaded', row('range'));
    assert.deepEqual(problems, ['The end is before the start.']);
    assert.equal(model.filters.resolveTimeRange(), undefined);
  });

  it('may begin and end within the same minute, and be open on either side', async () => {
    const { model, run } = await setUp();
    choosing('Custom…');
    for (const [start, end] of [
      ['2024-05-06 07:08', '2024-05-06 07:08'],
      ['2h', ''],
      ['', '3d'],
    ] as const) {
      const problems = boxes({
        'Start of the time range': () => start,
        'End of the time range': () => end,
      });
      await run('vaultsql.audit.filterLoaded', row('range'));
      assert.deepEqual(problems, []);
      const range = model.filters.resolveTimeRange();
      assert.ok(range && range.from < range.to, `${start} to ${end}`);
      assert.deepEqual([Number.isFinite(range.from), Number.isFinite(range.to)], [start !== '', end !== '']);
    }
  });
});
