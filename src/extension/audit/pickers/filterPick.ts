import * as vscode from 'vscode';
import {
  AUDIT_FILTERS,
  type AuditFilter,
  type AuditFilters,
  type FilterGroup,
  type FilterName,
  withoutFilter,
} from '../../../core/audit/filters/filters.ts';
import { fieldOfFilter } from '../../../core/audit/table/fields.ts';
import { countParts } from '../../../core/audit/table/trailReads.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { ofShown } from '../feed/ofShown.ts';
import { filterLabel } from '../labels.ts';
import { openPick, separator } from './quickPick.ts';
import { pickList, pickValue } from './valuePick.ts';

/** Something else that can be done from the hub. */
export interface HubAction {
  readonly label: string;
  readonly description?: string;
  readonly run: () => unknown;
}
interface HubItem extends vscode.QuickPickItem {
  readonly filter?: AuditFilter;
  readonly clearAll?: true;
  readonly action?: HubAction;
}
type HubChoice =
  | { readonly kind: 'filter'; readonly filter: AuditFilter }
  | { readonly kind: 'clear'; readonly name: FilterName }
  | { readonly kind: 'clearAll' }
  | { readonly kind: 'action'; readonly action: HubAction };

const groupNames = (): Readonly<Record<FilterGroup, string>> => ({
  who: vscode.l10n.t('Who'),
  what: vscode.l10n.t('What'),
  where: vscode.l10n.t('Where'),
});

export interface FilterPicker {
  /**
   * Lets the person change one filter; the others stay. Answers the new filters, what to do instead, or undefined
   * when they leave. `actions` are below the filters.
   */
  pick(feed: AuditFeed, actions: readonly HubAction[]): Promise<AuditFilters | HubAction | undefined>;
  /** Lets go of the values used before. */
  forget(): void;
}

/** Values used before are remembered for this window, in memory only: they may be personal data. */
export function createFilterPicker(): FilterPicker {
  const recent = new Map<FilterName, readonly string[]>();
  return {
    forget: () => recent.clear(),
    async pick(feed, actions) {
      const current = feed.requestedFilters();
      for (;;) {
        const choice = await hub(current, feed, actions);
        if (!choice) return undefined;
        if (choice.kind === 'action') return choice.action;
        if (choice.kind === 'clearAll') return {};
        if (choice.kind === 'clear') return withoutFilter(current, choice.name);
        const { filter } = choice;
        const { name } = filter;
        const offers = {
          seen: countParts(await ofShown(feed, () => feed.trail.values(feed.listing(), fieldOfFilter[name]))),
          recent: recent.get(name) ?? [],
          mayBeAny: mayBeAny(filter, feed),
          format: (value: string) => feed.masking.value(name, value),
        };
        const ask = filter.kind === 'list' ? pickList : pickValue;
        const step = await ask(filter, current[name] ?? '', offers);
        if (!step) return undefined;
        // Back from a value leads to the hub, with nothing lost.
        if (step.kind === 'back') continue;
        if (step.value === '') return withoutFilter(current, name);
        recent.set(name, [...new Set([step.value, ...offers.recent])].slice(0, 10));
        return { ...current, [name]: step.value };
      }
    },
  };
}

/** Whether the service can do without, or there is a value without a filter (S25). */
const mayBeAny = ({ required }: AuditFilter, feed: AuditFeed): boolean =>
  !required || feed.account() !== undefined;

/** The account ID without a filter, and where it is from; undefined where there is none. */
function accountText(feed: AuditFeed): string | undefined {
  const account = feed.account();
  if (account === undefined) return undefined;
  return feed.connection()?.accountID
    ? vscode.l10n.t('{0} (from the connection)', oneLine(account))
    : vscode.l10n.t('{0} (for this window)', oneLine(account));
}

function hub(
  current: AuditFilters,
  feed: AuditFeed,
  actions: readonly HubAction[],
): Promise<HubChoice | undefined> {
  const clear: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('close'),
    tooltip: vscode.l10n.t('Clear this filter'),
  };
  const item = (filter: AuditFilter): HubItem => {
    const value = current[filter.name];
    const shown =
      value !== undefined
        ? oneLine(feed.masking.value(filter.name, value))
        : (filter.name === 'accountID' && accountText(feed)) || vscode.l10n.t('any');
    return {
      label: filterLabel(filter.name),
      description: shown,
      filter,
      ...(value && mayBeAny(filter, feed) ? { buttons: [clear] } : {}),
    };
  };
  const groups: readonly FilterGroup[] = ['who', 'what', 'where'];
  return openPick<HubItem, HubChoice>((pick, done, store) => {
    pick.title = vscode.l10n.t('Filter audit events');
    pick.placeholder = vscode.l10n.t('Select a field to filter by on the server');
    pick.matchOnDescription = true;
    pick.items = [
      ...(Object.keys(current).length > 0
        ? [{ label: `$(clear-all) ${vscode.l10n.t('Clear all filters')}`, clearAll: true } as const]
        : []),
      ...groups.flatMap((group): HubItem[] => [
        separator(groupNames()[group]),
        ...AUDIT_FILTERS.filter((filter) => filter.group === group).map(item),
      ]),
      separator(vscode.l10n.t('More')),
      ...actions.map(
        (action): HubItem => ({
          label: action.label,
          ...(action.description ? { description: action.description } : {}),
          action,
        }),
      ),
    ];
    store.add(
      pick.onDidAccept(() => {
        const [picked] = pick.selectedItems;
        if (picked?.clearAll) done({ kind: 'clearAll' });
        else if (picked?.filter) done({ kind: 'filter', filter: picked.filter });
        else if (picked?.action) done({ kind: 'action', action: picked.action });
      }),
    );
    store.add(
      pick.onDidTriggerItemButton(
        ({ item: { filter } }) => filter && done({ kind: 'clear', name: filter.name }),
      ),
    );
  });
}
