import * as vscode from 'vscode';
import type { MaskMode } from '../../core/results/view/mask.ts';
import type { ColumnPolicy } from '../../core/sql/dialect/schema.ts';
import {
  type DialectProblem,
  type DialectSettings,
  readDialectSettings,
} from '../../core/sql/dialect/settings.ts';
import {
  type CursorParameters,
  type NumberName,
  readChoice,
  readCursorParameters,
  readNumber,
  type ValueProblem,
  valueProblems,
} from './settingValues.ts';

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
  /** Whether the next page is prefetched: each such request is an audit event too. */
  prefetch(): boolean;
  /** From the request sent to the response begun. */
  firstByteSeconds(): number;
  timeoutSeconds(): number;
  transport(): 'auto' | 'undici' | 'editor';
  auditPageSize(): number;
  /** `null` turns paging of the audit trail off. */
  cursorParameters(): CursorParameters | null;
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
  /** Which numbers, choices and switches are not applied as they were set. */
  valueProblems(): readonly ValueProblem[];
  /** Whether a literal in a condition gets its hint. */
  literalHints(): boolean;
  localVaultRows(): number;
  localVaultPort(): number;
  /** The editor's own network settings that an undici transport must follow, as the user set them. */
  http(): {
    readonly proxy: string;
    readonly proxySupport: string;
    readonly noProxy: readonly string[];
    readonly strictSSL: boolean;
    /** Value of the header Proxy-Authorization; empty: none. */
    readonly proxyAuthorization: string;
    /** Whether others of these are in effect than the user's: the editor's own fetch follows the workspace's. */
    readonly changedByWorkspace: boolean;
  };
  /** Fires with a function that says whether a setting (`vaultsql.…` or `http`) changed. */
  readonly onDidChange: vscode.Event<(name: string) => boolean>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** A value set by the user for this machine, never by a workspace or a folder. */
function getUserSetting(name: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** What decides through whom the editor's own fetch goes, and what it tells them. */
const httpSettings = [
  'http.proxy',
  'http.proxySupport',
  'http.noProxy',
  'http.proxyStrictSSL',
  'http.proxyAuthorization',
  'http.proxyKerberosServicePrincipal',
] as const;

/** Some versions of the editor let a workspace change these, written as one nested object, though it should not. */
function isOwnInEffect(name: string): boolean {
  const inEffect = vscode.workspace.getConfiguration().get<unknown>(name);
  return JSON.stringify(inEffect) === JSON.stringify(getUserSetting(name));
}

async function write(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

const getUserNumber = (name: NumberName): number => readNumber(name, getUserSetting(name));

/** What the person set; undefined where nothing was set, also where there is a default. */
const given = (name: string): unknown => vscode.workspace.getConfiguration().inspect(name)?.globalValue;

const readDialect = (): DialectSettings =>
  readDialectSettings(getUserSetting('vaultsql.dialect.allow'), getUserSetting('vaultsql.dialect.columns'));

export function createSettings(): Settings {
  const changes = new vscode.EventEmitter<(name: string) => boolean>();
  const listening = vscode.workspace.onDidChangeConfiguration((event) =>
    changes.fire((name) => event.affectsConfiguration(name)),
  );
  return {
    connections: () => getUserSetting('vaultsql.connections'),
    writeConnections: (value) => write('vaultsql.connections', value),
    pageSize: () => getUserNumber('vaultsql.results.pageSize'),
    maxRows: () => getUserNumber('vaultsql.results.maxRows'),
    concurrency: () => getUserNumber('vaultsql.results.concurrency'),
    maskValues: () => readChoice('vaultsql.results.maskValues', given('vaultsql.results.maskValues')),
    clearClipboardAfterSeconds: () => getUserNumber('vaultsql.results.clearClipboardAfterSeconds'),
    prefetch: () => getUserSetting('vaultsql.results.prefetch') === true,
    firstByteSeconds: () => getUserNumber('vaultsql.network.firstByteSeconds'),
    timeoutSeconds: () => getUserNumber('vaultsql.network.timeoutSeconds'),
    transport: () =>
      readChoice('vaultsql.network.transport', getUserSetting('vaultsql.network.transport')) ?? 'auto',
    auditPageSize: () => getUserNumber('vaultsql.audit.pageSize'),
    cursorParameters: () => readCursorParameters(getUserSetting('vaultsql.audit.cursorParameters')),
    auditFollowSeconds: () => getUserNumber('vaultsql.audit.followSeconds'),
    maskLiterals: () => getUserSetting('vaultsql.audit.maskLiterals') !== false,
    savedFilters: () => getUserSetting('vaultsql.audit.savedFilters'),
    writeSavedFilters: (value) => write('vaultsql.audit.savedFilters', value),
    allowedConstructs: () => readDialect().allow,
    columnPolicies: () => readDialect().columns,
    dialectProblems: () => readDialect().problems,
    valueProblems: () => valueProblems(given),
    literalHints: () => getUserSetting('vaultsql.dialect.literalHints') !== false,
    localVaultRows: () => getUserNumber('vaultsql.localVault.rows'),
    localVaultPort: () => getUserNumber('vaultsql.localVault.port'),
    http() {
      const proxySupport = getUserSetting('http.proxySupport');
      return {
        proxy: text(getUserSetting('http.proxy')),
        proxySupport: typeof proxySupport === 'string' ? proxySupport : 'override',
        noProxy: texts(getUserSetting('http.noProxy')),
        strictSSL: getUserSetting('http.proxyStrictSSL') !== false,
        proxyAuthorization: text(getUserSetting('http.proxyAuthorization')),
        changedByWorkspace: httpSettings.some((name) => !isOwnInEffect(name)),
      };
    },
    onDidChange: changes.event,
    dispose() {
      listening.dispose();
      changes.dispose();
    },
  };
}
