import * as vscode from 'vscode';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { CommandTable } from '../../app/commands.ts';
import { type AuditContext, chosenEvent, fromTable, viewID } from '../context.ts';
import { askNote, setMarks, showMarked } from '../marks/marking.ts';

/** Marks and notes of one event, and the list of all that are marked. */
export function markCommands(context: AuditContext): CommandTable {
  const withEvent =
    (act: (event: AuditEvent, more: unknown) => unknown) =>
    async (argument: unknown, more: unknown): Promise<unknown> => {
      const event = await chosenEvent(context, argument);
      return event && act(event, more);
    };
  // Words that come with the command, from a script, are not asked for.
  const note = withEvent((event, words) =>
    typeof words === 'string'
      ? context.model.marks.setNote(event, words, context.model.marks.source)
      : askNote(context, event),
  );
  return {
    'vaultsql.audit.mark': withEvent((event) => setMarks(context, [event], true)),
    'vaultsql.audit.unmark': withEvent((event) => setMarks(context, [event], false)),
    'vaultsql.audit.addNote': note,
    'vaultsql.audit.editNote': note,
    'vaultsql.audit.showMarked': async (argument) => {
      const isShown = showMarked(context);
      if (isShown && argument !== fromTable && !context.view.visible)
        await vscode.commands.executeCommand(`${viewID}.focus`);
      return isShown;
    },
  };
}
