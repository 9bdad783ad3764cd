import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { NameMatch } from '../../../core/schema/findNames.ts';
import type { Deps } from '../../app/deps.ts';
import type { NameSources, TargetToSearch } from '../../app/sqlLanguage.ts';

const MAX_MATCHES = 100;

export type NameFound = NameMatch<TargetToSearch>;
interface NameItem extends vscode.QuickPickItem {
  readonly found: NameFound;
}

/**
 * Lets the user choose a known vault, table or column, or only a table if `isTablesOnly` is true. Returns undefined if
 * none is chosen.
 */
export async function pickKnownName(
  deps: NameSources & Pick<Deps, 'language' | 'messages'>,
  { title, isTablesOnly = false }: { readonly title: string; readonly isTablesOnly?: boolean },
): Promise<NameFound | undefined> {
  const { listVaultsToSearch, findNames } = deps.language();
  const vaults = await listVaultsToSearch(deps);
  const createItems = (typed: string): readonly NameItem[] =>
    findNames(vaults, typed, { limit: MAX_MATCHES, isTablesOnly }).map(createItem);
  if (createItems('').length === 0) {
    // Not awaited: a notification stays as long as the user likes.
    void deps.messages.info(vscode.l10n.t('No tables known yet. Run a query first.'));
    return undefined;
  }
  const pick = vscode.window.createQuickPick<NameItem>();
  pick.title = title;
  pick.placeholder = vscode.l10n.t('Type parts of names: vault, table, column');
  const updateItems = (): void => {
    pick.items = createItems(pick.value);
  };
  updateItems();
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue(updateItems);
      pick.onDidAccept(() => resolve(pick.activeItems[0]?.found));
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

function createItem(found: NameFound): NameItem {
  const { vault, table, column } = found;
  const where = oneLine(vault.label);
  // The items are already the matches, so the list must not filter them.
  const own = { found, alwaysShow: true };
  if (!table) return { ...own, label: `$(database) ${where}` };
  const name = oneLine(table.label);
  return column
    ? { ...own, label: `$(symbol-field) ${oneLine(column.label)}`, description: `${name} · ${where}` }
    : { ...own, label: `$(table) ${name}`, description: where };
}
