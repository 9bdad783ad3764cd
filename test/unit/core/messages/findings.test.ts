import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createFindingSentence } from '../../../../src/core/messages/findings.ts';
import { sentenceText } from '../../../../src/core/messages/sentence.ts';
import { checkText } from '../../../../src/core/sql/lint/check.ts';
import type { Finding } from '../../../../src/core/sql/lint/findings.ts';
import type { CheckOptions } from '../../../../src/core/sql/lint/options.ts';
import { mutated, soup } from '../sql/generate.ts';

const sentence = (finding: Finding, text = ''): string => sentenceText(createFindingSentence(finding, text));
const first = (sql: string, code: Finding['code'], options?: CheckOptions): string => {
  const found = checkText(sql, options).find((finding) => finding.code === code);
  return found ? sentence(found) : 'nothing found';
};

describe('sentences for findings', () => {
  it('are whole sentences with all their arguments, for whatever is found', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          mutated,
          soup.map((text) => `SELECT ${text}`),
        ),
        (sql) => {
          for (const finding of checkText(sql)) {
            const text = sentence(finding);
            assert.match(text, /^\S[\s\S]*[.]$/);
            assert.doesNotMatch(text, /undefined|NaN|\{\d\}/);
            assert.ok(
              !/\{1\}/.test(createFindingSentence(finding).template) ||
                createFindingSentence(finding).args.length > 1,
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });
  it('keep what the source says out of the template, so that it can be translated', () => {
    const [one, two] = ['LOWER', 'UPPER'].map((name) => {
      const [finding] = checkText(`SELECT ${name}(a) FROM t`);
      assert.ok(finding);
      return createFindingSentence(finding);
    });
    assert.equal(one?.template, two?.template);
    assert.deepEqual([one?.args, two?.args], [['LOWER'], ['UPPER']]);
  });
  it('name the rule and the way out', () => {
    assert.match(first('DELETE FROM t', 'write-operation'), /DELETE is not read-only/);
    assert.match(first('SELECT a FROM t WHERE b >= 1', 'unsupported-operator'), /NOT \(a < b\)/);
    assert.match(first('SELECT TOP 5 a FROM t', 'unsupported-keyword'), /Use LIMIT at the end/);
    assert.match(first('SELECT (SELECT 1) FROM t', 'unsupported-keyword'), /Subqueries are not supported/);
    assert.match(first('SELECT * FROM f(1)', 'unsupported-function'), /tables, not functions/);
    assert.match(first('SELECT DISTINCT a FROM t', 'unsupported-keyword'), /Omit it/);
    assert.match(first("SELECT REDACTION(a, 'NONE') FROM t", 'undocumented'), /DEFAULT, REDACTED, MASKED/);
    assert.match(first("SELECT B'2' FROM t", 'always-refused'), /invalid digit/);
    const inCall = first('SELECT COUNT(DISTINCT a) FROM t', 'unsupported-keyword');
    assert.match(inCall, /DISTINCT is not supported in a function call.*no equivalent.*Column statistics/);
    assert.doesNotMatch(inCall, /returns every row/);
    for (const condition of ['s LIKE CA%', 's LIKE %CA%', 'a % 2 = 1']) {
      const text = first(`SELECT a FROM t WHERE ${condition}`, 'unsupported-operator');
      assert.match(text, /in single quotes; for remainders/, condition);
    }
    assert.match(first('SHOW x', 'unsupported-keyword'), /only SELECT, not SHOW/);
    assert.match(first('SELECT a FROM t WHERE b = 1', 'literal-in-audit-log'), /audit trail/);
    const columns = [
      { table: 'cards', column: 'cvv', transientTokenization: true, columnLevelEncryption: false },
    ];
    assert.match(
      first('SELECT a FROM cards WHERE cvv = 1', 'transient-where', { columns: columns }),
      /^cards\.cvv /,
    );
    assert.match(
      first("SELECT a FROM cards WHERE cvv ? 'x'", 'encryption-conditional', { columns: columns }),
      /cards\.cvv/,
    );
  });
  it('say what a name represents where it may be such a column', () => {
    const columns = [
      { table: 'cards', column: 'cvv', transientTokenization: true, columnLevelEncryption: false },
    ];
    assert.match(
      first('SELECT a FROM cards c (a, b) WHERE b = 1', 'transient-where', { columns: columns }),
      /^b may be cards\.cvv, which uses/,
    );
    assert.match(
      first("SELECT a FROM cards c (a, b) WHERE b ? 'x'", 'encryption-conditional', {
        columns: columns,
      }),
      /^b may be cards\.cvv, whose column-level/,
    );
  });
  it('name the parenthesis or bracket that has no partner', () => {
    for (const [sql, text] of [
      ['SELECT (a FROM t', "Unmatched '('."],
      ['SELECT a) FROM t', "Unmatched ')'."],
      ['SELECT a] FROM t', "Unmatched ']'."],
    ] as const) {
      const [finding] = checkText(sql);
      assert.ok(finding);
      assert.equal(sentence(finding, sql), text);
    }
  });
  it('say of changes to all columns that they are to be named', () => {
    assert.match(
      first('SELECT * EXCEPT (a) FROM t', 'unsupported-keyword'),
      /Changes to \* are not supported\. Name the columns/,
    );
  });
});
