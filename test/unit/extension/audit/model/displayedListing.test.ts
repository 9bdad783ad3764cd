import assert from 'node:assert/strict';
import '../../withVscode.ts';

const { readDisplayedListing } = await import('../../../../../src/extension/audit/model/displayedListing.ts');

describe('reading the displayed listing', () => {
  it('is repeated if another listing is displayed meanwhile, or the view is outdated', async () => {
    let listing = 1;
    let reads = 0;
    const answer = await readDisplayedListing({ getListingNumber: () => listing }, async () => {
      reads++;
      if (reads === 1) return undefined;
      if (reads === 2) listing = 2;
      return `of ${listing} in read ${reads}`;
    });
    assert.equal(answer, 'of 2 in read 3');
  });

  it('throws if no read succeeds', async () => {
    let reads = 0;
    const never = readDisplayedListing({ getListingNumber: () => 1 }, async () => {
      reads++;
      return undefined;
    });
    await assert.rejects(never, /no answer/);
    assert.ok(reads > 10 && reads < 1_000, `${reads}`);
  });
});
