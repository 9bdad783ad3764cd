import * as vscode from 'vscode';
import { ContextKeys } from '../../../platform/contextKeys.ts';
import type { Log } from '../../../platform/log.ts';
import { formatContextValue, listEventTraits, selectionKeys, valueTraits } from '../../actions/traits.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import { type AuditNode, isFilterNode, isValueNode } from './auditNode.ts';

type SelectionModel = Pick<AuditModel, 'marks' | 'masking' | 'selection' | 'state'>;
type SelectionView = Pick<vscode.TreeView<AuditNode>, 'selection'>;

/**
 * Keeps the context keys of the selection in the audit tree up to date. They contain traits, but no
 * value of an event.
 */
export function registerSelectionContextKeys(
  model: SelectionModel,
  view: SelectionView & Pick<vscode.TreeView<AuditNode>, 'onDidChangeSelection'>,
  log: Pick<Log, 'defect'>,
): vscode.Disposable {
  const keys = new ContextKeys(log);
  const draw = (): void => {
    const { event, value, hasFilter } = selectionContext(model, view);
    keys.scheduleContextKey(selectionKeys.event, event);
    keys.scheduleContextKey(selectionKeys.value, value);
    keys.scheduleContextKey('vaultsql.audit.filterSelected', hasFilter);
  };
  draw();
  return vscode.Disposable.from(
    keys,
    model.selection.onDidChange(draw),
    view.onDidChangeSelection(draw),
    model.state.onDidChange(draw),
    model.marks.onDidChange(draw),
    model.masking.onDidChange(draw),
  );
}

/**
 * Returns the context values of the selected event and of the selected value; each is empty if none is selected.
 * `hasFilter` is true if the first selected row is a filter that can be removed.
 */
export function selectionContext(
  { marks, masking, selection, state }: SelectionModel,
  view: SelectionView,
): { readonly event: string; readonly value: string; readonly hasFilter: boolean } {
  const event = selection.getSelectedEvent();
  const node = view.selection.find(isValueNode);
  const [first] = view.selection;
  return {
    event: event
      ? formatContextValue('event', listEventTraits(event, { masking, markOf: (one) => marks.getMark(one) }))
      : '',
    value: node ? formatContextValue('value', valueTraits(node, state.file() === undefined)) : '',
    hasFilter: isFilterNode(first) && !first.isRequired,
  };
}
