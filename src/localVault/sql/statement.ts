import { lexWithoutComments } from '../../core/sql/lexer/lexer.ts';
import { splitStatements } from '../../core/sql/lexer/statements.ts';
import { checkText } from '../../core/sql/lint/check.ts';
import type { Finding } from '../../core/sql/lint/findings.ts';
import { COLUMN_POLICIES, MAX_RECORDS, REDACTION_LEVELS, type RedactionLevel } from '../data/schema.ts';
import { insertIsBeforeNull } from './bareNull.ts';
import { translateRedactionCalls } from './redactionCalls.ts';

export type TranslationResult =
  | { readonly ok: true; readonly sql: string }
  | { readonly ok: false; readonly message: string };

export interface StatementRules {
  /** Whether an undocumented construct (D6), named as in the table of the dialect, is rejected. */
  readonly isRefused: (construct: string) => boolean;
  readonly largeLimit: 'cut' | 'refused';
  /** Levels that REDACTION accepts as its second argument (D10). */
  readonly levels: readonly RedactionLevel[];
}

const ACCEPT_ALL: StatementRules = {
  isRefused: () => false,
  largeLimit: 'cut',
  levels: REDACTION_LEVELS,
};

/**
 * Converts a query for PostgreSQL. Returns a message instead if the query is not exactly one SELECT that the dialect
 * (D1–D5, D8, D9) and the rules allow.
 */
export function checkAndTranslateStatement(
  query: string,
  { isRefused, largeLimit, levels }: StatementRules = ACCEPT_ALL,
): TranslationResult {
  const refuse = (message: string): TranslationResult => ({ ok: false, message });
  // The database's protocol ends a text at NUL, and UTF-8 can't encode an unpaired surrogate.
  if (query.includes('\0')) return refuse('the query contains a NUL character');
  if (!query.isWellFormed()) return refuse('the query contains an unpaired surrogate');
  const text = insertIsBeforeNull(query, lexWithoutComments(query));
  const statements = splitStatements(text);
  const [statement] = statements;
  if (statement === undefined) return refuse('the query is empty');
  if (statements.length > 1)
    return refuse(`one statement is executed per request, the query has ${statements.length}`);
  const findings = checkText(text, { columns: COLUMN_POLICIES, literalHints: false });
  const error = findings.find(
    ({ severity, code, construct }) =>
      severity === 'error' || (code === 'undocumented' && isRefused(construct)),
  );
  if (error !== undefined) return refuse(formatFindingMessage(error, text));
  const sql = text.slice(statement.start, statement.end);
  const tokens = lexWithoutComments(sql);
  const limit = tokens[tokens.findLastIndex(({ word }) => word === 'LIMIT') + 1];
  const isLarge = limit?.kind === 'number' && Number(sql.slice(limit.start, limit.end)) > MAX_RECORDS;
  if (isLarge && largeLimit === 'refused') return refuse(`LIMIT is at most ${MAX_RECORDS}`);
  return translateRedactionCalls(sql, tokens, levels);
}

function formatFindingMessage({ code, construct, start, end, reason, data }: Finding, text: string): string {
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
