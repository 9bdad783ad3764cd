import * as vscode from 'vscode';
import { findAddressSentence } from '../../../core/messages/notSentErrors.ts';
import { removeVersionPath, validateBaseUrl } from '../../../core/service/address.ts';
import {
  type AuthFieldName,
  type Draft,
  type FieldName,
  findAuthFieldProblem,
  findTrailFieldProblem,
  isOptionalField,
  parseCommand,
  parseVaultAddress,
} from '../../../core/service/connections/draft.ts';
import { signInKinds } from '../../../core/service/connections/signInKinds.ts';
import { isUsableAddress } from '../../../node/address.ts';
import { localizeSentence } from '../../platform/messages.ts';
import { getKindHints, getKindNames } from '../kindNames.ts';
import type { OwnConnections } from '../ownConnections.ts';
import { describeProblem } from '../problems.ts';
import type { Question, ValidationMessage } from './form.ts';

export const getFieldLabels = (): Readonly<Record<FieldName, string>> => ({
  name: vscode.l10n.t('Connection name'),
  baseUrl: vscode.l10n.t('Address of the service'),
  environment: vscode.l10n.t('Environment'),
  kind: vscode.l10n.t('Kind of sign-in'),
  variable: vscode.l10n.t('Environment variable'),
  command: vscode.l10n.t('Command'),
  variables: vscode.l10n.t('Variables of the command'),
  keyFile: vscode.l10n.t('Key file'),
  issuer: vscode.l10n.t('Issuer'),
  tokenUrl: vscode.l10n.t('Token address'),
  authorizationUrl: vscode.l10n.t('Authorization address'),
  deviceAuthorizationUrl: vscode.l10n.t('Device authorization address'),
  clientID: vscode.l10n.t('Client ID'),
  scope: vscode.l10n.t('Scopes'),
  accountID: vscode.l10n.t('Account ID'),
  parentAccountID: vscode.l10n.t('Parent account ID'),
  workspaceID: vscode.l10n.t('Workspace ID'),
  vaultID: vscode.l10n.t('Vault ID'),
  vaultName: vscode.l10n.t('Vault name'),
  vaultBaseUrl: vscode.l10n.t('Vault address'),
  trailUrl: vscode.l10n.t('Audit trail in ClickHouse'),
  trailTable: vscode.l10n.t('Table in ClickHouse'),
  trailUser: vscode.l10n.t('User in ClickHouse'),
});

const getFieldHints = (): Readonly<Record<Exclude<FieldName, 'environment' | 'kind'>, string>> => ({
  name: vscode.l10n.t('A name of your choice.'),
  baseUrl: vscode.l10n.t('Enter the address without /v1, or paste a vault’s query URL.'),
  variable: vscode.l10n.t('The name of the variable. It must contain the token when the editor starts.'),
  command: vscode.l10n.t('Prints the token. An absolute path or a program in PATH, with its arguments.'),
  variables: vscode.l10n.t('Optional. Additional environment variables, separated by spaces.'),
  keyFile: vscode.l10n.t('Credentials file of the service account. It is not copied.'),
  issuer: vscode.l10n.t('Address of the sign-in server. Empty: enter its endpoints.'),
  tokenUrl: vscode.l10n.t('Token endpoint of the sign-in server.'),
  authorizationUrl: vscode.l10n.t('Authorization endpoint of the sign-in server.'),
  deviceAuthorizationUrl: vscode.l10n.t('Device authorization endpoint of the sign-in server.'),
  clientID: vscode.l10n.t('As registered with the sign-in server.'),
  scope: vscode.l10n.t('Optional. Separated by spaces.'),
  accountID: vscode.l10n.t('Needed for audit events only. Leave it empty if you only run queries.'),
  parentAccountID: vscode.l10n.t('Optional.'),
  workspaceID: vscode.l10n.t('Optional.'),
  vaultID: vscode.l10n.t('A vault of the account. More can be added later.'),
  vaultName: vscode.l10n.t('Optional. Shown instead of the ID.'),
  vaultBaseUrl: vscode.l10n.t('Optional. Only if the vault has a separate address.'),
  trailUrl: vscode.l10n.t('Address of ClickHouse’s HTTP interface. Empty: no table of audit events.'),
  trailTable: vscode.l10n.t('Database and table, as created by audit init clickhouse.'),
  trailUser: vscode.l10n.t('A user who may only read. You are prompted for the password when it is needed.'),
});

const EXAMPLES: Readonly<Partial<Record<FieldName, string>>> = {
  name: 'sandbox',
  baseUrl: 'https://vault.example.com',
  variable: 'VAULT_TOKEN',
  command: 'gettoken --json',
  variables: 'AWS_PROFILE',
  keyFile: '~/credentials.json',
  issuer: 'https://sign-in.example.com',
  tokenUrl: 'https://sign-in.example.com/token',
  authorizationUrl: 'https://sign-in.example.com/authorize',
  deviceAuthorizationUrl: 'https://sign-in.example.com/device',
  scope: 'offline_access',
  vaultBaseUrl: 'https://people.example.com',
  trailUrl: 'https://clickhouse.example.com:8443',
  trailTable: 'audit.events',
  trailUser: 'reader',
};

