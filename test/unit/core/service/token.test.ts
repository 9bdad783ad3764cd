import assert from 'node:assert/strict';
import { cleanClientSecret, cleanToken, findTokenInOutput } from '../../../../src/core/service/token.ts';

describe('cleanToken', () => {
  const token = 'eyJhbGciOi.J9-_~+/=';
  for (const pasted of [
    token,
    `  ${token}\n`,
    `Bearer ${token}`,
    `bearer   ${token}`,
    `Authorization: Bearer ${token}`,
    `"${token}"`,
    `'Bearer ${token}'`,
    `Bearer "${token}"`,
    `\ufeff${token}`,
    `${token.slice(0, 7)}\r\n${token.slice(7)}`,
    `${token.slice(0, 7)}\n${token.slice(7, 9)}\n${token.slice(9)}\n`,
  ]) {
    it(`takes the token out of ${JSON.stringify(pasted)}`, () => {
      assert.deepEqual(cleanToken(pasted), { ok: true, token });
    });
  }

  const refused: [string, string][] = [
    ['', 'empty'],
    [' \r\n ', 'empty'],
    ['Bearer ', 'empty'],
    ['Bearer', 'empty'],
    ['""', 'empty'],
    ['abc def', 'blank'],
    ['abc\tdef', 'blank'],
    ['abc\u00a0def', 'blank'],
    ['abc\u0000def', 'control'],
    ['abc\u007fdef', 'control'],
    ['abc\u200bdef', 'not-ascii'],
    ['“abc”', 'not-ascii'],
    ['a'.repeat(16 * 1024 + 1), 'too-long'],
    ['a '.repeat(100_000), 'too-long'],
  ];
  for (const [pasted, reason] of refused) {
    it(`refuses ${JSON.stringify(pasted.slice(0, 20))}: ${reason}`, () => {
      assert.deepEqual(cleanToken(pasted), { ok: false, reason });
    });
  }

  it('accepts 10 KB', () => assert.equal(cleanToken('a'.repeat(10 * 1024)).ok, true));
});

describe('cleanClientSecret', () => {
  for (const secret of ['abc', ' a b ', '"quoted"', 'Bearer abc', "it's", '~!{}|', 'a'.repeat(16 * 1024)])
    it(`leaves ${JSON.stringify(secret.slice(0, 20))} as it is`, () => {
      assert.deepEqual(cleanClientSecret(secret), { ok: true, secret });
    });
  it('joins lines', () => {
    assert.deepEqual(cleanClientSecret('abc\r\ndef\n'), { ok: true, secret: 'abcdef' });
  });
  const refused: [string, string][] = [
    ['', 'empty'],
    [' \n ', 'empty'],
    ['a\tb', 'characters'],
    ['a\u00a0b', 'characters'],
    ['geheim\u00df', 'characters'],
    ['a\u0000', 'characters'],
    ['a'.repeat(16 * 1024 + 1), 'too-long'],
  ];
  for (const [pasted, reason] of refused)
    it(`refuses ${JSON.stringify(pasted.slice(0, 20))}: ${reason}`, () => {
      assert.deepEqual(cleanClientSecret(pasted), { ok: false, reason });
    });
});

describe('the token in what a command printed', () => {
  const outputs: [string, string | undefined][] = [
    ['abc.def\n', 'abc.def'],
    ['{"accessToken":"abc","expires":1}', 'abc'],
    ['{\n  "access_token": "abc"\n}\n', 'abc'],
    ['Warning: the key is old\n{"token":"abc"}\n', 'abc'],
    ['Warning: the key is old\r\nabc.def\r\n', 'abc.def'],
    ['abc\ndef\n', 'def'],
    ['Refreshed\nabc123', 'abc123'],
    ['\nabc123\n \r\n\n', 'abc123'],
    ['{"token":1}', undefined],
    ['{broken', undefined],
    ['', ''],
  ];
  for (const [output, token] of outputs) {
    it(`is ${JSON.stringify(token)} for ${JSON.stringify(output)}`, () => {
      assert.equal(findTokenInOutput(output), token);
    });
  }
});
