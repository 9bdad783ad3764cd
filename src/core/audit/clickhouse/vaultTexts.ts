import { Catalogue, type Origin, type SourceTable } from '../../schema/catalogue.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import { dropQuotedNames } from '../store/aggregates/vaultNames.ts';
import { throwIfCancelled } from '../table/cancelling.ts';
import type { VaultNames } from '../table/trail.ts';
import { isQuery, outcomeConditions } from './fieldSql.ts';
import { type ListedEvents, numberIn, textIn } from './select.ts';
import { bind, sql } from './sql.ts';

const MAX_TEXTS = 2_000;
/** Maximum number of bytes of a query text that is considered, so that the response stays small. */
const MAX_TEXT_BYTES = 4_000;
const TEXTS_PER_TURN = 100;

const origin: Origin = { kind: 'audit' };

export interface NameTools {
  /** Returns the tables that a query text names. */
  readonly namesOf: (text: string) => Iterable<SourceTable>;
  /** Lets other work run. */
  readonly turn: () => Promise<unknown>;
}

/**
 * Returns the vaults of a listing, the one with the newest event first, with the tables that their successful queries
 * name. Only the newest query texts are considered, and none of more than `MAX_TEXT_BYTES` bytes.
 */
export async function findNamesInTexts(
  { from, run }: ListedEvents,
  { namesOf, turn }: NameTools,
  signal?: AbortSignalLike,
): Promise<readonly VaultNames[]> {
  const [vaults, texts] = await Promise.all([
    run(
      sql`SELECT vaultID AS vault, count() AS events ${from} AND vaultID != '' GROUP BY vault ORDER BY max((ts, id)) DESC`,
      signal,
    ),
    run(
      sql`SELECT vaultID AS vault, content AS query ${from} AND vaultID != '' AND ${isQuery} AND ${outcomeConditions.succeeded} AND length(content) <= ${bind('UInt64', MAX_TEXT_BYTES)}
GROUP BY vault, query ORDER BY max((ts, id)) DESC LIMIT ${bind('UInt64', MAX_TEXTS)}`,
      signal,
    ),
  ]);
  const names = new Map(vaults.map((row) => [textIn(row, 'vault') ?? '', new Catalogue()]));
  for (const [at, row] of texts.entries()) {
    names
      .get(textIn(row, 'vault') ?? '')
      ?.add({ origin, tables: dropQuotedNames(namesOf(textIn(row, 'query') ?? '')) });
    if (at % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await turn();
    throwIfCancelled(signal);
  }
  return vaults.map((row) => {
    const vaultID = textIn(row, 'vault') ?? '';
    return { vaultID, events: numberIn(row, 'events'), tables: names.get(vaultID)?.tables() ?? [] };
  });
}
