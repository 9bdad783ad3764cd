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
  findValueProblems,
  type NumberName,
  readChoice,
  readCursorParameters,
  readNumber,
  type ValueProblem,
} from './settingValues.ts';

/**
 * Reads and writes the settings. Values come from the user's own settings and not from those of a workspace, because a
 * workspace must not redirect a token (platform.md, "Manifest").
 */
export interface Settings extends vscode.Disposable {
  /** Raw value of `vaultsql.connections`, to be validated by `readConnections`. */
  connections(): unknown;
  /** Writes the user's connections. Rejects if the settings file can't be written. */
  writeConnections(value: readonly unknown[]): Promise<void>;
  pageSize(): number;
  /** Maximum number of rows fetched by Load All. */
  maxRows(): number;
  /** Maximum number of concurrent requests of Load All, from 1 to 8. */
  concurrency(): number;
  /**
   * Which values are masked in results. Undefined if the user did not set it or set an invalid value; then every value
   * is masked in production, and otherwise the values of columns that are declared as masked.
   */
  maskValues(): MaskMode | undefined;
  /** Seconds until copied values are cleared from the clipboard; 0 keeps them. */
  clearClipboardAfterSeconds(): number;
  /** True if the next page is prefetched. A prefetch may create an audit event. */
  prefetch(): boolean;
  /** Timeout in seconds from sending a request until its response begins. */
  firstByteSeconds(): number;
  timeoutSeconds(): number;
  transport(): 'auto' | 'undici' | 'editor';
  auditPageSize(): number;
  /**
   * Names of the query parameters that load older audit events. `null`, also for an invalid value, turns paging of the
   * audit trail off (S28).
   */
  cursorParameters(): CursorParameters | null;
  /** True if the user set `vaultsql.audit.cursorParameters`. */
  hasCursorParameters(): boolean;
  auditFollowSeconds(): number;
  /** True if literals in the query text of audit events are masked. */
  maskLiterals(): boolean;
  /** Raw value of `vaultsql.audit.savedFilters`, to be validated by `readSavedViews`. */
  savedFilters(): unknown;
  /** Writes the user's saved views of audit events. Rejects if the settings file can't be written. */
  writeSavedFilters(value: Readonly<Record<string, unknown>>): Promise<void>;
  allowedConstructs(): readonly string[];
  columnPolicies(): readonly ColumnPolicy[];
  /**
   * Returns the problems in the settings read by `allowedConstructs` and `columnPolicies`. Both leave out the
   * invalid entries.
   */
  dialectProblems(): readonly DialectProblem[];
  /**
   * Returns the settings whose value (a number, a choice, a switch, or the cursor parameters) is invalid and not
   * applied as the user set it.
   */
  valueProblems(): readonly ValueProblem[];
  /** True if hints on literals in conditions say that the audit trail stores the literals in plain text. */
  literalHints(): boolean;
  localVaultRows(): number;
  localVaultPort(): number;
  /** The editor's network settings, from the user's own settings. */
  http(): {
    readonly proxy: string;
    readonly proxySupport: string;
    readonly noProxy: readonly string[];
    readonly strictSSL: boolean;
    /** Value of the header Proxy-Authorization; empty if none is set. */
    readonly proxyAuthorization: string;
    /**
     * True if the workspace overrides any of the editor's network settings. The editor's own `fetch` follows the
     * overridden values.
     */
    readonly changedByWorkspace: boolean;
  };
  /**
   * Fires with a function that returns whether a setting changed. The function takes the setting's name, such as
   * `http` or `vaultsql.connections`.
   */
  readonly onDidChange: vscode.Event<(name: string) => boolean>;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/**
 * Returns the value of a setting from the user's own settings, or its default. Values from a workspace or a folder
 * are ignored.
 */
function getUserSetting(name: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** Names of the editor's network settings that the editor's own `fetch` follows. */
const HTTP_SETTINGS = [
  'http.proxy',
  'http.proxySupport',
  'http.noProxy',
  'http.proxyStrictSSL',
  'http.proxyAuthorization',
  'http.proxyKerberosServicePrincipal',
] as const;

/** Whether the effective value of a setting is the user's own, rather than one from a workspace. */
function isUserValueInEffect(name: string): boolean {
  const inEffect = vscode.workspace.getConfiguration().get<unknown>(name);
  return JSON.stringify(inEffect) === JSON.stringify(getUserSetting(name));
}

async function writeUserSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

const getUserNumber = (name: NumberName): number => readNumber(name, getUserSetting(name));

/**
 * Returns the value that the user set for a setting; undefined if the user did not set it, even if the setting has
 * a default.
 */
const getStoredUserValue = (name: string): unknown =>
  vscode.workspace.getConfiguration().inspect(name)?.globalValue;

const readDialect = (): DialectSettings =>
  readDialectSettings(getUserSetting('vaultsql.dialect.allow'), getUserSetting('vaultsql.dialect.columns'));

export function createSettings(): Settings {
  const changes = new vscode.EventEmitter<(name: string) => boolean>();
  const listening = vscode.workspace.onDidChangeConfiguration((event) =>
    changes.fire((name) => event.affectsConfiguration(name)),
  );
  return {
    connections: () => getUserSetting('vaultsql.connections'),
    writeConnections: (value) => writeUserSetting('vaultsql.connections', value),
    pageSize: () => getUserNumber('vaultsql.results.pageSize'),
    maxRows: () => getUserNumber('vaultsql.results.maxRows'),
    concurrency: () => getUserNumber('vaultsql.results.concurrency'),
    maskValues: () =>
      readChoice('vaultsql.results.maskValues', getStoredUserValue('vaultsql.results.maskValues')),
    clearClipboardAfterSeconds: () => getUserNumber('vaultsql.results.clearClipboardAfterSeconds'),
    prefetch: () => getUserSetting('vaultsql.results.prefetch') === true,
    firstByteSeconds: () => getUserNumber('vaultsql.network.firstByteSeconds'),
    timeoutSeconds: () => getUserNumber('vaultsql.network.timeoutSeconds'),
    transport: () =>
      readChoice('vaultsql.network.transport', getUserSetting('vaultsql.network.transport')) ?? 'auto',
    auditPageSize: () => getUserNumber('vaultsql.audit.pageSize'),
    cursorParameters: () => readCursorParameters(getUserSetting('vaultsql.audit.cursorParameters')),
    hasCursorParameters: () => getStoredUserValue('vaultsql.audit.cursorParameters') !== undefined,
    auditFollowSeconds: () => getUserNumber('vaultsql.audit.followSeconds'),
    maskLiterals: () => getUserSetting('vaultsql.audit.maskLiterals') !== false,
    savedFilters: () => getUserSetting('vaultsql.audit.savedFilters'),
    writeSavedFilters: (value) => writeUserSetting('vaultsql.audit.savedFilters', value),
    allowedConstructs: () => readDialect().allow,
    columnPolicies: () => readDialect().columns,
    dialectProblems: () => readDialect().problems,
    valueProblems: () => findValueProblems(getStoredUserValue),
    literalHints: () => getUserSetting('vaultsql.dialect.literalHints') !== false,
    localVaultRows: () => getUserNumber('vaultsql.localVault.rows'),
    localVaultPort: () => getUserNumber('vaultsql.localVault.port'),
    http() {
      const proxySupport = getUserSetting('http.proxySupport');
      return {
        proxy: toText(getUserSetting('http.proxy')),
        proxySupport: typeof proxySupport === 'string' ? proxySupport : 'override',
        noProxy: toTexts(getUserSetting('http.noProxy')),
        strictSSL: getUserSetting('http.proxyStrictSSL') !== false,
        proxyAuthorization: toText(getUserSetting('http.proxyAuthorization')),
        changedByWorkspace: HTTP_SETTINGS.some((name) => !isUserValueInEffect(name)),
      };
    },
    onDidChange: changes.event,
    dispose() {
      listening.dispose();
      changes.dispose();
    },
  };
}
