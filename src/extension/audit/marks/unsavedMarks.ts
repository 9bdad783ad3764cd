import * as vscode from 'vscode';
import type { Deps } from '../../app/deps.ts';
import { number } from '../../platform/number.ts';
import type { EventMarks, MarkedSource } from './eventMarks.ts';

/**
 * Whether the marks and notes of a source, or all, may go. Where no file has them the person is asked, and may export what
 * is shown first; what the filters leave out is asked for again.
 */
export async function mayDropMarks(
  messages: Pick<Deps['messages'], 'choose'>,
  marks: EventMarks,
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
    if ((await vscode.commands.executeCommand('vaultsql.audit.export')) !== true) return false;
  }
}

const questionOf = (count: number): string =>
  count === 1
    ? vscode.l10n.t('The mark or note of 1 event was not exported.')
    : vscode.l10n.t('The marks and notes of {0} events were not exported.', number(count));
const detailText = (): string =>
  vscode.l10n.t('They are in memory only. An export has the events that pass the filters.');
