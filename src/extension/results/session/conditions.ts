import * as vscode from 'vscode';
import { cleanForDisplay, cleanNameForDisplay } from '../../../core/messages/oneLine.ts';
import { formatValueText } from '../../../core/results/view/cell.ts';
import type { Condition } from '../../../core/results/view/find.ts';
import type { JsonValue } from '../../../core/service/json.ts';
import type { ColumnTest } from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import type { Masking } from './masking.ts';

const MAX_LABEL_PART_LENGTH = 40;
const truncateName = (column: string): string => cleanNameForDisplay(column, MAX_LABEL_PART_LENGTH);
const truncateValue = (text: string): string =>
  cleanForDisplay(text.length > MAX_LABEL_PART_LENGTH ? `${text.slice(0, MAX_LABEL_PART_LENGTH)}…` : text);

export interface LabeledCondition {
  readonly label: string;
  readonly condition: Condition;
}

/**
 * Resolves to the condition of a filter on a column, after prompting for the value to compare with if `test` needs one.
 * `column` is a 0-based index. Resolves to undefined if the user cancels or enters nothing.
 */
export async function promptForCondition(
  columnName: string,
  column: number,
  test: ColumnTest,
  initialText?: string,
): Promise<LabeledCondition | undefined> {
  const name = truncateName(columnName);
  if (test === 'empty') return { label: vscode.l10n.t('{0} is empty', name), condition: { column, test } };
  const text = await showInputBox({
    title: formatCondition(name, test, '…'),
    prompt: vscode.l10n.t('Filters the loaded rows. Nothing is sent.'),
    // Otherwise a click elsewhere would close the prompt, and the results view would then take the focus from there.
    ignoreFocusOut: true,
    ...(initialText === undefined ? {} : { value: initialText }),
  });
  // An empty text makes no useful condition: every text contains it, and empty values have a test of their own.
  if (text === undefined || text === '') return undefined;
  return { label: formatCondition(name, test, truncateValue(text)), condition: { column, test, text } };
}

function formatCondition(name: string, test: Exclude<ColumnTest, 'empty'>, text: string): string {
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

/** Returns whether the user may filter by a column, and notifies the user if not. */
export function informUnlessFilterAllowed(
  column: number,
  { messages }: Pick<Deps, 'messages'>,
  masking: Masking,
): boolean {
  if (!masking.isColumnMasked(column)) return true;
  void messages.info(vscode.l10n.t('This column is masked. Reveal it before filtering.'));
  return false;
}

/** Returns the label of a filter by one value, such as `state is CA`. A `value` of undefined is an absent value. */
export function formatValueFilter(
  columnName: string,
  value: JsonValue | undefined,
  exclude: boolean,
): string {
  const column = truncateName(columnName);
  const text = formatValueText(value);
  const displayText =
    value === undefined
      ? vscode.l10n.t('absent')
      : value === null
        ? vscode.l10n.t('NULL')
        : text === ''
          ? vscode.l10n.t('empty')
          : truncateValue(text);
  return exclude
    ? vscode.l10n.t('{0} is not {1}', column, displayText)
    : vscode.l10n.t('{0} is {1}', column, displayText);
}

/** Returns the label of a filter by the values from `from` (included) to `to` (excluded) of a column. */
export const formatRangeFilter = (column: string, from: string, to: string): string =>
  vscode.l10n.t('{0} from {1} to below {2}', truncateName(column), truncateValue(from), truncateValue(to));
