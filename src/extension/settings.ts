import * as vscode from 'vscode';
import type { MaskMode } from '../core/results/mask.ts';
import {
  type DialectProblem,
  type DialectSettings,
  readDialectSettings,
} from '../core/sql/dialectSettings.ts';
import type { ColumnPolicy } from '../core/sql/types.ts';

/**
 * The only place that reads configuration. Addresses, identities and transport come from the user's own settings
 * alone: a workspace must not redirect a token, so those are read with `inspect()` (platform.md, "Manifest").
 */
export interface Settings extends vscode.Disposable {
  /** Raw value of `vaultsql.connections`; `readConnections` gives it a shape. */
  connections(): unknown;
  /** Writes the user's connections; rejects when the settings file cannot be written. */
  writeConnections(value: readonly unknown[]): Promise<void>;
  pageSize(): number;
  /** Rows at which Load all stops. */
  maxRows(): number;
  /** Requests that Load all sends at once at most, 1–8. */
  concurrency(): number;
  /** Undefined where the person set nothing: production then masks more than the rest. */
  maskValues(): MaskMode | undefined;
  /** 0: never. */
  clearClipboardAfterSeconds(): number;
  /** Whether the next page is asked for before it is wanted: each such request is an audit event too. */
  prefetch(): boolean;
  timeoutSeconds(): number;
  transport(): 'auto' | 'undici' | 'editor';
  auditPageSize(): number;
  /** `null` turns paging of the audit trail off. */
  cursorParameters(): { readonly timestamp: string; readonly changeID: string } | null;
  auditFollowSeconds(): number;
  /** Whether literals in the query text of audit events are masked. */
  maskLiterals(): boolean;
  /** Raw value of `vaultsql.audit.savedFilters`; `readSavedFilters` gives it a shape. */
  savedFilters(): unknown;
  /** Writes the user's saved filters; rejects when the settings file cannot be written. */
  writeSavedFilters(value: Readonly<Record<string, unknown>>): Promise<void>;
  allowedConstructs(): readonly string[];
  columnPolicies(): readonly ColumnPolicy[];
  /** What is wrong with the two settings before; it is not in what they give. */
  dialectProblems(): readonly DialectProblem[];
  /** Whether a literal in a condition gets its hint. */
  literalHints(): boolean;
  localVaultRows(): number;
  localVaultPort(): number;
  /** The editor's own network settings that an undici transport must follow (facts: network). */
  http(): {
    readonly proxy: string;
    readonly proxySupport: string;
    readonly noProxy: readonly string[];
    readonly strictSSL: boolean;
    /** Value of the header Proxy-Authorization; empty: none. */
    readonly proxyAuthorization: string;
  };
  /** Fires with a function that says whether a setting (`vaultsql.…` or `http`) changed. */
  readonly onDidChange: vscode.Event<(name: string) => boolean>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** A value set by the user for this machine, never by a workspace or a folder. */
function own(name: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

async function write(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

/** A whole number of the user's own within limits, else the default from the manifest. */
function ownNumber(name: string, lowest: number, highest: number, fallback: number): number {
  const value = own(name);
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(highest, Math.max(lowest, Math.floor(value)));
}

const readDialect = (): DialectSettings =>
  readDialectSettings(own('vaultsql.dialect.allow'), own('vaultsql.dialect.columns'));

export function createSettings(): Settings {
  const changes = new vscode.EventEmitter<(name: string) => boolean>();
  const listening = vscode.workspace.onDidChangeConfiguration((event) =>
    changes.fire((name) => event.affectsConfiguration(name)),
  );
  return {
    connections: () => own('vaultsql.connections'),
    writeConnections: (value) => write('vaultsql.connections', value),
    pageSize: () => ownNumber('vaultsql.results.pageSize', 1, 25, 25),
    maxRows: () => ownNumber('vaultsql.results.maxRows', 1, 10_000_000, 100_000),
    concurrency: () => ownNumber('vaultsql.results.concurrency', 1, 8, 4),
    maskValues() {
      const value = vscode.workspace.getConfiguration().inspect('vaultsql.results.maskValues')?.globalValue;
      return value === 'declared' || value === 'all' || value === 'none' ? value : undefined;
    },
    clearClipboardAfterSeconds: () => ownNumber('vaultsql.results.clearClipboardAfterSeconds', 0, 86_400, 60),
    prefetch: () => own('vaultsql.results.prefetch') === true,
    timeoutSeconds: () => ownNumber('vaultsql.network.timeoutSeconds', 1, 3600, 60),
    transport() {
      const value = own('vaultsql.network.transport');
      return value === 'undici' || value === 'editor' ? value : 'auto';
    },
    auditPageSize: () => ownNumber('vaultsql.audit.pageSize', 0, 1000, 0),
    cursorParameters() {
      const value = own('vaultsql.audit.cursorParameters');
      if (!isRecord(value)) return null;
      const { timestamp, changeID } = value;
      return typeof timestamp === 'string' && typeof changeID === 'string' ? { timestamp, changeID } : null;
    },
    auditFollowSeconds: () => ownNumber('vaultsql.audit.followSeconds', 1, 3600, 5),
    maskLiterals: () => own('vaultsql.audit.maskLiterals') !== false,
    savedFilters: () => own('vaultsql.audit.savedFilters'),
    writeSavedFilters: (value) => write('vaultsql.audit.savedFilters', value),
    allowedConstructs: () => readDialect().allow,
    columnPolicies: () => readDialect().columns,
    dialectProblems: () => readDialect().problems,
    literalHints: () => own('vaultsql.dialect.literalHints') !== false,
    localVaultRows: () => ownNumber('vaultsql.localVault.rows', 1, 1_000_000, 10_000),
    localVaultPort: () => ownNumber('vaultsql.localVault.port', 0, 65_535, 0),
    http() {
      const { proxy, proxySupport, noProxy, proxyStrictSSL, proxyAuthorization } =
        vscode.workspace.getConfiguration('http');
      return {
        proxy: typeof proxy === 'string' ? proxy : '',
        proxySupport: typeof proxySupport === 'string' ? proxySupport : 'override',
        noProxy: texts(noProxy),
        strictSSL: proxyStrictSSL !== false,
        proxyAuthorization: typeof proxyAuthorization === 'string' ? proxyAuthorization : '',
      };
    },
    onDidChange: changes.event,
    dispose() {
      listening.dispose();
      changes.dispose();
    },
  };
}
