import type { ColumnPolicy } from '../../core/sql/dialect/schema.ts';

export const ACCOUNT_ID = 'local-account';
export const PARENT_ACCOUNT_ID = 'local-parent-account';
export const WORKSPACE_ID = 'local-workspace';
export const VAULT_ID = 'local-vault';
export const USER_EMAIL = 'developer@local.test';

/** Must increase with every change of tables, types, functions or sample data, so that older snapshots are not used. */
export const SCHEMA_VERSION = 1;

/** Maximum number of records in one response, even if LIMIT is larger (S36). */
export const MAX_RECORDS = 25;

/** Redaction levels that the function REDACTION accepts by default (D10). */
export const REDACTION_LEVELS = ['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT'] as const;
export type RedactionLevel = (typeof REDACTION_LEVELS)[number];

/**
 * Returns the qualified name of the SQL function for a redaction level, such as `redaction_masked.redaction`. Each
 * level has its own schema, so that the function of every level is called `redaction`. PostgreSQL uses this name for a
 * result column without an alias.
 */
export const getRedactionFunctionName = (level: RedactionLevel): string =>
  `${getRedactionSchemaName(level)}.redaction`;
export const getRedactionSchemaName = (level: RedactionLevel): string => `redaction_${level.toLowerCase()}`;

/** A kind of sensitive value with its own PostgreSQL type. `maskExpression` is an SQL expression over the plain text `$1`. */
export interface SensitiveType {
  readonly name: string;
  readonly defaultLevel: Exclude<RedactionLevel, 'DEFAULT'>;
  readonly maskExpression: string;
  /**
   * Whether operators such as `=` accept values of this type. They must not for columns with transient tokenization
   * (D8).
   */
  readonly comparable: boolean;
}

export const SENSITIVE_TYPES: readonly SensitiveType[] = [
  {
    name: 'vault_ssn',
    defaultLevel: 'REDACTED',
    maskExpression: `'XXX-XX-' || right($1, 4)`,
    comparable: true,
  },
  {
    name: 'vault_card',
    defaultLevel: 'REDACTED',
    maskExpression: `'XXXX-XXXX-XXXX-' || right($1, 4)`,
    comparable: true,
  },
  {
    name: 'vault_email',
    defaultLevel: 'MASKED',
    // A single character before the @ is masked too, because it is all that there is to hide.
    maskExpression: `regexp_replace(regexp_replace($1, '^(.).*(.)@', '\\1******\\2@'), '^.@', '*@')`,
    comparable: true,
  },
  {
    name: 'vault_phone',
    defaultLevel: 'MASKED',
    maskExpression: `'XXX-XXX-' || right($1, 4)`,
    comparable: true,
  },
  { name: 'vault_transient', defaultLevel: 'PLAIN_TEXT', maskExpression: `'***'`, comparable: false },
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

/** Policies of columns of the sample tables (D8, D9), for the dialect check and for the client. */
export const COLUMN_POLICIES: readonly ColumnPolicy[] = [
  { table: 'persons', column: 'ssn', masked: true },
  { table: 'credit_cards', column: 'card_number', masked: true },
  { table: 'credit_cards', column: 'cvv', transientTokenization: true, masked: true },
  { table: 'consents', column: 'purpose', columnLevelEncryption: false },
];
