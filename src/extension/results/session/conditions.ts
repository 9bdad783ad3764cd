/** Conditions on a column whose value a person types. */
import * as vscode from 'vscode';
import type { Condition } from '../../../core/results/view/find.ts';
import type { ColumnTest } from '../../../protocol/results.ts';

/** A filter's value is cut there in its label. UTF-16 code units. */
export const LABEL_LENGTH = 40;

export interface Asked {
  /** In the person's language, e.g. `income > 50000`. */
  readonly label: string;
  readonly condition: Condition;
}

/** Asks what a column is compared with, where the test needs it; undefined where the person leaves. */
export async function askCondition(
  name: string,
  column: number,
  test: ColumnTest,
): Promise<Asked | undefined> {
  if (test === 'empty') return { label: vscode.l10n.t('{0} is empty', name), condition: { column, test } };
  const text = await vscode.window.showInputBox({
    title: labelOf(name, test, '…'),
    prompt: vscode.l10n.t('Filters the loaded rows. Nothing is sent.'),
  });
  // An empty text is in every value, and more or less than none.
  if (text === undefined || text === '') return undefined;
  const cut = text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH)}…` : text;
  return { label: labelOf(name, test, cut), condition: { column, test, text } };
}

function labelOf(name: string, test: Exclude<ColumnTest, 'empty'>, text: string): string {
  switch (test) {
    case 'contains':
      return vscode.l10n.t('{0} contains {1}', name, text);
    case 'equals':
      return vscode.l10n.t('{0} is {1}', name, text);
    case 'greater':
      return vscode.l10n.t('{0} > {1}', name, text);
    case 'less':
      return vscode.l10n.t('{0} < {1}', name, text);
  }
}
