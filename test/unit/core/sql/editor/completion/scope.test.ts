import assert from 'node:assert/strict';
import { findTypedTokens, locateCaret } from '../../../../../../src/core/sql/editor/caret.ts';
import { findTablesInScope } from '../../../../../../src/core/sql/editor/completion/scope.ts';
import { markStatement } from '../../../../../../src/core/sql/editor/place/marker.ts';
import { marked } from '../../dialectText.ts';

describe('the tables that a caret can name', () => {
  const tables = (marks: string): string[] => {
    const { text, offset } = marked(marks);
    const caret = locateCaret(text, offset);
    const found = findTablesInScope(markStatement(text, caret.tokens, findTypedTokens(caret)));
    return found.map(({ table }) => text.slice(table.start, table.end));
  };

  it('finds the tables of the whole statement, whatever is being typed', () => {
    assert.deepEqual(tables('SELECT | FROM a JOIN b'), ['a', 'b']);
    assert.deepEqual(tables('SELECT x.| FROM a x'), ['a']);
    assert.deepEqual(tables('SELECT x.y| FROM a x'), ['a']);
    assert.deepEqual(tables("SELECT REDACTION(y, '|') FROM a"), ['a']);
    assert.deepEqual(tables('SELECT a FROM | persons p'), ['persons']);
    assert.deepEqual(tables('SELECT a FROM a WHERE x = /* | */ 1'), ['a']);
    // A no-break space, as from a web page.
    assert.deepEqual(tables('SELECT | FROM\u00a0a'), ['a']);
  });
  it('finds those behind a condition that is being typed before another one', () => {
    assert.deepEqual(tables('SELECT x FROM a JOIN b ON | a.x = b.x JOIN c ON c.x = a.x'), ['a', 'b', 'c']);
    assert.deepEqual(tables('SELECT x FROM a JOIN b ON | NOT (a.x = b.x) JOIN c ON 1 = 1'), ['a', 'b', 'c']);
    assert.deepEqual(tables('SELECT t.|union FROM t'), ['t']);
  });
  it('are those of the query around it, and of the queries around that', () => {
    assert.deepEqual(tables('SELECT | FROM t WHERE x IN (SELECT y FROM u)'), ['t']);
    assert.deepEqual(tables('SELECT x FROM t WHERE x IN (SELECT | FROM u)'), ['t', 'u']);
    assert.deepEqual(tables('SELECT x FROM t, (SELECT | FROM u) v'), ['u']);
    assert.deepEqual(tables('SELECT | FROM t, (SELECT x FROM u) v'), ['t', 'u']);
    assert.deepEqual(tables('SELECT a FROM t UNION SELECT | FROM u'), ['u']);
    assert.deepEqual(tables('WITH x AS (SELECT a FROM t) SELECT | FROM x'), ['x']);
  });
});
