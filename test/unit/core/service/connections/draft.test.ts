import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseConnections } from '../../../../../src/core/service/connections/connections.ts';
import {
  authSettingOfDraft,
  createDraft,
  type Draft,
  findTrailFieldProblem,
  formatCommand,
  parseCommand,
  settingEntryOfDraft,
} from '../../../../../src/core/service/connections/draft.ts';

const isUsable = (address: string): boolean => address.startsWith('https://');
const server = { issuer: 'https://i.example', clientID: 'c' };

describe('the draft of a connection', () => {
  it('gives back the sign-in that it was made of', () => {
    for (const auth of [
      { kind: 'token' },
      { kind: 'environment', variable: 'V' },
      { kind: 'command', command: ['get', 'a b'], variables: ['A', 'B'] },
      { kind: 'serviceAccount', keyFile: '~/k', scope: 's' },
      { kind: 'oauth', ...server, scope: 's t' },
      { kind: 'device', ...server },
      { kind: 'clientCredentials', tokenUrl: 'https://t.example', clientID: 'c' },
    ]) {
      const { connections } = parseConnections([{ name: 'a', baseUrl: 'https://x', auth }], isUsable);
      assert.ok(connections[0]);
      assert.deepEqual(authSettingOfDraft(createDraft(connections[0])), auth);
    }
  });

  it('keeps the revocation URL, which the form does not prompt for, with the same token URL only', () => {
    const addresses = {
      tokenUrl: 'https://t.example/token',
      deviceAuthorizationUrl: 'https://t.example/device',
    };
    const auth = { kind: 'device', ...addresses, revocationUrl: 'https://t.example/revoke', clientID: 'c' };
    const draft = { kind: 'device', ...addresses, clientID: 'other' };
    assert.deepEqual(authSettingOfDraft(draft, auth), { ...auth, clientID: 'other' });
    const moved = { ...draft, tokenUrl: 'https://u.example/token' };
    assert.deepEqual(authSettingOfDraft(moved, auth), moved);
    assert.deepEqual(authSettingOfDraft({ kind: 'token' }, auth), { kind: 'token' });
  });

  it('leaves out what was typed for another kind of sign-in', () => {
    const entry = settingEntryOfDraft({
      name: 'a',
      kind: 'token',
      variable: 'V',
      command: 'x',
      vaultID: 'v',
    });
    assert.deepEqual(entry.auth, { kind: 'token' });
  });

  it('gives back every command, and takes nothing that can be read in two ways', () => {
    const words = fc.array(
      fc.string().filter((word) => word.trim() !== ''),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(words, (command) => assert.deepEqual(parseCommand(formatCommand(command)), command)),
    );
    for (const text of ['get "a b"', "get 'a'", '["get"', '[1]', '[]', '["get", ""]'])
      assert.equal(parseCommand(text), undefined, text);
  });

  it('names the problem of a field of the audit trail, and none of another field', () => {
    const draft = { trailUrl: 'https://click.example', trailTable: 'audit.events', trailUser: 'reader' };
    const problems = (change: Draft) =>
      (['trailUrl', 'trailTable', 'trailUser'] as const).map((field) =>
        findTrailFieldProblem(field, { ...draft, ...change }, (address) => address.startsWith('https:')),
      );
    assert.deepEqual(problems({}), [undefined, undefined, undefined]);
    assert.deepEqual(problems({ trailUrl: '' }), [undefined, undefined, undefined]);
    assert.deepEqual(problems({ trailUrl: 'ftp:x' }), ['bad-address', undefined, undefined]);
    for (const trailTable of ['a.b.c', 'a b.c', '1.c'])
      assert.deepEqual(problems({ trailTable }), [undefined, 'bad-table', undefined]);
    for (const trailTable of ['events', '.events', 'audit.'])
      assert.deepEqual(problems({ trailTable }), [undefined, 'missing', undefined]);
    assert.deepEqual(problems({ trailUser: 'a:b' }), [undefined, undefined, 'bad-trail']);
  });
});
