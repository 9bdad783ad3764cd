import assert from 'node:assert/strict';
import { DistinctQueries } from '../../../../../src/core/audit/feed/distinctQueries.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { documents } from '../../fakeVscode.ts';
import { connectionOf, fakeService } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createEventDocuments } = await import('../../../../../src/extension/audit/views/documents.ts');

const event = (second: number, content: string) =>
  toAuditEvent({
    context: { changeID: `c${second}`, actor: 'ada@a.test' },
    request: { vaultID: 'v', timestamp: `2026-11-20 08:43:${second}.000000000`, data: { content } },
  });

describe('documents with the queries of audit events', () => {
  // Tests of other files have documents in the same fake editor.
  let others: ReadonlySet<string>;
  const addedPaths = (): string[] => [...documents.keys()].filter((path) => !others.has(path));
  beforeEach(() => {
    others = new Set(documents.keys());
  });
  afterEach(() => {
    for (const path of addedPaths()) documents.delete(path);
  });

  it('are named by the time at which My Queries lists the query: that of its newest page', async () => {
    const connection = connectionOf('a');
    const { deps, model } = fakeService(connection);
    const opened = createEventDocuments(deps.targets, model);
    const [newest, first] = [
      event(49, 'SELECT id FROM persons LIMIT 25 OFFSET 25'),
      event(46, 'SELECT id FROM persons LIMIT 25 OFFSET 0'),
    ];
    const queries = new DistinctQueries();
    for (const page of [newest, first]) queries.add(page);
    const [query = assert.fail('no query')] = queries.listDistinctQueries();
    assert.equal(await opened.openQuery(first, connection), true);
    assert.equal(await opened.openWholeQuery(query, connection), true);
    assert.deepEqual(
      addedPaths().map((path) => path.split('/').at(-1)),
      ['08-43-46 query.vaultsql', '08-43-49 query.vaultsql'],
    );
  });
});
