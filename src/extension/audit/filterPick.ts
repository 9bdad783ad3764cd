import * as vscode from 'vscode';
import {
  AUDIT_FILTERS,
  type AuditFilter,
  type AuditFilters,
  type FilterGroup,
  type FilterName,
  validateFilter,
} from '../../core/audit/filters.ts';
import { disposableStore } from '../disposables.ts';
import { filterLabels, filterProblem } from './labels.ts';

interface HubItem extends vscode.QuickPickItem {
  readonly filter?: AuditFilter;
  readonly clearAll?: true;
}
type HubChoice =
  | { readonly kind: 'filter'; readonly filter: AuditFilter }
  | { readonly kind: 'clear'; readonly name: FilterName }
  | { readonly kind: 'clearAll' };

const groupNames = (): Readonly<Record<FilterGroup, string>> => ({
  who: vscode.l10n.t('Who'),
  what: vscode.l10n.t('What'),
  where: vscode.l10n.t('Where'),
});

/**
 * Lets the person change one filter; the others stay. Answers the new filters, or undefined when they leave.
 * `required` values come from the connection and are shown as such where the person set none.
 */
export async function pickFilters(
  current: AuditFilters,
  accountID: string,
  from?: FilterName,
): Promise<AuditFilters | undefined> {
  let start = from;
  for (;;) {
    const choice: HubChoice | undefined = start
      ? { kind: 'filter', filter: AUDIT_FILTERS.find(({ name }) => name === start) ?? never(start) }
      : await hub(current, accountID);
    start = undefined;
    if (!choice) return undefined;
    if (choice.kind === 'clearAll') return {};
    if (choice.kind === 'clear') return without(current, choice.name);
    const value = await askValue(choice.filter, current[choice.filter.name] ?? '');
    // Back from a value leads to the hub, with nothing lost.
    if (value === undefined) continue;
    return value === '' ? without(current, choice.filter.name) : { ...current, [choice.filter.name]: value };
  }
}

const never = (name: string): never => {
  throw new Error(`no filter ${name}`);
};
const without = (filters: AuditFilters, name: FilterName): AuditFilters =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name));

function hub(current: AuditFilters, accountID: string): Promise<HubChoice | undefined> {
  const store = disposableStore();
  const pick = store.add(vscode.window.createQuickPick<HubItem>());
  const labels = filterLabels();
  const clear: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('close'),
    tooltip: vscode.l10n.t('Clear this filter'),
  };
  const item = (filter: AuditFilter): HubItem => {
    const value = current[filter.name];
    const shown =
      value ??
      (filter.name === 'accountID' && accountID
        ? vscode.l10n.t('{0} (from the connection)', accountID)
        : vscode.l10n.t('any'));
    return { label: labels[filter.name], description: shown, filter, ...(value ? { buttons: [clear] } : {}) };
  };
  const groups: readonly FilterGroup[] = ['who', 'what', 'where'];
  pick.title = vscode.l10n.t('Filter audit events');
  pick.placeholder = vscode.l10n.t('Choose what to filter by; the service does the filtering');
  pick.matchOnDescription = true;
  pick.items = [
    ...(Object.keys(current).length > 0
      ? [{ label: `$(clear-all) ${vscode.l10n.t('Clear all filters')}`, clearAll: true } as const]
      : []),
    ...groups.flatMap((group): HubItem[] => [
      { label: groupNames()[group], kind: vscode.QuickPickItemKind.Separator },
      ...AUDIT_FILTERS.filter((filter) => filter.group === group).map(item),
    ]),
  ];
  return new Promise((resolve) => {
    const done = (choice: HubChoice | undefined): void => {
      resolve(choice);
      store.dispose();
    };
    store.add(
      pick.onDidAccept(() => {
        const [picked] = pick.selectedItems;
        if (picked?.clearAll) done({ kind: 'clearAll' });
        else if (picked?.filter) done({ kind: 'filter', filter: picked.filter });
      }),
    );
    store.add(
      pick.onDidTriggerItemButton(
        ({ item: { filter } }) => filter && done({ kind: 'clear', name: filter.name }),
      ),
    );
    store.add(pick.onDidHide(() => done(undefined)));
    pick.show();
  });
}

/** The value of one filter; `''` for “any”, undefined for back. */
async function askValue(filter: AuditFilter, current: string): Promise<string | undefined> {
  const title = `${vscode.l10n.t('Filter audit events')}: ${filterLabels()[filter.name]}`;
  if (filter.values) {
    const any = { label: vscode.l10n.t('Any'), value: '' };
    const other = {
      label: vscode.l10n.t('Another value…'),
      description: vscode.l10n.t('the service does not show its full list'),
      value: undefined,
    };
    const known = filter.values.map((value) => ({
      label: value,
      ...(value === current ? { description: vscode.l10n.t('current') } : {}),
      value,
    }));
    const picked = await vscode.window.showQuickPick<{ label: string; value: string | undefined }>(
      [...known, other, any],
      { title },
    );
    if (!picked) return undefined;
    if (picked.value !== undefined) return picked.value;
  }
  return vscode.window.showInputBox({
    title,
    value: current,
    prompt: vscode.l10n.t('Events must match this value exactly. Leave it empty for any.'),
    ignoreFocusOut: true,
    validateInput(value) {
      const problem = value === '' ? undefined : validateFilter(filter.name, value);
      return problem && filterProblem(problem);
    },
  });
}
