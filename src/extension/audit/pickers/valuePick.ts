import * as vscode from 'vscode';
import type { AuditFilter } from '../../../core/audit/filters/filters.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { filterLabel } from '../labels.ts';
import { openPick, type Step } from './quickPick.ts';
import {
  createValueItems,
  createValueState,
  getAcceptResult,
  initiallyActiveItem,
  type ValueItem,
  type ValueState,
  type ValueSuggestions,
  withoutEntry,
} from './valueItems.ts';

/**
 * Prompts the user for a value that is valid for one service filter. Resolves to the value (empty to clear the filter),
 * to `back` if the user goes back, or to undefined if the user closes the quick pick. If the value is not for
 * filtering, `texts` replace the title and the placeholder, and say whether there is something to go back to.
 */
export function pickValue(
  filter: AuditFilter,
  current: string,
  offers: ValueSuggestions,
  texts?: { readonly title: string; readonly placeholder: string; readonly canGoBack: boolean },
): Promise<Step<string> | undefined> {
  const remove: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('trash'),
    tooltip: vscode.l10n.t('Remove'),
  };
  return openPick<ValueItem, Step<string>>((pick, done, store) => {
    let state = createValueState(filter, current, offers);
    let drawn: readonly ValueItem[] = [];
    const show = (next: ValueState): void => {
      state = next;
      drawn = createValueItems(state).map((item) => (item.isEntry ? { ...item, buttons: [remove] } : item));
      pick.items = drawn;
      const active = initiallyActiveItem(state, drawn);
      if (active) pick.activeItems = [active];
      // Enter at once must not choose the first of the suggestions.
      else if (texts && state.typed === '') pick.activeItems = [];
    };
    pick.title = texts?.title ?? `${vscode.l10n.t('Filter audit events')}: ${filterLabel(filter.name)}`;
    pick.placeholder = texts?.placeholder ?? formatValueInputPlaceholder(state);
    pick.ignoreFocusOut = true;
    pick.buttons = (texts?.canGoBack ?? true) ? [vscode.QuickInputButtons.Back] : [];
    show(state);
    store.add(pick.onDidChangeValue((typed) => show({ ...state, typed })));
    store.add(pick.onDidTriggerButton(() => done({ kind: 'back' })));
    store.add(pick.onDidTriggerItemButton(({ item }) => show(withoutEntry(state, item.value))));
    store.add(
      pick.onDidAccept(() => {
        // `pick.value` may be newer than `state.typed`: Enter can be reported before the change of the text.
        const now = { ...state, typed: pick.value };
        const choosing = getAcceptResult(now, drawn, pick.activeItems[0] ?? pick.selectedItems[0]);
        if (choosing?.kind === 'done') done({ kind: 'value', value: choosing.value });
        if (choosing?.kind !== 'more') return;
        pick.value = '';
        show(choosing.state);
      }),
    );
  });
}

function formatValueInputPlaceholder(state: ValueState): string {
  if (state.kind === 'list')
    return vscode.l10n.t('Type <resourceType>/<resourceID> and press Enter to add it');
  return state.current
    ? vscode.l10n.t(
        'Now {0}. Type an exact value, or select one',
        oneLine(state.offers.format(state.current), 80),
      )
    : vscode.l10n.t('Type an exact value, or select one');
}
