import * as vscode from 'vscode';
import { withMarkedOnly } from '../../../core/audit/query/editQuery.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import type { Messages } from '../../platform/messages.ts';
import { formatNumber } from '../../platform/number.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { EventMarks } from './eventMarks.ts';

/** Maximum number of table rows whose events the user can mark or unmark at once. More are likely a mistake. */
export const MAX_MARKED_AT_ONCE = 1_000;

export interface MarkingParts {
  readonly messages: Pick<Messages, 'confirm'>;
  readonly marks: EventMarks;
}

/**
 * Marks events or removes their marks; by default, marks them unless all are marked. Prompts the user before notes are
 * removed, and resolves to `nothing` if the user declines.
 */
export async function markOrUnmarkEvents(
  { messages, marks }: MarkingParts,
  events: readonly AuditEvent[],
  shouldMark = events.some((event) => !marks.getMark(event)),
): Promise<'marked' | 'unmarked' | 'nothing'> {
  if (shouldMark) {
    marks.markEvents(events);
    return 'marked';
  }
  if (!(await confirmRemovalOfNotes({ messages, marks }, events))) return 'nothing';
  marks.unmarkEvents(events);
  return 'unmarked';
}

async function confirmRemovalOfNotes(
  { messages, marks }: MarkingParts,
  events: readonly AuditEvent[],
): Promise<boolean> {
  const notes = events.filter((event) => marks.getMark(event)?.note).length;
  if (notes === 0) return true;
  const what =
    notes === 1
      ? vscode.l10n.t('Remove the mark and its note?')
      : vscode.l10n.t('Remove the marks and {0} notes?', formatNumber(notes));
  return messages.confirm(what, vscode.l10n.t('This can’t be undone.'), vscode.l10n.t('Remove'));
}

/** Stands for a line break of a note in the input box, which has only one line. */
const LINE_BREAK = '⏎';

/**
 * Prompts the user for the note of an event, and marks the event if the text was changed. Emptying the text removes the
 * note and keeps the mark.
 */
export async function promptForNote(
  { marks }: Pick<MarkingParts, 'marks'>,
  event: AuditEvent,
): Promise<void> {
  const { source } = marks;
  const before = marks.getMark(event)?.note ?? '';
  const value = before.replaceAll(/\r\n|[\r\n]/g, LINE_BREAK);
  const typed = await showInputBox({
    title: before === '' ? vscode.l10n.t('Add note') : vscode.l10n.t('Edit note'),
    prompt: notePrompt(value),
    value,
    valueSelection: [value.length, value.length],
    ignoreFocusOut: true,
  });
  if (typed === undefined || typed === value) return;
  marks.setNote(event, typed.replaceAll(LINE_BREAK, '\n').trim(), source);
}

function notePrompt(value: string): string {
  const kept = vscode.l10n.t('Kept in memory only, until you export the events.');
  return value.includes(LINE_BREAK) ? `${kept} ${vscode.l10n.t('{0} is a line break.', LINE_BREAK)}` : kept;
}

/**
 * Filters the loaded events to those that are marked. If no event of the displayed source is marked, informs the user
 * instead and returns false.
 */
export function filterByMarked(
  messages: Pick<Messages, 'info'>,
  { filters, marks }: Pick<AuditModel, 'filters' | 'marks'>,
): boolean {
  if (marks.markedEventCount === 0) {
    void messages.info(vscode.l10n.t('No events are marked. Mark them from their menu.'));
    return false;
  }
  filters.changeQuestion((question) => withMarkedOnly(question, true));
  return true;
}
