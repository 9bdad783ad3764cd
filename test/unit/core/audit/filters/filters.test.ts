import assert from 'node:assert/strict';
import {
  AUDIT_FILTERS,
  encodeQuery,
  isFilterName,
  toQueryParameters,
  validateFilter,
} from '../../../../../src/core/audit/filters/filters.ts';

describe('audit filters', () => {
  it('are the sixteen of the service, in its order (S24)', () => {
    assert.deepEqual(
      AUDIT_FILTERS.map((filter) => filter.parameter),
      [
        'filterOps.accountID',
        'filterOps.parentAccountID',
        'filterOps.workspaceID',
        'filterOps.vaultID',
        'filterOps.resourceIDs',
        'filterOps.context.changeID',
        'filterOps.context.requestID',
        'filterOps.context.sessionID',
        'filterOps.context.actor',
        'filterOps.context.actorType',
        'filterOps.context.accessType',
        'filterOps.context.ipAddress',
        'filterOps.context.origin',
        'filterOps.context.authMode',
        'filterOps.context.jwtID',
        'filterOps.context.bearerTokenContextID',
      ],
    );
    assert.deepEqual(
      AUDIT_FILTERS.filter((filter) => filter.required).map((filter) => filter.name),
      ['accountID'],
    );
  });

  it('become query parameters in the service’s order, whatever order they were set in', () => {
    const pairs = toQueryParameters(
      { 'context.actor': 'a@b.test', accountID: 'acc', vaultID: '' },
      { 'afterOps.changeID': 'c1' },
      50,
    );
    assert.deepEqual(pairs, [
      ['filterOps.accountID', 'acc'],
      ['filterOps.context.actor', 'a@b.test'],
      ['afterOps.changeID', 'c1'],
      ['limit', '50'],
    ]);
  });

  it('are lists without blanks around entries and without empty entries (S26)', () => {
    const sent = (resourceIDs: string) => toQueryParameters({ resourceIDs }).map(([, value]) => value);
    assert.deepEqual(sent('VAULT/1, TABLE/2'), ['VAULT/1,TABLE/2']);
    assert.deepEqual(sent('VAULT/1, ,TABLE/2,'), ['VAULT/1,TABLE/2']);
    assert.deepEqual(sent(',VAULT/1'), ['VAULT/1']);
    assert.deepEqual(sent(','), [',']);
  });

  it('leave the limit out unless one is asked for', () => {
    assert.deepEqual(toQueryParameters({ accountID: 'a' }, undefined, 0), [['filterOps.accountID', 'a']]);
  });

  it('are encoded so that a value can’t become a second parameter', () => {
    assert.equal(
      encodeQuery([['filterOps.accountID', 'a&b=c#d +é']]),
      'filterOps.accountID=a%26b%3Dc%23d%20%2B%C3%A9',
    );
    assert.equal(encodeQuery([['x', '\ud800']]), 'x=%EF%BF%BD');
  });

  it('say why a value can’t be sent', () => {
    assert.equal(validateFilter('accountID', ''), 'required');
    assert.equal(validateFilter('accountID', '  '), 'required');
    assert.equal(validateFilter('vaultID', ''), undefined);
    assert.equal(validateFilter('vaultID', ' v'), 'blanks-around');
    assert.equal(validateFilter('vaultID', 'v\nw'), 'control-character');
    assert.equal(validateFilter('vaultID', 'v'.repeat(2049)), 'too-long');
    assert.equal(validateFilter('context.ipAddress', '10.0.0.256'), 'not-an-ip');
    assert.equal(validateFilter('context.ipAddress', '10.0.0.25'), undefined);
    assert.equal(validateFilter('context.ipAddress', '2001:db8::1'), undefined);
    assert.equal(validateFilter('resourceIDs', 'VAULT/1, TABLE/2'), undefined);
    for (const list of ['VAULT/1,', 'VAULT/1,,TABLE/2', ', VAULT/1 , '].map((text) => text.trim()))
      assert.equal(validateFilter('resourceIDs', list), undefined, list);
    // Nothing but commas would be sent as no filter at all.
    for (const list of [',', ', ,', 'VAULT/1,TABLE'])
      assert.equal(validateFilter('resourceIDs', list), 'not-a-resource-id', list);
    assert.equal(validateFilter('resourceIDs', 'VAULT'), 'not-a-resource-id');
    assert.equal(validateFilter('resourceIDs', 'my VAULT/1'), 'not-a-resource-id');
    assert.equal(validateFilter('resourceIDs', 'VAULT/1 2'), 'not-a-resource-id');
  });

  it('let unknown enum values through', () => {
    assert.equal(validateFilter('context.actorType', 'GROUP'), undefined);
  });

  it('know their own names only', () => {
    assert.equal(isFilterName('context.actor'), true);
    assert.equal(isFilterName('context.traceID'), false);
    assert.equal(isFilterName('__proto__'), false);
  });
});