/**
 * Returns the question for a field of a connection that is being edited, or added if its current name is not given.
 */
export function createQuestion(
  field: FieldName,
  draft: Draft,
  own: OwnConnections,
  ownName?: string,
): Question {
  if (field === 'environment') return createEnvironmentQuestion(draft);
  if (field === 'kind') return createKindQuestion();
  const redirect =
    field === 'clientID' && draft.kind === 'oauth' ? own.createRedirectAddress(draft) : undefined;
  return {
    kind: 'text',
    label: getFieldLabels()[field],
    prompt: redirect
      ? vscode.l10n.t('As registered with the sign-in server, with the redirect address {0}.', redirect)
      : getFieldHints()[field],
    placeHolder: (field === 'vaultName' ? draft.vaultID : EXAMPLES[field]) ?? '',
    check: (value) => {
      if (field === 'name') return own.findNameProblem(value, ownName);
      if (value === '') return isOptionalField(field) ? undefined : vscode.l10n.t('Required.');
      if (field === 'baseUrl') return findAddressProblem(field, value, ownName === undefined);
      return findFieldProblem(field, { ...draft, [field]: value }, value);
    },
    ...(field === 'keyFile' ? { browse: { title: getFieldLabels().keyFile, canSelectMany: false } } : {}),
    ...(redirect ? { action: createCopyButton(redirect) } : {}),
  };
}

const createCopyButton = (redirect: string) => ({
  iconPath: new vscode.ThemeIcon('copy'),
  tooltip: vscode.l10n.t('Copy the redirect address'),
  run: () => vscode.env.clipboard.writeText(redirect),
});

const createEnvironmentQuestion = ({ environment }: Draft): Question => ({
  kind: 'pick',
  label: getFieldLabels().environment,
  placeHolder: environment
    ? vscode.l10n.t('Which environment is this? Production data is clearly marked.')
    : vscode.l10n.t('Choose one: there is no default. Production data is clearly marked.'),
  items: ['test', 'development', 'production'].map((value) => ({ label: value, value })),
});

const createKindQuestion = (): Question => ({
  kind: 'pick',
  label: getFieldLabels().kind,
  placeHolder: vscode.l10n.t('Where does the access token come from?'),
  defaultValue: 'token',
  items: signInKinds.map((value) => ({
    label: getKindNames()[value],
    description: getKindHints()[value],
    value,
  })),
});

function findFieldProblem(field: FieldName, draft: Draft, value: string): ValidationMessage {
  switch (field) {
    case 'vaultBaseUrl':
      return findAddressProblem(field, value, false);
    case 'command':
      return parseCommand(value)
        ? describeAuthProblem(field, draft, value)
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
      return describeAuthProblem(field, draft, value);
    case 'trailUrl':
      return describeUnusableAddress(field, value);
    case 'trailTable':
      return findTrailFieldProblem(field, draft, isUsableAddress)
        ? vscode.l10n.t('Enter the database and the table, such as {0}.', 'audit.events')
        : undefined;
    case 'trailUser': {
      const reason = findTrailFieldProblem(field, draft, isUsableAddress);
      return reason && describeProblem({ path: getFieldLabels().trailUser, reason });
    }
    case 'name':
    case 'baseUrl':
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

function describeAuthProblem(field: AuthFieldName, draft: Draft, value: string): string | undefined {
  const reason = findAuthFieldProblem(field, draft, isUsableAddress);
  if (reason === 'bad-address') return describeUnusableAddress(field, value);
  return reason && describeProblem({ path: getFieldLabels()[field], reason });
}

/** Returns a sentence that says why requests can't be sent to the address typed in a field; undefined if they can. */
function describeUnusableAddress(field: FieldName, value: string): string | undefined {
  const checked = validateBaseUrl(value);
  if (checked.ok && isUsableAddress(value)) return undefined;
  const sentence = checked.ok ? undefined : findAddressSentence(checked.reason);
  return sentence
    ? localizeSentence(sentence)
    : vscode.l10n.t(
        'Enter an https address, such as {0}. Plain http is for this machine only.',
        EXAMPLES[field] ?? '',
      );
}

/**
 * Returns the error, warning or note on an address; undefined if there is none. `isNew` is true for the address of a
 * connection that is being added. Such an address may be that of a vault.
 */
function findAddressProblem(field: FieldName, value: string, isNew: boolean): ValidationMessage {
  const problem = describeUnusableAddress(field, value);
  if (problem !== undefined) return problem;
  const found = isNew ? parseVaultAddress(value) : undefined;
  if (found)
    return {
      message: vscode.l10n.t('Vault {0}, by its address.', found.vaultID),
      severity: vscode.InputBoxValidationSeverity.Info,
    };
  if (removeVersionPath(value) !== value)
    return {
      message: vscode.l10n.t('/v1 at the end is removed; it is added to each request.'),
      severity: vscode.InputBoxValidationSeverity.Info,
    };
  // A warning rather than an error, because a gateway may require such an address.
  return /\/v1\//i.test(new URL(value).pathname)
    ? {
        message: vscode.l10n.t('/v1/… is added to this address automatically. Omit it.'),
        severity: vscode.InputBoxValidationSeverity.Warning,
      }
    : undefined;
}
