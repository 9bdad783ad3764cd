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
  normalizeNumberSetting,
  parseChoiceSetting,
  parseCursorParameters,
  type ValueProblem,
} from './settingValues.ts';

/**
 * Reads and writes the user's own settings. Those of a workspace do not apply, because a workspace must not redirect a
 * token.
 */
export interface Settings extends vscode.Disposable {
  /** Raw value, to be validated by `parseConnections`. */
  connections(): unknown;
  writeConnections(value: readonly unknown[]): Promise<void>;
  pageSize(): number;
  maxRows(): number;
  concurrency(): number;
  /** Which values are masked in results; undefined if the user has made no valid choice. */
  maskMode(): MaskMode | undefined;
  /** Number of seconds after which copied values are cleared from the clipboard; 0 if they are not cleared. */
  clipboardClearDelaySeconds(): number;
  /** Whether to fetch the next page of a result before the user requests it. Each fetch may create an audit event. */
  isPrefetchEnabled(): boolean;
  /** Timeout in seconds from sending a request until its response begins. */
  firstByteSeconds(): number;
  timeoutSeconds(): number;
  transport(): 'auto' | 'undici' | 'editor';
  auditPageSize(): number;
  /** Names of the query parameters that load older audit events. Null turns paging of the audit trail off (S28). */
  cursorParameters(): CursorParameters | null;
  hasUserSetCursorParameters(): boolean;
  auditFollowSeconds(): number;
  isLiteralMaskingEnabled(): boolean;
  /** Raw value, to be validated by `parseSavedViews`. */
  rawSavedFilters(): unknown;
  writeSavedFilters(value: Readonly<Record<string, unknown>>): Promise<void>;
  allowedConstructs(): readonly string[];
  columnPolicies(): readonly ColumnPolicy[];
  /** Problems in the settings `vaultsql.dialect.allow` and `vaultsql.dialect.columns`. */
  dialectProblems(): readonly DialectProblem[];
  valueProblems(): readonly ValueProblem[];
  /**
   * Whether a statement with a literal in a condition gets a hint that the audit trail stores the literal in plain
   * text.
   */
  literalHints(): boolean;
  localVaultRows(): number;
  localVaultPort(): number;
  httpSettings(): {
    readonly proxy: string;
    readonly proxySupport: string;
    readonly noProxy: readonly string[];
    readonly strictSSL: boolean;
    readonly proxyAuthorization: string;
    /**
     * True if at least one of the editor's proxy settings has a value in effect that differs from the user's own value
     * (or from the default, if the user has set none), for example because the workspace overrides it.
     */
    readonly changedByWorkspace: boolean;
  };
  /**
   * Fires with a function that returns whether a setting changed, or any setting in a section such as `http`. `name` is
   * the full name of the setting or section.
   */
  readonly onDidChange: vscode.Event<(name: string) => boolean>;
}

const getTextOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
const filterTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** Returns the user's own value of a setting, or the default. Values from a workspace or a folder are ignored. */
function getUserSetting(name: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

const HTTP_SETTINGS = [
  'http.proxy',
  'http.proxySupport',
  'http.noProxy',
  'http.proxyStrictSSL',
  'http.proxyAuthorization',
  'http.proxyKerberosServicePrincipal',
] as const;

function isUserValueInEffect(name: string): boolean {
  const inEffect = vscode.workspace.getConfiguration().get<unknown>(name);
  return JSON.stringify(inEffect) === JSON.stringify(getUserSetting(name));
}

async function writeUserSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

const getUserNumber = (name: NumberName): number => normalizeNumberSetting(name, getUserSetting(name));

/** Returns the user's own value of a setting; undefined, rather than the default, if the user has set none. */
const getExplicitUserValue = (name: string): unknown =>
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
    maskMode: () =>
      parseChoiceSetting('vaultsql.results.maskValues', getExplicitUserValue('vaultsql.results.maskValues')),
    clipboardClearDelaySeconds: () => getUserNumber('vaultsql.results.clearClipboardAfterSeconds'),
    isPrefetchEnabled: () => getUserSetting('vaultsql.results.prefetch') === true,
    firstByteSeconds: () => getUserNumber('vaultsql.network.firstByteSeconds'),
    timeoutSeconds: () => getUserNumber('vaultsql.network.timeoutSeconds'),
    transport: () =>
      parseChoiceSetting('vaultsql.network.transport', getUserSetting('vaultsql.network.transport')) ??
      'auto',
    auditPageSize: () => getUserNumber('vaultsql.audit.pageSize'),
    cursorParameters: () => parseCursorParameters(getUserSetting('vaultsql.audit.cursorParameters')),
    hasUserSetCursorParameters: () => getExplicitUserValue('vaultsql.audit.cursorParameters') !== undefined,
    auditFollowSeconds: () => getUserNumber('vaultsql.audit.followSeconds'),
    isLiteralMaskingEnabled: () => getUserSetting('vaultsql.audit.maskLiterals') !== false,
    rawSavedFilters: () => getUserSetting('vaultsql.audit.savedFilters'),
    writeSavedFilters: (value) => writeUserSetting('vaultsql.audit.savedFilters', value),
    allowedConstructs: () => readDialect().allow,
    columnPolicies: () => readDialect().columns,
    dialectProblems: () => readDialect().problems,
    valueProblems: () => findValueProblems(getExplicitUserValue),
    literalHints: () => getUserSetting('vaultsql.dialect.literalHints') !== false,
    localVaultRows: () => getUserNumber('vaultsql.localVault.rows'),
    localVaultPort: () => getUserNumber('vaultsql.localVault.port'),
    httpSettings() {
      const proxySupport = getUserSetting('http.proxySupport');
      return {
        proxy: getTextOrEmpty(getUserSetting('http.proxy')),
        proxySupport: typeof proxySupport === 'string' ? proxySupport : 'override',
        noProxy: filterTexts(getUserSetting('http.noProxy')),
        strictSSL: getUserSetting('http.proxyStrictSSL') !== false,
        proxyAuthorization: getTextOrEmpty(getUserSetting('http.proxyAuthorization')),
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
