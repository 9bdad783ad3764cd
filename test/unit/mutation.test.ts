import assert from 'node:assert/strict';
import { candidatesIn } from '../mutation/candidates.ts';

/** The text that is replaced by each candidate of a file with this text. */
async function mutatedIn(text: string): Promise<readonly string[]> {
  const candidates = await candidatesIn([{ path: 'src/core/sample.ts', text }]);
  return candidates.map(({ original }) => original);
}

describe('places that mutation testing changes', () => {
  it('are values', async () => {
    assert.deepEqual(await mutatedIn('export const isOn: true | 1 = true;'), ['true']);
    assert.deepEqual(await mutatedIn('export const isOn = true satisfies boolean;'), ['true']);
  });

  it('are not types, nor in the type after satisfies', async () => {
    assert.deepEqual(await mutatedIn("export const isOn = a satisfies B extends 'c' ? true : false;"), []);
    assert.deepEqual(await mutatedIn("export const x = f<true>(a) satisfies readonly ['b', -1];"), []);
  });

  it('are not in a statement that only the compiler checks', async () => {
    assert.deepEqual(await mutatedIn('true satisfies A extends never ? true : never;'), []);
  });
});
