import * as vscode from 'vscode';
import type { Messages } from '../../platform/messages.ts';
import { number } from '../../platform/number.ts';
import type { EventMarks, MarkedSource } from './eventMarks.ts';

/** Marks that are lost with their events unless they are written to a file first. */
export interface UnsavedMarks {
  readonly marks: Pick<EventMarks, 'discard' | 'unsaved'>;
  readonly messages: Pick<Messages, 'choose'>;
  /** Exports the displayed events with their marks. False if the user leaves or the file can't be written. */
  exportEvents(): Promise<boolean>;
}

/**
 * Whether the marks and notes of a source, or all, may go. Where no file has them the person is asked, and may export what
 * is shown first; what the filters leave out is asked for again.
 */
export async function mayDropMarks(
  { exportEvents, marks, messages }: UnsavedMarks,
  source?: MarkedSource,
): Promise<boolean> {
  for (;;) {
    const count = marks.unsaved(source);
    if (count === 0) return true;
    const [save, discard] = [vscode.l10n.t('Export…'), vscode.l10n.t('Discard')];
    const chosen = await messages.choose(questionOf(count), detailText(), save, discard);
    if (chosen === discard) {
      marks.discard(source);
      return true;
    }
    if (chosen !== save) return false;
    if (!(await exportEvents())) return false;
  }
}

const questionOf = (count: number): string =>
  count === 1
    ? vscode.l10n.t('The mark or note of 1 event was not exported.')
    : vscode.l10n.t('The marks and notes of {0} events were not exported.', number(count));
const detailText = (): string =>
  vscode.l10n.t('They are in memory only. An export has the events that pass the filters.');
