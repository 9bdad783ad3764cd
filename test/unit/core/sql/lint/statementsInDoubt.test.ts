import assert from 'node:assert/strict';
import { secondParserSentence } from '../../../../../src/core/messages/secondParser.ts';
import { findStatementsPassingBySettings } from '../../../../../src/core/sql/lint/statementsInDoubt.ts';
import { countCalls, parsing, scanning } from '../../../calls.ts';

describe('statements in doubt', () => {
  const text =
    'SELECT a FROM t;\nSELECT a FROM t ORDER BY a;\nSELECT a FROM t ORDER BY a WHERE;\nDELETE FROM t';
  const found = (allow: string[]): string[] =>
    findStatementsPassingBySettings(text, { allow }).map(({ start, end }) => text.slice(start, end));

  it('are those that pass only because of what the settings allow', () => {
    assert.deepEqual(found(['ORDER BY']), ['SELECT a FROM t ORDER BY a']);
  });
  it('are none where nothing is allowed', () => assert.deepEqual(found([]), []));
  it('are none where what is allowed is not used', () => assert.deepEqual(found(['>=']), []));

  it('are parsed once each', async () => {
    assert.deepEqual(await countCalls([parsing, scanning], () => found(['ORDER BY'])), [4, 1]);
  });

  it('a sentence names the place, shortened, and none of the parser’s expectations', () => {
    assert.deepEqual(secondParserSentence('DESC').args, ['DESC']);
    assert.equal(String(secondParserSentence('x'.repeat(100)).args[0]).length, 40);
    assert.deepEqual(secondParserSentence('').args, []);
  });

  it('a sentence names words and operators, and never a value', () => {
    for (const found of ['DESC', 'größe', '||', '::', '('])
      assert.deepEqual(secondParserSentence(found).args, [found]);
    const values = [
      "'Alice Miller'",
      "E'Alice'",
      '"a@b.c"',
      '$$Alice$$',
      '$x$Alice$x$',
      '4711',
      ':name',
      "'open",
    ];
    for (const found of values) assert.deepEqual(secondParserSentence(found).args, [], found);
  });
});
