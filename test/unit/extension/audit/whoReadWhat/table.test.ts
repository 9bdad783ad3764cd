import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { summedUp } from '../../../core/audit/store/aggregates/summed.ts';
import { connectionOf, fakeService } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createReadersTable: readersTable } = await import(
  '../../../../../src/extension/audit/whoReadWhat/table.ts'
);

describe('who read what, as a table', () => {
  it('has a column for unparsed queries where there are some, and in every export', async () => {
    const { model } = fakeService(connectionOf('a'));
    const lastColumn = async (query: string, hasAllColumns: boolean): Promise<unknown> => {
      const request = { data: { content: query }, httpInfo: { URI: '/v1/vaults/v/query' } };
      const found = await summedUp([toAuditEvent({ context: { actor: 'ada' }, request })]);
      const table = readersTable(found, model.masking, { hasAllColumns });
      assert.equal(table.values(0).length, table.columns.length);
      return table.columns.at(-1)?.name;
    };
    const [parsed, unparsed] = ['SELECT name FROM persons', 'SELECT FROM WHERE'];
    assert.deepEqual(
      [await lastColumn(parsed, false), await lastColumn(parsed, true), await lastColumn(unparsed, false)],
      ['Last', 'Unparsed query', 'Unparsed query'],
    );
  });

  it('says that values were returned only where a request was answered', async () => {
    const { model } = fakeService(connectionOf('a'));
    const event = (actor: string, content: string, code?: number) =>
      toAuditEvent({
        context: { actor },
        request: { data: { content }, httpInfo: { URI: '/v1/vaults/v/query' } },
        response: { code: code ?? null },
      });
    const [values, rows] = ["SELECT name FROM persons WHERE id = '1'", 'SELECT COUNT(*) FROM persons'];
    const found = await summedUp([
      ...[event('answered', values, 200), event('answered', values, 403), event('answered', rows, 200)],
      ...[event('refused', values, 403), event('refused', rows, 500), event('unknown', values)],
    ]);
    const table = readersTable(found, model.masking, { hasAllColumns: true });
    const how = new Map<string, string[]>();
    const at = table.columns.findIndex(({ name }) => name === 'How');
    for (let row = 0; row < table.rowCount; row++) {
      const cells = table.values(row).map(String);
      const [actor, use] = [cells[0], cells[at]];
      how.set(`${actor}`, [...(how.get(`${actor}`) ?? []), `${use}`].sort());
    }
    assert.deepEqual(Object.fromEntries(how), {
      answered: ['in a condition', 'returned', 'rows counted'],
      refused: ['failed', 'failed', 'in a condition'],
      unknown: ['in a condition', 'requested'],
    });
  });
});
