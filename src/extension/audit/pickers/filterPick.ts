import * as vscode from 'vscode';
import {
  AUDIT_FILTERS,
  type AuditFilter,
  type FilterGroup,
  type FilterName,
} from '../../../core/audit/filters/filters.ts';
import { fieldOfFilter } from '../../../core/audit/table/fields.ts';
import { countParts } from '../../../core/audit/table/trailReads.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { ofShown } from '../feed/ofShown.ts';
import { filterLabel } from '../labels.ts';
import { openPick, separator } from './quickPick.ts';
import { pickValue } from './valuePick.ts';

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

/**
 * What the person chose. Of the filters only what changes: by the end of the questions others may be set than at their
 * beginning. An empty value clears the filter.
 */
export type FilterChoice =
  | { readonly kind: 'change'; readonly name: FilterName; readonly value: string }
  | { readonly kind: 'clearAll' }
  | { readonly kind: 'action'; readonly action: HubAction };

const groupNames = (): Readonly<Record<FilterGroup, string>> => ({
  who: vscode.l10n.t('Who'),
  what: vscode.l10n.t('What'),
  where: vscode.l10n.t('Where'),
});

export interface FilterPicker {
  /** Lets the person choose a change of one filter, or one of `actions` below them; undefined when they leave. */
  pick(feed: AuditFeed, actions: readonly HubAction[]): Promise<FilterChoice | undefined>;
  /** Lets go of the values used before. */
  forget(): void;
}

/** Values used before are remembered for this window, in memory only: they may be personal data. */
export function createFilterPicker(): FilterPicker {
  const recent = new Map<FilterName, readonly string[]>();
  return {
    forget: () => recent.clear(),
    async pick(feed, actions) {
      for (;;) {
        const choice = await hub(feed, actions);
        if (choice?.kind === 'clear') return { kind: 'change', name: choice.name, value: '' };
        if (choice?.kind !== 'filter') return choice;
        const { filter } = choice;
        const { name } = filter;
        const offers = {
          seen: countParts(await ofShown(feed, () => feed.trail.values(feed.listing(), fieldOfFilter[name]))),
          recent: recent.get(name) ?? [],
          mayBeAny: mayBeAny(filter, feed),
          format: (value: string) => feed.masking.value(name, value),
        };
        const step = await pickValue(filter, feed.requestedFilters()[name] ?? '', offers);
        if (!step) return undefined;
        // Back from a value leads to the hub, with nothing lost.
        if (step.kind === 'back') continue;
        if (step.value !== '') recent.set(name, [...new Set([step.value, ...offers.recent])].slice(0, 10));
        return { kind: 'change', name, value: step.value };
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

function hub(feed: AuditFeed, actions: readonly HubAction[]): Promise<HubChoice | undefined> {
  const current = feed.requestedFilters();
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
