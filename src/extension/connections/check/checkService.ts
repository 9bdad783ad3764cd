import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { type CheckReport, checkService, MAX_REQUESTS } from '../../../core/conformance/check.ts';
import { isTableName } from '../../../core/conformance/constructs.ts';
import type { Verdict } from '../../../core/conformance/rules.ts';
import { formatReportMarkdown } from '../../../core/messages/conformanceReport.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { resolveCleanToken } from '../../../core/service/client.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import { sleep } from '../../../node/sleep.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox, showProgress } from '../../platform/dialogs.ts';
import { showMarkdown } from '../../platform/markdown.ts';
import type { MemoryDocuments } from '../../platform/memoryDocuments.ts';
import {
  createStepChoice,
  describeError,
  joinErrorSentences,
  type StepDeps,
} from '../../targets/apiErrors.ts';
import { findTargetOfNode, pickConnection } from '../../targets/pick.ts';
import { type AnyConnection, formatTarget, type Target } from '../../targets/targets.ts';
import { type ReportFileDeps, saveCheckReport } from './reportFile.ts';

export type CheckServiceDeps = StepDeps &
  ReportFileDeps &
  Pick<
    Deps,
    | 'channel'
    | 'connections'
    | 'context'
    | 'credentials'
    | 'onForget'
    | 'schemas'
    | 'serviceProfiles'
    | 'targets'
  >;

/**
 * Checks the service of the connection or vault that `argument` (a tree node or a connection's name) identifies, or
 * that the user picks, and shows the report. Returns the number of rules by verdict; undefined if nothing was checked.
 */
export async function pickAndCheckService(
  deps: CheckServiceDeps,
  documents: MemoryDocuments,
  argument: unknown,
): Promise<Readonly<Record<Verdict, number>> | undefined> {
  const target = await pickTargetToCheck(deps, argument);
  return target && checkTarget(deps, documents, target, findTableName(deps, target));
}

async function checkTarget(
  deps: CheckServiceDeps,
  documents: MemoryDocuments,
  target: Target,
  table: string | undefined,
): Promise<Readonly<Record<Verdict, number>> | undefined> {
  const { connection } = target;
  const outcome = await runCheck(deps, target, table);
  if (!outcome) return undefined;
  if (!outcome.ok) {
    await showTokenError(deps, target, outcome.error);
    return undefined;
  }
  const { report } = outcome;
  // A cancelled check may not have verified its findings, so they are not stored.
  if (!report.isCancelled && hasAcceptedAnyRequest(report)) await deps.serviceProfiles.store(report.profile);
  const document = await documents.createOrUpdate(
    `/${vscode.l10n.t('Check of {0}', oneLine(connection.name))}.md`,
    '',
    formatReportMarkdown(report, { version: getExtensionVersion(deps) }),
    'markdown',
  );
  await showMarkdown(document.uri);
  const counts = countVerdicts(report);
  // Not awaited: the report is open, whether or not the user answers the message.
  void showCheckResult(deps, documents, target, report);
  return counts;
}

const getExtensionVersion = ({ context }: Pick<Deps, 'context'>): string =>
  String((context.extension.packageJSON as { readonly version: unknown }).version);

/**
 * Lets the user pick the vault that the queries of the check go to. A single vault has to be picked too, because that
 * starts the check. Undefined if no vault was picked.
 */
async function pickTargetToCheck(deps: CheckServiceDeps, argument: unknown): Promise<Target | undefined> {
  if (deps.targets.connections().length === 0) {
    await deps.connections().selectVault();
    return undefined;
  }
  const node = findTargetOfNode(deps, argument);
  const connection =
    node?.connection ?? (await pickConnection(deps, argument, vscode.l10n.t('Select the service to check')));
  if (!connection) return undefined;
  if (!connection.accountID) {
    await deps.messages.warn(
      vscode.l10n.t('“{0}” has no account ID. A check lists audit events, which needs it.', connection.name),
      createStepChoice('setAccountID', connection, deps),
    );
    return undefined;
  }
  const vaults = node ? [node.vault] : connection.vaults;
  if (vaults.length === 0) {
    await deps.messages.warn(
      vscode.l10n.t('“{0}” has no vault. A check runs queries, which need one.', connection.name),
      createStepChoice('editConnection', connection, deps),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    vaults.map((vault) => ({
      label: oneLine(vault.name),
      detail: vscode.l10n.t(
        'At most {0} requests: SELECTs and listings of audit events. No write.',
        MAX_REQUESTS,
      ),
      target: { connection, vault },
    })),
    {
      title: vscode.l10n.t('Check the service of {0}', oneLine(connection.name)),
      placeHolder: vscode.l10n.t('Each request may create an audit event'),
      ignoreFocusOut: true,
    },
  );
  return picked?.target;
}

type CheckOutcome =
  | { readonly ok: true; readonly report: CheckReport }
  | { readonly ok: false; readonly error: ApiError };

function runCheck(
  deps: CheckServiceDeps,
  target: Target,
  table: string | undefined,
): Thenable<CheckOutcome | undefined> {
  const { connection, vault } = target;
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Checking the service of {0}', connection.name),
    cancellable: true,
  };
  return showProgress(progress, async (shown, cancellation) => {
    const abort = new AbortController();
    const listening = [
      cancellation.onCancellationRequested(() => abort.abort()),
      // A check that outlives Forget Everything must store nothing.
      deps.onForget(() => abort.abort()),
    ];
    try {
      const addresses = { audit: connection.baseUrl, vault: vault.baseUrl ?? connection.baseUrl };
      const token = await getTokenForAllAddresses(deps, connection, Object.values(addresses), abort.signal);
      if (abort.signal.aborted) return undefined;
      if (!token.ok) return token;
      const { transport, timeoutMs } = deps.channel(connection);
      const report = await checkService({
        transport,
        addresses,
        token: token.value,
        accountID: connection.accountID ?? '',
        vaultID: vault.id,
        table,
        timeoutMs: timeoutMs(),
        sleep,
        now: Date.now,
        aliasSuffix: randomBytes(6).toString('hex'),
        onRequest: (sent) =>
          shown.report({
            message: vscode.l10n.t('{0} of at most {1} requests', sent, MAX_REQUESTS),
            increment: 100 / MAX_REQUESTS,
          }),
        signal: abort.signal,
      });
      return { ok: true, report };
    } finally {
      for (const one of listening) one.dispose();
    }
  });
}

