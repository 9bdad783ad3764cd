/** The options of a local vault, and their defaults. */
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

/** A request as it is reported for a log, without queries, values and tokens. */
export interface RequestLine {
  readonly method: string;
  /**
   * Path of the request with `:vaultID` in place of the vault's ID. `-` if this vault has no such path, or if the
   * request was rejected because of its token, Host or Origin, or the rate limit.
   */
  readonly template: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestID: string;
}

/** Called for a failure despite which the vault works. `cause` may quote a query. */
type Warn = (message: string, cause?: unknown) => void;

export interface LocalVaultOptions {
  /** Port to listen on. 0, the default, uses any free one. */
  readonly port?: number;
  /** Number of persons, from 1 to 1,000,000; by default 10,000. */
  readonly rows?: number;
  readonly seed?: number;
  /** The vault's bearer token; by default a random one. */
  readonly token?: string;
  /** Folder of the snapshot; by default in the user's cache directory. */
  readonly dataDir?: string;
  /**
   * How a listing of audit events treats the parameters `afterOps.*`: `after`, the default, selects the next page by
   * them; `none` ignores them, like a service without paging. `behavior.cursor` takes precedence.
   */
  readonly auditPaging?: 'after' | 'none';
  /** Switches for what the service's document leaves open. Those that are missing have their default. */
  readonly behavior?: Partial<Behavior>;
  readonly queryTimeoutMs?: number;
  /**
   * Sign-in server for kinds of sign-in other than the vault's own token. If undefined, only that token is accepted.
   */
  readonly authorization?: AuthorizationServer;
  /**
   * Simulated faults at the start. If undefined, there are none, and requests can't set any. An empty object lets
   * requests set faults later.
   */
  readonly faults?: Faults;
  readonly maxMemoryBytes?: number;
  readonly auditLimits?: AuditLimits;
  /** Aborts the start. Has no effect when the vault is running. */
  readonly signal?: AbortSignal;
  /** Engine to use instead of PGlite. */
  readonly engine?: Engine;
  readonly onRequest?: (line: RequestLine) => void;
  readonly warn?: Warn;
}

/**
 * Returns the options of a vault with defaults. `token`, `dataDir`, `faults`, `authorization` and `engine` have no
 * default and can be undefined. `signal` is left out. Throws a RangeError if `rows` is not a whole number from 1 to
 * `MAX_ROWS`.
 */
export function resolveOptions(given: LocalVaultOptions) {
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
