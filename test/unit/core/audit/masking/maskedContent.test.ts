import assert from 'node:assert/strict';
import { maskContent } from '../../../../../src/core/audit/masking/maskedContent.ts';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';

describe('what an event holds as its content', () => {
  it('is no cut JSON because of a cast, whatever the statement begins with', () => {
    for (const start of ['-- all\n', '/* all */ ', '; ', 'WITH w AS (SELECT 1) ', 'EXPLAIN '])
      assert.doesNotMatch(
        maskContent(`${start}SELECT 1 FROM p WHERE name = "Fatima"::text`, maskLiterals),
        /Fatima/,
        start,
      );
    assert.doesNotMatch(maskContent('UPDATE p SET name = "Fatima"::text', maskLiterals), /Fatima/);
  });

  it('is cut JSON where a key has a colon: the keys stay, the values are masked', () => {
    const shown = maskContent('"fields": {"name": "Fatima", "age": "4', maskLiterals);
    assert.match(shown, /"age"/);
    assert.doesNotMatch(shown, /Fatima/);
  });
});
