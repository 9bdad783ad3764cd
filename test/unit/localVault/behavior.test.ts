import assert from 'node:assert/strict';
import { parseServeArguments } from '../../../src/localVault/arguments.ts';
import { parseBehavior, STRICT_BEHAVIOR } from '../../../src/localVault/server/behavior.ts';

describe('the switches of the local vault', () => {
  it('are read from a list of names and values', () => {
    assert.deepEqual(parseBehavior('pageSize=7,cursor=inclusive,shortPages,shortRows=false'), {
      pageSize: 7,
      cursor: 'inclusive',
      shortPages: true,
      shortRows: false,
    });
    assert.deepEqual(parseBehavior('undocumentedSql=TRUE+COMMA-JOIN,redactionLevels=MASKED'), {
      undocumentedSql: ['TRUE', 'COMMA JOIN'],
      redactionLevels: ['MASKED'],
    });
  });

  for (const [text, why] of [
    ['nope', 'there is no switch nope'],
    ['__proto__=1', 'there is no switch __proto__'],
    ['cursor', 'cursor is one of after, inclusive, renamed, ignored, refused'],
    ['cursor=before', 'cursor is one of after, inclusive, renamed, ignored, refused'],
    ['pageSize=0', 'pageSize is a whole number from 1 to 1000'],
    ['pageSize=x', 'pageSize is a whole number from 1 to 1000'],
    ['shortPages=2', 'shortPages is true or false'],
    ['cursor=after+ignored', 'cursor is one of after, inclusive, renamed, ignored, refused'],
    ['redactionLevels=MASKED+x', 'redactionLevels is one of all, documented, or a list joined by +'],
    ['undocumentedSql=TEST-WITHOUT-IS', 'undocumentedSql is one of accepted, refused, or a list joined by +'],
  ] as const)
    it(`say what is wrong with ${text}`, () => {
      assert.throws(() => parseBehavior(text), { message: why });
      const parsed = parseServeArguments(['--behavior', text]);
      assert.deepEqual(parsed, { ok: false, message: `--behavior: ${why}.` });
    });

  it('repeats no argument that may be the token', () => {
    const parsed = parseServeArguments(['tok-secret']);
    assert.deepEqual(parsed, {
      ok: false,
      message: 'An argument belongs to no option. Write each value after the name of its option.',
    });
  });

  it('are those of the document with --strict, which single switches change', () => {
    const strict = parseServeArguments(['--strict']);
    assert.deepEqual(strict.ok && strict.options.behavior, STRICT_BEHAVIOR);
    const changed = parseServeArguments(['--strict', '--behavior', 'cursor=after']);
    assert.equal(changed.ok && changed.options.behavior?.cursor, 'after');
  });
});
