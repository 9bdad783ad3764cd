import assert from 'node:assert/strict';
import fc from 'fast-check';
import { determineStatementRoles } from '../../../../../src/core/sql/analysis/roles.ts';
import { SqlDocument } from '../../../../../src/core/sql/syntax/document/sqlDocument.ts';
import { dialectStatement } from '../dialectText.ts';
import { summaryOf } from '../summaryOf.ts';

/** The words of a statement with their roles, marks left out. */
const roles = (text: string): string => {
  const [first] = new SqlDocument(text).statements();
  const found = first ? determineStatementRoles(first.statement).roles : [];
  return (first?.statement.tokens ?? [])
    .flatMap(({ start, end }, index) =>
      found[index] === 'symbol' ? [] : [`${text.slice(start, end)}:${found[index]}`],
    )
    .join(' ');
};

describe('roles of tokens', () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      'SELECT p.offset AS limit, left(a, 2) left FROM persons AS p',
      'SELECT:keyword p:qualifier offset:column AS:keyword limit:label left:function a:column 2:literal left:label FROM:keyword persons:table AS:keyword p:tableAlias',
    ],
    [
      'select date from t left join u on left(t.a, 1) = u.date where value is not null limit 5',
      'select:keyword date:column from:keyword t:table left:keyword join:keyword u:table on:keyword left:function t:qualifier a:column 1:literal u:qualifier date:column where:keyword value:column is:keyword not:keyword null:keyword limit:keyword 5:literal',
    ],
    [
      'SELECT COUNT(*) FROM s.t x, u y WHERE x.a NOT LIKE :p',
      'SELECT:keyword COUNT:function FROM:keyword s:qualifier t:table x:tableAlias u:table y:tableAlias WHERE:keyword x:qualifier a:column NOT:keyword LIKE:keyword :p:literal',
    ],
    [
      'SELECT EXTRACT(YEAR FROM d) FROM t WHERE a IS DISTINCT FROM b ORDER BY c DESC',
      'SELECT:keyword EXTRACT:function YEAR:column FROM:keyword d:column FROM:keyword t:table WHERE:keyword a:column IS:keyword DISTINCT:keyword FROM:keyword b:column ORDER:keyword BY:keyword c:column DESC:keyword',
    ],
    ['DELETE FROM persons', 'DELETE:keyword FROM:other persons:other'],
  ];
  for (const [text, expected] of cases) it(text, () => assert.equal(roles(text), expected));

  it('go on where brackets are not closed', () => {
    assert.match(
      roles('SELECT COUNT(a FROM t WHERE (b = 1 LIMIT 5'),
      /FROM:keyword t:table WHERE:keyword b:column 1:literal LIMIT:keyword/,
    );
  });

  it('a clause after a dot and a blank is a clause: the name is still to come', () => {
    assert.match(roles('SELECT p. FROM persons p'), /p:qualifier FROM:keyword persons:table p:tableAlias/);
    assert.match(roles('SELECT p.from FROM persons p'), /p:qualifier from:column FROM:keyword/);
  });

  it('agree with the check’s own reading on tables and columns', () => {
    fc.assert(
      fc.property(dialectStatement, (text) => {
        const [first] = new SqlDocument(text).statements();
        const read = summaryOf(text);
        assert.ok(first && read);
        const { tables, columns } = read.summary;
        const { statement } = first;
        const walked = determineStatementRoles(statement);
        assert.deepEqual(
          walked.tables.map(({ table, alias }) => [table.start, table.end, alias !== undefined]),
          tables.map(({ start, end, alias }) => [start, end, alias !== undefined]),
        );
        const ends = statement.tokens.filter((_, index) => walked.roles[index] === 'column');
        assert.deepEqual(
          ends.map(({ end }) => end),
          columns.map(({ end }) => end),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
