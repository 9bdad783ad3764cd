import type { AuditLimits } from './audit/log.ts';
import type { AuthorizationServer } from './authorization/authorization.ts';
import type { Engine } from './engine/engine.ts';
import { getDefaultDataDir, getSnapshotPath } from './engine/snapshot.ts';
import { type Behavior, DEFAULT_BEHAVIOR } from './server/behavior.ts';
import type { Faults } from './server/faults.ts';

const DEFAULT_ROWS = 10_000;
export const MAX_ROWS = 1_000_000;
/** Default limits of the audit trail. Loading a million rows in pages of 25 adds 40,000 events. */
const DEFAULT_AUDIT_LIMITS: AuditLimits = { events: 100_000, content: 32 * 1024 * 1024 };

/** What is logged about a request. It contains no query, value or token. */
export interface RequestLogEntry {
  readonly method: string;
  /**
   * Path of the request, with `:vaultID` in place of the vault's ID. It is `-` if, for example, the path is unknown or
   * the token is not valid.
   */
  readonly template: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestID: string;
}

/** Called for a failure after which the vault continues to run. `cause` may quote a query. */
type Warn = (message: string, cause?: unknown) => void;

export interface LocalVaultOptions {
  /** Port to listen on. 0, the default, uses any free one. */
  readonly port?: number;
  /** Number of persons, from 1 to 1,000,000; by default 10,000. */
  readonly rows?: number;
  readonly seed?: number;
  readonly token?: string;
  /** Folder of the snapshot; by default in the user's cache directory. */
  readonly dataDir?: string;
  /**
   * Whether `afterOps.*` selects the next page of audit events (`after`, the default) or is ignored (`none`).
   * `behavior.cursor` takes precedence.
   */
  readonly auditPaging?: 'after' | 'none';
  readonly behavior?: Partial<Behavior>;
  readonly queryTimeoutMs?: number;
  /** Sign-in server. If undefined, only the vault's own token is accepted. */
  readonly authorization?: AuthorizationServer;
  /**
   * Simulated faults when the vault starts. If undefined, there are none, and requests can't set any. An empty object
   * also means none, but requests can set some later.
   */
  readonly faults?: Faults;
  readonly maxMemoryBytes?: number;
  readonly auditLimits?: AuditLimits;
  /** Aborts the start. Has no effect when the vault is running. */
  readonly signal?: AbortSignal;
  readonly engine?: Engine;
  readonly onRequest?: (line: RequestLogEntry) => void;
  readonly warn?: Warn;
}

/**
 * Fills in the defaults of most missing options, and adds the path of the snapshot. Throws a RangeError if `rows` is
 * invalid.
 */
export function applyDefaultOptions(given: LocalVaultOptions) {
  const rows = given.rows ?? DEFAULT_ROWS;
  if (!Number.isInteger(rows) || rows < 1 || rows > MAX_ROWS)
    throw new RangeError(`rows must be a whole number from 1 to ${MAX_ROWS}`);
  const seed = given.seed ?? 1;
  return {
    rows,
    seed,
    port: given.port ?? 0,
    token: given.token,
    dataDir: given.dataDir,
    snapshotPath: getSnapshotPath(given.dataDir ?? getDefaultDataDir(), rows, seed),
    behavior: {
      ...DEFAULT_BEHAVIOR,
      ...(given.auditPaging === 'none' ? { cursor: 'ignored' as const } : {}),
      ...given.behavior,
    },
    timeoutMs: given.queryTimeoutMs ?? 10_000,
    faults: given.faults,
    authorization: given.authorization,
    maxMemoryBytes: given.maxMemoryBytes ?? 512 * 1024 * 1024,
    auditLimits: given.auditLimits ?? DEFAULT_AUDIT_LIMITS,
    engine: given.engine,
    onRequest: given.onRequest ?? (() => undefined),
    warn: given.warn ?? (() => undefined),
  } as const;
}
