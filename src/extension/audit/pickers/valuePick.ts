import * as vscode from 'vscode';
import { type AuditFilter, splitList, validateFilter } from '../../../core/audit/filters/filters.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { filterLabel } from '../labels.ts';
import { filterProblem } from '../tree/eventLabels.ts';
import { openPick, type Step, separator } from './quickPick.ts';

interface ValueItem extends vscode.QuickPickItem {
  /** Undefined for an item that says why the text typed can't be sent. */
  readonly value?: string;
  readonly apply?: true;
}

/**
 * What was accepted. Enter may come faster than the items for what was typed are drawn: then the active item is one of
 * those before, and the text typed counts.
 */
function accepted(
  pick: vscode.QuickPick<ValueItem>,
  filter: AuditFilter,
  drawn: readonly ValueItem[],
): ValueItem | undefined {
  const active = pick.activeItems[0] ?? pick.selectedItems[0];
  const typed = filter.kind === 'list' ? pick.value.trim() : pick.value;
  if (active && drawn.includes(active)) return active;
  if (typed === '') return drawn.find(({ apply }) => apply);
  return validateFilter(filter.name, typed) ? undefined : { label: typed, value: typed };
}

export interface Offers {
  /** Values of the loaded events with their counts. */
  readonly seen: readonly (readonly [value: string, count: number])[];
  /** Values used before in this window. */
  readonly recent: readonly string[];
  /** Whether there may be no value: the account is needed, and the connection may have none. */
  readonly mayBeAny: boolean;
  /** A value as it may be shown. */
  readonly format: (value: string) => string;
}

const titleOf = (filter: AuditFilter): string =>
  `${vscode.l10n.t('Filter audit events')}: ${filterLabel(filter.name)}`;

/** Items of values to choose from: known ones, those seen with counts, those used before. */
function offered(filter: AuditFilter, current: string, { seen, recent, format }: Offers): ValueItem[] {
  const item = (value: string, description: string): ValueItem => ({
    label: oneLine(format(value)),
    description:
      value === current ? [vscode.l10n.t('current'), description].filter(Boolean).join(' · ') : description,
    value,
  });
  const known = filter.values ?? [];
  const counts = new Map(seen);
  const countText = (value: string): string =>
    counts.has(value) ? vscode.l10n.t('{0} loaded', counts.get(value) ?? 0) : '';
  const others = seen.filter(([value]) => !known.includes(value));
  const before = recent.filter((value) => !known.includes(value) && !counts.has(value));
  return [
    ...(known.length > 0
      ? [separator(vscode.l10n.t('Known values')), ...known.map((value) => item(value, countText(value)))]
      : []),
    ...(others.length > 0
      ? [
          separator(vscode.l10n.t('In the loaded events')),
          ...others.map(([value]) => item(value, countText(value))),
        ]
      : []),
    ...(before.length > 0
      ? [separator(vscode.l10n.t('Used before')), ...before.map((value) => item(value, ''))]
      : []),
  ];
}

/** Asks for the value of one filter: typed, or one of those offered. `''` for any; checked while typing. */
export function pickValue(
  filter: AuditFilter,
  current: string,
  offers: Offers,
): Promise<Step<string> | undefined> {
  return openPick<ValueItem, Step<string>>((pick, done, store) => {
    const items = offered(filter, current, offers);
    let drawn: readonly ValueItem[] = [];
    const any: ValueItem = { label: `$(close) ${vscode.l10n.t('Any')}`, value: '', alwaysShow: true };
    const draw = (): void => {
      const typed = pick.value;
      const problem = typed === '' ? undefined : validateFilter(filter.name, typed);
      const own: ValueItem[] =
        typed === ''
          ? []
          : problem
            ? [{ label: `$(warning) ${filterProblem(problem)}`, alwaysShow: true }]
            : [
                {
                  label: oneLine(typed),
                  description: vscode.l10n.t('use this value'),
                  value: typed,
                  alwaysShow: true,
                },
              ];
      const others = items.filter(({ value }) => value === undefined || value !== typed);
      // Copies: an item drawn before must not pass for one drawn now.
      drawn = [
        ...own,
        ...(current === '' || !offers.mayBeAny ? [] : [{ ...any }]),
        ...others.map((item) => ({ ...item })),
      ];
      pick.items = drawn;
    };
    pick.title = titleOf(filter);
    pick.placeholder = current
      ? vscode.l10n.t('Now {0}. Type an exact value, or select one', oneLine(offers.format(current), 80))
      : vscode.l10n.t('Type an exact value, or select one');
    pick.ignoreFocusOut = true;
    pick.buttons = [vscode.QuickInputButtons.Back];
    draw();
    store.add(pick.onDidChangeValue(draw));
    store.add(pick.onDidTriggerButton(() => done({ kind: 'back' })));
    store.add(
      pick.onDidAccept(() => {
        const value = accepted(pick, filter, drawn)?.value;
        if (value !== undefined) done({ kind: 'value', value });
      }),
    );
  });
}

/** Builds a list of `<resourceType>/<resourceID>` (S11, S26). `''` for any. */
export function pickList(
  filter: AuditFilter,
  current: string,
  offers: Offers,
): Promise<Step<string> | undefined> {
  let entries = current === '' ? [] : splitList(current);
  const remove: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('trash'),
    tooltip: vscode.l10n.t('Remove'),
  };
  return openPick<ValueItem, Step<string>>((pick, done, store) => {
    let drawn: readonly ValueItem[] = [];
    const draw = (): void => {
      const typed = pick.value.trim();
      const problem = typed === '' ? undefined : validateFilter(filter.name, typed);
      const apply: ValueItem = {
        label: `$(check) ${entries.length === 0 ? vscode.l10n.t('Any') : vscode.l10n.t('Filter by these entries: {0}', entries.length)}`,
        apply: true,
        alwaysShow: true,
      };
      const own: ValueItem[] =
        typed === ''
          ? [apply]
          : problem
            ? [{ label: `$(warning) ${filterProblem(problem)}`, alwaysShow: true }]
            : [
                { label: oneLine(typed), description: vscode.l10n.t('add'), value: typed, alwaysShow: true },
                apply,
              ];
      const chosen = entries.map(
        (value): ValueItem => ({
          label: oneLine(value),
          description: vscode.l10n.t('in the list'),
          buttons: [remove],
          value,
        }),
      );
      const more = offered(filter, '', offers).filter(
        ({ value }) => value === undefined || (value !== typed && !entries.includes(value)),
      );
      drawn = [
        ...own,
        ...(chosen.length > 0 ? [separator(vscode.l10n.t('Any of these')), ...chosen] : []),
        ...more,
      ];
      pick.items = drawn;
    };
    pick.title = titleOf(filter);
    pick.placeholder = vscode.l10n.t('Type <resourceType>/<resourceID> and press Enter to add it');
    pick.ignoreFocusOut = true;
    pick.buttons = [vscode.QuickInputButtons.Back];
    draw();
    store.add(pick.onDidChangeValue(draw));
    store.add(pick.onDidTriggerButton(() => done({ kind: 'back' })));
    store.add(
      pick.onDidTriggerItemButton(({ item: { value } }) => {
        entries = entries.filter((entry) => entry !== value);
        draw();
      }),
    );
    store.add(
      pick.onDidAccept(() => {
        const item = accepted(pick, filter, drawn);
        if (item?.apply) done({ kind: 'value', value: entries.join(',') });
        else if (item?.value !== undefined) {
          entries = [...new Set([...entries, ...splitList(item.value)])];
          pick.value = '';
          draw();
        }
      }),
    );
  });
}
