import * as vscode from 'vscode';
import type { SourceProblem } from '../../../../core/audit/table/sourceError.ts';
import type { ApiError } from '../../../../core/service/errors.ts';
import type { AuditState } from '../../../../protocol/audit.ts';
import { formatNumber } from '../../../platform/number.ts';
import { describeError } from '../../../targets/apiErrors.ts';
import type { AnyConnection } from '../../../targets/targets.ts';
import {
  allFileEventsLoadedText,
  isSearchHinderedByMasks,
  noOlderMatchingEventsText,
} from '../../provenance.ts';
import { describeSourceProblem } from '../../sourceProblems.ts';
import { canLoadOlder, type StatusModel, type StatusParts } from './status.ts';

type Notice = NonNullable<AuditState['notice']>;
type Button = Notice['buttons'][number];

const createButton = (id: string, label: string): Button => ({ id, label });
const olderButtons = (model: Pick<StatusModel, 'requests' | 'state'>): readonly Button[] =>
  canLoadOlder(model) ? [createButton('older', vscode.l10n.t('Load Older Events'))] : [];

/**
 * Returns the message, with its buttons, that the table displays, for example because it has no
 * rows; undefined if there is nothing to report.
 */
export function createNotice(parts: StatusParts): Notice | undefined {
  const { model, mode, rowCount, readsSummary } = parts;
  const connection = model.connections.current();
  const error = model.state.error();
  const { content, activity } = model.state.phase();
  if (content === 'noVault') return model.connections.hasVaults() ? noneSelectedNotice() : noVaultNotice();
  const isOver = activity !== 'loading';
  if (isOver && error && connection && error.kind !== 'cancelled') return failureNotice(error, connection);
  if (content === 'events') {
    if (mode === 'readers')
      return readsSummary && readsSummary.leftOut > 0 ? omittedQueriesNotice(readsSummary) : undefined;
    return rowCount === 0 && isAnswer(parts) ? noneMatchesNotice(model) : undefined;
  }
  if (activity !== 'resting') return undefined;
  return content === 'empty' ? noEventsNotice(model) : nothingLoadedNotice();
}

/**
 * Whether the view says which of the loaded events match. False while other events are requested or files are read, and
 * for a view from before the first events arrived.
 */
function isAnswer({ model, view }: StatusParts): boolean {
  if (model.state.isReplacingEvents() || !view.isComplete) return false;
  return view.counts.total > 0 || model.state.file()?.table !== undefined;
}

const noVaultNotice = (): Notice => ({
  title: vscode.l10n.t('No vault configured'),
  text: vscode.l10n.t('The local vault runs on this machine with sample data: no account is needed.'),
  buttons: [
    createButton('start', vscode.l10n.t('Start Local Vault')),
    createButton('add', vscode.l10n.t('Add Connection')),
  ],
  severity: 'info',
});

const noneSelectedNotice = (): Notice => ({
  title: vscode.l10n.t('No vault selected'),
  text: vscode.l10n.t('Select a vault to see the audit events of its connection.'),
  buttons: [createButton('select', vscode.l10n.t('Select Vault'))],
  severity: 'info',
});

function failureNotice(error: ApiError, connection: AnyConnection): Notice {
  const { title, text, action } = describeError(error, { operation: 'audit', connection });
  const buttons = [createButton('retry', vscode.l10n.t('Try Again'))];
  if (action?.id === 'signIn' || action?.id === 'setPassphrase')
    buttons.unshift(createButton(action.id, action.label));
  if (action?.id === 'startLocalVault') buttons.unshift(createButton('start', action.label));
  return { title, text, severity: 'error', buttons };
}

export const unreadableNotice = (problem: SourceProblem): Notice => ({
  ...describeSourceProblem(problem),
  buttons: [
    problem.kind === 'accessChanged'
      ? createButton('refresh', vscode.l10n.t('Refresh'))
      : createButton('redraw', vscode.l10n.t('Try Again')),
  ],
  severity: 'error',
});

export const tableFailedNotice = (): Notice => ({
  title: vscode.l10n.t('The audit table failed unexpectedly'),
  text: vscode.l10n.t('This is a bug in Vault SQL. The log says where it is.'),
  buttons: [
    createButton('redraw', vscode.l10n.t('Try Again')),
    createButton('log', vscode.l10n.t('Show Log')),
  ],
  severity: 'error',
});

const nothingLoadedNotice = (): Notice => ({
  title: vscode.l10n.t('Nothing is loaded yet'),
  text: vscode.l10n.t('The service records every request made to it.'),
  buttons: [createButton('load', vscode.l10n.t('Load Audit Events'))],
  severity: 'info',
});

function noEventsNotice(model: StatusModel): Notice {
  const { more } = model.state.provenance();
  const text = {
    no: vscode.l10n.t('No events match these filters.'),
    yes: vscode.l10n.t('The service returned an empty page; older events are available.'),
    unknown: vscode.l10n.t('The service returned an empty page; older events may exist.'),
  };
  const clear = model.filters.hasClearableFilters()
    ? [createButton('clear', vscode.l10n.t('Clear Filters'))]
    : [];
  return {
    title: vscode.l10n.t('No events'),
    text: text[model.state.file() ? 'no' : more],
    buttons: [...olderButtons(model), ...clear],
    severity: 'info',
  };
}

const omittedQueriesNotice = ({
  queries,
  leftOut: count,
}: NonNullable<StatusParts['readsSummary']>): Notice => ({
  title:
    count === 1
      ? vscode.l10n.t('1 of {0} queries is not included', formatNumber(queries))
      : vscode.l10n.t('{0} of {1} queries are not included', formatNumber(count), formatNumber(queries)),
  text: vscode.l10n.t(
    'All reads together would take too much memory. Filter the events to include the rest.',
  ),
  buttons: [],
  severity: 'warning',
});

function noneMatchesNotice(model: StatusModel): Notice {
  const { more } = model.state.provenance();
  const others = more === 'no' ? noOlderMatchingEventsText() : vscode.l10n.t('Older events may match.');
  const file = model.state.file();
  const masked = isSearchHinderedByMasks(model.state.snapshot())
    ? [vscode.l10n.t('Masked literals can’t be found.')]
    : [];
  return {
    title: file?.table ? vscode.l10n.t('No events match') : vscode.l10n.t('No loaded events match'),
    text: file ? [allFileEventsLoadedText(file), ...masked].join(' ') : others,
    buttons: [
      ...olderButtons(model),
      createButton(
        'clearLocal',
        file?.table ? vscode.l10n.t('Clear Filters') : vscode.l10n.t('Clear Filters on Loaded Events'),
      ),
    ],
    severity: 'info',
  };
}
