/** Conditions on a column, and how a filter by them is called. */
import * as vscode from 'vscode';
import { seen, seenName } from '../../../core/messages/oneLine.ts';
import { valueText } from '../../../core/results/view/cell.ts';
import type { Condition } from '../../../core/results/view/find.ts';
import type { JsonValue } from '../../../core/service/json.ts';
import type { ColumnTest } from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import type { Masking } from './masking.ts';

/** A filter's column and its value are cut there in its label. UTF-16 code units. */
const LABEL_LENGTH = 40;
const shortName = (column: string): string => seenName(column, LABEL_LENGTH);
const short = (text: string): string =>
  seen(text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH)}…` : text);

export interface Asked {
  /** In the person's language, e.g. `income > 50000`. */
  readonly label: string;
  readonly condition: Condition;
}

/**
 * Asks what a column is compared with, where the test needs it; undefined where the person leaves. `before` is what it is
 * compared with now.
 */
export async function askCondition(
  written: string,
  column: number,
  test: ColumnTest,
  before?: string,
): Promise<Asked | undefined> {
  const name = shortName(written);
  if (test === 'empty') return { label: vscode.l10n.t('{0} is empty', name), condition: { column, test } };
  const text = await showInputBox({
    title: labelOf(name, test, '…'),
    prompt: vscode.l10n.t('Filters the loaded rows. Nothing is sent.'),
    // Else a click elsewhere would close it, and the rows would then take the keyboard from there.
    ignoreFocusOut: true,
    ...(before === undefined ? {} : { value: before }),
  });
  // An empty text is in every value, and more or less than none.
  if (text === undefined || text === '') return undefined;
  return { label: labelOf(name, test, short(text)), condition: { column, test, text } };
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

/** Says so where the column is masked. */
export function mayFilterBy(column: number, { messages }: Pick<Deps, 'messages'>, masking: Masking): boolean {
  if (!masking.hidesColumn(column)) return true;
  void messages.info(vscode.l10n.t('This column is masked. Reveal it before filtering.'));
  return false;
}

/** Of a filter by one value: `state is CA`. */
export function valueLabel(written: string, value: JsonValue | undefined, exclude: boolean): string {
  const column = shortName(written);
  const text = valueText(value);
  const shown =
    value === undefined
      ? vscode.l10n.t('absent')
      : value === null
        ? vscode.l10n.t('NULL')
        : text === ''
          ? vscode.l10n.t('empty')
          : short(text);
  return exclude
    ? vscode.l10n.t('{0} is not {1}', column, shown)
    : vscode.l10n.t('{0} is {1}', column, shown);
}

/** Of a filter by all values from one edge on and below the next one. */
export const rangeLabel = (column: string, from: string, to: string): string =>
  vscode.l10n.t('{0} from {1} to below {2}', shortName(column), short(from), short(to));
