import assert from 'node:assert/strict';
import { isQueryURI } from '../../../../../src/core/audit/feed/queryOf.ts';

describe('the address of a query', () => {
  for (const uri of [
    '/v1/vaults/v/query',
    '/v1/vaults/v/query/',
    'https://h/v1/vaults/v/query?x=1',
    '/query#a',
  ])
    it(`is: ${uri}`, () => assert.ok(isQueryURI(uri)));

  for (const uri of [
    '',
    '/v1/audit/events',
    '/v1/audit/events?filterOps.context.origin=a/query',
    '/query/more',
    '/x#/query',
  ])
    it(`is not: ${uri || '(empty)'}`, () => assert.ok(!isQueryURI(uri)));
});
