import type { ConstructEntry } from '../construct.ts';
import { combineWords } from './combine.ts';

export const keywords: readonly ConstructEntry[] = [
  // The keywords that the service's documentation names, and ON and AS, which they imply (D3).
  { name: 'FROM', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'JOIN', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'INNER JOIN', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'LEFT JOIN', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'LEFT OUTER JOIN', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'RIGHT JOIN', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'RIGHT OUTER JOIN', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'FULL JOIN', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'FULL OUTER JOIN', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'LIMIT', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'OFFSET', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'WHERE', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'ON', kind: 'keyword', verdict: 'supported', role: 'own' },
  { name: 'AS', kind: 'keyword', verdict: 'supported', role: 'own' },

  // It is not known whether the service accepts these (D6). Some are other spellings of something that it accepts, such
  // as a comma between tables or a string in dollar quotes.
  { name: 'TRUE', kind: 'keyword', verdict: 'undocumented', role: 'constant' },
  { name: 'FALSE', kind: 'keyword', verdict: 'undocumented', role: 'constant' },
  { name: 'SELECT ALL', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'COMMA JOIN', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'PARENTHESIZED JOIN', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'PARENTHESIZED SELECT', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'SELECT WITHOUT FROM', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'ROW VALUE', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'WHOLE-ROW VALUE', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'THREE-PART TABLE', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'NON-DECIMAL LITERAL', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'COLUMN ALIASES', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'DOLLAR QUOTES', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'STRING PREFIX', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },
  { name: 'LIMIT EXPRESSION', kind: 'keyword', verdict: 'undocumented', role: 'pattern' },

  // What a query selects, and how many rows.
  { name: 'DISTINCT', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'DISTINCT ON', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'TOP', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'STAR CHANGE', kind: 'keyword', verdict: 'unsupported', role: 'pattern' },
  { name: 'LIMIT ALL', kind: 'keyword', verdict: 'unsupported', role: 'own' },

  // Clauses.
  { name: 'GROUP BY', kind: 'keyword', verdict: 'unsupported', role: 'list' },
  { name: 'HAVING', kind: 'keyword', verdict: 'unsupported', role: 'list' },
  { name: 'ORDER BY', kind: 'keyword', verdict: 'unsupported', role: 'list' },
  { name: 'QUALIFY', kind: 'keyword', verdict: 'unsupported', role: 'list' },
  { name: 'PREWHERE', kind: 'keyword', verdict: 'unsupported', role: 'list' },
  { name: 'SAMPLE', kind: 'keyword', verdict: 'unsupported', role: 'list' },
  { name: 'CONNECT BY', kind: 'keyword', verdict: 'unsupported', role: 'list' },
  { name: 'START WITH', kind: 'keyword', verdict: 'unsupported', role: 'list' },
  { name: 'FETCH FIRST', kind: 'keyword', verdict: 'unsupported', role: 'tail' },
  { name: 'FETCH NEXT', kind: 'keyword', verdict: 'unsupported', role: 'tail' },
  { name: 'FOR READ ONLY', kind: 'keyword', verdict: 'unsupported', role: 'tail' },
  { name: 'WINDOW', kind: 'keyword', verdict: 'unsupported', role: 'own' },

  // Set operators, subqueries, and words other than SELECT at the beginning of a query.
  ...combineWords(['UNION', 'INTERSECT', 'EXCEPT'], ['', 'ALL', 'DISTINCT']).map(
    (name): ConstructEntry => ({ name, kind: 'keyword', verdict: 'unsupported', role: 'query' }),
  ),
  { name: 'MINUS', kind: 'keyword', verdict: 'unsupported', role: 'query' },
  { name: 'SUBQUERY', kind: 'keyword', verdict: 'unsupported', role: 'pattern' },
  { name: 'WITH', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'WITH RECURSIVE', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'VALUES', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'TABLE', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'EXPLAIN', kind: 'keyword', verdict: 'unsupported', role: 'own' },

  // Tables and joins.
  { name: 'NATURAL', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'CROSS JOIN', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'USING', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'LATERAL', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'ONLY', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'ROWS', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'ROWS FROM', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'WITH ORDINALITY', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'SEMI', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'ANTI', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'ASOF', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'APPLY', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'STRAIGHT_JOIN', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'TABLESAMPLE', kind: 'keyword', verdict: 'unsupported', role: 'hint' },
  { name: 'PIVOT', kind: 'keyword', verdict: 'unsupported', role: 'hint' },
  { name: 'UNPIVOT', kind: 'keyword', verdict: 'unsupported', role: 'hint' },
  { name: 'USE INDEX', kind: 'keyword', verdict: 'unsupported', role: 'hint' },
  { name: 'FORCE INDEX', kind: 'keyword', verdict: 'unsupported', role: 'hint' },
  { name: 'IGNORE INDEX', kind: 'keyword', verdict: 'unsupported', role: 'hint' },

  // Values.
  { name: 'CASE', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'ARRAY', kind: 'keyword', verdict: 'unsupported', role: 'bracket' },
  { name: 'ROW', kind: 'keyword', verdict: 'unsupported', role: 'bracket' },
  { name: 'DEFAULT', kind: 'keyword', verdict: 'unsupported', role: 'constant' },
  { name: 'VARIADIC', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'TYPED LITERAL', kind: 'keyword', verdict: 'unsupported', role: 'pattern' },
  { name: 'PARAMETER', kind: 'keyword', verdict: 'unsupported', role: 'pattern' },

  // What may follow the arguments of a call.
  { name: 'OVER', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'FILTER', kind: 'keyword', verdict: 'unsupported', role: 'own' },
  { name: 'WITHIN GROUP', kind: 'keyword', verdict: 'unsupported', role: 'own' },

  // Writes (D1): SELECT INTO creates a table, and FOR UPDATE and the like lock rows.
  { name: 'INTO', kind: 'keyword', verdict: 'write', role: 'own' },
  { name: 'FOR UPDATE', kind: 'keyword', verdict: 'write', role: 'tail' },
  { name: 'FOR SHARE', kind: 'keyword', verdict: 'write', role: 'tail' },
  { name: 'FOR NO KEY UPDATE', kind: 'keyword', verdict: 'write', role: 'tail' },
  { name: 'FOR KEY SHARE', kind: 'keyword', verdict: 'write', role: 'tail' },
  { name: 'LOCK IN SHARE MODE', kind: 'keyword', verdict: 'write', role: 'tail' },
];
