import { Catalogue, type Origin, type SourceTable } from '../../../schema/catalogue.ts';
import type { VaultNames } from '../../table/trail.ts';
import type { EventStore } from '../eventStore.ts';
import type { TurnTaking } from './aggregateReads.ts';
import { createSqlQueryRowTests } from './queryCodes.ts';

const MAX_TEXTS = 2_000;
const TEXTS_PER_TURN = 100;
const ROWS_PER_TURN = 50_000;

const origin: Origin = { kind: 'audit' };

/**
 * Returns the vaults of a listing with their numbers of events and the tables that their successful queries name. Of
 * all query texts, only the `MAX_TEXTS` added last are considered. `namesOf` returns the tables that a text names.
 * Returns undefined if `isStopped` returned true.
 */
export async function findVaultNames(
  { columns, size }: EventStore,
  namesOf: (text: string) => Iterable<SourceTable>,
  { turn, isStopped }: TurnTaking,
): Promise<readonly VaultNames[] | undefined> {
  const codes = createSqlQueryRowTests(columns);
  const vaults = columns.coded.get('vaultID')?.codes;
  const met = new Map<number, { events: number; readonly texts: Set<number>; readonly names: Catalogue }>();
  let left = MAX_TEXTS;
  for (let row = size - 1; row >= 0; row--) {
    const code = vaults?.numbers[row] ?? 0;
    if (vaults?.values[code] === undefined) continue;
    const vault = met.get(code) ?? { events: 0, texts: new Set(), names: new Catalogue() };
    met.set(code, vault);
    vault.events++;
    const text = codes.texts[row] ?? 0;
    if (left > 0 && !vault.texts.has(text) && codes.isQuery(row, text) && codes.hasSucceeded(row)) {
      vault.texts.add(text);
      vault.names.add({ origin, tables: dropQuotedNames(namesOf(columns.content.text(text))) });
      left--;
      if (left % TEXTS_PER_TURN === 0) await turn();
    } else if (row % ROWS_PER_TURN === 0) await turn();
    if (isStopped()) return undefined;
  }
  return Array.from(met, ([code, { events, names }]) => ({
    vaultID: vaults?.values[code] ?? '',
    events,
    tables: names.tables(),
  }));
}

/**
 * Yields the tables and columns whose names are not in double quotes. A quoted name may be a literal written with the
 * wrong quotes.
 */
export function* dropQuotedNames(tables: Iterable<SourceTable>): Generator<SourceTable> {
  for (const table of tables)
    if (!table.name.startsWith('"'))
      yield { ...table, columns: [...table.columns].filter(({ name }) => !name.startsWith('"')) };
}
