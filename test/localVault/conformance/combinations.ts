/** Combinations of switches of the local vault, and what a check must find out about each. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { CheckReport } from '../../../src/core/conformance/check.ts';
import { REDACTION_LEVELS, type RedactionLevel } from '../../../src/localVault/data/schema.ts';
import type { Engine } from '../../../src/localVault/engine/engine.ts';
import { PgliteEngine } from '../../../src/localVault/engine/pgliteEngine.ts';
import { applyDefaultOptions } from '../../../src/localVault/options.ts';
import { type Behavior, DEFAULT_BEHAVIOR } from '../../../src/localVault/server/behavior.ts';
import { type LocalVault, startLocalVault } from '../../../src/localVault/server/server.ts';
import { dataDir, ROWS } from '../testVault.ts';
import { check } from './checkedVault.ts';

/** Any combination of switches except the rate limit, which only makes a check slow. */
export const combination: fc.Arbitrary<Partial<Behavior>> = fc.record({
  cursor: fc.constantFrom('after', 'inclusive', 'renamed', 'ignored', 'refused'),
  pageSize: fc.integer({ min: 4, max: 60 }),
  limitParameter: fc.constantFrom('limit', 'ignored', 'refused'),
  order: fc.constantFrom('newest', 'oldest', 'arrival'),
  shortPages: fc.boolean(),
  lateMs: fc.constantFrom(0, 0, 300),
  requestID: fc.constantFrom('same', 'different', 'absent'),
  errorBody: fc.constantFrom('nested', 'flat', 'text', 'html', 'empty'),
  largeLimit: fc.constantFrom('cut', 'refused'),
  shortRows: fc.boolean(),
  nulls: fc.constantFrom('absent', 'null'),
  largeNumbers: fc.constantFrom('exact', 'rounded', 'text'),
  undocumentedSql: fc.constantFrom<Behavior['undocumentedSql'][]>(
    'accepted',
    'refused',
    ['TRUE', 'COMMA JOIN'],
    ['DOLLAR QUOTES'],
  ),
  redactionLevels: fc.constantFrom<Behavior['redactionLevels'][]>('all', 'documented', ['DEFAULT', 'MASKED']),
});

/** An engine for many vaults one after another: it starts once, and does not stop with a vault. */
export class LastingEngine {
  readonly #engine = new PgliteEngine(applyDefaultOptions({ rows: ROWS, dataDir }));
  #started: Promise<void> | undefined;

  /** The engine as a vault sees it. */
  readonly forVault: Engine;

