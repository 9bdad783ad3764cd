import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadModule, parseSync, scanSync } from 'libpg-query';
import { keywords } from '../../../../../src/core/sql/dialect/keywords.ts';
import { lexWithComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';

/** Every word of PostgreSQL's own grammar: the strings in its compiled form that its scanner takes for a keyword. */
function postgresKeywords(): Map<string, string> {
  const wasm = new URL('../../../../../node_modules/libpg-query/wasm/libpg-query.wasm', import.meta.url);
  const found = new Map<string, string>();
  for (const word of new Set(readFileSync(wasm, 'latin1').match(/(?<=\0)[a-z_]{2,20}(?=\0)/g))) {
    const [token] = scanSync(word).tokens;
    if (token && token.keywordName !== 'NO_KEYWORD') found.set(word, token.keywordName);
  }
  return found;
}
const parses = (sql: string): boolean => {
  try {
    parseSync(sql);
    return true;
  } catch {
    return false;
  }
};
/** The check finds no error of syntax. */
const reads = (sql: string): boolean => !checkText(sql).some(({ code }) => code === 'syntax');

describe('keywords', () => {
  let words: string[] = [];
  before(async () => {
    await loadModule();
    words = [...postgresKeywords().keys()];
  });

  it('are found in any case of letters', () => {
    const known = [...keywords];
    for (const found of [
      known,
      known.map((word) => word.toLowerCase()),
      known.map((word) => `${word[0]}${word.slice(1).toLowerCase()}`),
    ]) {
      assert.deepEqual(
        lexWithComments(found.join(' ')).map(({ word }) => word),
        known,
      );
    }
    // Other letters that some languages fold to these.
    for (const word of ['ſelect', 'LI\u212aE', 'lımıt']) assert.equal(lexWithComments(word)[0]?.word, '');
  });

  it('finds PostgreSQL’s keywords', () => assert.ok(words.length > 450, `${words.length}`));

  // Words that begin something of their own where a name could be.
  const special =
    /^(case|cast|array|row|not|null|true|false|default|select|with|table|current_.*|localtime.*|.*user|any|all|some|distinct|variadic|on|as|exists|interval|only|lateral|into)$/;
  // PostgreSQL takes `SELECT a AND FROM t` for an alias; a person who wrote that has lost the other side.
  const operators = /^(and|or|in|is|like|ilike|between|escape|similar|at|operator)$/;
  // PostgreSQL takes `LIKE 'x'` for a type and its text; a person who wrote that has lost the left side.
  const notTypes =
    /^(authorization|binary|collation|concurrently|cross|freeze|full|ilike|inner|is|isnull|join|left|like|national|natural|notnull|outer|overlaps|right|similar|tablesample|verbose)$/;
  const places = {
    'as a column': (word: string) => `SELECT ${word} FROM t`,
    'as a table': (word: string) => `SELECT * FROM ${word}`,
    'as a column alias without AS': (word: string) => `SELECT 1 ${word} FROM t`,
    'as a column alias': (word: string) => `SELECT 1 AS ${word} FROM t`,
    'as a table alias': (word: string) => `SELECT * FROM t ${word}`,
    'as a type before a text': (word: string) => `SELECT ${word} 'x' FROM t`,
    'after a dot': (word: string) => `SELECT t.${word} FROM t`,
  };
  for (const [place, sql] of Object.entries(places)) {
    it(`are names ${place} where PostgreSQL takes them for one`, () => {
      const wrong = words
        .filter((word) => place === 'as a column alias' || place === 'after a dot' || !special.test(word))
        .filter((word) => place !== 'as a column alias without AS' || !operators.test(word))
        .filter((word) => place !== 'as a type before a text' || !notTypes.test(word))
        .map(sql)
        .filter((statement) => parses(statement) !== reads(statement));
      assert.deepEqual(wrong, []);
    });
  }
});
