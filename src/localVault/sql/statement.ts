/** Converts the text of a request to one SELECT for PostgreSQL. */
import { significantTokens } from '../../core/sql/lexer/lexer.ts';
import { splitStatements } from '../../core/sql/lexer/statements.ts';
import { checkText } from '../../core/sql/lint/check.ts';
import type { Finding } from '../../core/sql/lint/findings.ts';
import { COLUMN_POLICIES, MAX_RECORDS } from '../data/schema.ts';
import { type Behavior, DEFAULT_BEHAVIOR } from '../server/behavior.ts';
import { writeIs } from './bareNull.ts';
import { translateRedactions } from './redactionCalls.ts';

export type Prepared =
  | { readonly ok: true; readonly sql: string }
  | { readonly ok: false; readonly message: string };

/**
 * Checks that a query is exactly one SELECT of the dialect (D1–D5, D8, D9), with the same check as the editor's
 * diagnostics, and converts it for PostgreSQL. Returns a message if it is not.
 */
export function prepareStatement(
  query: string,
  { undocumentedSql, largeLimit }: Pick<Behavior, 'undocumentedSql' | 'largeLimit'> = DEFAULT_BEHAVIOR,
): Prepared {
  const refuse = (message: string): Prepared => ({ ok: false, message });
  // The database's protocol ends a text at NUL, and UTF-8 can't hold half a character.
  if (query.includes('\0')) return refuse('the query contains a NUL character');
  if (!query.isWellFormed()) return refuse('the query contains an unpaired surrogate');
  const text = writeIs(query, significantTokens(query));
  const statements = splitStatements(text);
  const [statement] = statements;
  if (statement === undefined) return refuse('the query is empty');
  if (statements.length > 1)
    return refuse(`one statement is executed per request, the query has ${statements.length}`);
  const findings = checkText(text, { columns: COLUMN_POLICIES, literalHints: false });
  const error = findings.find(
    ({ severity, code }) =>
      severity === 'error' || (code === 'undocumented' && undocumentedSql === 'refused'),
  );
  if (error !== undefined) return refuse(describe(error, text));
  const sql = text.slice(statement.start, statement.end);
  const tokens = significantTokens(sql);
  const limit = tokens[tokens.findLastIndex(({ word }) => word === 'LIMIT') + 1];
  const isLarge = limit?.kind === 'number' && Number(sql.slice(limit.start, limit.end)) > MAX_RECORDS;
  if (isLarge && largeLimit === 'refused') return refuse(`LIMIT is at most ${MAX_RECORDS}`);
  return translateRedactions(sql, tokens);
}

/** Returns the English sentence of a finding for the error response. */
function describe({ code, construct, start, end, reason, data }: Finding, text: string): string {
  const found = text.slice(start, end);
  const column = data?.column ?? found;
  const at = `at position ${start + 1}`;
  switch (code) {
    case 'write-operation':
      return `${construct} is not allowed: only SELECT is supported`;
    case 'transient-where':
      return `WHERE is not supported on column ${column}, which uses transient tokenization`;
    case 'encryption-conditional':
      return `the ? conditional is not supported on column ${column}, whose column-level encryption is disabled`;
    case 'syntax':
      return found === ''
        ? 'syntax error at end of input'
        : `syntax error at or near "${found.slice(0, 40)}" ${at}${reason === undefined ? '' : ` (${reason})`}`;
    default:
      return `${construct === '' ? found : construct} is not supported ${at}`;
  }
}
