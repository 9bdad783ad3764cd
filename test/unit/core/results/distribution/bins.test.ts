import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Bins,
  createValueRangeTest,
  histogramSteps,
} from '../../../../../src/core/results/distribution/bins.ts';
import { compareNumbers } from '../../../../../src/core/results/view/decimal.ts';
import { runToEnd } from '../../../../../src/core/results/view/steps.ts';
import { createValueKey } from '../../../../../src/core/results/view/values.ts';
import { ExactNumber, type JsonValue } from '../../../../../src/core/service/json.ts';
import { anyValue, exact, json } from '../loading/records.ts';

/** Of values in which equal ones may be several times. */
function binsOf(values: readonly (JsonValue | undefined)[], few = 0): Bins | undefined {
  const groups = new Map<string, { value: JsonValue | undefined; count: number }>();
  for (const value of values) {
    const known = groups.get(createValueKey(value));
    if (known) known.count++;
    else groups.set(createValueKey(value), { value, count: 1 });
  }
  return runToEnd(histogramSteps([...groups.values()], few));
}
const shown = (found: Bins | undefined) => found?.bins.map(({ from, to, count }) => `${from} ${to} ${count}`);
const edges = (found: Bins | undefined) =>
  found && [found.bins[0]?.from, ...found.bins.map(({ to }) => to)].join(' ');

/** Every value is in the one bin whose range has it, bins follow on each other, and the counts are those of the values. */
function holds(found: Bins, values: readonly (JsonValue | undefined)[]): void {
  const tests = found.bins.map(({ range }) => createValueRangeTest(range));
  for (const [place, { from, count }] of found.bins.entries()) {
    assert.equal(count, values.filter((value) => tests[place]?.(value)).length, `bin ${place}`);
    if (place > 0) assert.equal(from, found.bins[place - 1]?.to);
  }
  const valued = values.filter((value) => value !== undefined && value !== null);
  const binned = valued.filter((value) => tests.filter((test) => test(value)).length === 1);
  assert.equal(binned.length + found.others, valued.length);
  assert.equal(
    found.bins.reduce((sum, { count }) => sum + count, 0),
    binned.length,
  );
  assert.ok(found.bins.length <= 20, `${found.bins.length} bins`);
  assert.ok((found.bins[0]?.count ?? 0) > 0 && (found.bins.at(-1)?.count ?? 0) > 0, 'an empty end');
}

const decimal = fc
  .tuple(fc.boolean(), fc.stringMatching(/^(0|[1-9]\d{0,29})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/))
  .map(([isNegative, text]) => json(isNegative ? `-${text}` : text));
const double = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => json(JSON.stringify(value)));
const closeTogether = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.array(fc.nat(200), { minLength: 1 }))
  .map(([base, steps]) => steps.map((step) => json(`${base + BigInt(step)}`)));

describe('numbers in bins', () => {
  it('each falls in its bin, and counts add up', () => {
    const numbers = fc.oneof(fc.array(decimal), fc.array(double), closeTogether);
    fc.assert(
      fc.property(numbers, (values) => {
        const found = binsOf(values);
        if (found) holds(found, values);
        else assert.ok(new Set(values.map(createValueKey)).size <= 1 || areSameAlmost(values));
      }),
      { numRuns: 400 },
    );
  });

  it('have edges that a person can read, as fine as twenty of them allow', () => {
    const from = (count: number, of: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => json(of(index)));
    assert.equal(edges(binsOf(from(12, String))), '0 1 2 3 4 5 6 7 8 9 10 11 12');
    assert.equal(
      edges(binsOf(from(100, (n) => String(52_000 + n * 1_234)))),
      '50000 60000 70000 80000 90000 100000 110000 120000 130000 140000 150000 160000 170000 180000',
    );
    assert.equal(
      edges(binsOf(from(9, (n) => `-0.${n}`))),
      '-0.8 -0.75 -0.7 -0.65 -0.6 -0.55 -0.5 -0.45 -0.4 -0.35 -0.3 -0.25 -0.2 -0.15 -0.1 -0.05 0 0.05',
    );
  });

  it('that a double takes for one are told apart', () => {
    const values = ['9007199254740992', '9007199254740993', '9007199254740994'].map(json);
    assert.deepEqual(shown(binsOf(values)), [
      '9007199254740992 9007199254740992.2 1',
      ...['.2 9007199254740992.4', '.4 9007199254740992.6', '.6 9007199254740992.8'].map(
        (between) => `9007199254740992${between} 0`,
      ),
      '9007199254740992.8 9007199254740993 0',
      '9007199254740993 9007199254740993.2 1',
      ...['.2 9007199254740993.4', '.4 9007199254740993.6', '.6 9007199254740993.8'].map(
        (between) => `9007199254740993${between} 0`,
      ),
      '9007199254740993.8 9007199254740994 0',
      '9007199254740994 9007199254740994.2 1',
    ]);
    // As doubles, 0.3 is less than three times 0.1.
    const tenths = ['0.1', '0.2', '0.3', '2'].map(json);
    assert.equal(binsOf(tenths)?.bins.find(({ from }) => from === '0.3')?.count, 1);
  });

  it('are counted with digits that no double has', () => {
    const values = Array.from({ length: 30 }, (_, n) =>
      exact(`123456789012345678901234567890.${String(n).padStart(30, '0')}`),
    );
    const found = binsOf(values);
    assert.ok(found);
    holds(found, values);
    assert.deepEqual(
      found.bins.map(({ count }) => count),
      new Array(15).fill(2),
    );
  });

  it('may be as far apart as JSON allows', () => {
    const values = ['-1e400', '0', '1e-400', '1e400', '7e399', `1${'0'.repeat(500)}`].map(json);
    const found = binsOf(values);
    assert.ok(found);
    holds(found, values);
    const vast = ['1e99999999999999999999', '2e99999999999999999999', '1'].map(json);
    const far = binsOf(vast);
    assert.ok(far);
    holds(far, vast);
    assert.equal(far.bins.at(-1)?.from, '2e99999999999999999999');
  });

  it('that differ only behind a million digits take no time, be there bins for them or not', () => {
    const nines = `0.${'9'.repeat(1_000_000)}`;
    assert.equal(binsOf([json(nines), json(`${nines}8`)]), undefined);
    const ends = [json(nines), json('1')];
    const found = binsOf(ends);
    assert.ok(found);
    holds(found, ends);
  });

  it('none, one, or equal ones need none; nor do a few, nor a few among texts', () => {
    const one = json('1.10');
    for (const values of [[], [null, undefined], [one], [one, json('1.1'), json('1.100')]])
      assert.equal(binsOf(values), undefined);
    const ten = Array.from({ length: 10 }, (_, n) => n);
    assert.equal(binsOf(ten, 10), undefined);
    assert.ok(binsOf([...ten, 10], 10));
    assert.equal(binsOf([...ten, ...ten.map((n) => `text ${n}`), 'one more'], 0), undefined);
    assert.equal(binsOf([...ten, 'a', 'a', null, undefined], 0)?.others, 2);
  });
});

