import assert from 'node:assert/strict';
import { isQueryText, isQueryURI } from '../../../../../src/core/audit/feed/queryOf.ts';

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

describe('the text of a query', () => {
  it('begins with SELECT after white space, parentheses, and comments, nested ones too', () => {
    for (const text of ['select 1', ' ( SELECT 1)', '-- a\nSELECT 1', '/* a /* b */ c */ SELECT 1'])
      assert.equal(isQueryText(text), true, text);
    for (const text of ['', 'SELECTED', 'DELETE FROM t', '/* a /* b */ SELECT 1'])
      assert.equal(isQueryText(text), false, text);
  });
});
