/**
 * Templates of statements with which a check finds out which SQL a service accepts. All have LIMIT 0, because only the
 * acceptance matters, not the rows.
 */

import { isPlainName } from '../sql/dialect/identifier.ts';

export interface StatementNames {
  readonly table: string;
  readonly column: string;
}

/**
 * Whether a text can be written as a table name in a statement: one to three names with dots between them, each either
 * in double quotes or accepted by `isPlainName` in lower case.
 */
export const isTableName = (text: string): boolean => {
  const names = text.match(/"(?:[^"]|"")+"|[^".]+/g) ?? [];
  const isName = (name: string): boolean => name.startsWith('"') || isPlainName(name.toLowerCase());
  return names.length > 0 && names.length <= 3 && names.join('.') === text && names.every(isName);
};

export const fillStatement = (template: string, { table, column }: StatementNames): string =>
  template.replaceAll('<table>', () => table).replaceAll('<column>', () => column);

export const UNDOCUMENTED_STATEMENTS: readonly (readonly [construct: string, statement: string])[] = [
  ['TRUE', 'SELECT <column> FROM <table> WHERE TRUE LIMIT 0'],
  ['FALSE', 'SELECT <column> FROM <table> WHERE FALSE LIMIT 0'],
  ['SELECT ALL', 'SELECT ALL <column> FROM <table> LIMIT 0'],
  ['COMMA JOIN', 'SELECT a.<column> FROM <table> AS a, <table> AS b LIMIT 0'],
  [
    'PARENTHESIZED JOIN',
    'SELECT a.<column> FROM (<table> AS a JOIN <table> AS b ON a.<column> = b.<column>) LIMIT 0',
  ],
  ['PARENTHESIZED SELECT', '(SELECT <column> FROM <table> LIMIT 0)'],
  ['SELECT WITHOUT FROM', 'SELECT 1 LIMIT 0'],
  ['ROW VALUE', 'SELECT <column> FROM <table> WHERE (<column>, <column>) = (<column>, <column>) LIMIT 0'],
  ['WHOLE-ROW VALUE', 'SELECT a FROM <table> AS a LIMIT 0'],
  ['NON-DECIMAL LITERAL', 'SELECT <column> FROM <table> WHERE 0x1 = 1 LIMIT 0'],
  ['COLUMN ALIASES', 'SELECT * FROM <table> AS a (b) LIMIT 0'],
  ['DOLLAR QUOTES', 'SELECT <column> FROM <table> WHERE $$a$$ = $$b$$ LIMIT 0'],
  ['STRING PREFIX', "SELECT <column> FROM <table> WHERE E'a' = 'b' LIMIT 0"],
  ['LIMIT EXPRESSION', 'SELECT <column> FROM <table> LIMIT (0)'],
  ['COMPARISON WITH NULL', 'SELECT <column> FROM <table> WHERE <column> = NULL LIMIT 0'],
  ['TEST WITHOUT IS', 'SELECT <column> FROM <table> WHERE <column> NULL OR <column> NOT NULL LIMIT 0'],
];

/** A statement that every service must accept. If a service rejects it, its other rejections prove nothing. */
export const PLAIN_STATEMENT = 'SELECT <column> FROM <table> LIMIT 0';
/** A statement with a condition. Every service must accept it, unless the column has transient tokenization (D8). */
export const CONDITION_STATEMENT = 'SELECT <column> FROM <table> WHERE <column> = <column> LIMIT 0';

export const hasColumnInCondition = (statement: string): boolean =>
  /\b(?:WHERE|ON)\b.*<column>/.test(statement);

/** A malformed statement. If a service accepts it, its acceptance of other statements proves nothing. */
export const BROKEN_STATEMENT = 'SELECT <column> FROM <table> WHERE LIMIT 0';

export const JOIN_STATEMENT = [
  'SELECT a.<column> FROM <table> AS a',
  'JOIN <table> AS b ON a.<column> = b.<column>',
  'INNER JOIN <table> AS c ON a.<column> = c.<column>',
  'LEFT JOIN <table> AS d ON a.<column> = d.<column>',
  'LEFT OUTER JOIN <table> AS e ON a.<column> = e.<column>',
  'RIGHT JOIN <table> AS f ON a.<column> = f.<column>',
  'RIGHT OUTER JOIN <table> AS g ON a.<column> = g.<column>',
  'FULL JOIN <table> AS h ON a.<column> = h.<column>',
  'FULL OUTER JOIN <table> AS i ON a.<column> = i.<column>',
  'LIMIT 0 OFFSET 0',
].join(' ');
export const NUMBER_OPERATORS_STATEMENT =
  'SELECT <column> FROM <table> WHERE (<column> > 0 OR <column> < 0) AND NOT <column> = 0 LIMIT 0';
export const TEXT_OPERATORS_STATEMENT =
  "SELECT <column> FROM <table> WHERE <column> LIKE 'a%' OR <column> ILIKE 'a%' LIMIT 0";
export const FUNCTIONS_STATEMENT =
  'SELECT COUNT(<column>), SUM(<column>), AVG(<column>), MIN(<column>), MAX(<column>) FROM <table> LIMIT 0';
/** A call of REDACTION (D4) without a level, tried if no statement with one of `REDACTION_LEVELS` was accepted. */
export const REDACTION_STATEMENT = 'SELECT REDACTION(<column>) FROM <table> LIMIT 0';
/** SELECT statements with constructs that the documentation does not name. A service must reject them (D5). */
export const UNSUPPORTED_STATEMENTS: readonly string[] = [
  'SELECT <column> FROM <table> ORDER BY <column> LIMIT 0',
  'SELECT <column> FROM <table> WHERE <column> <> <column> LIMIT 0',
];
/** Levels of REDACTION that a check tries. The documentation names none (D10). */
export const REDACTION_LEVELS: readonly string[] = ['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT'];
