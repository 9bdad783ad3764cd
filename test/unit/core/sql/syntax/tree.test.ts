import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findConstruct } from '../../../../../src/core/sql/dialect/constructs.ts';
import {
  parseFirstStatement,
  parseStatements,
} from '../../../../../src/core/sql/syntax/document/document.ts';
import type { SyntaxTree } from '../../../../../src/core/sql/syntax/statement.ts';
import { listChildren, type SyntaxNode, walk } from '../../../../../src/core/sql/syntax/walk.ts';
import { dialectStatement, soup } from '../generate.ts';
import { drawnSamples } from '../golden/samples.ts';

function treeOf(sql: string): SyntaxTree {
  const tree = parseFirstStatement(sql)?.tree;
  assert.ok(tree);
  return tree;
}

/** A tree as `kind(parts)`, constructs by their names, names and literals as written. */
function shape(sql: string): string {
  const tree = treeOf(sql);
  const print = (node: SyntaxNode): string => {
    const text = tree.source.slice(node.start, node.end);
    if (node.kind === 'name' || node.kind === 'literal') return text;
    if (node.kind === 'construct') return node.name;
    if (node.kind === 'column') return text;
    const parts = listChildren(node)
      .flat()
      .flatMap((child) => (child ? [print(child)] : []));
    return parts.length === 0 ? node.kind : `${node.kind}(${parts.join(' ')})`;
  };
  return print(tree.statement).replace(/^statement\(query\((.*)\)\)$/, '$1');
}

/** What the nodes of a statement say beyond their parts: `left`, `natural full`, `not in`. */
function properties(sql: string): string[] {
  const tree = treeOf(sql);
  const found: string[] = [];
  walk(tree.statement, {
    enter(node) {
      if (node.kind === 'join') found.push(`${node.isNatural ? 'natural ' : ''}${node.type}`);
      if ((node.kind !== 'infix' && node.kind !== 'between') || node.operator.kind === 'missing') return;
      if (node.operator.name !== 'AND') found.push(`${node.isNegated ? 'NOT ' : ''}${node.operator.name}`);
    },
  });
  return found;
}

