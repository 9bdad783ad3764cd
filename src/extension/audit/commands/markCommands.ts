import type * as vscode from 'vscode';
import type { Messages } from '../../platform/messages.ts';
import { focusAuditView } from '../auditView.ts';
import { filterByMarked } from '../marks/marking.ts';
import type { AuditModel } from '../model/auditModel.ts';

export interface MarkParts {
  readonly messages: Pick<Messages, 'info'>;
  readonly model: Pick<AuditModel, 'filters' | 'marks'>;
  readonly view: Pick<vscode.TreeView<unknown>, 'visible'>;
}

/**
 * Adds a filter that hides unmarked events, and displays the Audit Events view. Resolves to false if
 * no event is marked.
 */
export async function filterByMarkedAndShowView({ messages, model, view }: MarkParts): Promise<boolean> {
  const isShown = filterByMarked(messages, model);
  if (isShown && !view.visible) await focusAuditView();
  return isShown;
}
