import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { noFilters, type TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import { type LocalTrail, newestFirst, type TrailQuery } from '../../../../../src/core/audit/table/trail.ts';
import type { UnusualResult } from '../../../../../src/core/audit/unusual/significance.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import { createSampleEvents } from '../../../../../src/localVault/audit/sample.ts';
import { clonedTrail } from '../clonedTrail.ts';
import { textTerms } from '../questions.ts';

const HOUR = 3_600_000;
/** A day after the night of the story. */
const now = Date.UTC(2026, 10, 23, 12);
const night = Date.UTC(2026, 10, 22, 2);
const stranger = '203.0.113.77';

async function storyTrail(): Promise<LocalTrail> {
  const trail = clonedTrail();
  const events = createSampleEvents(BigInt(now) * 1_000_000n, 1).map((event) => {
    const parsed = parseJson(JSON.stringify(event));
    assert.ok(parsed.ok);
    return toCompactEvent(toAuditEvent(parsed.value as JsonObject));
  });
  await trail.add(1, events);
  return trail;
}
const queryOf = (filters: TrailFilters): TrailQuery => ({
  listing: 1,
  filters,
  sorts: newestFirst,
  gaps: [],
  facetLimits: new Map(),
});
async function unusualBy(trail: LocalTrail, filters: TrailFilters): Promise<UnusualResult> {
  const { handle } = await trail.view(queryOf(filters));
  const found = await trail.unusualValues(handle, {});
  assert.ok(found);
  return found;
}
const fields = new Map();

describe('what is unusual among loaded events', () => {
  it('names the address in the story, by the night and by what was read', async () => {
    const trail = await storyTrail();
    for (const filters of [
      { fields, range: { from: night, to: night + HOUR } },
      { fields, terms: textTerms('PLAIN_TEXT') },
    ]) {
      const { sizes, values } = await unusualBy(trail, filters);
      const [{ field, value, here, rest } = assert.fail('nothing unusual')] = values;
      assert.deepEqual([field, value], ['ipAddress', stranger]);
      assert.ok(here / sizes.here > 0.9 && rest <= 1, `${here} of ${sizes.here}, ${rest} of ${sizes.rest}`);
    }
  });

  it('names the address among the events of the actor, and not the actor', async () => {
    const only = new Set(['sa-reporting']);
    const { values } = await unusualBy(await storyTrail(), {
      fields: new Map([['actor', { only, not: new Set<string>() }]]),
    });
    assert.ok(values.some(({ field, value }) => field === 'ipAddress' && value === stranger));
    assert.ok(!values.some(({ field }) => field === 'actor'));
  });

  it('leaves out values that hold the text searched for', async () => {
    const { values } = await unusualBy(await storyTrail(), {
      fields,
      terms: textTerms(stranger),
    });
    assert.ok(values.length > 0);
    assert.ok(!values.some(({ value }) => value === stranger));
  });

  it('compares some rows of a view with all other events', async () => {
    const trail = await storyTrail();
    const { handle, counts } = await trail.view(queryOf(noFilters));
    assert.deepEqual(await trail.unusualValues(handle, {}), {
      sizes: { here: counts.total, rest: 0 },
      leftOut: 0,
      values: [],
    });
    const found = await trail.unusualValues(handle, { from: 0, to: 5 });
    assert.deepEqual(found?.sizes, { here: 5, rest: counts.total - 5 });
  });

  it('leaves comparisons that run at once alone, and stops where the listing is gone', async () => {
    const trail = await storyTrail();
    const { handle } = await trail.view(queryOf({ fields, terms: textTerms('PLAIN_TEXT') }));
    const [first, second] = await Promise.all([
      trail.unusualValues(handle, {}),
      trail.unusualValues(handle, {}),
    ]);
    assert.ok(second);
    assert.deepEqual(first, second);
    await trail.drop(1);
    assert.equal(await trail.unusualValues(handle, {}), undefined);
  });
});
