import { parseQueryReads } from '../table/queryReads.ts';

/** The tables that a query reads. */
export interface QueryTables {
  /** Table names in lower case, sorted. */
  readonly names: readonly string[];
  /** Whether `names` is complete. False if a part of the query could not be parsed. */
  readonly areAll: boolean;
}

export type TableFinder = (query: string) => QueryTables;

/** Maximum number of query texts whose tables are cached, because parsing a query takes longer than all other steps. */
const MAX_CACHED_QUERIES = 1_000;
/** Maximum length in UTF-16 code units of a cached query text, so that the cache takes a few megabytes at most. */
const MAX_CACHED_LENGTH = 2_000;

/** Creates a function that finds the tables of a query, and caches its results. */
export function createTableFinder(): TableFinder {
  const cache = new Map<string, QueryTables>();
  return (query) => {
    const cached = cache.get(query);
    if (cached) return cached;
    const found = findTables(query);
    if (query.length <= MAX_CACHED_LENGTH) {
      if (cache.size === MAX_CACHED_QUERIES) cache.clear();
      cache.set(query, found);
    }
    return found;
  };
}

function findTables(query: string): QueryTables {
  const { reads, missing } = parseQueryReads(query);
  const names = [...new Set(reads.flatMap(({ tables }) => tables))].sort();
  return { names, areAll: missing === undefined };
}
