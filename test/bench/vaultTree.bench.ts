/** The tree of 200 vaults with 50 tables of 30 columns each: opening one, finding a name in all, and the memory of these. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import '../unit/extension/withVscode.ts';
import { type Bench, type BenchEntry, median, quantile, sized } from './bench.ts';

const { connectionWith, manyVaults } = await import('../unit/extension/connections/manyVaults.ts');

const vaultCount = sized(200, 3);
const tableCount = sized(50, 3);
const columnCount = sized(30, 3);
const typed = 'card_number_2';
const shownMatches = 100;
const runs = sized(5, 1);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function heapMB(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

async function time(call: () => unknown): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** No two vaults share a name. */
const tablesOf = (vault: number) =>
  Array.from({ length: tableCount }, (_, table) => ({
    name: `table_${vault}_${table}`,
    columns: Array.from({ length: columnCount }, (_, column) => ({
      name: `card_number_${vault}_${table}_${column}`,
      ...(column === 0 && { masked: true }),
    })),
  }));

const bench: Bench = async () => {
  const vaults = Array.from({ length: vaultCount }, (_, at) => ({ id: `v${at}`, name: `vault ${at}` }));
  const written = new Map(vaults.map(({ name }, at) => [`many/${name}`, tablesOf(at)]));
  const { deps, open } = manyVaults(
    [connectionWith('many', vaults)],
    (vault) => written.get(vault ?? '') ?? [],
    [{ table: 'persons', column: 'ssn', masked: true }],
  );
  const { listVaultsToSearch, findNames } = deps.language();
  const searched = await listVaultsToSearch(deps);
  // Code that is not compiled yet is no part of what is measured.
  for (let run = 0; run < 3; run++) {
    findNames(searched, 'nowhere', { limit: shownMatches });
    const [top] = await open();
    const [first] = await open(top?.node);
    const [table] = await open(first?.node);
    await open(table?.node);
  }
  heapMB();
  const before = heapMB();
  const [connection] = await open();
  const nodes = await open(connection?.node);
  const opened: number[] = [];
  const held: unknown[] = [nodes];
  for (const { node } of nodes) opened.push(await time(async () => held.push(await open(node))));
  const [, tables] = held as { readonly node: Parameters<typeof open>[0] }[][];
  const ofTable: number[] = [];
  for (const { node } of tables ?? []) ofTable.push(await time(async () => held.push(await open(node))));
  const lettersOf = (text: string) => Array.from(text, (_, at) => text.slice(0, at + 1));
  const slowest = async (texts: readonly string[], call: (text: string) => unknown): Promise<number> => {
    const found: number[] = [];
    for (const text of texts) {
      const times: number[] = [];
      for (let run = 0; run < runs; run++) times.push(await time(() => call(text)));
      found.push(median(times));
    }
    return Math.max(...found);
  };
  const found = await slowest(['', ...lettersOf(typed)], (text) => {
    held[0] = findNames(searched, text, { limit: shownMatches });
  });
  const memory = heapMB() - before;
  if (held.length < vaultCount) throw new Error('nothing was opened');
  const entry = (id: string, what: string, value: number, target: number, unit = 'ms'): BenchEntry => ({
    id,
    what,
    value,
    unit,
    better: 'lower',
    target,
    peers: [],
    runs,
  });
  const size = `${vaultCount} vaults of ${tableCount} tables of ${columnCount} columns`;
  return [
    entry('vault-tree-expand-ms', `${size}: a vault opened, median`, median(opened), 50),
    entry(
      'vault-tree-expand-p95-ms',
      `${size}: a vault or a table opened, 95 of 100`,
      quantile([...opened, ...ofTable], 0.95),
      50,
    ),
    entry('vault-tree-filter-ms', `${size}: a letter typed to find a name, the slowest letter`, found, 100),
    entry('vault-tree-memory-mb', `${size}: all vaults and a table of each open, found in`, memory, 20, 'MB'),
  ];
};
export default bench;
