import assert from 'node:assert/strict';
import {
  parseSavedViews,
  type SavedView,
  withSavedView,
} from '../../../../../src/core/audit/filters/savedViews.ts';
import { printQuery } from '../../../../../src/core/audit/query/printQuery.ts';
import { questionOf } from '../questions.ts';

const printed = (value: unknown) =>
  parseSavedViews(value).map(([name, { question, ...rest }]) => [name, printQuery(question), rest]);

const refused: SavedView = {
  question: questionOf('status:4xx actor:"Ada, L" last:24h'),
  sorts: [{ field: 'time', descending: true }],
  grouping: 'actor',
  columns: ['time', 'actor', 'note'],
  isHistogramShown: false,
};
const stored = {
  bar: 'status:4xx actor:"Ada, L" last:24h',
  sort: '-time',
  group: 'actor',
  columns: 'time,actor,note',
  histogram: 'hidden',
};

describe('saved views', () => {
  it('are read as they were saved', () => {
    const value = withSavedView(undefined, 'refused', refused);
    assert.deepEqual(value, { refused: stored });
    assert.deepEqual(parseSavedViews(value), [['refused', refused]]);
    assert.deepEqual(parseSavedViews({ all: { bar: '' } }), [['all', { question: [] }]]);
  });

  it('store several sorts, and read a sort of a newer version without the fields that are unknown', () => {
    const sorts = [
      { field: 'code', descending: true },
      { field: 'time', descending: false },
    ] as const;
    const value = withSavedView(undefined, 'codes', { question: questionOf('me'), sorts });
    assert.deepEqual(value, { codes: { bar: 'me', sort: '-code,time' } });
    assert.deepEqual(parseSavedViews(value), [['codes', { question: questionOf('me'), sorts }]]);
    assert.deepEqual(printed({ newer: { bar: 'me', sort: '-rating,-code,time' } }), [
      ['newer', 'me', { sorts }],
    ]);
  });

  it('are read even if the question is longer than one that can be typed', () => {
    const values = Array.from({ length: 2_000 }, (_, n) => ({ kind: 'text', text: `user ${n}` }) as const);
    const view: SavedView = { question: [{ kind: 'field', field: 'actor', values, isNegated: false }] };
    assert.deepEqual(parseSavedViews(withSavedView(undefined, 'many', view)), [['many', view]]);
  });

  it('take over the filters that were saved before there were views', () => {
    assert.deepEqual(
      printed({
        mine: { 'context.actor': 'ada', token: 'x', vaultID: 7, 'context.ipAddress': 'nowhere' },
        lists: { resourceIDs: 'TABLE/a, TABLE/b' },
      }),
      [
        ['mine', 'actor:ada', {}],
        ['lists', 'resource:TABLE/a,TABLE/b', {}],
      ],
    );
  });

  it('leave all others as they are, and parts that a newer version added', () => {
    const others = { newer: { bar: 'actor:ada', chart: 'pie' }, broken: 'text', old: { vaultID: 'v' } };
    const view: SavedView = { question: questionOf('me') };
    assert.deepEqual(withSavedView(others, 'added', view), { ...others, added: { bar: 'me' } });
    assert.deepEqual(withSavedView(others, 'newer', view), { ...others, newer: { bar: 'me', chart: 'pie' } });
    assert.deepEqual(withSavedView(others, 'old', view), { ...others, old: { bar: 'me' } });
    assert.deepEqual(withSavedView(undefined, '__proto__', view), { ['__proto__']: { bar: 'me' } });
    assert.deepEqual(withSavedView({}, 'toString', view), { toString: { bar: 'me' } });
    for (const value of [[], 'x', 5]) assert.equal(withSavedView(value, 'added', view), undefined);
  });

  it('are read without trust', () => {
    assert.deepEqual(
      printed({
        broken: 'text',
        unreadable: { bar: 'acter:ada' },
        partly: { bar: 'me', sort: 'nothing', group: 'x', columns: 'time,secret', histogram: 1 },
      }),
      [['partly', 'me', { columns: ['time'] }]],
    );
    for (const value of [undefined, null, [], 'x']) assert.deepEqual(parseSavedViews(value), []);
  });
});
