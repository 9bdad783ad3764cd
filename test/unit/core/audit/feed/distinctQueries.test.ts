import assert from 'node:assert/strict';
import { DistinctQueries } from '../../../../../src/core/audit/feed/distinctQueries.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';

const event = (changeID: string, content: string | undefined, vaultID = 'v1') =>
  toAuditEvent({
    context: { changeID },
    request: { vaultID, ...(content === undefined ? {} : { data: { content } }) },
  });

/** Each query as the change IDs of its newest event, of its first page, and of all pages. */
function distinct(...events: readonly ReturnType<typeof event>[]): readonly (readonly unknown[])[] {
  const queries = new DistinctQueries();
  for (const one of events) queries.add(one);
  return queries
    .listDistinctQueries()
    .map(({ newest, firstPage, pages }) => [
      newest.context.changeID,
      firstPage.context.changeID,
      pages.map(({ context }) => context.changeID).join(),
    ]);
}

describe('distinct queries', () => {
  it('count the pages of a query as one, which is its first page', () => {
    assert.deepEqual(
      distinct(
        event('5', 'SELECT id FROM persons LIMIT 10 OFFSET 50'),
        event('4', 'SELECT id FROM persons LIMIT 25 OFFSET 25'),
        event('3', 'SELECT name FROM persons LIMIT 25 OFFSET 0'),
        event('2', 'SELECT id FROM persons LIMIT 25 OFFSET 0'),
        event('1', 'SELECT id FROM persons LIMIT 25 OFFSET 0'),
      ),
      [
        ['5', '2', '5,4,2'],
        ['3', '3', '3'],
      ],
    );
  });

  it('are the same text sent to the same vault', () => {
    assert.deepEqual(
      distinct(
        event('3', 'SELECT id FROM persons', 'v2'),
        event('2', "SELECT id FROM persons WHERE name = 'a'"),
        event('1', 'SELECT id FROM persons'),
      ),
      [
        ['3', '3', '3'],
        ['2', '2', '2'],
        ['1', '1', '1'],
      ],
    );
  });

  it('have a text without the page size, which is the LIMIT of several pages or of the setting', () => {
    const texts = (...contents: readonly string[]) => {
      const queries = new DistinctQueries(10);
      for (const [index, content] of contents.entries()) queries.add(event(String(index), content));
      return queries.listDistinctQueries().map(({ textWithoutPaging }) => textWithoutPaging);
    };
    assert.deepEqual(texts('SELECT a FROM t LIMIT 5 OFFSET 5', 'SELECT a FROM t LIMIT 5 OFFSET 0'), [
      'SELECT a FROM t',
    ]);
    assert.deepEqual(texts('SELECT a FROM t LIMIT 10 OFFSET 0'), ['SELECT a FROM t']);
    assert.deepEqual(texts('SELECT a FROM t LIMIT 5'), ['SELECT a FROM t LIMIT 5']);
  });

  it('ignore events without a query', () => {
    assert.deepEqual(distinct(event('2', undefined), event('1', 'accountID=a1')), []);
  });
});