  constructor() {
    const engine = this.#engine;
    this.forVault = {
      startEngine: () => (this.#started ??= engine.startEngine()),
      query: (...given) => engine.query(...given),
      shutDownEngine: async () => undefined,
      get restartCount() {
        return engine.restartCount;
      },
    };
  }
  stop(): Promise<void> {
    return this.#engine.shutDownEngine();
  }
}

/** Longest wait of a check in these tests, in milliseconds, for an audit event or after a 429. */
const MAX_WAIT_MS = 1000;

/**
 * Runs `use` with a local vault of its own, so that its audit trail does not depend on the tests before, and closes the vault
 * afterwards.
 */
export async function withVault<T>(
  engine: LastingEngine,
  switches: Partial<Behavior>,
  use: (vault: LocalVault) => Promise<T>,
): Promise<T> {
  const vault = await startLocalVault({ rows: ROWS, engine: engine.forVault, behavior: switches });
  try {
    return await use(vault);
  } finally {
    await vault.close();
  }
}

/** Checks a local vault with these switches. */
export const checkOf = (engine: LastingEngine, switches: Partial<Behavior>): Promise<CheckReport> =>
  // The longest waits for an event are cut short: none comes later than 300 ms.
  withVault(engine, switches, (vault) =>
    check(vault, { table: 'persons', sleep: (ms) => delay(Math.min(ms, MAX_WAIT_MS)) }),
  );

const cursors = {
  after: 'afterOps',
  inclusive: 'afterOps',
  renamed: 'nextOps',
  ignored: 'ignored',
  refused: 'refused',
} as const;
const limits = { limit: 'accepted', ignored: 'ignored', refused: 'refused' } as const;
const orders = { newest: 'newestFirst', oldest: 'oldestFirst', arrival: 'arrival' } as const;

/**
 * Asserts that everything the profile claims is what was switched on. Returns the names of the answers that the check left
 * open.
 */
export function assertTrue(
  { findings, profile }: CheckReport,
  switches: Partial<Behavior>,
): readonly string[] {
  const on = { ...DEFAULT_BEHAVIOR, ...switches };
  const { listing, query } = profile;
  const seen = findings.flatMap((finding) => finding.seen ?? []);
  const records = seen.find((one) => one.what === 'records');
  const sizes = seen.find((one) => one.what === 'pageSize');
  const pages = on.cursor !== 'ignored' && on.cursor !== 'refused';
  const claims: readonly (readonly [name: string, claimed: unknown, actual: unknown])[] = [
    ['cursor', listing.cursor, cursors[on.cursor]],
    ['isCursorInclusive', pages ? listing.isCursorInclusive : false, on.cursor === 'inclusive'],
    // Two pages of equal size may both be short.
    ['pageSize', on.shortPages ? undefined : sizes?.size, on.pageSize],
    ['limit', listing.limit, limits[on.limitParameter]],
    ['order', listing.order, orders[on.order]],
    ['requestID', listing.requestID, on.requestID],
    ['errorBody', listing.errorBody, on.errorBody],
    ['largeLimit', records?.largeLimit, on.largeLimit],
    ['nulls', query.nulls, on.nulls],
    ['largeNumbers', query.largeNumbers, on.largeNumbers],
    ...['TRUE', 'COMMA JOIN', 'DOLLAR QUOTES'].map(
      (construct) => ['constructs', acceptanceOf(query, construct), handlingOf(on, construct)] as const,
    ),
    ...REDACTION_LEVELS.map(
      (level) => ['levels', levelAcceptance(query, level), levelHandling(on, level)] as const,
    ),
  ];
  for (const [name, claimed, actual] of claims)
    if (claimed !== undefined) assert.equal(claimed, actual, name);
  if (sizes?.shortPages) assert.ok(on.shortPages, 'short pages of events');
  if (records?.shortPages) assert.ok(on.shortRows, 'short pages of records');
  if (listing.delayMs !== undefined) assert.ok(listing.delayMs >= on.lateMs - 20, 'delay');
  const open = new Set(claims.filter(([, claimed]) => claimed === undefined).map(([name]) => name));
  return [
    ...open,
    ...(on.shortPages && pages && !sizes?.shortPages ? ['shortPages'] : []),
    ...(on.shortRows && !records?.shortPages ? ['shortRows'] : []),
  ];
}

function acceptanceOf(
  { acceptedConstructs, refusedConstructs }: CheckReport['profile']['query'],
  construct: string,
): 'accepted' | 'refused' | undefined {
  if (acceptedConstructs.includes(construct)) return 'accepted';
  return refusedConstructs.includes(construct) ? 'refused' : undefined;
}

/** What a vault with the switches does with an undocumented construct. */
function handlingOf({ undocumentedSql }: Behavior, construct: string): 'accepted' | 'refused' {
  if (typeof undocumentedSql === 'string') return undocumentedSql;
  return undocumentedSql.includes(construct) ? 'refused' : 'accepted';
}

function levelAcceptance(
  { acceptedLevels, refusedLevels }: CheckReport['profile']['query'],
  level: RedactionLevel,
): 'accepted' | 'refused' | undefined {
  if (acceptedLevels.includes(level)) return 'accepted';
  return refusedLevels.includes(level) ? 'refused' : undefined;
}

/** What a vault with the switches does with a level of REDACTION. */
function levelHandling({ redactionLevels }: Behavior, level: RedactionLevel): 'accepted' | 'refused' {
  if (typeof redactionLevels === 'string') return redactionLevels === 'all' ? 'accepted' : 'refused';
  return redactionLevels.includes(level) ? 'accepted' : 'refused';
}
