import * as vscode from 'vscode';
import { isFiltered } from '../../../../core/audit/filters/filterState.ts';
import type { TrailView } from '../../../../core/audit/table/trail.ts';
import { oneLine } from '../../../../core/messages/oneLine.ts';
import { shortenBeside, shortenLabel } from '../../../platform/narrowText.ts';
import { formatNumber } from '../../../platform/number.ts';
import { describeError } from '../../../targets/apiErrors.ts';
import type { AnyConnection } from '../../../targets/targets.ts';
import { localPlaceWords, placeWords } from '../../evaluationPlaces.ts';
import { localLabels, serviceLabels } from '../../labels.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { ModelFilters } from '../../model/filters.ts';
import type { AuditSnapshot, SourceConnection } from '../../model/state.ts';
import { provenanceLine, provenanceParts } from '../../provenance.ts';
import { describeSourceProblem } from '../../sourceProblems.ts';
import { createDisplayZoneForEvents } from '../../zoneShown.ts';
import type { AuditNode, FilterNode, NextStep } from './auditNode.ts';
import type { TreeOptions } from './treeOptions.ts';
import { viewMessage, type WelcomeState, welcomeState } from './viewState.ts';

/**
 * The node that says that this window ran queries after the displayed events were loaded. There is only one such
 * object, so that the tree can redraw this row alone.
 */
export const newsNode: AuditNode = { kind: 'news' };

type Counts = Pick<TrailView, 'counts' | 'gaps'>;

/**
 * Returns the rows above the events. Steps such as signing in are included if the view's welcome
 * content does not offer them.
 */
export function headNodes(
  { connections, filters, state }: Pick<AuditModel, 'connections' | 'filters' | 'state'>,
  view: Counts,
  options: TreeOptions,
  hasNews: boolean,
): readonly AuditNode[] {
  const snapshot = state.snapshot();
  const { connection, file, provenance, source } = snapshot;
  const createStepNode = (step: NextStep): AuditNode => ({
    kind: 'nextStep',
    step,
    connection: connection?.name,
  });
  const parts = provenanceParts(snapshot, view, filters.resolveTimeRange(), options);
  const isEmptyAnswer = snapshot.phase.content === 'empty' && isFiltered(snapshot.filters);
  const ofConnection = source ? [connectionNode(source)] : [];
  if (!parts && !isEmptyAnswer) {
    const ways = viewMessage(snapshot) === '' ? [] : listNextSteps(snapshot, connections).map(createStepNode);
    return ways.length === 0 ? [] : [...ofConnection, ...ways];
  }
  const welcome = welcomeState(snapshot);
  const needsSignIn = !file && (welcome === 'signedOut' || welcome === 'rejected');
  // The rows of days name the time zone, but a grouped tree has such rows only inside its groups.
  const zone =
    options.grouping() === 'none' ? '' : createDisplayZoneForEvents(options.zone(), provenance).name;
  const line = provenanceLine(snapshot, view, options, zone);
  return [
    ...ofConnection,
    ...(needsSignIn ? [createStepNode('signIn')] : []),
    { kind: 'summary', ...line, parts: parts ?? [line.label] },
    ...(hasNews ? [newsNode] : []),
    ...filterNodes(snapshot, filters, options),
    ...(view.counts.passing === 0 && !state.isReplacingEvents()
      ? [{ kind: 'none', isLoaded: !file?.table && view.counts.total > 0 } as const]
      : []),
  ];
}

const connectionNode = ({ name, environment }: SourceConnection): AuditNode => ({
  kind: 'connection',
  name,
  environment,
});

function listNextSteps(
  snapshot: AuditSnapshot,
  connections: Pick<AuditModel['connections'], 'canStartLocalVault'>,
): readonly NextStep[] {
  const { connection, error } = snapshot;
  const state = welcomeState(snapshot);
  if (state !== 'failed' || !connection || !error)
    return nextStepsByState[state].filter(
      (step) => step !== 'startLocalVault' || connections.canStartLocalVault(),
    );
  const { action } = describeError(error, { operation: 'audit', connection });
  if (action?.id === 'startLocalVault' || action?.id === 'setPassphrase') return [action.id, 'tryAgain'];
  // The local vault has no entry in the settings to edit.
  return connection.local ? ['tryAgain'] : nextStepsByState.failed;
}

const nextStepsByState: Readonly<Record<WelcomeState, readonly NextStep[]>> = {
  none: [],
  busy: [],
  shown: [],
  idle: ['load'],
  empty: ['load'],
  signedOut: ['signIn', 'tryAgain', 'startLocalVault'],
  rejected: ['signIn', 'tryAgain', 'startLocalVault'],
  failed: ['tryAgain', 'editConnection'],
};

function filterNodes(
  { file, filters: { service, local } }: AuditSnapshot,
  filters: Pick<ModelFilters, 'isRequiredFilter'>,
  options: TreeOptions,
): readonly FilterNode[] {
  const [onServer, inLoaded] = [placeWords('service').name, localPlaceWords(file).name];
  return [
    ...serviceLabels(service, options).map(({ name, text }): FilterNode => {
      const isRequired = filters.isRequiredFilter(name);
      return { kind: 'filter', by: 'service', name, terms: [], text, place: onServer, isRequired };
    }),
    ...localLabels(local, options).map(
      (label): FilterNode => ({ kind: 'filter', by: 'local', ...label, place: inLoaded, isRequired: false }),
    ),
  ];
}

