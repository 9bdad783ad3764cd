import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import { exposedKeyFileSentence } from '../../core/messages/signInProblems.ts';
import { wrapText } from '../../core/messages/wrapText.ts';
import type { VaultRef } from '../../core/service/connections/connections.ts';
import {
  type ConnectionReport,
  countMaxTestRequests,
  getStepResults,
  type Identity,
  type StepResult,
  type TestStep,
  testConnection,
} from '../../core/service/connections/testSteps.ts';
import type { SignInNotice } from '../../node/signIn/grant.ts';
import type { CommandTable } from '../app/commands.ts';
import type { Deps } from '../app/deps.ts';
import type { TrailTestLine } from '../app/featureApis.ts';
import { showProgress } from '../platform/dialogs.ts';
import { type Choice, localizeSentence } from '../platform/messages.ts';
import { createStepChoice, describeError, joinErrorSentences, type StepDeps } from '../targets/apiErrors.ts';
import { pickConnection } from '../targets/pick.ts';
import type { AnyConnection } from '../targets/targets.ts';
import { describeServiceCheck } from './serviceCheckText.ts';

type TestConnectionDeps = ReportDeps & Pick<Deps, 'auditEvents' | 'client' | 'targets'>;

interface TestReport extends ConnectionReport {
  /** The steps of the connection's table of audit events; absent if there is none or it was not tested. */
  readonly trail?: readonly TrailTestLine[];
}

interface Line extends vscode.QuickPickItem {
  run?(): unknown;
}

export const createTestCommands = (deps: TestConnectionDeps): CommandTable => ({
  'vaultsql.connection.test': (argument) => pickAndTestConnection(deps, argument),
});

/**
 * Tests the connection that `argument` (a tree node or a connection's name) identifies, else one that the user may
 * pick, and shows the report. Returns undefined if there is no report.
 */
export async function pickAndTestConnection(
  deps: TestConnectionDeps,
  argument: unknown,
): Promise<TestReport | undefined> {
  if (deps.targets.connections().length === 0) {
    await deps.connections().selectVault();
    return undefined;
  }
  const connection = await pickConnection(deps, argument, vscode.l10n.t('Select the connection to test'));
  if (!connection) return undefined;
  const vaults = await pickVaultsToTest(connection);
  if (!vaults) return undefined;
  const report = await runConnectionTest(deps, connection, vaults);
  if (report) await showConnectionReport(deps, connection, report);
  return report;
}

/**
 * Whether a step, a vault, or a step of the table of audit events failed. What was not verified does not count as
 * failed.
 */
export const hasFailedStep = ({ steps, vaults, trail = [] }: TestReport): boolean =>
  [...steps, ...vaults].some(({ result }) => result.state === 'failed') ||
  trail.some(({ state }) => state === 'failed');

async function pickVaultsToTest(connection: AnyConnection): Promise<readonly VaultRef[] | undefined> {
  const { accountID, vaults, name, trail } = connection;
  if (!accountID) return [];
  const createItem = (label: string, tested: readonly VaultRef[]) => {
    const requests = vscode.l10n.t(
      'At most {0} requests for audit events, no query',
      countMaxTestRequests(tested),
    );
    return {
      label,
      detail: trail ? vscode.l10n.t('{0}; also the table in ClickHouse', requests) : requests,
      tested,
    };
  };
  const items = [
    ...(vaults.length > 0 ? [createItem(vscode.l10n.t('Connection and vaults'), vaults)] : []),
    createItem(vscode.l10n.t('Connection only'), []),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Test {0}', oneLine(name)),
    placeHolder: vscode.l10n.t('Each request lists one audit event and may create another'),
  });
  return picked?.tested;
}

/**
 * Tests a connection, the given vaults of it, and the table of audit events that it names. Returns undefined if the user
 * cancels. Without an account ID, sends nothing to the service and reports the missing account ID.
 */
export async function runConnectionTest(
  deps: TestConnectionDeps,
  connection: AnyConnection,
  vaults: readonly VaultRef[],
): Promise<TestReport | undefined> {
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Testing {0}', connection.name),
    cancellable: true,
  };
  return showProgress(progress, async (_progress, cancellation) => {
    const abort = new AbortController();
    cancellation.onCancellationRequested(() => abort.abort());
    const client = deps.client(connection);
    const logged = {
      async listAuditEvents(...request: Parameters<typeof client.listAuditEvents>) {
        const outcome = await client.listAuditEvents(...request);
        deps.log.writeExchange('audit', outcome.ok ? outcome.exchange : outcome.error);
        return outcome;
      },
    };
    const report = connection.accountID
      ? await testConnection(connection, vaults, logged, abort.signal)
      : { steps: getStepResults({ kind: 'noAccountID', retry: false }), vaults: [] };
    if (!report || !connection.trail) return report;
    const trail = await deps.auditEvents().testTrail(connection.name, abort.signal);
    return abort.signal.aborted ? undefined : { ...report, ...(trail && { trail }) };
  });
}

