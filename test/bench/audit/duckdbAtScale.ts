/** Runs in a process of its own: DuckDB over the same file, with the same answers. Prints its figures as JSON. */
import { DuckDBInstance } from '@duckdb/node-api';
import { facetFields } from '../../../src/core/audit/table/fields.ts';
import { median } from '../bench.ts';
import { actorAt, rangeFrom, searched, type Timed, timed } from './scale.ts';

const [path = '', threads = '2'] = process.argv.slice(2);
const text = (of: string, ...names: string[]): string[] => names.map((name) => `${of}${name} AS "${name}"`);
const columns = [
  'request.timestamp AS "time"',
  'response.code::VARCHAR AS "code"',
  ...text('context.', 'actor', 'ipAddress', 'changeID', 'requestID', 'traceID', 'actorType', 'accessType'),
  ...text('context.', 'authMode', 'jwtID', 'sessionID', 'origin'),
  ...text('request.', 'actionType', 'vaultID', 'apiName', 'resourceType', 'workspaceID'),
  ...text('request.httpInfo.', 'URI', 'method'),
  'request.data.content AS "content"',
  'response.message AS "message"',
  'response.timestamp AS "answeredAt"',
  'accountID, parentAccountID',
  `array_to_string(request.tags, ', ') AS "tags"`,
  `array_to_string(resourceIDs, ', ') AS "resourceIDs"`,
];
const names = columns.flatMap((column) => [...column.matchAll(/AS "(\w+)"/g)].map(([, name]) => name ?? ''));
const struct = `columns = {
  context: 'STRUCT(changeID VARCHAR, requestID VARCHAR, traceID VARCHAR, actor VARCHAR, actorType VARCHAR, accessType VARCHAR, ipAddress VARCHAR, authMode VARCHAR, jwtID VARCHAR, sessionID VARCHAR, origin VARCHAR)',
  response: 'STRUCT(code INTEGER, message VARCHAR, "timestamp" VARCHAR)',
  accountID: 'VARCHAR', parentAccountID: 'VARCHAR',
  request: 'STRUCT(actionType VARCHAR, apiName VARCHAR, data STRUCT(content VARCHAR), httpInfo STRUCT(URI VARCHAR, method VARCHAR), resourceType VARCHAR, tags VARCHAR[], "timestamp" VARCHAR, vaultID VARCHAR, workspaceID VARCHAR)',
  resourceIDs: 'VARCHAR[]'}`;

const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
const run = async (sql: string): Promise<unknown> => (await connection.runAndReadAll(sql)).getRows();
const facets = facetFields.map(({ id }) => id);

const valuesOf = (id: string, from: string): string => `SELECT "${id}", count(*) FROM ${from}`;
const mostFrequent = 'GROUP BY 1 ORDER BY 2 DESC LIMIT 25';
const bins = (from: string): string =>
  `SELECT time_bucket(INTERVAL '1 day', ms) bin, code[1:1] = '2', count(*) FROM ${from}`;

/** Count, facets, histogram and the first rows of what passes, in `from`. */
async function shown(where: string, from = 'events'): Promise<void> {
  await run(`SELECT count(*) FROM ${from} WHERE ${where}`);
  for (const id of facets) await run(`${valuesOf(id, from)} WHERE ${where} ${mostFrequent}`);
  await run(`${bins(from)} WHERE ${where} GROUP BY ALL`);
  await run(`SELECT * FROM ${from} WHERE ${where} ORDER BY "time" DESC NULLS LAST, changeID DESC LIMIT 40`);
}
/** The same of a text, which is looked for once. */
async function found(where: string): Promise<void> {
  await run(`CREATE OR REPLACE TEMP TABLE found AS SELECT * FROM events WHERE ${where}`);
  await shown('true', 'found');
}
interface Several {
  readonly day: string;
  readonly text: string;
  /** Chosen values by field. */
  readonly values: Readonly<Record<string, string>>;
}
const all = (filters: readonly string[]): string => filters.join(' AND ');
/** The same of several filters: the counts of a filter's own values, and of its own bins, are without that filter. */
async function combined({ day, text, values }: Several): Promise<void> {
  const chosen = Object.entries(values);
  await found(all([day, ...Object.values(values), text]));
  await run(`${bins('events')} WHERE ${all([...Object.values(values), text])} GROUP BY ALL`);
  for (const [id] of chosen) {
    const others = chosen.filter(([field]) => field !== id).map(([, value]) => value);
    await run(`${valuesOf(id, 'events')} WHERE ${all([day, ...others, text])} ${mostFrequent}`);
  }
}
async function medianOf(count: number, act: (n: number) => Promise<unknown>): Promise<Timed> {
  const taken: Timed[] = [];
  for (let n = 0; n < count; n++) taken.push(await timed(() => act(n)));
  return { cpu: median(taken.map(({ cpu }) => cpu)), wall: median(taken.map(({ wall }) => wall)) };
}

const idle = process.memoryUsage.rss();
const load = await timed(() =>
  run(
    `CREATE TABLE events AS SELECT ${columns.join(', ')}, try_cast("request"."timestamp"[1:26] AS TIMESTAMP) AS ms FROM read_ndjson('${path}', ${struct}, maximum_object_size = 100000000)`,
  ),
);
const first = await timed(() => shown('true'));
const memory = process.memoryUsage.rss() - idle;
const only = (n: number): string => `actor = '${actorAt(n)}'`;
const holding = (n: number, of: readonly string[]): string =>
  `(${of.map((name) => `contains(lower("${name}"), '${searched[n] ?? ''}')`).join(' OR ')})`;
const within = (n: number): string => {
  const at = (ms: number): string =>
    `TIMESTAMP '${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}'`;
  return `ms >= ${at(rangeFrom(n))} AND ms < ${at(rangeFrom(n) + 86_400_000)}`;
};
const selective = (n: number): Several => ({
  day: within(n),
  text: holding(n, names),
  values: { actor: only(n), code: "code = '400'" },
});
const count = (where: string): Promise<unknown> => run(`SELECT count(*) FROM events WHERE ${where}`);
console.log(
  JSON.stringify({
    load,
    memory,
    open: { cpu: load.cpu + first.cpu, wall: load.wall + first.wall },
    facet: await medianOf(9, (n) => shown(only(n))),
    search: await medianOf(searched.length, (n) => found(holding(n, names))),
    range: await medianOf(9, (n) => shown(within(n))),
    combined: await medianOf(searched.length, (n) =>
      combined({ day: within(n), text: holding(n, names), values: { actor: only(n) } }),
    ),
    selective: await medianOf(searched.length, (n) => combined(selective(n))),
    // One question each.
    facetCount: await medianOf(9, (n) =>
      run(`SELECT actor, count(*) FROM events WHERE ${only(n)} GROUP BY 1`),
    ),
    searchCount: await medianOf(searched.length, (n) => count(holding(n, names))),
    contentCount: await medianOf(searched.length, (n) => count(holding(n, ['content']))),
    selectiveCount: await medianOf(searched.length, (n) => {
      const { day, text, values } = selective(n);
      return count(all([day, ...Object.values(values), text]));
    }),
    rangeCount: await medianOf(9, (n) => count(within(n))),
    memoryAfter: process.memoryUsage.rss() - idle,
  }),
);
