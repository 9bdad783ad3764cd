import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../../src/core/audit/feed/compactEvent.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import { clonedTrail } from '../../clonedTrail.ts';

const event = (changeID: string, vaultID: string | undefined, content: string, code = 200) =>
  toCompactEvent(
    toAuditEvent({
      context: { changeID },
      request: {
        ...(vaultID !== undefined && { vaultID }),
        data: { content },
        httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' },
      },
      response: { code },
    }),
  );

describe('the vaults and names in loaded events', () => {
  it('are those of answered queries, by vault, without names that only quotes make one', async () => {
    const trail = clonedTrail();
    await trail.add(1, [
      event('1', 'v1', "SELECT name, REDACTION(ssn, 'PLAIN_TEXT') FROM persons WHERE name = 'Ann'"),
      event('2', 'v1', 'SELECT * FROM Persons WHERE city = "Ann" AND "Bob" = 1'),
      event('3', 'v1', 'SELECT secret FROM refused', 403),
      event('4', 'v2', 'SELECT id FROM "Private Name"'),
      event('5', undefined, 'SELECT id FROM nowhere'),
      event('6', 'v2', 'not a query'),
    ]);
    const found = await trail.vaultNames(1);
    assert.deepEqual(
      found?.map(({ vaultID, events, tables }) => [
        vaultID,
        events,
        ...tables.map(({ label, columns }) => [label, ...columns.map((column) => column.label)]),
      ]),
      [
        ['v2', 2],
        ['v1', 3, ['Persons', 'city', 'name', 'ssn']],
      ],
    );
    const ssn = found?.[1]?.tables[0]?.columns.find(({ label }) => label === 'ssn');
    assert.deepEqual(ssn?.levels, ['PLAIN_TEXT']);
    assert.doesNotMatch(JSON.stringify(found), /Ann|Bob|Private|refused|nowhere/);
  });

  it('are none where nothing is loaded', async () => {
    assert.deepEqual(await clonedTrail().vaultNames(1), []);
  });
});