export type ReportDeps = Pick<Deps, 'credentials' | 'help' | 'serviceProfiles' | 'timeZone'> & StepDeps;

/**
 * Shows the report of a test as a list. If the user picks an item with an action, runs the action and returns its
 * result. Otherwise, returns undefined.
 */
export async function showConnectionReport(
  deps: ReportDeps,
  connection: AnyConnection,
  report: TestReport,
): Promise<unknown> {
  const notice = deps.credentials.getNotice(connection);
  const isOpen = report.vaults.some(({ result }) => result.state === 'unknown');
  const picked = await vscode.window.showQuickPick(createReportLines(deps, connection, report, notice), {
    title: hasFailedStep(report)
      ? vscode.l10n.t('{0}: test failed', oneLine(connection.name))
      : isOpen
        ? vscode.l10n.t('{0}: connection works, not all vaults verified', oneLine(connection.name))
        : vscode.l10n.t('{0}: test passed', oneLine(connection.name)),
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.run?.();
}

function createReportLines(
  deps: ReportDeps,
  connection: AnyConnection,
  report: TestReport,
  notice: SignInNotice | undefined,
): readonly Line[] {
  const names = getStepNames();
  const isReached = report.steps.every(({ result }) => result.state === 'passed');
  const steps = report.steps
    .filter(({ step }) => step !== 'tls' || connection.baseUrl.startsWith('https:'))
    .map(({ step, result }) => ({ result, line: createStepLine(names[step], step, result), sentence: {} }));
  const vaults = report.vaults.map(({ vault, result }) => ({
    result,
    line: createVaultLine(vault, result, isReached),
    sentence: vault.baseUrl === undefined ? {} : { vaultID: vault.id },
  }));
  const reasons = [...steps, ...vaults].flatMap((part): readonly Line[] =>
    part.result.state === 'failed'
      ? [part.line, ...createErrorLines(connection, part.result, part.sentence)]
      : [],
  );
  return [
    ...createNextStepLines(deps, connection, report),
    ...(reasons.length > 0 ? [createSeparator(vscode.l10n.t('What failed')), ...reasons] : []),
    ...(reasons.length > 0 ? [createSeparator(vscode.l10n.t('All steps'))] : []),
    ...[...steps, ...vaults].map((part) => part.line),
    ...(report.trail ? createTrailLines(report.trail) : []),
    ...(notice ? createNoticeLines(notice) : []),
    ...(isReached ? [createIdentityLine(report.identity), createServiceCheckLine(deps, connection)] : []),
  ];
}

const createSeparator = (label: string): Line => ({ label, kind: vscode.QuickPickItemKind.Separator });

const getStepNames = (): Readonly<Record<TestStep, string>> => ({
  address: vscode.l10n.t('Address'),
  proxy: vscode.l10n.t('Proxy'),
  name: vscode.l10n.t('Host name'),
  connection: vscode.l10n.t('Connection'),
  tls: vscode.l10n.t('TLS'),
  response: vscode.l10n.t('Response'),
  token: vscode.l10n.t('Access token'),
  account: vscode.l10n.t('Account'),
});

const ICONS: Readonly<Record<StepResult['state'], string>> = {
  passed: 'pass',
  failed: 'error',
  unknown: 'circle-large-outline',
};

const getStateNames = (): Readonly<Record<StepResult['state'], string>> => ({
  passed: vscode.l10n.t('passed'),
  failed: vscode.l10n.t('failed'),
  unknown: vscode.l10n.t('not verified'),
});

const createResultLine = (label: string, result: StepResult): Line => ({
  label,
  iconPath: new vscode.ThemeIcon(ICONS[result.state]),
  description: getStateNames()[result.state],
});

/** A proxy step that passed is described as “passed or not used”, because it can also pass without a proxy. */
function createStepLine(label: string, step: TestStep, result: StepResult): Line {
  const own = createResultLine(label, result);
  const isUnclear = step === 'proxy' && result.state === 'passed';
  return isUnclear ? { ...own, description: vscode.l10n.t('passed or not used') } : own;
}

type Failed = Extract<StepResult, { readonly state: 'failed' }>;
const createErrorContext = (connection: AnyConnection, vaultContext: { readonly vaultID?: string }) => ({
  operation: 'audit' as const,
  connection,
  ...vaultContext,
});

const MAX_LINE_LENGTH = 72;

const createErrorLines = (
  connection: AnyConnection,
  { error }: Failed,
  vaultContext: { readonly vaultID?: string },
): readonly Line[] =>
  createTextLines(joinErrorSentences(describeError(error, createErrorContext(connection, vaultContext))));

const createTextLines = (text: string): readonly Line[] =>
  wrapText(oneLine(text), MAX_LINE_LENGTH).map((label) => ({ label, alwaysShow: true }));

function createVaultLine(vault: VaultRef, result: StepResult, isTested: boolean): Line {
  const own = createResultLine(vscode.l10n.t('Vault {0}', oneLine(vault.name)), result);
  return isTested && result.state === 'unknown'
    ? { ...own, detail: vscode.l10n.t('No audit event of this vault found. Run a query to verify it.') }
    : own;
}

const TRAIL_ICONS: Readonly<Record<TrailTestLine['state'], string>> = { ...ICONS, warning: 'warning' };

const createTrailLines = (trail: readonly TrailTestLine[]): readonly Line[] => [
  createSeparator(vscode.l10n.t('Audit trail in ClickHouse')),
  ...trail.flatMap(({ label, state, text }) => [
    {
      label,
      iconPath: new vscode.ThemeIcon(TRAIL_ICONS[state]),
      description: state === 'warning' ? vscode.l10n.t('warning') : getStateNames()[state],
    },
    ...(text === undefined ? [] : createTextLines(text)),
  ]),
];

const createNoticeLines = ({ file }: SignInNotice): readonly Line[] => [
  {
    label: vscode.l10n.t('Key file'),
    iconPath: new vscode.ThemeIcon('warning'),
    description: vscode.l10n.t('warning'),
  },
  ...createTextLines(localizeSentence(exposedKeyFileSentence(file))),
];

function createIdentityLine(identity: Identity | undefined): Line {
  const words = [identity?.actor, identity?.actorType, identity?.authMode].filter(
    (word) => word !== undefined,
  );
  return {
    label: vscode.l10n.t('Identified as'),
    iconPath: new vscode.ThemeIcon('account'),
    description: identity ? oneLine(words.join(' · ')) : vscode.l10n.t('not known'),
    ...(identity ? {} : { detail: vscode.l10n.t('No audit event of this test’s own request found.') }),
  };
}

function createServiceCheckLine(deps: ReportDeps, connection: AnyConnection): Line {
  const check = describeServiceCheck(deps, connection);
  return {
    label: vscode.l10n.t('Service'),
    iconPath: new vscode.ThemeIcon(check?.contradiction === undefined ? 'checklist' : 'warning'),
    description: check ? vscode.l10n.t('checked {0}', check.day) : vscode.l10n.t('not checked'),
    detail:
      check?.contradiction ??
      (check
        ? vscode.l10n.t('Select to check it again.')
        : vscode.l10n.t('Select to find out what its document leaves open.')),
    run: () => deps.connections().checkService(connection.name),
  };
}

function createNextStepLines(
  deps: ReportDeps,
  connection: AnyConnection,
  { steps, vaults, trail = [] }: TestReport,
): readonly Line[] {
  const failedStep = steps.find(({ result }) => result.state === 'failed');
  const vault = vaults.find(({ result }) => result.state === 'failed');
  const result = (failedStep ?? vault)?.result;
  const again: Choice = {
    label: vscode.l10n.t('Test Again'),
    run: () => deps.connections().testConnection(connection.name),
  };
  if (result?.state !== 'failed')
    return trail.some(({ state }) => state === 'failed')
      ? [again, deps.help.createChoice('clickhouse')].map(createChoiceLine)
      : [];
  const { action } = describeError(
    result.error,
    createErrorContext(connection, failedStep || !vault ? {} : { vaultID: vault.vault.id }),
  );
  const step = action ? [createStepChoice(action.id, connection, deps)] : [];
  return [...step, again, deps.help.createChoice('faults')].map(createChoiceLine);
}

const createChoiceLine = (choice: Choice): Line => ({
  label: choice.label,
  iconPath: new vscode.ThemeIcon('arrow-right'),
  run: () => choice.run(),
});
