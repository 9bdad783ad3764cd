import assert from 'node:assert/strict';
import { AUDIT_FILTERS } from '../../../../src/core/audit/filters/filters.ts';
import { createTimeTerms } from '../../../../src/core/audit/query/editQuery.ts';
import { toEventSet } from '../../../../src/core/audit/store/localKeys.ts';
import { auditFields } from '../../../../src/core/audit/table/fields.ts';
import { type LocalFilters, noLocalFilters } from '../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { eventText } from '../../../bench/auditEvents.ts';
import { eventOf } from '../../../webview/auditHost.ts';
import { filtersOf, textQuestion } from '../../core/audit/questions.ts';
import { actionsOf, connectionOf, fakeService, fileOf, partsOf, provenanceOf } from './fakeModel.ts';
import '../withVscode.ts';

const { fieldLabels, filterLabel, localLabels } = await import('../../../../src/extension/audit/labels.ts');
const { createController } = await import('../../../../src/extension/audit/views/table/controller.ts');
const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);
const { createChips, rangeLabel } = await import('../../../../src/extension/audit/views/table/chips.ts');
const { localFiltersText, serviceFiltersText } = await import(
  '../../../../src/extension/audit/provenance.ts'
);

const one = (id: string) => toAuditEvent({ context: { changeID: id } });
const looks = () => fakeService(connectionOf('a')).model.masking;

describe('filters in words', () => {
  const range = { from: Date.UTC(2026, 0, 1, 10), to: Date.UTC(2026, 0, 1, 11) };
  const all: LocalFilters = {
    question: [
      ...filtersOf('actor:ada,"",absent -status:404').question,
      ...createTimeTerms(range),
      ...textQuestion('a\n$(trash)\u202e'),
    ],
    events: toEventSet([]),
  };

  it('are the same on chips, in lists to choose from and in manifests', () => {
    const masking = looks();
    const chips = createChips({ service: { 'context.actor': 'ada' }, local: all }, '', masking, undefined);
    assert.deepEqual(
      chips.map(({ kind, name, label }) => [kind, name, label]),
      [
        ['service', 'actor', 'Actor: ada'],
        ['local', 'events', '0 selected events'],
      ],
    );
    const [service = '', ...here] = chips.map(({ label }) => label);
    assert.equal(serviceFiltersText({ 'context.actor': 'ada' }, masking), service);
    assert.equal(localFiltersText({ ...all, question: [] }, masking), here.join(' · '));
    assert.equal(
      localFiltersText(all, masking),
      [
        'actor:ada,"",absent',
        '-status:404',
        'since:2026-01-01T10:00Z',
        'until:2026-01-01T10:59Z',
        '"a $\u200b(trash)\ufffd"',
        '0 selected events',
      ].join(' · '),
    );
  });

  it('say the range of time in short beside the chips, in the zone of the table', () => {
    const [from, to] = [Date.UTC(2020, 0, 1, 10), Date.UTC(2020, 0, 1, 11)];
    const open = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    const text = (part: Partial<typeof range>) =>
      rangeLabel(createTimeTerms({ ...open, ...part }), { ...open, ...part }, 'utc');
    assert.equal(text({ from, to }), '1 Jan 2020 10:00:00 – 1 Jan 2020 10:59:59');
    assert.equal(text({ from }), 'since 1 Jan 2020 10:00:00');
    assert.equal(text({ to }), 'until 1 Jan 2020 10:59:59');
    assert.deepEqual([text({}), rangeLabel([], undefined, 'utc')], [undefined, undefined]);
    const moving = filtersOf('actor:ada last:24h').question;
    assert.equal(rangeLabel(moving, { from, to }, 'utc'), 'last:24h');
  });

  it('name the ranges of the menu as the menu does, everywhere', () => {
    for (const [text, name] of [
      ['since:today', 'Today'],
      ['since:yesterday until:yesterday', 'Yesterday'],
      ['last:1h', 'Last hour'],
      ['last:7d', 'Last 7 days'],
      ['since:yesterday', 'since:yesterday'],
      ['last:7d until:yesterday', 'last:7d until:yesterday'],
    ] as const) {
      const { question } = filtersOf(`actor:ada ${text}`);
      assert.equal(rangeLabel(question, undefined, 'utc'), name);
    }
    const labels = localLabels(filtersOf('since:yesterday until:yesterday actor:ada'), looks());
    assert.deepEqual(
      labels.map(({ name, text, terms }) => [name, text, terms.length]),
      [
        ['range', 'Yesterday', 2],
        ['actor', 'actor:ada', 1],
      ],
    );
  });

  it('name what was picked by a figure, where that is known', () => {
    const words = localLabels({ question: [], events: toEventSet([]) }, looks(), 'ada: persons.ssn');
    assert.deepEqual(words, [{ name: 'events', terms: [], text: 'ada: persons.ssn' }]);
  });

  it('have one label for a field and the filter by it, each its own', () => {
    const labels = auditFields.map(({ id }) => fieldLabels()[id]);
    assert.equal(new Set(labels).size, auditFields.length);
    for (const { name } of AUDIT_FILTERS) assert.ok(labels.includes(filterLabel(name)), name);
  });
});

