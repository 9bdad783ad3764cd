import type { ConstructEntry } from '../construct.ts';
import { combineWords } from './combine.ts';

const createUnsupportedTest = (name: string): ConstructEntry => ({
  name,
  kind: 'operator',
  verdict: 'unsupported',
  role: 'test',
  level: 'is',
});

export const operators: readonly ConstructEntry[] = [
  // The operators that the service's documentation names (D2).
  { name: '>', kind: 'operator', verdict: 'supported', role: 'infix', level: 'comparison' },
  { name: '<', kind: 'operator', verdict: 'supported', role: 'infix', level: 'comparison' },
  { name: '=', kind: 'operator', verdict: 'supported', role: 'infix', level: 'comparison' },
  { name: 'AND', kind: 'operator', verdict: 'supported', role: 'own' },
  { name: 'OR', kind: 'operator', verdict: 'supported', role: 'own' },
  { name: 'NOT', kind: 'operator', verdict: 'supported', role: 'own' },
  { name: 'LIKE', kind: 'operator', verdict: 'supported', role: 'infix', level: 'like' },
  { name: 'ILIKE', kind: 'operator', verdict: 'supported', role: 'infix', level: 'like' },
  { name: 'NULL', kind: 'operator', verdict: 'supported', role: 'constant' },
  { name: 'NOT NULL', kind: 'operator', verdict: 'supported', role: 'own' },
  // Implied: in SQL, a test for NULL requires IS.
  { name: 'IS', kind: 'operator', verdict: 'supported', role: 'own' },
  { name: 'IS NULL', kind: 'operator', verdict: 'supported', role: 'test', level: 'is' },
  { name: 'IS NOT NULL', kind: 'operator', verdict: 'supported', role: 'test', level: 'is' },

  // It is not known whether the service accepts these (D6). `?` is not supported on columns whose column-level
  // encryption is disabled (D9).
  { name: '?', kind: 'operator', verdict: 'undocumented', role: 'infix', level: 'other' },
  // SQL accepts a comparison such as `a = NULL`, but it is never true. The documented tests NULL and NOT NULL lack the
  // IS that SQL requires (D7).
  { name: 'COMPARISON WITH NULL', kind: 'operator', verdict: 'undocumented', role: 'pattern' },
  { name: 'TEST WITHOUT IS', kind: 'operator', verdict: 'undocumented', role: 'pattern' },

  // Comparisons, and tests of one operand.
  { name: '>=', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'comparison' },
  { name: '<=', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'comparison' },
  { name: '<>', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'comparison' },
  { name: '!=', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'comparison' },
  { name: '==', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '<=>', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: 'IN', kind: 'operator', verdict: 'unsupported', role: 'own' },
  { name: 'BETWEEN', kind: 'operator', verdict: 'unsupported', role: 'own' },
  { name: 'BETWEEN SYMMETRIC', kind: 'operator', verdict: 'unsupported', role: 'own' },
  { name: 'BETWEEN ASYMMETRIC', kind: 'operator', verdict: 'unsupported', role: 'own' },
  { name: 'IS DISTINCT FROM', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'is' },
  { name: 'IS NOT DISTINCT FROM', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'is' },
  { name: 'OVERLAPS', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'other' },
  { name: 'ISNULL', kind: 'operator', verdict: 'unsupported', role: 'test', level: 'is' },
  { name: 'NOTNULL', kind: 'operator', verdict: 'unsupported', role: 'test', level: 'is' },
  ...combineWords(['IS'], ['', 'NOT'], ['TRUE', 'FALSE', 'UNKNOWN', 'DOCUMENT']).map(createUnsupportedTest),
  ...combineWords(['IS'], ['', 'NOT'], ['JSON'], ['', 'OBJECT', 'ARRAY', 'SCALAR', 'VALUE']).map(
    createUnsupportedTest,
  ),
  ...combineWords(['IS'], ['', 'NOT'], ['', 'NFC', 'NFD', 'NFKC', 'NFKD'], ['NORMALIZED']).map(
    createUnsupportedTest,
  ),

  // Lists and queries in parentheses, and parts of a value.
  { name: 'EXISTS', kind: 'operator', verdict: 'unsupported', role: 'bracket' },
  { name: 'ANY', kind: 'operator', verdict: 'unsupported', role: 'bracket' },
  { name: 'SOME', kind: 'operator', verdict: 'unsupported', role: 'bracket' },
  { name: 'ALL', kind: 'operator', verdict: 'unsupported', role: 'bracket' },
  { name: '[', kind: 'operator', verdict: 'unsupported', role: 'own' },
  // A field of a value: `(a).b`. The dot within a name is not an operator.
  { name: '.', kind: 'operator', verdict: 'unsupported', role: 'own' },

  // Patterns.
  { name: 'SIMILAR TO', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: 'ESCAPE', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'escape' },
  { name: 'RLIKE', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: 'REGEXP', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: 'GLOB', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: 'MATCH', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: 'CONTAINS', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: '~', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '~*', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '!~', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '!~*', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '~~', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '~~*', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '!~~', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '!~~*', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },

  // Arithmetic, and bits.
  { name: '+', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'sum' },
  { name: '-', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'sum' },
  { name: '*', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'product' },
  { name: '/', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'product' },
  { name: '%', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'product' },
  { name: '^', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'power' },
  { name: '|/', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '||/', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: 'DIV', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: 'MOD', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: 'XOR', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'like' },
  { name: '&', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '|', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '#', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '<<', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '>>', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },

  // Texts, types and times.
  { name: '||', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: 'COLLATE', kind: 'operator', verdict: 'unsupported', role: 'type', level: 'collate' },
  { name: '::', kind: 'operator', verdict: 'unsupported', role: 'type', level: 'suffix' },
  { name: 'AT TIME ZONE', kind: 'operator', verdict: 'unsupported', role: 'infix', level: 'at' },
  { name: 'AT LOCAL', kind: 'operator', verdict: 'unsupported', role: 'test', level: 'at' },

  // JSON, arrays and ranges.
  { name: '->', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '->>', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '#>', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '#>>', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '@>', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '<@', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '?|', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '?&', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '@?', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '@@', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },
  { name: '&&', kind: 'operator', verdict: 'unsupported', role: 'infixOrPrefix', level: 'other' },

  // An operator by its name: `OPERATOR(pg_catalog.+)`.
  { name: 'OPERATOR', kind: 'operator', verdict: 'unsupported', role: 'own' },
];
