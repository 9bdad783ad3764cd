import * as vscode from 'vscode';
import { eventOf } from '../../core/audit/feed/compactEvent.ts';
import { type AuditFilters, validateFilter } from '../../core/audit/filters/filters.ts';
import type { LoadedEvent } from '../../core/audit/table/trailReads.ts';
import type { AuditEvent } from '../../core/service/types.ts';
import type { Deps } from '../app/deps.ts';
import { showInputBox, showProgress } from '../platform/dialogs.ts';
import type { AuditFiles } from './files/auditFiles.ts';
import type { AuditModel } from './model/auditModel.ts';
import { createSameEvents } from './model/sameEvents.ts';
import type { FilterPicker } from './pickers/filterPick.ts';
import type { EventDocuments } from './views/documents.ts';
import { type AuditNode, isEventNode } from './views/tree/auditNode.ts';
import { filterProblem } from './views/tree/eventLabels.ts';
import type { AuditTree } from './views/tree/tree.ts';
import type { TreeOptions } from './views/tree/treeOptions.ts';

export const viewID = 'vaultsql.audit';

/** The argument of a command that is called from the audit table. */
export const fromTable = 'fromTable';

/** What the audit commands work with. */
export interface AuditContext {
  readonly deps: Deps;
  readonly model: AuditModel;
  readonly view: vscode.TreeView<AuditNode>;
  readonly documents: EventDocuments;
  readonly options: TreeOptions;
  readonly tree: AuditTree;
  readonly picker: FilterPicker;
  readonly files: AuditFiles;
  /** The event selected last in the tree, while it is loaded: drawing it again takes the tree's own selection away. */
  selected(): AuditEvent | undefined;
  /** Selects an event in the tree and shows it. */
  reveal(event: LoadedEvent): Promise<void>;
}

/** Shows progress in the view while `work` lasts. */
export const withProgress = <T>(work: () => Promise<T>): Thenable<T> =>
  showProgress({ location: { viewId: viewID } }, work);

/**
 * Shows the view and makes sure that a request can be made. False where it can't or the person leaves.
 * `argument` is the command's: what was asked for in the audit table is seen there, and the keyboard stays there.
 */
export async function ready(
  { model, view }: Pick<AuditContext, 'model' | 'view'>,
  argument?: unknown,
): Promise<boolean> {
  // Shown already, it must not take the keyboard: the editor gives it to a tree again each time one that had it is drawn
  // again, and a list that opened meanwhile would close.
  if (argument !== fromTable && !view.visible) await vscode.commands.executeCommand(`${viewID}.focus`);
  return canAsk(model);
}

/**
 * Makes sure that a request can be made: without an account ID, which the service needs (S25), it is asked
 * for, unless `filters`, which the request is to have, name one. False where there is no connection or the person leaves.
 */
async function canAsk(model: AuditModel, filters: AuditFilters = {}): Promise<boolean> {
  if (!model.connections.current()) await vscode.commands.executeCommand('vaultsql.query.selectVault');
  const connection = model.connections.current();
  if (!connection) return false;
  if (filters.accountID || model.filters.sent().accountID) return true;
  const isSame = createSameEvents(model);
  const accountID = await showInputBox({
    title: vscode.l10n.t('Account ID of {0}', connection.name),
    prompt: vscode.l10n.t(
      'Audit events are listed by account. This ID is used in this window only; to save it, add it to the connection.',
    ),
    ignoreFocusOut: true,
    validateInput: (value) => {
      const problem = validateFilter('accountID', value.trim());
      return problem && filterProblem(problem);
    },
  });
  // An account of one connection is not used for another.
  if (!accountID?.trim() || !isSame()) return false;
  model.connections.setAccount(accountID.trim());
  return true;
}

/** Reads the newest page with these filters, or the same ones; false where nothing could be asked or no answer was taken in. */
export const askFor = async (model: AuditModel, filters?: AuditFilters): Promise<boolean> =>
  (await canAsk(model, filters)) && withProgress(() => model.requests.load(filters));

/** As `askFor`, for events to be found: no other filter hides some of them. */
export const searchFor = async (model: AuditModel, filters: AuditFilters): Promise<boolean> =>
  (await canAsk(model)) && withProgress(() => model.requests.search(filters));

/** Does once more what failed last; false as above. */
export const askAgain = async (model: AuditModel): Promise<boolean> =>
  (await canAsk(model)) && withProgress(() => model.requests.retry());

/** The event a command was called on, or the one selected last in the tree. Says so where there is none. */
export async function chosenEvent(
  { deps, model, selected }: Pick<AuditContext, 'deps' | 'model' | 'selected'>,
  argument: unknown,
): Promise<AuditEvent | undefined> {
  const named =
    typeof argument === 'string' ? await model.trail.find(model.state.listing(), argument) : undefined;
  const event = named ? eventOf(named.data) : isEventNode(argument) ? argument.event : selected();
  if (!event) await deps.messages.info(vscode.l10n.t('Select an event in the Audit Events view first.'));
  return event;
}
