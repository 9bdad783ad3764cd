import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ExactNumber,
  getKeysInOrder,
  isJsonObject,
  type JsonValue,
  stringifyJson,
} from '../../../../src/core/service/json.ts';
import { parseJson } from '../../../../src/core/service/parseJson.ts';

function parsed(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) assert.fail(`${result.reason} at ${result.offset}: ${text.slice(0, 60)}`);
  return result.value;
}

function objectOf(text: string) {
  const value = parsed(text);
  assert.ok(isJsonObject(value));
  return value;
}

describe('parseJson', () => {
  it('keeps numbers that a double would change as text', () => {
    for (const text of [
      '9007199254740993',
      '1.10',
      '1.0',
      '-0',
      '1e400',
      '1E5',
      '0.1000000000000000055511151231257827',
    ]) {
      assert.deepEqual(parsed(text), new ExactNumber(text));
    }
    for (const text of ['0', '-1', '1.5', '9007199254740991', '0.1'])
      assert.equal(parsed(text), Number(text));
  });

  it('treats __proto__ as an ordinary key', () => {
    const object = objectOf('{"__proto__":{"polluted":true},"constructor":1}');
    assert.deepEqual(getKeysInOrder(object), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(object), null);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.equal(stringifyJson(object), '{"__proto__":{"polluted":true},"constructor":1}');
  });

  it('gives integer-like keys in the order of the source', () => {
    const text = '{"b":1,"10":2,"2":3,"a":4,"10":5}';
    const object = objectOf(text);
    assert.deepEqual(getKeysInOrder(object), ['b', '10', '2', 'a']);
    assert.equal(object['10'], 5);
    assert.equal(stringifyJson(object), '{"b":1,"10":5,"2":3,"a":4}');
  });

  it('keeps the last of repeated keys', () => {
    assert.equal(stringifyJson(parsed('{"a":1,"b":2,"a":3}')), '{"a":3,"b":2}');
  });

  it('keeps lone surrogates, NUL and direction marks', () => {
    assert.equal(parsed('"\\ud800"'), '\ud800');
    assert.equal(parsed('"a\\u0000b\\u202e"'), 'a\0b\u202e');
  });

  it('refuses what is not JSON, and says where', () => {
    const broken = [
      '',
      ' ',
      '{',
      '[1,]',
      '{"a":1,}',
      '01',
      '1.',
      '+1',
      '.5',
      'NaN',
      '// c\n1',
      '[1]/**/',
      '"a\nb"',
      '"\\x"',
      '"\\u12g4"',
    ];
    broken.push(
      "'a'",
      '{a:1}',
      '{"a" 1}',
      '[1 2]',
      '1 2',
      'nul',
      '"a',
      '[',
      ']',
      '{"a":}',
      '\u00a01',
      '"\u0001"',
      '1e',
      '-',
    );
    for (const text of broken) {
      const result = parseJson(text);
      assert.equal(result.ok, false, JSON.stringify(text));
      assert.throws(() => JSON.parse(text), JSON.stringify(text));
    }
    assert.deepEqual(parseJson('{"a": x}'), { ok: false, reason: 'syntax', offset: 6 });
    assert.deepEqual(parseJson('{1: 2}'), { ok: false, reason: 'syntax', offset: 1 });
  });

  it('reads 1000 levels, and calls more of them too deep instead of crashing', () => {
    assert.equal(stringifyJson(parsed('['.repeat(1000) + ']'.repeat(1000))).length, 2000);
    for (const depth of [1001, 100_000]) {
      assert.deepEqual(parseJson('['.repeat(depth) + ']'.repeat(depth)), {
        ok: false,
        reason: 'tooDeep',
        offset: 1000,
      });
    }
    assert.deepEqual(parseJson('{"a":'.repeat(100_000)), { ok: false, reason: 'tooDeep', offset: 5000 });
  });

  it('agrees with JSON.parse on any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.boolean(), (json, pretty) => {
        const text = pretty ? JSON.stringify(JSON.parse(json), null, 2) : json;
        assert.equal(
          JSON.stringify(JSON.parse(stringifyJson(parsed(text)))),
          JSON.stringify(JSON.parse(text)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with JSON.parse on which damaged texts are JSON', () => {
    const damaged = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', '\\', '0', '\u0007', '-'),
    );
    fc.assert(
      fc.property(damaged, ([json, at, insert]) => {
        const cut = at % (json.length + 1);
        const text = json.slice(0, cut) + insert + json.slice(cut + 1);
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        assert.equal(parseJson(text).ok, valid, text);
      }),
      { numRuns: 500 },
    );
  });
});

describe('stringifyJson', () => {
  it('prints as JSON.stringify does', () => {
    const text = '{"a":[1,{"b":null},[],{}],"c":"\\u2028é\\ud800"}';
    assert.equal(stringifyJson(parsed(text)), JSON.stringify(JSON.parse(text)));
    assert.equal(stringifyJson(parsed(text), 2), JSON.stringify(JSON.parse(text), null, 2));
  });

  it('prints exact numbers as they came', () => {
    assert.equal(stringifyJson(parsed('[9007199254740993, 1.10]')), '[9007199254740993,1.10]');
  });

  it('prints any JSON the same beside an exact number as alone', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        assert.equal(stringifyJson(parsed(`[1.10,${json}]`)), `[1.10,${stringifyJson(parsed(json))}]`);
      }),
    );
  });

  it('prints any depth, indented or not', () => {
    let value: JsonValue = [];
    for (let depth = 1; depth < 20_000; depth++) value = [value];
    assert.equal(stringifyJson(value).length, 40_000);
    assert.ok(stringifyJson(value, 2).length < 10_000_000);
  });
});
