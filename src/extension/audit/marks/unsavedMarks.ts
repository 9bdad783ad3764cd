import * as vscode from 'vscode';
import type { Messages } from '../../platform/messages.ts';
import { formatNumber } from '../../platform/number.ts';
import type { EventMarks, MarkedSource } from './eventMarks.ts';

export interface UnsavedMarksParts {
  readonly marks: Pick<EventMarks, 'stopCountingAsUnsaved' | 'countUnsavedMarks'>;
  readonly messages: Pick<Messages, 'choose'>;
  exportEvents(): Promise<boolean>;
}

/**
 * Resolves to whether the marks of `source` may be deleted, or those of all sources if it is undefined. If some were
 * not exported, prompts the user to export or discard them.
 */
export async function exportOrConfirmDroppingMarks(
  { exportEvents, marks, messages }: UnsavedMarksParts,
  source?: MarkedSource,
): Promise<boolean> {
  for (;;) {
    const count = marks.countUnsavedMarks(source);
    if (count === 0) return true;
    const [save, discard] = [vscode.l10n.t('Export…'), vscode.l10n.t('Discard')];
    const chosen = await messages.choose(formatUnsavedMarksQuestion(count), detailText(), save, discard);
    if (chosen === discard) {
      marks.stopCountingAsUnsaved(source);
      return true;
    }
    if (chosen !== save) return false;
    if (!(await exportEvents())) return false;
  }
}

const formatUnsavedMarksQuestion = (count: number): string =>
  count === 1
    ? vscode.l10n.t('The mark or note of 1 event was not exported.')
    : vscode.l10n.t('The marks and notes of {0} events were not exported.', formatNumber(count));
const detailText = (): string =>
  vscode.l10n.t('They are in memory only. An export has the events that pass the filters.');
