import assert from 'node:assert/strict';
import {
  ExactNumber,
  getKeysInOrder,
  isJsonObject,
  stringifyJson,
} from '../../../../src/core/service/json.ts';
import type { parseJson } from '../../../../src/core/service/parseJson.ts';

describe('values that one bundle makes and another reads', () => {
  it('keep exact numbers and the order of keys', async () => {
    // The same source loaded a second time represents the copy in another bundle.
    const address = new URL('../../../../src/core/service/parseJson.ts?second', import.meta.url).href;
    const copyAddress = new URL('../../../../src/core/service/json.ts?second', import.meta.url).href;
    const copy: { ExactNumber: typeof ExactNumber } = await import(copyAddress);
    assert.notEqual(copy.ExactNumber, ExactNumber);
    assert.ok(new copy.ExactNumber('1.10') instanceof ExactNumber);
    assert.ok(!isJsonObject(new copy.ExactNumber('1.10')));
    assert.equal(stringifyJson([new copy.ExactNumber('9007199254740993')]), '[9007199254740993]');
    assert.ok(!({ text: '1' } instanceof ExactNumber));

    const { parseJson: parseThere }: { parseJson: typeof parseJson } = await import(address);
    const parsed = parseThere('{"b":1,"10":2,"9":3}');
    assert.ok(parsed.ok && isJsonObject(parsed.value));
    assert.deepEqual(getKeysInOrder(parsed.value), ['b', '10', '9']);
  });
});
