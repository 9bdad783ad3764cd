import * as vscode from 'vscode';
import { queryOf } from '../../../../core/audit/feed/queryOf.ts';
import { auditField, fieldValues } from '../../../../core/audit/table/fields.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import { ContextKeys } from '../../../platform/contextKeys.ts';
import type { Log } from '../../../platform/log.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import { type AuditNode, isFilterNode, isValueNode } from './auditNode.ts';

/** A trait of the selection in the audit tree that a command in the Command Palette needs. Never a value of an event. */
type SelectionTrait =
  | 'event'
  | 'query'
  | 'literalsMasked'
  | 'literalsShown'
  | 'marked'
  | 'unmarked'
  | 'noted'
  | 'unnoted'
  | 'requestID'
  | 'sessionID'
  | 'jwtID'
  | 'value'
  /** A value of a field by which the service can filter. */
  | 'serverValue'
  /** A filter that can be removed. */
  | 'filter';

type SelectionModel = Pick<AuditModel, 'marks' | 'masking' | 'selection'>;
type SelectionView = Pick<vscode.TreeView<AuditNode>, 'selection'>;

/**
 * Keeps the context key `vaultsql.audit.selected` up to date. Its value is the traits of the selection, joined by spaces;
 * the Command Palette hides commands whose trait is missing.
 */
export function registerSelectedKey(
  model: SelectionModel & Pick<AuditModel, 'state'>,
  view: SelectionView & Pick<vscode.TreeView<AuditNode>, 'onDidChangeSelection'>,
  log: Pick<Log, 'defect'>,
): vscode.Disposable {
  const keys = new ContextKeys(log);
  const draw = (): void => keys.set('vaultsql.audit.selected', selectionTraits(model, view).join(' '));
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

/** Returns the traits of the event selected last and of the selected rows, which commands without an argument use. */
export function selectionTraits(model: SelectionModel, view: SelectionView): readonly SelectionTrait[] {
  const event = model.selection.get();
  return [...(event ? eventTraits(event, model) : []), ...rowTraits(view.selection)];
}

function eventTraits(event: AuditEvent, { marks, masking }: SelectionModel): readonly SelectionTrait[] {
  const traits: SelectionTrait[] = ['event'];
  const query = queryOf(event);
  if (query !== undefined) {
    traits.push('query');
    if (masking.isRevealed(event)) traits.push('literalsShown');
    else if (queryOf(masking.shown(event)) !== query) traits.push('literalsMasked');
  }
  const mark = marks.of(event);
  traits.push(mark ? 'marked' : 'unmarked', mark?.note ? 'noted' : 'unnoted');
  for (const field of ['requestID', 'sessionID', 'jwtID'] as const)
    if (fieldValues(event, field).length > 0) traits.push(field);
  return traits;
}

function rowTraits(rows: readonly AuditNode[]): readonly SelectionTrait[] {
  const traits: SelectionTrait[] = [];
  const node = rows.find(isValueNode);
  if (node?.value !== undefined) traits.push('value');
  if (node?.value !== undefined && auditField(node.field)?.filter) traits.push('serverValue');
  const [first] = rows;
  if (isFilterNode(first) && !first.isNeeded) traits.push('filter');
  return traits;
}
