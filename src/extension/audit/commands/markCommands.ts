import type * as vscode from 'vscode';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Messages } from '../../platform/messages.ts';
import { focusAuditView } from '../auditView.ts';
import { askNote, setMarks, showMarked } from '../marks/marking.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { type ChosenParts, chosenEvent } from './chosenEvent.ts';

export interface MarkParts extends ChosenParts {
  readonly messages: Pick<Messages, 'confirm' | 'info'>;
  readonly model: ChosenParts['model'] & Pick<AuditModel, 'filters' | 'marks'>;
  readonly view: Pick<vscode.TreeView<unknown>, 'visible'>;
}

/** Marks and notes of one event, and the list of all that are marked. */
export function markCommands(parts: MarkParts): CommandTable {
  const { messages, model, view } = parts;
  const { marks } = model;
  const withEvent =
    (act: (event: AuditEvent, more: unknown) => unknown) =>
    async (argument: unknown, more: unknown): Promise<unknown> => {
      const event = await chosenEvent(parts, argument);
      return event && act(event, more);
    };
  // Words that come with the command, from a script, are not asked for.
  const note = withEvent((event, words) =>
    typeof words === 'string' ? marks.setNote(event, words, marks.source) : askNote({ marks }, event),
  );
  return {
    'vaultsql.audit.mark': withEvent((event) => setMarks({ messages, marks }, [event], true)),
    'vaultsql.audit.unmark': withEvent((event) => setMarks({ messages, marks }, [event], false)),
    'vaultsql.audit.addNote': note,
    'vaultsql.audit.editNote': note,
    'vaultsql.audit.showMarked': async () => {
      const isShown = showMarked(messages, model);
      if (isShown && !view.visible) await focusAuditView();
      return isShown;
    },
  };
}
