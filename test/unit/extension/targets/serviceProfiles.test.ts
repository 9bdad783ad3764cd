import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { createEmptyProfile, type ServiceProfile } from '../../../../src/core/conformance/profile.ts';
import '../withVscode.ts';

const { ServiceProfiles } = await import('../../../../src/extension/targets/serviceProfiles.ts');

const service = { baseUrl: 'https://vault.example' };
const other = { baseUrl: 'https://other.example' };

function profiles(stored = new Map<string, unknown>()) {
  const storage = {
    get: (key: string) => stored.get(key),
    // As the editor stores it: as JSON.
    update: async (key: string, value: unknown) =>
      void stored.set(key, value === undefined ? undefined : JSON.parse(JSON.stringify(value))),
  } as unknown as vscode.Memento;
  const made = new ServiceProfiles(storage);
  let changes = 0;
  made.onDidChange(() => changes++);
  return { profiles: made, stored, changes: () => changes };
}

const profile = (address: string, at = 1): ServiceProfile => ({
  ...createEmptyProfile(address, at),
  listing: { cursor: 'nextOps', requestID: 'same', limit: 'ignored' },
});

describe('profiles of checked services', () => {
  it('belong to an address, and outlive the window', async () => {
    const { profiles: first, stored, changes } = profiles();
    assert.equal(first.getUncontradictedProfile(service), undefined);
    await first.store(profile(service.baseUrl));
    assert.equal(changes(), 1);
    const { profiles: later } = profiles(stored);
    assert.deepEqual(later.getUncontradictedProfile(service), profile(service.baseUrl));
    assert.equal(later.getUncontradictedProfile(other), undefined);
  });

  it('replace an earlier one of the same address', async () => {
    const { profiles: all, stored } = profiles();
    await all.store(profile(service.baseUrl, 1));
    await all.markProfilePartContradicted(service, 'cursor');
    await all.store(profile(other.baseUrl, 2));
    await all.store(profile(service.baseUrl, 3));
    assert.deepEqual(all.getCheckedService(service), {
      profile: profile(service.baseUrl, 3),
      contradicted: [],
    });
    assert.equal((stored.get('serviceProfiles') as unknown[]).length, 2);
  });

  it('are not believed in the parts that were contradicted', async () => {
    const { profiles: all, changes } = profiles();
    await all.store(profile(service.baseUrl));
    await all.markProfilePartContradicted(service, 'cursor');
    assert.deepEqual(all.getUncontradictedProfile(service)?.listing, { requestID: 'same', limit: 'ignored' });
    assert.deepEqual(all.getCheckedService(service)?.contradicted, ['cursor']);
    assert.equal(all.getCheckedService(service)?.profile.listing.cursor, 'nextOps');
    const before = changes();
    await all.markProfilePartContradicted(service, 'cursor');
    // What the profile does not claim can't be contradicted.
    await all.markProfilePartContradicted(service, 'order');
    await all.markProfilePartContradicted(other, 'cursor');
    assert.equal(changes(), before);
  });

  it('go with the last connection that has their address', async () => {
    const { profiles: all, stored } = profiles();
    await all.store(profile(service.baseUrl));
    await all.store(profile(other.baseUrl));
    await all.retainProfilesOf([other]);
    assert.deepEqual(
      [all.getUncontradictedProfile(service), all.getUncontradictedProfile(other)?.address],
      [undefined, other.baseUrl],
    );
    await all.retainProfilesOf([]);
    assert.equal(stored.get('serviceProfiles'), undefined);
  });

  it('are all forgotten, and listeners hear of it also if the storage was cleared before', async () => {
    const { profiles: all, stored, changes } = profiles();
    await all.store(profile(service.baseUrl));
    stored.clear();
    const before = changes();
    await all.removeAllProfiles();
    assert.deepEqual([all.getUncontradictedProfile(service), changes()], [undefined, before + 1]);
  });

  it('are at most a hundred', async () => {
    const { profiles: all } = profiles();
    for (let n = 0; n < 102; n++) await all.store(profile(`https://v${n}.example`));
    assert.equal(all.getUncontradictedProfile({ baseUrl: 'https://v1.example' }), undefined);
    assert.ok(all.getUncontradictedProfile({ baseUrl: 'https://v2.example' }));
  });

  it('are ignored where what is stored is damaged', () => {
    for (const value of ['x', 1, null, {}, [null, 1, { profile: {} }, { profile: { version: 99 } }]])
      assert.equal(
        profiles(new Map([['serviceProfiles', value]])).profiles.getUncontradictedProfile(service),
        undefined,
      );
    const stored = [{ profile: profile(service.baseUrl), contradicted: ['cursor', 'nonsense'] }];
    assert.ok(profiles(new Map([['serviceProfiles', stored]])).profiles.getUncontradictedProfile(service));
  });

  it('no longer say which SQL is rejected once a query with it was accepted', async () => {
    const { profiles: all } = profiles();
    const { query, ...rest } = profile(service.baseUrl);
    const refusedConstructs = ['TRUE', 'COMMA JOIN'];
    await all.store({ ...rest, query: { ...query, refusedConstructs, acceptedLevels: ['MASKED'] } });
    await all.markProfilePartContradicted(service, 'refusedLevels');
    assert.deepEqual(all.getCheckedService(service)?.contradicted, [], 'it claims no rejected level');
    await all.markProfilePartContradicted(service, 'refusedConstructs');
    assert.deepEqual(all.getCheckedService(service)?.contradicted, ['refusedConstructs']);
    const { refusedConstructs: left, acceptedLevels } =
      all.getUncontradictedProfile(service)?.query ?? assert.fail('no profile');
    assert.deepEqual([left, acceptedLevels], [[], ['MASKED']]);
  });
});
