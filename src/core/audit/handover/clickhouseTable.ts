/** The ClickHouse tables for audit events and gaps: their columns, and the statements that create them. */
import { type AuditField, auditFields, type FieldID } from '../table/fields.ts';

/** A column of a table. `type` is written as ClickHouse's `system.columns` shows it, on one line. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Compression of the column; absent for ClickHouse's default. */
  readonly codec?: string;
}

/** The tables of one audit trail. */
export interface ClickHouseTarget {
  /** A name that satisfies `isTableIdentifier`. */
  readonly database: string;
  /** The table of events, which satisfies `isEventTableName`. Gaps are in the table that `gapsTableOf` returns. */
  readonly table: string;
}

/** Maximum length of the name of a database, table, or cluster. ClickHouse uses names as parts of file names. */
export const MAX_IDENTIFIER_LENGTH = 100;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Whether a text is accepted as the name of a database, table, or cluster: at most `MAX_IDENTIFIER_LENGTH` ASCII letters,
 * digits, and underscores that do not start with a digit. ClickHouse allows more names, but these need no escaping.
 */
export const isTableIdentifier = (text: string): boolean =>
  text.length <= MAX_IDENTIFIER_LENGTH && IDENTIFIER.test(text);

const [GAPS, LOCAL] = ['_gaps', '_local'];

export const gapsTableOf = (table: string): string => `${table}${GAPS}`;

const localTableOf = (table: string): string => `${table}${LOCAL}`;

/** Maximum length of the name of a table of events, so that the longer names of its other tables are accepted, too. */
export const MAX_TABLE_LENGTH = MAX_IDENTIFIER_LENGTH - GAPS.length - LOCAL.length;

/** Whether a text is accepted as the name of a table of events. */
export const isEventTableName = (text: string): boolean =>
  text.length <= MAX_TABLE_LENGTH && isTableIdentifier(text);

const TIME_TYPE = "DateTime64(9, 'UTC')";

/** Names of the columns that contain fields of the audit table. The column `time` has the text from which `ts` is parsed. */
export const fieldColumns: readonly FieldID[] = auditFields.map(({ id }) => id);

const columnOfField = ({ id, values, each }: AuditField): TableColumn => {
  const type = values === 'few' ? 'LowCardinality(String)' : 'String';
  return { name: id, type: each === undefined ? type : `Array(${type})` };
};

/** The columns of the table of events, in the order of the CREATE TABLE statement. */
export const eventColumns: readonly TableColumn[] = [
  { name: 'ts', type: TIME_TYPE, codec: 'Delta, ZSTD' },
  { name: 'id', type: 'String' },
  ...auditFields.map(columnOfField),
  { name: 'event', type: 'String', codec: 'ZSTD(3)' },
  { name: 'isMasked', type: 'Bool' },
  {
    name: 'reads',
    type: 'Array(Tuple(table LowCardinality(String), column LowCardinality(String), level LowCardinality(String), use LowCardinality(String)))',
  },
  { name: 'readsMissing', type: 'LowCardinality(String)' },
  { name: 'parserVersion', type: 'UInt16' },
];

/** The columns of the table of gaps, in the order of the CREATE TABLE statement. */
export const gapColumns: readonly TableColumn[] = [
  { name: 'ts', type: TIME_TYPE },
  { name: 'id', type: 'String' },
  { name: 'gap', type: 'String' },
  { name: 'aboveTimestamp', type: 'String' },
  { name: 'aboveChangeID', type: 'String' },
  { name: 'belowTimestamp', type: 'String' },
  { name: 'belowChangeID', type: 'String' },
  { name: 'isOpenEnded', type: 'Bool' },
  { name: 'foundAt', type: 'String' },
  { name: 'closedAt', type: 'String' },
];

/**
 * Normalizes a column type for comparison. Removes what makes no difference for inserts: line breaks, quotation marks
 * around names, and `LowCardinality`.
 */
export const normalizeColumnType = (type: string): string =>
  type
    .replaceAll(/[\s`]+/g, ' ')
    .replaceAll(/\s*([(),])\s*/g, '$1')
    .replaceAll(/LowCardinality\((\w+)\)/g, '$1')
    .trim();

const quote = (name: string): string => `\`${name}\``;

/** Returns the quoted name of a table with its database. Throws a RangeError if a name is not accepted. */
export function qualifiedName(database: string, table: string): string {
  for (const name of [database, table])
    if (!isTableIdentifier(name)) throw new RangeError(`not a name of a table or database: ${name}`);
  return `${quote(database)}.${quote(table)}`;
}

export const createDatabaseStatement = (database: string): string => {
  if (!isTableIdentifier(database)) throw new RangeError(`not a name of a database: ${database}`);
  return `CREATE DATABASE IF NOT EXISTS ${quote(database)}`;
};

/**
 * Returns the statements that create the tables of events and gaps, without semicolons. With a cluster, there is a table
 * `…_local` with the rows of one shard and a Distributed table over the cluster in place of each table. The statements
 * must then be run on every server of the cluster. Throws a RangeError if a name is not accepted.
 *
 * Two rows of the same event have the same key `(ts, id)`. ClickHouse therefore removes one of them when it merges parts,
 * and a query with FINAL returns one of them. The shard depends on the ID only, so that both rows are on the same shard.
 * With the settings, an insert is acknowledged after its files are flushed to the disk.
 */
export function createTableStatements(
  { database, table }: ClickHouseTarget,
  cluster?: string,
): readonly string[] {
  const tables: readonly (readonly [string, readonly TableColumn[]])[] = [
    [table, eventColumns],
    [gapsTableOf(table), gapColumns],
  ];
  return tables.flatMap(([name, columns]) => {
    const storage = cluster === undefined ? name : localTableOf(name);
    const local = `CREATE TABLE IF NOT EXISTS ${qualifiedName(database, storage)}
(
${columns.map(columnDefinition).join(',\n')}
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (ts, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;
    if (cluster === undefined) return [local];
    if (!isTableIdentifier(cluster)) throw new RangeError(`not a name of a cluster: ${cluster}`);
    const distributed = `CREATE TABLE IF NOT EXISTS ${qualifiedName(database, name)} AS ${qualifiedName(database, storage)}
ENGINE = Distributed(${quote(cluster)}, ${quote(database)}, ${quote(storage)}, cityHash64(id))`;
    return [local, distributed];
  });
}

const columnDefinition = ({ name, type, codec }: TableColumn): string =>
  `    ${quote(name)} ${type}${codec === undefined ? '' : ` CODEC(${codec})`}`;
