/** Runs one SELECT by PostgreSQL's extended protocol, which allows only one statement and can limit its rows. */
import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import { getRedactionFunctionName, SENSITIVE_TYPES } from '../data/schema.ts';
import type { ColumnKind, EngineColumn, EngineRows } from './engine.ts';

const { serialize } = protocol;

const KINDS: ReadonlyMap<number, ColumnKind> = new Map([
  [16, 'boolean'],
  [20, 'exact'],
  [21, 'exact'],
  [23, 'exact'],
  [700, 'exact'],
  [701, 'exact'],
  [1700, 'exact'],
  [114, 'json'],
  [3802, 'json'],
  [25, 'text'],
  [1043, 'text'],
  [1082, 'text'],
  [1114, 'text'],
  [1184, 'text'],
]);

export class StatementError extends Error {
  /** Position of the error in code points, from 1, as PostgreSQL reports it; undefined if unknown. */
  readonly position: number | undefined;
  constructor(message: string, position?: number) {
    super(message);
    this.position = position;
  }
}

export async function readSensitiveTypeIDs(db: PGlite): Promise<ReadonlySet<number>> {
  const names = SENSITIVE_TYPES.map(({ name }) => `'${name}'::regtype::oid::int`);
  const { rows } = await db.query<number[]>(`SELECT ${names.join(', ')}`, [], { rowMode: 'array' });
  return new Set(rows[0] ?? []);
}

type Message = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number];

/**
 * Runs `sql` and returns at most its first `maxRows` rows (at least 1). Columns of the types `sensitiveTypeIDs` get
 * their default redaction. Rejects with StatementError if the statement is rejected or fails; another error means that
 * the engine failed.
 */
export async function runStatement(
  db: PGlite,
  sensitiveTypeIDs: ReadonlySet<number>,
  sql: string,
  maxRows: number,
  otherTypes: 'refused' | 'asText' = 'refused',
): Promise<EngineRows> {
  const send = async (parts: readonly Uint8Array[]): Promise<Message[]> => {
    const answer = await db.execProtocol(concatBytes(parts), { syncToFs: false, throwOnError: false });
    const error = answer.messages.find((message) => message instanceof messages.DatabaseError);
    if (error instanceof messages.DatabaseError) {
      throw new StatementError(formatDatabaseError(error), Number(error.position) || undefined);
    }
    return answer.messages;
  };
  let synced = false;
  try {
    const fields = requireRowDescription(
      await send([serialize.parse({ text: sql }), serialize.describe({ type: 'S' })]),
    );
    const hidden = fields.map(({ dataTypeID }) => sensitiveTypeIDs.has(dataTypeID));
    const columns = fields.map(
      ({ name, dataTypeID }, i): EngineColumn => ({
        name,
        kind: hidden[i] ? 'text' : (KINDS.get(dataTypeID) ?? requireKindOfOtherType(name, otherTypes)),
      }),
    );
    const wrapped = hidden.includes(true)
      ? [serialize.parse({ text: applyDefaultRedaction(sql, hidden) })]
      : [];
    synced = true;
    const run = [serialize.bind(), serialize.execute({ rows: maxRows }), serialize.sync()];
    const answer = await send([...wrapped, ...run]);
    const rows = answer.flatMap((message) =>
      message instanceof messages.DataRowMessage ? [message.fields] : [],
    );
    return { columns, rows };
  } finally {
    // Sync ends the transaction that Parse began. After an error, PostgreSQL skips all messages before Sync.
    if (!synced) await db.execProtocol(serialize.sync(), { syncToFs: false, throwOnError: false });
  }
}

function requireRowDescription(answer: readonly Message[]): messages.RowDescriptionMessage['fields'] {
  const description = answer.find((message) => message instanceof messages.RowDescriptionMessage);
  // Statements such as COMMIT and SET return no rows. They are rejected before they run.
  if (!(description instanceof messages.RowDescriptionMessage))
    throw new StatementError('only SELECT is supported');
  return description.fields;
}

function requireKindOfOtherType(name: string, otherTypes: 'refused' | 'asText'): ColumnKind {
  if (otherTypes === 'asText') return 'text';
  throw new StatementError(`column "${name}" has a type that cannot be returned`);
}

function applyDefaultRedaction(sql: string, sensitiveFlags: readonly boolean[]): string {
  const names = sensitiveFlags.map((_, i) => `c${i}`);
  const list = names.map((name, i) =>
    sensitiveFlags[i] ? `${getRedactionFunctionName('DEFAULT')}(${name})` : name,
  );
  // The line break ends a `--` comment at the end of the statement.
  return `SELECT ${list.join(', ')} FROM (${sql}\n) AS answer(${names.join(', ')})`;
}

function formatDatabaseError({ message, hint }: messages.DatabaseError): string {
  const text = message === '' ? 'the statement failed' : message;
  return hint === undefined ? text : `${text}. ${hint}`;
}

function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
