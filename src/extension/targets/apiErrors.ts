import * as vscode from 'vscode';
import { apiErrorSentences, type ErrorAction } from '../../core/messages/apiErrors.ts';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { ApiError } from '../../core/service/errors.ts';
import type { Notice } from '../../protocol/results.ts';
import type { Deps } from '../app/deps.ts';
import { formatClockTimeRoundedUp, formatRetryTime } from '../app/timeText.ts';
import { type Choice, localizeSentence } from '../platform/messages.ts';
import type { AnyConnection, Target } from './targets.ts';

interface LocalizedError {
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly id: StepAction; readonly label: string };
}

type StepAction = Exclude<ErrorAction, 'retry' | 'none'>;

/**
 * Returns a localized title and text for an API error. `action`: a next step and the label of its button; absent if
 * none applies, or if it is only to try again.
 */
export function describeError(
  error: ApiError,
  where: {
    readonly operation: 'query' | 'audit';
    readonly connection: AnyConnection;
    readonly vaultID?: string;
  },
): LocalizedError {
  const { connection } = where;
  const ofVault = connection.vaults.find(({ id }) => id === where.vaultID)?.baseUrl;
  // The connection of a statement over loaded events has no address.
  const { host, pathname } = URL.parse(ofVault ?? connection.baseUrl) ?? { host: '', pathname: '' };
  const { title, text, action } = apiErrorSentences(error, {
    operation: where.operation,
    baseUrlHost: host,
    basePath: pathname.replace(/\/$/, ''),
    ...(where.vaultID === undefined ? {} : { vaultID: where.vaultID }),
    isLocalVault: connection.local !== undefined,
    ...(error.kind === 'status' &&
      error.retryAt !== undefined && { retryAt: formatRetryTime(error.retryAt) }),
  });
  // The connection of the local vault has no sign-in and no settings to edit.
  const isOfUse = !connection.local || action === 'startLocalVault' || action === 'showLog';
  const step = isOfUse && action !== 'retry' && action !== 'none' ? action : undefined;
  return {
    title: localizeSentence(title),
    text: localizeSentence(text),
    ...(step ? { action: { id: step, label: getStepLabel(step) } } : {}),
  };
}

/**
 * Creates the notice about a failed query. Its only button, if any, is for the `action` that `describeError` returns.
 */
export function createErrorNotice(error: ApiError, { connection, vault }: Target): Notice {
  // The connection of a statement over loaded events has no address. PostgreSQL failed, not the service.
  if (connection.baseUrl === '' && error.kind === 'status')
    return { title: vscode.l10n.t('The statement failed'), text: oneLine(error.message), buttons: [] };
  const where = { operation: 'query', connection, vaultID: vault.id } as const;
  const { title, text, action } = describeError(error, where);
  return { title, text, buttons: action ? [{ id: action.id, label: action.label }] : [] };
}

export const joinErrorSentences = ({ title, text }: Pick<LocalizedError, 'title' | 'text'>): string =>
  `${title}. ${text}`;

/** Returns the message that a rate-limited request is retried at `retryAt`, in milliseconds since 1970. */
export const describeRateLimit = (retryAt: number): string =>
  vscode.l10n.t('Rate limited; retrying at {0}', formatClockTimeRoundedUp(retryAt));

function getStepLabel(step: StepAction): string {
  switch (step) {
    case 'signIn':
      return vscode.l10n.t('Sign In');
    case 'editConnection':
    case 'addVault':
      return vscode.l10n.t('Edit Connection');
    case 'setAccountID':
      return vscode.l10n.t('Set Account ID');
    case 'setPassphrase':
      return vscode.l10n.t('Set Passphrase');
    case 'showLog':
      return vscode.l10n.t('Show Log');
    case 'startLocalVault':
      return vscode.l10n.t('Start Local Vault');
  }
}

export type StepDeps = Pick<Deps, 'connections' | 'localVault' | 'log'>;

export const createStepChoice = (step: StepAction, { name }: AnyConnection, deps: StepDeps): Choice => ({
  label: getStepLabel(step),
  run: () => performStep(step, name, deps),
});

function performStep(
  step: StepAction,
  connectionName: string,
  { connections, localVault, log }: StepDeps,
): unknown {
  switch (step) {
    case 'signIn':
      return connections().signIn(connectionName);
    case 'editConnection':
    case 'addVault':
      return connections().edit(connectionName);
    case 'setAccountID':
      return connections().edit(connectionName, 'accountID');
    case 'setPassphrase':
      return connections().setPassphrase(connectionName);
    case 'showLog':
      return log.show();
    case 'startLocalVault':
      return localVault().start();
  }
}
