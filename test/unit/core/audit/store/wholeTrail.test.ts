/** Every question that the trail answers, on random events, beside one answered by looking at all events of a plain list. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import type { FileToRead } from '../../../../../src/core/audit/file/fileReads.ts';
import type { KeyedMark } from '../../../../../src/core/audit/marks/marks.ts';
import type { CopyRules } from '../../../../../src/core/audit/sql/copyChunk.ts';
import { rowsOfSet, toEventKey, toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import { type FieldID, fieldText, findAuditField } from '../../../../../src/core/audit/table/fields.ts';
import { noFilters, type TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import { type LocalTrail, newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { clonedTrail } from '../clonedTrail.ts';
import { PlainTrail, plainKey, plainSet, rowsOfPlainSet } from '../plainTrail.ts';
import { textTerms, withKeys } from '../questions.ts';
import { onceEach } from './onceEach.ts';
import { plainCopyRows } from './plainReadings.ts';
import {
  anyAlike,
  anyAsked,
  anyOfAll,
  compareListing,
  compareView,
  type Source,
  textOf,
} from './wholeTrail.ts';

const localSource = (trail: LocalTrail): Source => ({
  trail,
  key: toEventKey,
  set: toEventSet,
  rowsOf: rowsOfSet,
});
const plainSource = (events: readonly AuditEvent[]): Source => ({
  trail: new PlainTrail(() => events),
  key: plainKey,
  set: plainSet,
  rowsOf: rowsOfPlainSet,
  hasFoldedNames: true,
});
/** The sources that are held to the same results, each with some events. */
const sources: Readonly<Record<string, (events: readonly AuditEvent[]) => Promise<Source>>> = {
  'the local store': async (events) => {
    const trail = clonedTrail();
    await trail.add(1, events.map(toCompactEvent));
    return localSource(trail);
  },
  'a source with other keys': async (events) => plainSource(events),
};

/** The rows of the SQL tables, which only the local store makes. */
async function compareCopied(
  trail: LocalTrail,
  events: readonly AuditEvent[],
  rules: CopyRules,
): Promise<void> {
  const copied = await trail.copyRows(1, 0, events.length, rules);
  if (events.length > 0)
    assert.deepEqual(
      [
        copied?.next,
        Buffer.from(copied?.events ?? []).toString(),
        Buffer.from(copied?.reads ?? []).toString(),
      ],
      [events.length, ...plainCopyRows(events, rules)],
    );
}

const rulesFor = (events: readonly AuditEvent[], literals: boolean): CopyRules => ({
  literals,
  revealed: events.slice(0, 1).map(eventKey),
  addresses: undefined,
  marks: events
    .slice(1, 3)
    .map((event, at): KeyedMark => [eventKey(event), { note: at === 0 ? '' : 'a\tnote' }]),
});

describe('the whole trail', () => {
  for (const [name, sourceOf] of Object.entries(sources)) {
    it(`answers as a plain list of the events does, from ${name}: views, rows, groups, who read what, what is odd`, async () => {
      await fc.assert(
        fc.asyncProperty(anyAsked(0, 24), async ([any, asked]) => {
          const events = onceEach(any);
          const source = await sourceOf(events);
          for (const one of asked) {
            await compareView(source, events, one);
            await compareView(source, events, { ...one, sorts: newestFirst });
          }
          await compareListing(source, events);
        }),
        { numRuns: 120 },
      );
    });

    it(`answers as a plain list of many that are alike does, from ${name}: what is odd among them`, async () => {
      let odd = 0;
      await fc.assert(
        fc.asyncProperty(
          anyAsked(30, 60, anyAlike),
          fc.constantFrom<FieldID>('actor', 'code', 'ipAddress'),
          async ([events, asked], field) => {
            const source = await sourceOf(events);
            const sorts = [{ field, descending: false }];
            const only = new Set(events.slice(0, 1).map((event) => fieldText(findAuditField(field), event)));
            const chosen: TrailFilters = { fields: new Map([[field, { only, not: new Set() }]]) };
            for (const { filters, from } of asked)
              for (const by of [filters, noFilters, chosen, { ...noFilters, terms: textTerms('::1') }])
                odd += await compareView(source, events, { filters: by, sorts, from, to: from + 12 });
          },
        ),
        { numRuns: 60 },
      );
      assert.ok(odd > 10, `${odd} odd values`);
    });
  }

  it('copies the rows of the SQL tables as a plain list of the events does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOfAll, { maxLength: 24 }), fc.boolean(), async (events, literals) => {
        const trail = clonedTrail();
        await trail.add(1, events.map(toCompactEvent));
        await compareCopied(trail, events, rulesFor(events, literals));
      }),
      { numRuns: 120 },
    );
  });

  it('answers as a plain list of those in files does, each event once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    const forms = {
      'a.ndjson': (texts: readonly string[]) => texts.map((text) => `${text}\n`).join(''),
      'a.json': (texts: readonly string[]) => `[${texts.join(',\n')}]`,
      'a.ndjson.gz': (texts: readonly string[]) => gzipSync(texts.join('\n')),
    };
    await fc.assert(
      fc.asyncProperty(
        anyAsked(1, 12),
        fc.constantFrom(...Object.keys(forms)),
        async ([events, asked], name) => {
          const form = forms[name as keyof typeof forms];
          const path = join(folder, name);
          const again = join(folder, `again-${name}`);
          await writeFile(path, form(events.map(textOf)));
          await writeFile(again, form(events.toReversed().map(textOf)));
          const files: FileToRead[] = [path, again].map((at) => ({ name, at: { path: at } }));
          const trail = clonedTrail();
          const { progress } = await trail.read(1, files, () => undefined);
          const once = onceEach([...events, ...events.toReversed()]);
          assert.equal(progress.loaded, once.length);
          const marked = once.filter((_, number) => number % 2 === 0).map(eventKey);
          for (const { filters, ...one } of asked) {
            await compareView(localSource(trail), once, { ...one, filters });
            await compareView(localSource(trail), once, { ...one, filters: withKeys(filters, marked) });
          }
          await compareListing(localSource(trail), once);
          await compareCopied(trail, once, rulesFor(once, true));
          await trail.drop(1);
          const { counts } = await trail.view({
            listing: 1,
            filters: noFilters,
            sorts: newestFirst,
            gaps: [],
          });
          assert.deepEqual(counts, { total: 0, passing: 0, conflicting: 0 });
        },
      ),
      { numRuns: 60 },
    );
    await rm(folder, { recursive: true });
  });
});
