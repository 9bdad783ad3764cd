import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { AuditFilters } from '../../../../../src/core/audit/filters/filters.ts';
import { formatAsCurl } from '../../../../../src/core/audit/filters/share.ts';

describe('filters to keep and to hand on', () => {
  const filters: AuditFilters = {
    accountID: 'a1',
    'context.actor': "o'hara & co=1%",
    'context.ipAddress': '::1',
  };

  it('as curl hold the token as a variable, and a shell reads them as they are', () => {
    const line = formatAsCurl('https://vault.example/', filters);
    assert.match(line, /^curl --get 'https:\/\/vault\.example\/v1\/audit\/events'/);
    assert.match(line, /--header "Authorization: Bearer \$VAULT_TOKEN"/);
    const words = execFileSync('sh', [
      '-c',
      `curl() { for w in "$@"; do echo "$w"; done; }; VAULT_TOKEN=t; ${line}`,
    ]);
    assert.deepEqual(String(words).trim().split('\n').slice(2), [
      '--header',
      'Authorization: Bearer t',
      '--data-urlencode',
      'filterOps.accountID=a1',
      '--data-urlencode',
      "filterOps.context.actor=o'hara & co=1%",
      '--data-urlencode',
      'filterOps.context.ipAddress=::1',
    ]);
  });
});
