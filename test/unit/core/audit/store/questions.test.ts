/** Random questions to random events, beside what the help page says about each. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { Marks } from '../../../../../src/core/audit/marks/marks.ts';
import { parseQuestion } from '../../../../../src/core/audit/query/parseQuery.ts';
import { printQuery } from '../../../../../src/core/audit/query/printQuery.ts';
import { resolveFilters } from '../../../../../src/core/audit/query/resolveQuery.ts';
import { rowsOfSet } from '../../../../../src/core/audit/store/localKeys.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { clonedTrail } from '../clonedTrail.ts';
import { anyPasted, anyQuestion, knownTexts, now, sampleEvents } from './anyQuestions.ts';
import {
  type PlainEvent,
  type PlainSurroundings,
  plainEvent,
  plainNames,
  readPlainQuestion,
} from './plainQuestions.ts';

/** `VAULTSQL_LONG=1` for the numbers that a release is tested with. */
const questionCount = process.env.VAULTSQL_LONG ? 10_000 : 500;
const EVENT_COUNT = 5_000;
const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
const page = readFileSync(new URL('../../../../../media/help/questions.md', import.meta.url), 'utf8');

const notes = ['', 'a note to all', 'NOTE\nto one', 'x, "y"'];
const marksOf = (events: readonly AuditEvent[]): ReadonlyMap<string, string> =>
  new Map(events.filter((_, at) => at % 7 === 0).map((event, at) => [eventKey(event), notes[at % 4] ?? '']));
const ownRequests = ['r1', 'r2', 'r3', 'a'];

describe('questions as the help page has them', () => {
  let events: readonly AuditEvent[];
  let plain: readonly PlainEvent[];
  let surroundings: Omit<PlainSurroundings, 'zoneOffset'>;
  let marks: Marks;
  const trail = clonedTrail();

  before(async () => {
    events = sampleEvents(EVENT_COUNT, seed);
    assert.equal(events.length, EVENT_COUNT);
    plain = events.map((event) => plainEvent(event, eventKey(event)));
    const noted = marksOf(events);
    marks = new Marks([...noted].map(([key, note]) => [key, { note }]));
    surroundings = { now, ownRequests: new Set(ownRequests), marks: noted };
    await trail.add(
      1,
      events.map((event) => toCompactEvent(event)),
    );
  });

  /** Returns the numbers of the events that the product shows; undefined for a question that it can't read. */
  async function shown(text: string, zoneOffset: number): Promise<readonly number[] | undefined> {
    const { query } = parseQuestion(text);
    if (query === undefined) return undefined;
    const printed = printQuery(query);
    const again = parseQuestion(printed).query;
    assert.deepEqual(again, query, printed);
    assert.equal(printQuery(again ?? []), printed);
    const filters = resolveFilters(
      { question: query },
      {
        now,
        offsetMinutes: () => zoneOffset,
        ownRequestIDs: () => ownRequests,
        markedKeys: () => marks.listMarkedEventKeys(),
        keysOfNotes: (note) => marks.findKeysByNoteText(note),
      },
    );
    const { handle } = await trail.view({ listing: 1, filters, sorts: newestFirst, gaps: [] });
    const rows = (await trail.rows(handle)) ?? assert.fail('the view was dropped');
    return [...rowsOfSet(rows)].sort((a, b) => a - b);
  }

  function shownByPage(text: string, zoneOffset: number): readonly number[] | undefined {
    const test = readPlainQuestion(text, { ...surroundings, zoneOffset });
    if (test instanceof Error) return undefined;
    return plain.flatMap((event, number) => (test(event) ? [number] : []));
  }

  /** Returns how the product's result differs from the page's, with the first event that only one of them has. */
  function differenceOf(
    product: readonly number[] | undefined,
    onPage: readonly number[] | undefined,
  ): string {
    if (!product || !onPage)
      return product === onPage ? 'none' : `only ${product ? 'the product' : 'the page'} can read it`;
    const [ofProduct, ofPage] = [new Set(product), new Set(onPage)];
    const extra = product.find((number) => !ofPage.has(number));
    const missing = onPage.find((number) => !ofProduct.has(number));
    const textAt = (number: number): string => toCompactEvent(events[number] ?? assert.fail()).text;
    if (extra !== undefined) return `only the product shows ${textAt(extra)}`;
    return missing === undefined ? 'none' : `only the page shows ${textAt(missing)}`;
  }

  it('names every field of the page', () => {
    const [, fields = ''] = /^## Fields\n\n(.*)$/m.exec(page) ?? [];
    const onPage = [...fields.matchAll(/`(\w+)`/g)].map(([, name = '']) => name.toLowerCase());
    assert.deepEqual(new Set(onPage.map((name) => plainNames.get(name))), new Set(plainNames.values()));
  });

  it('shows the events that meet every term, and refuses what the page says can not be read', async () => {
    let [read, hit] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        anyQuestion(knownTexts(events)),
        fc.constantFrom(0, 360, -480, 345, 780),
        async (text, zoneOffset) => {
          const expected = shownByPage(text, zoneOffset);
          assert.equal(differenceOf(await shown(text, zoneOffset), expected), 'none');
          if (expected) read++;
          if (expected && expected.length > 0 && expected.length < EVENT_COUNT) hit++;
        },
      ),
      { numRuns: questionCount, seed },
    );
    assert.ok(read > 0.7 * questionCount, `${read} questions can be read`);
    assert.ok(hit > 0.4 * questionCount, `${hit} questions show some of the events`);
  });
});

describe('a text pasted into the question bar', () => {
  it('is a question, or has a problem at a place in the text, as the page says', () => {
    const surroundings = {
      now,
      zoneOffset: 0,
      ownRequests: new Set<string>(),
      marks: new Map<string, string>(),
    };
    fc.assert(
      fc.property(anyPasted, (text) => {
        const { query, problem } = parseQuestion(text);
        const isError = readPlainQuestion(text, surroundings) instanceof Error;
        assert.equal(problem !== undefined, isError, problem?.kind);
        if (problem) {
          const { start, end } = problem;
          assert.ok(start >= 0 && start <= end && end <= text.length, `${start} to ${end} of ${text.length}`);
        } else {
          assert.deepEqual(parseQuestion(printQuery(query), Number.POSITIVE_INFINITY).query, query);
        }
      }),
      { numRuns: 10 * questionCount, seed },
    );
  });
});
