/** Tests step by step whether a trail can be read from a table, and what its user may do on the server. */
import { randomUUID } from 'node:crypto';
import { PARSER_VERSION } from '../../core/audit/handover/clickhouseRows.ts';
import {
  type ClickHouseTarget,
  eventColumns,
  gapColumns,
  gapsTableOf,
  qualifiedName,
} from '../../core/audit/handover/clickhouseTable.ts';
import { SourceError } from '../../core/audit/table/sourceError.ts';
import { TrailCancelled } from '../../core/audit/table/trail.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import { SinkError } from '../sinks/sinkError.ts';
import type { ClickHouseClient } from './client.ts';
import { toReadError } from './selectRows.ts';
import { stopStatement } from './stopStatement.ts';
import { type CheckSender, checkTable, checkVersion, selectRows, TableError } from './tableCheck.ts';

export type TrailStep = 'reached' | 'version' | 'table' | 'parser' | 'readOnly' | 'limits' | 'cancel';

/** A problem that does not keep events from being read. */
export type TrailWarning =
  /** Events of the last 30 days were parsed by another version of the parser: `version`. */
  | { readonly kind: 'newerParser' | 'olderParser'; readonly version: number }
  /** The user may do more than read. */
  | { readonly kind: 'mayWrite' }
  /** The server has no time limit (`max_execution_time`) for statements of the user. */
  | { readonly kind: 'noLimits' }
  /** The gaps of the trail can't be read: their table does not exist, has other columns, or is hidden from the user. */
  | { readonly kind: 'noGaps' }
  /** The user can't stop statements that were cancelled. */
  | { readonly kind: 'noCancel' };

export type TrailStepResult =
  | { readonly state: 'passed' }
  | { readonly state: 'warning'; readonly warning: TrailWarning }
  | { readonly state: 'failed'; readonly error: SourceError | TableError }
  /** Not tested, because an earlier step failed. */
  | { readonly state: 'unknown' };

export interface TestedTrailStep {
  readonly step: TrailStep;
  readonly result: TrailStepResult;
}

/** For a step on which others depend, the later steps that can't be tested if it fails. */
const dependents: Readonly<Partial<Record<TrailStep, readonly TrailStep[]>>> = {
  reached: ['version', 'table', 'parser', 'readOnly', 'limits', 'cancel'],
  version: ['table', 'parser', 'readOnly', 'limits', 'cancel'],
  table: ['parser'],
};

const passed = { state: 'passed' } as const;

/**
 * Tests the table of audit events `target` and the rights of the user of `client`, one step after the other. Reads no
 * content of events. Resolves to the result of each step, or to undefined if `signal` is aborted.
 */
export async function testTrail(
  client: ClickHouseClient,
  target: ClickHouseTarget,
  signal: AbortSignalLike,
): Promise<readonly TestedTrailStep[] | undefined> {
  const { host } = client;
  const context = { host, table: `${target.database}.${target.table}` };
  const send: CheckSender = async (request) => {
    const outcome = await client.send(request, signal);
    if (!outcome.ok) throw toReadError(outcome.failure, context);
    return outcome;
  };
  const select = async (statement: string) => (await selectRows(client, { statement }, send))[0] ?? {};
  const checks: Readonly<Record<TrailStep, () => Promise<TrailStepResult>>> = {
    reached: async () => {
      await select('SELECT 1 AS one');
      return passed;
    },
    version: async () => {
      await checkVersion(client, send);
      return passed;
    },
    table: async () => {
      await checkTable(client, target, eventColumns, send);
      return (await hasGapsTable(client, target, send)) ? passed : warn({ kind: 'noGaps' });
    },
    parser: async () => {
      const { oldest, newest, events } = await select(
        `SELECT min(parserVersion) AS oldest, max(parserVersion) AS newest, count() AS events
FROM ${qualifiedName(target.database, target.table)} WHERE ts >= now() - INTERVAL 30 DAY`,
      );
      if (Number(events) === 0) return passed;
      if (Number(newest) > PARSER_VERSION) return warn({ kind: 'newerParser', version: Number(newest) });
      return Number(oldest) < PARSER_VERSION
        ? warn({ kind: 'olderParser', version: Number(oldest) })
        : passed;
    },
    readOnly: async () => {
      const { level } = await select("SELECT toUInt8(getSetting('readonly')) AS level");
      return Number(level) > 0 ? passed : warn({ kind: 'mayWrite' });
    },
    limits: async () => {
      const { seconds } = await select("SELECT toFloat64(getSetting('max_execution_time')) AS seconds");
      return Number(seconds) > 0 ? passed : warn({ kind: 'noLimits' });
    },
    cancel: async () => {
      // No statement has this ID, so none is stopped.
      const failure = await stopStatement(client, randomUUID());
      if (failure?.kind === 'server') return warn({ kind: 'noCancel' });
      if (failure) throw toReadError(failure, context);
      return passed;
    },
  };
  const tested: TestedTrailStep[] = [];
  const untested = new Set<TrailStep>();
  for (const [step, check] of Object.entries(checks) as [TrailStep, () => Promise<TrailStepResult>][]) {
    if (signal.aborted) return undefined;
    const result = untested.has(step) ? { state: 'unknown' as const } : await runCheck(check, host);
    if (result === undefined) return undefined;
    tested.push({ step, result });
    if (result.state === 'failed') for (const later of dependents[step] ?? []) untested.add(later);
  }
  return tested;
}

/** Resolves to whether the gaps of a trail can be read. */
async function hasGapsTable(
  client: ClickHouseClient,
  { database, table }: ClickHouseTarget,
  send: CheckSender,
): Promise<boolean> {
  try {
    await checkTable(client, { database, table: gapsTableOf(table) }, gapColumns, send);
    return true;
  } catch (error) {
    if (error instanceof TableError) return false;
    throw error;
  }
}

const warn = (warning: TrailWarning): TrailStepResult => ({ state: 'warning', warning });

/** Resolves to undefined if the request was cancelled. */
async function runCheck(
  check: () => Promise<TrailStepResult>,
  host: string,
): Promise<TrailStepResult | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof TrailCancelled) return undefined;
    if (error instanceof SourceError || error instanceof TableError) return { state: 'failed', error };
    // The response is not ClickHouse's.
    if (error instanceof SinkError)
      return { state: 'failed', error: new SourceError({ kind: 'otherSystem', host, status: 200 }) };
    throw error;
  }
}
