import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { summedUp } from '../../../core/audit/store/aggregates/summed.ts';
import { connectionOf, fakeService } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createReadersTable: readersTable } = await import(
  '../../../../../src/extension/audit/whoReadWhat/table.ts'
);

describe('who read what, as a table', () => {
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
    const table = readersTable(found, model.masking);
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
