/** The local vault's fixed names and tables (contract: "The local vault over HTTP"). Each of these choices is ours. */
import type { ColumnPolicy } from '../../core/sql/dialect/schema.ts';

export const ACCOUNT_ID = 'local-account';
export const PARENT_ACCOUNT_ID = 'local-parent-account';
export const WORKSPACE_ID = 'local-workspace';
export const VAULT_ID = 'local-vault';
export const USER = 'developer@local.test';

/** Grows with every change of tables, types, functions or sample data: a snapshot of another version is rebuilt. */
export const SCHEMA_VERSION = 1;

/** Records in one answer at most, also where LIMIT is larger (S36). */
export const MAX_RECORDS = 25;

/** The levels that REDACTION accepts (D10). */
export const REDACTION_LEVELS = ['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT'] as const;
export type RedactionLevel = (typeof REDACTION_LEVELS)[number];

/**
 * The SQL function of a level. Each level has a schema of its own, so that all four functions have one name: PostgreSQL
 * calls a column after its function.
 */
export const redactionFunction = (level: RedactionLevel): string => `${redactionSchema(level)}.redaction`;
export const redactionSchema = (level: RedactionLevel): string => `redaction_${level.toLowerCase()}`;

/**
 * A kind of value with a PostgreSQL type of its own, so that the type tells a sensitive value through aliases, joins
 * and MIN or MAX. `mask` is an SQL expression over the plain text `$1`.
 */
export interface SensitiveType {
  readonly name: string;
  readonly byDefault: Exclude<RedactionLevel, 'DEFAULT'>;
  readonly mask: string;
  /** Whether values compare with each other and with text: transient tokens do not (D8). */
  readonly comparable: boolean;
}

export const SENSITIVE_TYPES: readonly SensitiveType[] = [
  { name: 'vault_ssn', byDefault: 'REDACTED', mask: `'XXX-XX-' || right($1, 4)`, comparable: true },
  {
    name: 'vault_card',
    byDefault: 'REDACTED',
    mask: `'XXXX-XXXX-XXXX-' || right($1, 4)`,
    comparable: true,
  },
  {
    name: 'vault_email',
    byDefault: 'MASKED',
    // One letter before the @ would be the whole of it: then no letter is shown.
    mask: `regexp_replace(regexp_replace($1, '^(.).*(.)@', '\\1******\\2@'), '^.@', '*@')`,
    comparable: true,
  },
  { name: 'vault_phone', byDefault: 'MASKED', mask: `'XXX-XXX-' || right($1, 4)`, comparable: true },
  { name: 'vault_transient', byDefault: 'PLAIN_TEXT', mask: `'***'`, comparable: false },
];

export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
}

export const TABLES: readonly Table[] = [
  {
    name: 'persons',
    columns: [
      ['id', 'bigint'],
      ['name', 'text'],
      ['email', 'vault_email'],
      ['phone', 'vault_phone'],
      ['ssn', 'vault_ssn'],
      ['date_of_birth', 'date'],
      ['state', 'text'],
      ['city', 'text'],
      ['income', 'numeric(12,2)'],
      ['address', 'jsonb'],
      ['created_at', 'timestamptz'],
    ],
  },
  {
    name: 'credit_cards',
    columns: [
      ['id', 'bigint'],
      ['person_id', 'bigint'],
      ['card_number', 'vault_card'],
      ['expiry', 'text'],
      ['cvv', 'vault_transient'],
      ['brand', 'text'],
      ['credit_limit', 'numeric(12,2)'],
    ],
  },
  {
    name: 'consents',
    columns: [
      ['id', 'bigint'],
      ['person_id', 'bigint'],
      ['purpose', 'text'],
      ['granted', 'boolean'],
      ['granted_at', 'timestamptz'],
      ['evidence', 'jsonb'],
    ],
  },
];

/** What the checker needs to know of the columns (D8, D9); the extension marks the same ones. */
export const COLUMN_POLICIES: readonly ColumnPolicy[] = [
  { table: 'persons', column: 'ssn', masked: true },
  { table: 'credit_cards', column: 'card_number', masked: true },
  { table: 'credit_cards', column: 'cvv', transientTokenization: true, masked: true },
  { table: 'consents', column: 'purpose', columnLevelEncryption: false },
];
