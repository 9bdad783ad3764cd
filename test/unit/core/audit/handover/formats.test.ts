import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getEventJson } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { createFormatter, type OutputFormat } from '../../../../../src/core/audit/handover/format.ts';
import type { EventRecord, OutputRecord } from '../../../../../src/core/audit/handover/records.ts';
import { getRecordID } from '../../../../../src/core/audit/handover/records.ts';
import { type JsonObject, stringifyJson } from '../../../../../src/core/service/json.ts';
import { anyEventRecord, anyGapRecord } from './anyRecords.ts';
import { findEcsProblems } from './ecsSchema.ts';
import { brokenRecords } from './mutations.ts';
import { findOcsfProblems } from './ocsfSchema.ts';
import { restoreFromEcs, restoreFromOcsf, sorted, valueAt } from './restoredEvent.ts';
import { closedGap, context, openGap, otherJson, queryJson, sha256, toRecord } from './sampleRecords.ts';

const numRuns = process.env.VAULTSQL_LONG ? 20_000 : 500;
const anyRecord: fc.Arbitrary<OutputRecord> = fc.oneof(
  { weight: 9, arbitrary: anyEventRecord },
  { weight: 1, arbitrary: anyGapRecord },
);

const schemas = {
  ocsf: {
    problems: (record: JsonObject) => findOcsfProblems(record),
    restore: restoreFromOcsf,
    id: ['metadata', 'uid'],
    vaultID: ['database', 'uid'],
    hash: ['raw_data_hash', 'value'],
  },
  ecs: {
    problems: findEcsProblems,
    restore: restoreFromEcs,
    id: ['event', 'id'],
    vaultID: ['db', 'namespace'],
    hash: ['event', 'hash'],
  },
} as const;

/** Asserts that an event can be put together again from its record, but for a vault that its path alone names. */
function assertNothingLost(record: EventRecord, restored: JsonObject): void {
  const { raw } = record.event;
  const isVaultOfPath =
    valueAt(raw, ['request', 'vaultID']) !== valueAt(restored, ['request', 'vaultID']) &&
    valueAt(raw, ['request', 'vaultID']) === undefined;
  const expected = sorted(raw);
  const { vaultID, ...request } = (valueAt(restored, ['request']) ?? {}) as JsonObject;
  const actual = isVaultOfPath ? { ...restored, request } : restored;
  assert.equal(stringifyJson(sorted(actual)), stringifyJson(expected));
  if (isVaultOfPath) {
    const path = String(valueAt(raw, ['request', 'httpInfo', 'URI']));
    assert.equal(
      encodeURIComponent(String(vaultID)),
      encodeURIComponent(decodeURIComponent(path.split('/')[3] ?? '')),
    );
  }
}

