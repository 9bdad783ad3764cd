/** What a local vault can be started with, and its defaults. */
import type { AuditLimits } from './audit/log.ts';
import type { AuthorizationServer } from './authorization/authorization.ts';
import type { Engine } from './engine/engine.ts';
import { defaultDataDir, snapshotPath } from './engine/snapshot.ts';
import type { Faults } from './server/faults.ts';

const DEFAULT_ROWS = 10_000;
export const MAX_ROWS = 1_000_000;
/** Loading a million rows makes 40,000 events; 100,000 of them take some 300 MB. */
const DEFAULT_AUDIT_LIMITS: AuditLimits = { events: 100_000, content: 32 * 1024 * 1024 };

/** One line of the terminal form's log: never a query, a value or the token. */
export interface RequestLine {
  readonly method: string;
  /** The path with `:vaultID` for the vault; `-` where there is none. */
  readonly template: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestID: string;
}

/** Something failed that the vault can do without; `cause` may quote a query. */
type Warn = (message: string, cause?: unknown) => void;

export interface LocalVaultOptions {
  /** 0, the default, takes any free one. */
  readonly port?: number;
  /** Persons, 1 to 1,000,000. */
  readonly rows?: number;
  readonly seed?: number;
  /** Random when absent. */
  readonly token?: string;
  /** Where the snapshot is kept; the user's cache directory when absent. */
  readonly dataDir?: string;
  /** Whether `afterOps.*` starts a further page, or is ignored as by a service that knows no paging. */
  readonly auditPaging?: 'after' | 'none';
  readonly queryTimeoutMs?: number;
  /** The sign-in server for the kinds of sign-in other than the local vault's own token. If absent, only that token is accepted. */
  readonly authorization?: AuthorizationServer;
  /** Faults to begin with; the route that changes them exists only if this is given, be it empty. */
  readonly faults?: Faults;
  readonly maxMemoryBytes?: number;
  readonly auditLimits?: AuditLimits;
  /** Gives up the start; no effect once the vault runs. */
  readonly signal?: AbortSignal;
  /** Another engine than PGlite. */
  readonly engine?: Engine;
  readonly onRequest?: (line: RequestLine) => void;
  readonly warn?: Warn;
}

/** The options with every default filled in. Throws RangeError when `rows` is out of range. */
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
    snapshotPath: snapshotPath(given.dataDir ?? defaultDataDir(), rows, seed),
    auditPaging: given.auditPaging ?? 'after',
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
