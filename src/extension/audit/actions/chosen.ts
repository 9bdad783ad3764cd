import * as vscode from 'vscode';
import { eventFromData } from '../../../core/audit/feed/compactEvent.ts';
import type { TrailEvent } from '../../../core/audit/table/trail.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Messages } from '../../platform/messages.ts';
import { type AuditNode, isEventNode, isValueNode } from '../views/tree/auditNode.ts';
import type { AuditValue } from './traits.ts';

export interface ChosenParts {
  readonly messages: Pick<Messages, 'info'>;
  readonly view: Pick<vscode.TreeView<AuditNode>, 'selection'>;
  selected(): AuditEvent | undefined;
  findByChangeID(changeID: string): Promise<TrailEvent | undefined>;
  /** Returns the event of an open document; undefined if the event was forgotten or no such document is open. */
  findEventOf(document: vscode.Uri): AuditEvent | undefined;
}

/**
 * Returns the event that a command's argument identifies: a tree node, a change ID, or the URI of an
 * event's document. For any other argument, returns the selected event. If no event is found, shows a
 * message and returns undefined.
 */
export async function findChosenEventOrInform(
  { messages, selected, findByChangeID: find, findEventOf }: ChosenParts,
  argument: unknown,
): Promise<AuditEvent | undefined> {
  if (typeof argument === 'string' || argument instanceof vscode.Uri) {
    const named =
      typeof argument === 'string' ? await findEventByChangeID(find, argument) : findEventOf(argument);
    if (!named)
      await messages.info(vscode.l10n.t('This audit event is not loaded. Load audit events first.'));
    return named;
  }
  const event = isEventNode(argument) ? argument.event : selected();
  if (!event) await messages.info(vscode.l10n.t('Select an event in the Audit Events view first.'));
  return event;
}

async function findEventByChangeID(
  find: ChosenParts['findByChangeID'],
  changeID: string,
): Promise<AuditEvent | undefined> {
  const found = await find(changeID);
  return found && eventFromData(found.data);
}

/**
 * Returns the value that a command acts on: that of the tree row in its argument, or else of the
 * selected row. If there is none, shows a message and returns undefined.
 */
export async function findChosenValueOrInform(
  { messages, view }: Pick<ChosenParts, 'messages' | 'view'>,
  argument: unknown,
): Promise<AuditValue | undefined> {
  const node = isValueNode(argument) ? argument : view.selection.find(isValueNode);
  const value = node && valueOfNode(node);
  if (!value)
    await messages.info(vscode.l10n.t('Select a value of an event in the Audit Events view first.'));
  return value;
}

function valueOfNode(node: Extract<AuditNode, { kind: 'value' | 'group' }>): AuditValue | undefined {
  const { kind, field, value } = node;
  if (typeof value !== 'string')
    // The events of a group without a value lack the field, or their value is empty.
    return kind === 'group' && value === undefined ? { field, value, isWhole: true } : undefined;
  return kind === 'group'
    ? { field, value, isWhole: false }
    : { field, value, isWhole: false, event: node.event };
}