for (const [format, { problems, restore, id, vaultID, hash: hashPath }] of Object.entries(schemas)) {
  describe(`the format ${format}`, () => {
    const map = createFormatter(format as OutputFormat, context);

    it('is valid for any event and any gap', () => {
      fc.assert(
        fc.property(anyRecord, (record) => {
          assert.deepEqual(problems(map(record)), []);
        }),
        { numRuns },
      );
    });

    it('loses and changes nothing of an event', () => {
      fc.assert(
        fc.property(anyEventRecord, (record) => {
          assertNothingLost(record, restore(map(record)));
        }),
        { numRuns },
      );
    });

    it('has the ID of each record, which is well-formed and not empty', () => {
      fc.assert(
        fc.property(anyRecord, (record) => {
          const written = valueAt(map(record), id);
          assert.equal(written, getRecordID(record, sha256));
          assert.ok(typeof written === 'string' && written !== '' && written.isWellFormed());
        }),
      );
    });

    it('has the hash of an event as the service sent it, and none of a masked event', () => {
      const hash = (isMasked: boolean) => valueAt(map(toRecord(queryJson, isMasked)), hashPath);
      assert.equal(hash(false), sha256(JSON.stringify(queryJson)));
      assert.equal(hash(true), undefined);
    });

    it('finds the vault in the path of a query, but not in another path', () => {
      const withPath = (URI: string, content: string) =>
        valueAt(map(toRecord({ request: { data: { content }, httpInfo: { URI } } })), vaultID);
      assert.equal(withPath('/v1/vaults/a%2Fb/query', 'SELECT 1'), 'a/b');
      assert.equal(withPath('/v1/vaults/%zz/query', 'SELECT 1'), undefined);
      assert.equal(withPath('/v1/vaults/\ud800/query', 'SELECT 1'), undefined);
      assert.equal(withPath('/v1/vaults/v/query/more', 'SELECT 1'), undefined);
      assert.equal(withPath('/v1/vaults/v/persons', '{}'), undefined);
    });

    it('names a table only if the query reads no other', () => {
      const name = (content: string) => {
        const record = map(toRecord({ ...queryJson, request: { vaultID: 'v', data: { content } } }));
        return valueAt(record, ['table', 'name']) ?? valueAt(record, ['db', 'collection', 'name']);
      };
      assert.equal(name('SELECT name FROM Persons'), 'persons');
      assert.equal(name('SELECT a.x FROM persons a JOIN consents c ON a.id = c.id'), undefined);
      assert.equal(name('SELECT name FROM persons WHERE id = (SELECT id FROM consents)'), undefined);
      assert.equal(name('SELECT name FROM persons UNION SELECT name FROM persons'), undefined);
      assert.equal(name("SELECT 'unclosed FROM persons"), undefined);
    });

    it('notices each break of a record', () => {
      const samples = [toRecord(queryJson), toRecord(otherJson), openGap, closedGap];
      for (const sample of samples) {
        const broken = [...brokenRecords(map(sample))];
        assert.ok(broken.length > 50);
        const missed = broken.filter(({ record }) => problems(record).length === 0);
        assert.deepEqual(
          missed.map(({ what }) => what),
          [],
        );
      }
    });

    it('notices if any value of the event is left out or changed', () => {
      const record = toRecord(queryJson);
      const whole = map(record);
      for (const path of leaves(queryJson)) {
        const value = valueAt(queryJson, path);
        const lossy = JSON.parse(
          JSON.stringify(whole, (_, one) => {
            if (typeof one === 'string' && one.startsWith('{'))
              return one.replaceAll(JSON.stringify(value), '"?"');
            return one === value ? '?' : one;
          }),
        ) as JsonObject;
        assert.throws(() => assertNothingLost(record, restore(lossy)), path.join('.'));
      }
    });
  });
}

function* leaves(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) yield path;
  else for (const [name, inner] of Object.entries(value)) yield* leaves(inner, [...path, name]);
}

describe('the format raw', () => {
  const map = createFormatter('raw', context);

  it('is the text of the event', () => {
    fc.assert(
      fc.property(anyEventRecord, (record) => {
        assert.equal(stringifyJson(map(record)), getEventJson(record.event));
      }),
      { numRuns },
    );
  });

  it('is an object of its own for a gap', () => {
    assert.deepEqual(map(openGap), { gap: openGap.gap });
    assert.deepEqual(map(closedGap), { gap: closedGap.gap });
    fc.assert(fc.property(anyGapRecord, (record) => assert.deepEqual(map(record), { gap: record.gap })));
  });
});

describe('the ID of a record', () => {
  it('is the change ID', () => assert.equal(getRecordID(toRecord(queryJson), sha256), 'change-1'));

  it('differs for different events with one change ID, whatever their number is', () => {
    const [first, second, third] = [queryJson, { ...queryJson, shard: 8 }, { ...queryJson, shard: 9 }].map(
      (json, at): EventRecord => {
        const record = toRecord(json);
        return { ...record, event: { ...record.event, variant: at + 1 } };
      },
    );
    assert.ok(first && second && third);
    const ids = [first, second, third].map((record) => getRecordID(record, sha256));
    assert.equal(new Set(ids).size, 3);
    const renumbered = { ...third, event: { ...third.event, variant: 2 } };
    assert.equal(getRecordID(renumbered, sha256), ids[2]);
  });

  it('is a hash of the event if there is no usable change ID', () => {
    const ids = [undefined, '', '\ud800', 7].map((changeID) =>
      getRecordID(toRecord({ context: changeID === undefined ? {} : { changeID } }), sha256),
    );
    assert.equal(new Set(ids).size, 4);
    for (const id of ids) assert.match(id, /^sha256:[0-9a-f]{64}$/);
  });

  it('differs for a gap that was found and the same gap when it was closed', () => {
    assert.notEqual(getRecordID(openGap, sha256), getRecordID(closedGap, sha256));
  });
});
