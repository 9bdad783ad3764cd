/** What every reader of statements says stays what it was, on the corpus, the fixtures and 20,000 drawn statements. */
import assert from 'node:assert/strict';
import { readGolden } from '../unit/core/sql/golden/files.ts';
import { holdReadings } from '../unit/core/sql/golden/hold.ts';
import { readerNames } from '../unit/core/sql/golden/readers.ts';
import { drawnSamples } from '../unit/core/sql/golden/samples.ts';

describe('golden readings, all', () => {
  holdReadings(1);

  it('there are 20,000 of them, and none makes a reader throw', () => {
    assert.equal(drawnSamples().length, 20_000);
    for (const name of readerNames) assert.equal(readGolden(name).counts.has('throws'), false, name);
  });
});