describe('the syntax tree', () => {
  for (const [sql, expected] of [
    ['SELECT a FROM t', 'select(target(a) from(fromItem(tableName(t))))'],
    ['SELECT a + b * c AS d', 'select(target(infix(a + infix(b * c)) d))'],
    [
      'SELECT * FROM t WHERE NOT a = 1 AND b IS NULL OR c',
      'select(target(star) from(fromItem(tableName(t))) condition(WHERE infix(infix(prefix(NOT infix(a = 1)) AND postfix(b IS NULL)) OR c)))',
    ],
    ['SELECT a BETWEEN 1 AND 2 AND b', 'select(target(infix(between(a BETWEEN 1 2) AND b)))'],
    ["SELECT REDACTION(ssn, 'MASKED')", "select(target(call(REDACTION ssn 'MASKED')))"],
    [
      'SELECT 1 FROM a JOIN b JOIN c ON d ON e',
      'select(target(1) from(fromItem(tableName(a) join(tableName(b) join(tableName(c) on(d)) on(e)))))',
    ],
    ['SELECT 1 UNION ALL SELECT 2 LIMIT 3', 'select(target(1)) select(UNION ALL target(2) limit(LIMIT 3))'],
    ['SELECT a,', 'select(target(a) target(missing))'],
    ['DELETE FROM t', 'statement(DELETE skipped)'],
    ['EXPLAIN SELECT a', 'statement(EXPLAIN query(select(target(a))))'],
  ] as const) {
    it(sql, () => assert.equal(shape(sql), expected));
  }

  it('says of what type a join is', () => {
    for (const [words, type] of [
      ['JOIN', 'inner'],
      ['INNER JOIN', 'inner'],
      ['LEFT JOIN', 'left'],
      ['left outer join', 'left'],
      ['RIGHT JOIN', 'right'],
      ['FULL OUTER JOIN', 'full'],
      ['CROSS JOIN', 'cross'],
      ['NATURAL JOIN', 'natural inner'],
      ['NATURAL LEFT JOIN', 'natural left'],
      ['NATURAL FULL OUTER JOIN', 'natural full'],
      ['STRAIGHT_JOIN', 'inner'],
      ['LEFT SEMI JOIN', 'left'],
      ['CROSS APPLY', 'cross'],
      ['OUTER APPLY', 'left'],
    ] as const) {
      assert.deepEqual(properties(`SELECT * FROM t ${words} u`), [type], words);
    }
  });

  it('has the words before a text in the place of a table as part of that table', () => {
    const tree = treeOf("SELECT a FROM ONLY 'x' AS b");
    const found: string[] = [];
    const enter = ({ kind, start, end }: SyntaxNode): void => {
      if (kind === 'tableName') found.push(tree.source.slice(start, end));
    };
    walk(tree.statement, { enter });
    assert.deepEqual(found, ["ONLY 'x' AS b"]);
  });

  it('has all columns of USING, also while its parenthesis is open', () => {
    const columnsOf = (sql: string): string[] => {
      const found: string[] = [];
      const enter = (node: SyntaxNode): void => {
        if (node.kind === 'using') found.push(...node.columns.map(({ text }) => text));
      };
      walk(treeOf(sql).statement, { enter });
      return found;
    };
    assert.deepEqual(columnsOf('SELECT * FROM t JOIN u USING (a, b) WHERE c'), ['a', 'b']);
    assert.deepEqual(columnsOf('SELECT * FROM t JOIN u USING (a, b'), ['a', 'b']);
    assert.deepEqual(columnsOf('SELECT * FROM t JOIN u USING (a) b'), ['a']);
  });

  it('has a cursor only where the words are those of DECLARE', () => {
    for (const hold of ['', 'WITH HOLD ', 'WITHOUT HOLD '])
      assert.match(shape(`DECLARE c CURSOR ${hold}FOR SELECT 1`), /DECLARE query/, hold);
    assert.doesNotMatch(shape('DECLARE c CURSOR WITHIN HOLD FOR SELECT 1'), /query/);
  });

  it('says which operators have a NOT before them', () => {
    const sql =
      "SELECT * FROM t WHERE a IN (1) AND b NOT IN (2) AND c NOT LIKE 'x' AND d NOT BETWEEN 3 AND 4 AND e BETWEEN 5 AND 6 AND NOT f ILIKE 'y' AND g NOT BETWEEN SYMMETRIC 7 AND 8 AND NOT (h = 9)";
    assert.deepEqual(
      properties(sql).sort(),
      [
        ...['IN', 'NOT IN', 'NOT LIKE', 'NOT BETWEEN', 'BETWEEN', 'ILIKE', 'NOT BETWEEN SYMMETRIC', '='],
      ].sort(),
    );
  });

  it('has parts that are inside their node, one after the other', () => {
    for (const { text } of drawnSamples()) {
      for (const { tree } of parseStatements(text)) {
        walk(tree.statement, {
          enter(node) {
            let end = node.start;
            for (const child of listChildren(node).flat()) {
              // What is missing is somewhere between two tokens.
              if (!child || child.start === child.end) continue;
              const place = `${node.kind} ${child.kind} in ${JSON.stringify(tree.source)}`;
              assert.ok(child.start >= node.start && child.end <= node.end, `outside: ${place}`);
              // A construct's words may be those of the part beside it: the SELECT of a subquery.
              if (child.kind === 'construct') continue;
              assert.ok(child.start >= end, `not in order: ${place}`);
              end = child.end;
            }
          },
        });
      }
    }
  });

  it('names each construct as the dialect table does, but for operators that the table does not know', () => {
    for (const { text } of drawnSamples()) {
      for (const { tree } of parseStatements(text)) {
        const operators = new Map(
          tree.tokens.filter(({ kind }) => kind === 'operator').map(({ start, word }) => [start, word]),
        );
        walk(tree.statement, {
          enter(node) {
            if (node.kind !== 'construct' || node.isFunction) return;
            const isKnown = findConstruct(node.name) !== undefined || operators.get(node.start) === node.name;
            assert.ok(isKnown, `${node.name} in ${JSON.stringify(tree.source)}`);
          },
        });
      }
    }
  });

  it('is there for any text, and the same whatever was parsed before', () => {
    const texts = fc.array(fc.oneof(fc.string(), soup, dialectStatement), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(texts, (several) => {
        const [last = ''] = several;
        const alone = [...parseStatements(last)];
        for (const text of several) [...parseStatements(text)];
        assert.deepEqual([...parseStatements(last)], alone);
      }),
    );
  });
});