export const summaryTooltip = ({ parts }: Extract<AuditNode, { kind: 'summary' }>): string =>
  parts.join('\n');

export function summaryItem({
  label,
  description,
  parts,
}: Extract<AuditNode, { kind: 'summary' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.description = description;
  item.accessibilityInformation = { label: parts.join(', ') };
  return item;
}

/**
 * Creates the row of a connection. “Production” comes before the name of a production connection, because a narrow side
 * panel cuts off the end of a long row.
 */
export function connectionItem(node: Extract<AuditNode, { kind: 'connection' }>): vscode.TreeItem {
  const name = oneLine(node.name);
  const environment = environmentName(node.environment);
  const isProduction = node.environment === 'production';
  const label = isProduction ? vscode.l10n.t('Production') : shortenLabel(name, environment);
  const item = new vscode.TreeItem(label);
  item.description = isProduction ? shortenBeside(name, label) : environment;
  item.iconPath = isProduction
    ? new vscode.ThemeIcon('flame', new vscode.ThemeColor('charts.red'))
    : new vscode.ThemeIcon('server');
  item.accessibilityInformation = { label: connectionSentence(node) };
  return item;
}

/** Returns what a screen reader speaks, and the tooltip shows, of the row of a connection: its whole name. */
export const connectionSentence = (node: Extract<AuditNode, { kind: 'connection' }>): string =>
  vscode.l10n.t('Audit events of {0}, {1}', oneLine(node.name), environmentName(node.environment));

function environmentName(environment: AnyConnection['environment']): string {
  switch (environment) {
    case 'production':
      return vscode.l10n.t('production');
    case 'test':
      return vscode.l10n.t('test');
    case 'development':
      return vscode.l10n.t('development');
  }
}

export function newQueriesItem(count: number): vscode.TreeItem {
  const text =
    count === 1
      ? vscode.l10n.t('1 request since · Refresh')
      : vscode.l10n.t('{0} requests since · Refresh', formatNumber(count));
  const item = new vscode.TreeItem(text);
  item.iconPath = new vscode.ThemeIcon('refresh');
  item.command = { command: 'vaultsql.audit.refresh', title: vscode.l10n.t('Refresh') };
  return item;
}

export const newsTooltip = (): string =>
  vscode.l10n.t('Queries that this window ran after these events were loaded');

export function filterItem({ by, name, text, place, isRequired }: FilterNode): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.description = place;
  item.iconPath = new vscode.ThemeIcon(by === 'service' ? 'cloud' : 'filter');
  item.contextValue = isRequired ? 'neededFilter' : 'filter';
  item.accessibilityInformation = { label: vscode.l10n.t('Filter {0}, {1}', text, place) };
  const command = by === 'service' ? 'vaultsql.audit.filter' : 'vaultsql.audit.filterLoaded';
  // Without the filter's value, because the editor stores the arguments of commands elsewhere too.
  const filter: FilterNode = { kind: 'filter', by, name, terms: [], place, isRequired, text: '' };
  item.command = { command, title: vscode.l10n.t('Change Filter'), arguments: [filter] };
  return item;
}

export function createStepItem({
  step,
  connection,
}: Extract<AuditNode, { kind: 'nextStep' }>): vscode.TreeItem {
  const edit = 'vaultsql.connection.edit';
  const ways: Readonly<
    Record<NextStep, readonly [title: string, icon: string, command: string, ...args: unknown[]]>
  > = {
    load: [vscode.l10n.t('Load Audit Events'), 'refresh', 'vaultsql.audit.refresh'],
    tryAgain: [vscode.l10n.t('Try Again'), 'refresh', 'vaultsql.audit.refresh'],
    signIn: [vscode.l10n.t('Sign In'), 'sign-in', 'vaultsql.connection.signIn', connection],
    setPassphrase: [vscode.l10n.t('Set Passphrase'), 'key', edit, connection, 'passphrase'],
    editConnection: [vscode.l10n.t('Edit Connection'), 'settings-gear', edit, connection],
    startLocalVault: [vscode.l10n.t('Start Local Vault'), 'server-process', 'vaultsql.localVault.start'],
  };
  const [title, icon, command, ...args] = ways[step];
  const item = new vscode.TreeItem(title);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { command, title, arguments: args };
  return item;
}

export const noneItem = ({ isLoaded }: Extract<AuditNode, { kind: 'none' }>): vscode.TreeItem =>
  new vscode.TreeItem(isLoaded ? vscode.l10n.t('No loaded events match') : vscode.l10n.t('No events match'));

export function unreadableItem({ problem }: Extract<AuditNode, { kind: 'unreadable' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(describeSourceProblem(problem).title);
  item.iconPath = new vscode.ThemeIcon('error');
  return item;
}