/**
 * Returns the connection's token for the first address. Returns an error instead if one of the addresses has no token.
 * A stored token is valid only for the origins that it was entered for.
 */
async function getTokenForAllAddresses(
  { credentials }: Pick<Deps, 'credentials'>,
  connection: AnyConnection,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof resolveCleanToken>>> {
  const [first, ...others] = new Set(addresses.map((address) => new URL(address).origin));
  const token = await resolveCleanToken(() => credentials.getToken(connection, first, signal));
  for (const origin of others) {
    const other = await resolveCleanToken(() => credentials.getToken(connection, origin, signal));
    if (!other.ok) return other;
  }
  return token;
}

function findTableName({ schemas }: Pick<Deps, 'schemas'>, target: Target): string | undefined {
  const tables = target.connection.local?.tables ?? schemas.allTables(formatTarget(target)) ?? [];
  return tables.map(({ name }) => name).find(isTableName);
}

const hasAcceptedAnyRequest = ({ findings }: CheckReport): boolean =>
  findings.some(({ rule, verdict }) => (rule === 'S23' || rule === 'S32') && verdict === 'holds');

function countVerdicts({ findings }: CheckReport): Readonly<Record<Verdict, number>> {
  const count = (wanted: Verdict): number => findings.filter(({ verdict }) => verdict === wanted).length;
  return { holds: count('holds'), fails: count('fails'), unknown: count('unknown') };
}

function showTokenError(deps: CheckServiceDeps, { connection }: Target, error: ApiError): Promise<void> {
  const sentences = describeError(error, { operation: 'audit', connection });
  const choices = sentences.action ? [createStepChoice(sentences.action.id, connection, deps)] : [];
  return deps.messages.error(joinErrorSentences(sentences), ...choices);
}

const lacksTableForQueries = ({ findings }: CheckReport): boolean =>
  findings.some(({ reason }) => reason === 'noTable' || reason === 'queryRejected');

async function promptForTableAndCheck(
  deps: CheckServiceDeps,
  documents: MemoryDocuments,
  target: Target,
): Promise<void> {
  const table = await showInputBox({
    title: vscode.l10n.t('Table for the queries of the check'),
    prompt: vscode.l10n.t(
      'A table of “{0}” with some rows, such as persons. At most {1} requests are sent again.',
      oneLine(target.vault.name),
      MAX_REQUESTS,
    ),
    ignoreFocusOut: true,
    validateInput: (name) =>
      isTableName(name)
        ? undefined
        : vscode.l10n.t('A name as in a statement, such as persons or "My Table".'),
  });
  if (table !== undefined) await checkTarget(deps, documents, target, table);
}

function showCheckResult(
  deps: CheckServiceDeps,
  documents: MemoryDocuments,
  target: Target,
  report: CheckReport,
): Promise<void> {
  const { connection } = target;
  const { holds, fails, unknown } = countVerdicts(report);
  const save = {
    label: vscode.l10n.t('Save Report…'),
    run: () => saveCheckReport(deps, connection, report, getExtensionVersion(deps)),
  };
  if (!hasAcceptedAnyRequest(report) && !report.isCancelled)
    return deps.messages.warn(
      vscode.l10n.t('The service of “{0}” accepted no request of the check.', connection.name),
      {
        label: vscode.l10n.t('Test Connection'),
        run: () => deps.connections().testConnection(connection.name),
      },
      save,
    );
  if (lacksTableForQueries(report) && !report.isCancelled)
    return deps.messages.warn(
      vscode.l10n.t(
        'Only the audit events of “{0}” were checked. Queries need a table: none is known, or the service rejected the first query.',
        connection.name,
      ),
      {
        label: vscode.l10n.t('Name a Table…'),
        run: () => promptForTableAndCheck(deps, documents, target),
      },
      save,
    );
  const text = report.isCancelled
    ? vscode.l10n.t(
        'Check cancelled after {0} requests. Nothing was stored; the report has what was found until then.',
        report.requests,
      )
    : vscode.l10n.t(
        'Service of “{0}” checked with {1} requests: {2} rules hold, {3} fail, {4} cannot be told.',
        connection.name,
        report.requests,
        holds,
        fails,
        unknown,
      );
  return deps.messages.info(text, save);
}
