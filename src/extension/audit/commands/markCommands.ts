import type * as vscode from 'vscode';
import type { CommandTable } from '../../app/commands.ts';
import type { Messages } from '../../platform/messages.ts';
import { focusAuditView } from '../auditView.ts';
import { showMarked } from '../marks/marking.ts';
import type { AuditModel } from '../model/auditModel.ts';

export interface MarkParts {
  readonly messages: Pick<Messages, 'info'>;
  readonly model: Pick<AuditModel, 'filters' | 'marks'>;
  readonly view: Pick<vscode.TreeView<unknown>, 'visible'>;
}

/** The list of all marked events. Marks and notes of one event are in `actions/eventActions.ts`. */
export function markCommands({ messages, model, view }: MarkParts): CommandTable {
  return {
    'vaultsql.audit.showMarked': async () => {
      const isShown = showMarked(messages, model);
      if (isShown && !view.visible) await focusAuditView();
      return isShown;
    },
  };
}
