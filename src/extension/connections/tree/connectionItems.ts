import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { exposedKeyFileSentence } from '../../../core/messages/signInProblems.ts';
import type { ConnectionProblem } from '../../../core/service/connections/connections.ts';
import { signInTraits } from '../../../core/service/connections/signInKinds.ts';
import type { TokenState } from '../../../node/credentials/tokenStates.ts';
import type { Deps } from '../../app/deps.ts';
import { formatTime, shortenTimeToMinute } from '../../app/timeText.ts';
import { localizeSentence } from '../../platform/messages.ts';
import { shortenLabel } from '../../platform/narrowText.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { describeProblem } from '../problems.ts';
import { describeServiceCheck } from '../serviceCheckText.ts';

type ConnectionItemsDeps = Pick<Deps, 'credentials' | 'serviceProfiles' | 'timeZone'>;

const getEnvironmentNames = (): Readonly<Record<AnyConnection['environment'], string>> => ({
  production: vscode.l10n.t('production'),
  test: vscode.l10n.t('test'),
  development: vscode.l10n.t('development'),
});

type SignInState = 'out' | TokenState;

async function getSignInState(
  { credentials }: Pick<Deps, 'credentials'>,
  connection: AnyConnection,
): Promise<SignInState> {
  // The local vault creates its own token.
  if (connection.local) return 'works';
  return (await credentials.isSignedIn(connection)) ? credentials.tokenStates.getState(connection) : 'out';
}

const getStateNames = (): Readonly<Record<SignInState, string>> => ({
  out: vscode.l10n.t('signed out'),
  untried: vscode.l10n.t('token not verified'),
  works: vscode.l10n.t('token verified'),
  refused: vscode.l10n.t('token rejected'),
});
const ENVIRONMENT_COLORS: Readonly<Record<AnyConnection['environment'], string>> = {
  production: 'charts.red',
  test: 'charts.yellow',
  development: 'charts.green',
};
const STATE_CONTEXTS: Readonly<Record<SignInState, string>> = {
  out: 'out',
  untried: 'in',
  works: 'in',
  refused: 'refused.in',
};

interface TokenTexts {
  readonly until: string;
  readonly lines: readonly string[];
}

function describeToken(deps: ConnectionItemsDeps, connection: AnyConnection): TokenTexts {
  if (connection.local) return { until: '', lines: [] };
  const expiresAt = deps.credentials.getExpiry(connection);
  const notice = deps.credentials.getNotice(connection);
  return {
    until:
      expiresAt === undefined
        ? ''
        : vscode.l10n.t(
            'until {0}',
            shortenExpiry(formatTime(deps, expiresAt), formatTime(deps, Date.now())),
          ),
    lines: [
      ...(expiresAt === undefined ? [] : [describeExpiry(deps, expiresAt)]),
      ...(notice ? [localizeSentence(exposedKeyFileSentence(notice.file))] : []),
    ],
  };
}

/** Removes the seconds from a formatted time, and the date if it is that of `now`, and keeps the time zone. */
const shortenExpiry = (time: string, now: string): string =>
  `${shortenTimeToMinute(time, now)}${time.slice(19)}`;

const describeExpiry = (deps: ConnectionItemsDeps, expiresAt: number): string =>
  expiresAt > Date.now()
    ? vscode.l10n.t('Token expires {0}', formatTime(deps, expiresAt))
    : vscode.l10n.t('Token expired {0}', formatTime(deps, expiresAt));

/** Whether the user signs in to the connection. False if its kind of sign-in gets the token without the user. */
const canSignIn = ({ auth }: AnyConnection): boolean => signInTraits[auth.kind].signsInWith !== 'nothing';

export async function createConnectionItem(
  deps: ConnectionItemsDeps,
  connection: AnyConnection,
): Promise<vscode.TreeItem> {
  const state = await getSignInState(deps, connection);
  const token = describeToken(deps, connection);
  const environment = getEnvironmentNames()[connection.environment];
  const name = shortenLabel(oneLine(connection.name), environment, 2);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
  const stateName = getStateNames()[state];
  const { host, pathname } = new URL(connection.baseUrl);
  const until = state !== 'out' && token.until !== '' ? [token.until] : [];
  const address = host + pathname.replace(/\/$/, '');
  const check = describeServiceCheck(deps, connection);
  const checkLines = check
    ? [
        vscode.l10n.t('Service checked {0}', check.day),
        ...(check.contradiction === undefined ? [] : [check.contradiction]),
      ]
    : [];
  const isStateNormal = connection.local !== undefined || state === 'works';
  // A narrow side bar cuts off the end, so the environment comes first, then what the user has to act on.
  item.description = [
    environment,
    ...(check?.contradiction === undefined ? [] : [vscode.l10n.t('check again')]),
    ...(isStateNormal ? [] : [stateName]),
    ...until,
    address,
    ...(isStateNormal && !connection.local ? [stateName] : []),
  ].join(' · ');
  const color =
    state === 'refused' ? 'problemsWarningIcon.foreground' : ENVIRONMENT_COLORS[connection.environment];
  item.iconPath = new vscode.ThemeIcon(
    connection.local ? 'server-process' : connection.environment === 'production' ? 'flame' : 'server',
    new vscode.ThemeColor(color),
  );
  item.contextValue = connection.local
    ? 'localConnection'
    : `connection.${canSignIn(connection) ? 'signIn' : 'obtained'}.${STATE_CONTEXTS[state]}`;
  item.tooltip = [
    ...[oneLine(connection.name), environment, connection.baseUrl, stateName, ...token.lines, ...checkLines],
    vscode.l10n.t(
      'From: {0}',
      connection.local ? vscode.l10n.t('the local vault') : vscode.l10n.t('your settings'),
    ),
  ].join('\n');
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t(
        'Connection {0}, {1}, {2}',
        connection.name,
        environment,
        state === 'out' ? stateName : vscode.l10n.t('signed in, {0}', stateName),
      ),
      ...token.lines,
      ...checkLines,
    ].join(', '),
  };
  return item;
}

export function createProblemItem(problem: ConnectionProblem): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(describeProblem(problem)), vscode.TreeItemCollapsibleState.None);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('problemsWarningIcon.foreground'));
  item.tooltip = vscode.l10n.t('{0} Click to open the settings.', describeProblem(problem));
  item.command = {
    command: 'vaultsql.connection.edit',
    title: vscode.l10n.t('Open Settings'),
    arguments: [{ problem }],
  };
  item.contextValue = 'problem';
  return item;
}
