import assert from 'node:assert/strict';
import '../../withVscode.ts';

const { ofShown } = await import('../../../../../src/extension/audit/model/ofShown.ts');

describe('answers for the listing that is shown', () => {
  it('are asked for again where another listing came, or the view is outdated', async () => {
    let listing = 1;
    let reads = 0;
    const answer = await ofShown({ listing: () => listing }, async () => {
      reads++;
      if (reads === 1) return undefined;
      if (reads === 2) listing = 2;
      return `of ${listing} in read ${reads}`;
    });
    assert.equal(answer, 'of 2 in read 3');
  });

  it('end as a defect where none ever comes', async () => {
    let reads = 0;
    const never = ofShown({ listing: () => 1 }, async () => {
      reads++;
      return undefined;
    });
    await assert.rejects(never, /no answer/);
    assert.ok(reads > 10 && reads < 1_000, `${reads}`);
  });
});