describe('times in bins', () => {
  const day = 86_400_000;
  const at = (ms: number): string => new Date(ms).toISOString();
  const time = fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString());

  it('each falls in its bin, and counts add up', () => {
    const sets = fc.oneof(
      fc.array(time),
      fc.array(time.map((text) => text.slice(0, 10))),
      fc
        .tuple(fc.integer({ min: 0, max: 2e12 }), fc.array(fc.nat(3 * day), { minLength: 2 }))
        .map(([from, steps]) => steps.map((step) => at(from + step))),
    );
    fc.assert(
      fc.property(sets, (values) => {
        const found = binsOf(values);
        if (found) holds(found, values);
        else assert.ok(new Set(values).size === 0);
      }),
      { numRuns: 400 },
    );
  });

  it('have the edges of a calendar', () => {
    const days = (count: number, step: number) =>
      Array.from({ length: count }, (_, n) => at(Date.UTC(1975, 3, 10) + n * step * day).slice(0, 10));
    assert.equal(
      edges(binsOf(days(5, 1))),
      '1975-04-10 1975-04-11 1975-04-12 1975-04-13 1975-04-14 1975-04-15',
    );
    assert.match(edges(binsOf(days(60, 1))) ?? '', /^1975-04-07 1975-04-14 1975-04-21 /);
    assert.match(edges(binsOf(days(60, 10))) ?? '', /^1975-04 1975-05 1975-06 .* 1976-12$/);
    assert.match(edges(binsOf(days(60, 400))) ?? '', /^1975 1980 1985 .* 2040$/);
    const centuries = ['0001-01-01', '9999-12-31'];
    assert.match(edges(binsOf(centuries)) ?? '', /^0000 0500 1000 .* 9500 10000$/);
    const seconds = Array.from({ length: 30 }, (_, n) => at(1e12 + n * 1000));
    assert.match(edges(binsOf(seconds)) ?? '', /^2001-09-09 01:46:40Z 2001-09-09 01:46:42Z /);
  });

  it('follow their zone, to the part of a second', () => {
    const values = [
      '2024-01-01T00:00:00.0009Z',
      '2024-01-01T02:00:00.001+02:00',
      '2023-12-31 19:00:00.002-0500',
    ];
    assert.deepEqual(
      shown(binsOf(values))?.filter((bin) => !bin.endsWith(' 0')),
      [
        '2024-01-01 00:00:00.000Z 2024-01-01 00:00:00.001Z 1',
        '2024-01-01 00:00:00.001Z 2024-01-01 00:00:00.002Z 1',
        '2024-01-01 00:00:00.002Z 2024-01-01 00:00:00.003Z 1',
      ],
    );
  });

  it('with a zone and without one are not put on one axis; what is no date is on none', () => {
    const found = binsOf(['2024-01-01T00:00Z', '2024-01-02T00:00Z', '2024-01-01 00:00']);
    assert.deepEqual([found?.bins[0]?.range.axis, found?.others], ['zonedTime', 1]);
    assert.equal(binsOf(['2024-02-30', '2024-13-01', '2024-01-01T24:00']), undefined);
    assert.equal(binsOf(['XXXX-06-06', '*REDACTED*', 's****@x.com']), undefined);
  });
});

describe('bins of any column', () => {
  it('hold what they say', () => {
    fc.assert(
      fc.property(fc.array(fc.option(anyValue, { nil: undefined })), (values) => {
        const found = binsOf(values);
        if (found) holds(found, values);
      }),
    );
  });
});

/** Whether numbers are the same in as many digits as an edge has. */
function areSameAlmost(values: readonly JsonValue[]): boolean {
  const numbers = values.filter((value) => typeof value === 'number' || value instanceof ExactNumber);
  const sorted = [...numbers].sort(compareNumbers);
  const [low, high] = [String(sorted[0]), String(sorted.at(-1))];
  return low.slice(0, 100) === high.slice(0, 100);
}
