import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyProfile, parseProfile } from '../../../../src/core/conformance/profile.ts';
import { RULE_IDS } from '../../../../src/core/conformance/rules.ts';

const document = join(import.meta.dirname, '../../../../src/core/service/SERVICE.md');

describe('the rules that a check reports on', () => {
  it('are those of SERVICE.md, in its order', () => {
    const numbers = [...readFileSync(document, 'utf8').matchAll(/^- \*\*([SD]\d+)\*\*/gm)].map(
      ([, rule]) => rule,
    );
    assert.deepEqual([...RULE_IDS], numbers);
  });
});

describe('the profile of a service', () => {
  it('is read back as it was stored', () => {
    const profile = {
      ...createEmptyProfile('https://vault.example', 5),
      listing: { cursor: 'nextOps', order: 'newestFirst' },
    };
    assert.deepEqual(parseProfile(JSON.parse(JSON.stringify(profile))), profile);
  });

  it('is read without what an earlier version stored in it and nothing used', () => {
    const profile = createEmptyProfile('https://vault.example', 5);
    const stored = {
      ...profile,
      listing: { limit: 'accepted', hasShortPages: true, pageSize: 7 },
      query: { ...profile.query, largeLimit: 'cut', hasShortPages: true },
    };
    assert.deepEqual(parseProfile(stored), { ...profile, listing: { limit: 'accepted' } });
  });

  it('is ignored if it is damaged or of another version', () => {
    const profile = createEmptyProfile('https://vault.example', 5);
    for (const stored of [
      undefined,
      null,
      'x',
      {},
      { ...profile, version: 2 },
      { ...profile, listing: { order: 'sideways' } },
    ])
      assert.equal(parseProfile(stored), undefined);
  });
});
