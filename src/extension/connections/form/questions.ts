/** The questions of the forms of connections: one for each field, with what is wrong with an answer. */
import * as vscode from 'vscode';
import { withoutVersion } from '../../../core/service/address.ts';
import {
  type AuthFieldName,
  authProblem,
  commandOf,
  type Draft,
  type FieldName,
  isOptional,
  KINDS,
} from '../../../core/service/connections/draft.ts';
import { isUsableAddress } from '../../../node/address.ts';
import { kindNames } from '../kindNames.ts';
import type { OwnConnections } from '../ownConnections.ts';
import { problemSentence } from '../problems.ts';
import type { Problem, Question } from './form.ts';

/** What each field is called, in lists and prompts. */
export const fieldLabels = (): Readonly<Record<FieldName, string>> => ({
  name: vscode.l10n.t('Connection name'),
  baseUrl: vscode.l10n.t('Address of the service'),
  environment: vscode.l10n.t('Environment'),
  kind: vscode.l10n.t('Kind of sign-in'),
  variable: vscode.l10n.t('Environment variable with the token'),
  command: vscode.l10n.t('Command that prints the token'),
  variables: vscode.l10n.t('Additional environment variables for the command (optional)'),
  keyFile: vscode.l10n.t('Key file of the service account'),
  issuer: vscode.l10n.t('Issuer of the sign-in server (empty: enter its addresses)'),
  tokenUrl: vscode.l10n.t('Token address of the sign-in server'),
  authorizationUrl: vscode.l10n.t('Authorization address of the sign-in server'),
  deviceAuthorizationUrl: vscode.l10n.t('Device authorization address of the sign-in server'),
  clientID: vscode.l10n.t('Client ID'),
  scope: vscode.l10n.t('Scopes, separated by spaces (optional)'),
  accountID: vscode.l10n.t('Account ID (optional; required for audit events)'),
  parentAccountID: vscode.l10n.t('Parent account ID (optional)'),
  workspaceID: vscode.l10n.t('Workspace ID (optional)'),
  vaultID: vscode.l10n.t('ID of the vault'),
  vaultName: vscode.l10n.t('Vault name (optional)'),
  vaultBaseUrl: vscode.l10n.t('Address of the vault, if it has its own (optional)'),
});

const examples: Readonly<Partial<Record<FieldName, string>>> = {
  name: 'sandbox',
  baseUrl: 'https://vault.example.com',
  variable: 'VAULT_TOKEN',
  command: 'gettoken --json',
  variables: 'AWS_PROFILE',
  keyFile: '~/credentials.json',
  issuer: 'https://sign-in.example.com',
  scope: 'offline_access',
  vaultBaseUrl: 'https://people.example.com',
};

/** The question for a field. `ownName` is the connection's present name, where it has one. */
export function questionOf(field: FieldName, draft: Draft, own: OwnConnections, ownName?: string): Question {
  if (field === 'environment') return environmentQuestion();
  if (field === 'kind') return kindQuestion();
  return {
    kind: 'text',
    prompt: fieldLabels()[field],
    placeHolder: (field === 'vaultName' ? draft.vaultID : examples[field]) ?? '',
    check: (value) => {
      if (field === 'name') return own.nameProblem(value, ownName);
      if (value === '') return isOptional(field) ? undefined : vscode.l10n.t('Required.');
      return problemOf(field, { ...draft, [field]: value }, value);
    },
    ...(field === 'keyFile' ? { browse: { title: fieldLabels().keyFile, canSelectMany: false } } : {}),
  };
}

const environmentQuestion = (): Question => ({
  kind: 'pick',
  placeHolder: vscode.l10n.t('Which environment is this? Production data is clearly marked.'),
  items: ['test', 'development', 'production'].map((value) => ({ label: value, value })),
});

const kindQuestion = (): Question => ({
  kind: 'pick',
  placeHolder: vscode.l10n.t('Where does the access token come from?'),
  items: KINDS.map((value) => ({ label: kindNames()[value], description: value, value })),
});

function problemOf(field: FieldName, draft: Draft, value: string): Problem {
  switch (field) {
    case 'baseUrl':
    case 'vaultBaseUrl':
      return addressProblem(value);
    case 'command':
      return commandOf(value)
        ? authProblemText(field, draft)
        : vscode.l10n.t(
            'For arguments with spaces or quotes enter a JSON list, such as {0}.',
            '["gettoken", "a b"]',
          );
    case 'variable':
    case 'variables':
    case 'keyFile':
    case 'issuer':
    case 'tokenUrl':
    case 'authorizationUrl':
    case 'deviceAuthorizationUrl':
    case 'clientID':
    case 'scope':
      return authProblemText(field, draft);
    case 'name':
    case 'environment':
    case 'kind':
    case 'accountID':
    case 'parentAccountID':
    case 'workspaceID':
    case 'vaultID':
    case 'vaultName':
      return undefined;
  }
}

/** By the rules of the setting, so that a form takes nothing that it would not. */
function authProblemText(field: AuthFieldName, draft: Draft): string | undefined {
  const reason = authProblem(field, draft, isUsableAddress);
  return reason && problemSentence({ path: field, reason });
}

function addressProblem(value: string): Problem {
  if (!isUsableAddress(value))
    return vscode.l10n.t(
      'Enter an https address without user, query, or fragment; http only for this machine.',
    );
  if (withoutVersion(value) !== value)
    return {
      message: vscode.l10n.t('/v1 at the end is removed; it is added to each request.'),
      severity: vscode.InputBoxValidationSeverity.Info,
    };
  // A warning can be passed: there may be a gateway that wants it so.
  return /\/v1\//i.test(new URL(value).pathname)
    ? {
        message: vscode.l10n.t('/v1/… is added to this address automatically. Omit it.'),
        severity: vscode.InputBoxValidationSeverity.Warning,
      }
    : undefined;
}
