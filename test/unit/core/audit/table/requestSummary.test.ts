import assert from 'node:assert/strict';
import { findQueryText } from '../../../../../src/core/audit/feed/queryOf.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { summarizeRequest } from '../../../../../src/core/audit/table/requestSummary.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';

const QUERY = '/v1/vaults/v/query';

/** `deed tables columns`, of an event with that action, path, method and content. */
function kindOf(actionType: string, URI: string, method: string, content?: string): string {
  const event = toAuditEvent({
    request: { actionType, httpInfo: { URI, method }, ...(content ? { data: { content } } : {}) },
  });
  const query = findQueryText(event);
  const {
    kind: deed,
    tables,
    columns,
  } = summarizeRequest(event, query === undefined ? undefined : parseQueryReads(query));
  return [deed, tables.join(), columns.map(({ column }) => column).join()].join(' ').trim();
}

describe('what a request did', () => {
  const queries: readonly (readonly [query: string, expected: string])[] = [
    ['SELECT name FROM persons', 'read persons name'],
    ["SELECT name, REDACTION(phone, 'MASKED') FROM persons", 'read persons phone,name'],
    [
      "SELECT id, REDACTION(a, 'MASKED'), REDACTION(ssn, 'PLAIN_TEXT') FROM persons",
      'plainRead persons ssn,a,id',
    ],
    ["SELECT COUNT(*) FROM persons WHERE state = 'CA'", 'read persons'],
    [
      'SELECT p.name, c.purpose FROM persons p JOIN consents c ON c.person_id = p.id',
      'read persons,consents name,purpose',
    ],
    ['this is no SQL', 'other'],
  ];
  for (const [query, expected] of queries)
    it(query, () => assert.equal(kindOf('READ', QUERY, 'POST', query), expected));

  it('is told by path, action and method where it is no query', () => {
    assert.equal(kindOf('LIST', '/v1/audit/events', 'GET'), 'logRead');
    assert.equal(kindOf('LIST', '/v1/audit/events?filterOps.accountID=a', 'GET'), 'logRead');
    assert.equal(kindOf('UPDATE', '/v1/vaults/v/persons/1', 'POST'), 'change');
    assert.equal(kindOf('', '/v1/vaults/v/persons/1', 'DELETE'), 'change');
    assert.equal(kindOf('READ', '/v1/vaults/v/persons/1', 'GET'), 'read');
    assert.equal(kindOf('ACCESS', '/', 'GET'), 'other');
  });
});