describe('numbers of events', () => {
  it('are of one form, one of them in the singular', async () => {
    const { model, deps } = fakeService(connectionOf('a'));
    const said: string[] = [];
    for (const count of [1, 5_000]) {
      model.source.displayOpenedFile(
        fileOf(
          model,
          'f',
          Array.from({ length: count }, (_, n) => eventOf(eventText(n))),
        ),
      );
      const controller = createController(
        { ...deps, language: () => ({ maskLiterals: (text: string) => text }) } as unknown as Deps,
        model,
        actionsOf(model),
        () => undefined,
      );
      said.push((await controller.open('events')).status, await provenanceOf(model, looks()));
      controller.dispose();
    }
    assert.match(said[0] ?? '', /^1 event loaded ·/);
    assert.match(said[1] ?? '', /^1 loaded ·/);
    assert.match(said[2] ?? '', /^5,000 events loaded ·/);
    assert.match(said[3] ?? '', /^5,000 loaded ·/);
    const [chosen] = localLabels(
      {
        question: [],
        events: toEventSet(new Array(4_999).fill(0)),
      },
      looks(),
    );
    assert.equal(chosen?.text, '4,999 selected events');
  });
});

describe('what is known of the events shown', () => {
  it('is said as the reason where older ones are asked for in vain', async () => {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const said: string[] = [];
    Object.assign(deps, { messages: { info: (text: string) => said.push(text) } });
    const older = trailCommands(partsOf({ model, deps }))['vaultsql.audit.loadOlder'];
    const reading = model.requests.loadNewest();
    asked.at(-1)?.answer({ events: ['c', 'b'].map(one), nextOps: { changeID: 'b' } });
    await reading;
    const going = model.requests.loadOlder();
    asked.at(-1)?.answer({ events: [one('a')], nextOps: { changeID: 'b' } });
    await going;
    await older?.();
    assert.match(said[0] ?? '', /^Older events may exist, but the service repeats the same ones/);
    assert.match(await provenanceOf(model, looks()), /the service repeats events/);
  });

  it('is said with its reason: no page, no cursor, a repetition, a range not covered', async () => {
    const { model, asked } = fakeService(connectionOf('a'));
    const read = async (older: boolean, ids: string[], cursor: string | null): Promise<string> => {
      const reading = older ? model.requests.loadOlder() : model.requests.loadNewest();
      const nextOps = cursor === null ? null : { changeID: cursor };
      asked.at(-1)?.answer({ events: ids.map(one), nextOps });
      await reading;
      return await provenanceOf(model);
    };
    assert.equal(await read(false, [], null), '', 'that there is none is said elsewhere');
    assert.match(await read(false, [], 'a'), /^0 loaded · .*older available/);
    assert.match(await read(false, ['a'], null), /older events may exist \(start unknown\)/);
    assert.match(await read(false, ['b', 'a'], 'a'), /older available$/);
    model.filters.setLocalFilters({ question: createTimeTerms({ from: 0, to: 1 }) });
    assert.match(await read(false, ['b', 'a'], 'a'), /older available · time range may include older events/);
    model.filters.setLocalFilters(noLocalFilters);
    assert.match(await read(true, ['b', 'a'], 'a'), /older events may exist \(the service does not page\)/);
    assert.match(await read(false, ['b', 'a'], 'a'), /does not page/, 'remembered, and said again');
  });

  it('names a page without events, which changes nothing else that can be seen', async () => {
    const { model, asked } = fakeService(connectionOf('a'));
    const read = async (reading: Promise<unknown>, ids: string[], cursor: string): Promise<string> => {
      asked.at(-1)?.answer({ events: ids.map(one), nextOps: { changeID: cursor } });
      await reading;
      return await provenanceOf(model);
    };
    assert.match(await read(model.requests.loadNewest(), ['b'], 'x'), /older available$/);
    assert.match(await read(model.requests.loadOlder(), [], 'y'), /older available; last page empty$/);
    assert.match(await read(model.requests.loadOlder(), ['a'], 'z'), /older available$/);
  });
});
