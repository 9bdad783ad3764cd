import * as vscode from 'vscode';
import { eventOf } from '../../../core/audit/feed/compactEvent.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Messages } from '../../platform/messages.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { isEventNode } from '../views/tree/auditNode.ts';

export interface ChosenParts {
  readonly messages: Pick<Messages, 'info'>;
  readonly model: Pick<AuditModel, 'selection' | 'state' | 'trail'>;
}

/**
 * Returns the event that the argument of a command names, by a row of the tree or by its change ID; without one, the event
 * that was selected last in the tree. If there is none, tells the user how to select one.
 */
export async function chosenEvent(
  { messages, model: { selection, state, trail } }: ChosenParts,
  argument: unknown,
): Promise<AuditEvent | undefined> {
  const named = typeof argument === 'string' ? await trail.find(state.listing(), argument) : undefined;
  const event = named ? eventOf(named.data) : isEventNode(argument) ? argument.event : selection.get();
  if (!event) await messages.info(vscode.l10n.t('Select an event in the Audit Events view first.'));
  return event;
}
