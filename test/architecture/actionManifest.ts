/**
 * The commands and menus of package.json that come from the tables of actions on audit events and on the whole trail.
 */
import type { ActionID, ListedAction } from '../../src/extension/audit/actions/action.ts';
import '../unit/extension/withVscode.ts';

const { eventAndValueActions: allActions } = await import(
  '../../src/extension/audit/actions/auditActions.ts'
);
const { trailActions } = await import('../../src/extension/audit/actions/trailActions.ts');
const { selectionKeys, whenClause } = await import('../../src/extension/audit/actions/traits.ts');
const { trailWhenClause } = await import('../../src/extension/audit/actions/trailTraits.ts');

interface Entry {
  readonly command: string;
  readonly title?: string;
  readonly shortTitle?: string;
  readonly category?: string;
  readonly icon?: string;
  readonly enablement?: string;
  readonly group?: string;
  readonly when?: string;
}
interface Manifest {
  readonly contributes: {
    commands: readonly Entry[];
    readonly menus: {
      'view/item/context': readonly Entry[];
      'view/title': readonly Entry[];
      commandPalette: readonly Entry[];
    };
  };
}

/**
 * The entries that a list has of each action, by the action's command and in the order of the tables; empty if it has
 * none.
 */
type EntriesOf = ReadonlyMap<string, readonly Entry[]>;

/**
 * The list with its entries of actions replaced. An action's entries stay where its first one was; those of a new
 * action follow the action before it.
 */
function replaced(entries: readonly Entry[], made: EntriesOf): readonly Entry[] {
  const result = entries.filter(
    ({ command }, index) =>
      !made.has(command) || entries.findIndex((other) => other.command === command) === index,
  );
  let last = result.length;
  for (const [id, own] of made) {
    const at = result.findIndex(({ command }) => command === id);
    const start = at < 0 ? last : at;
    result.splice(start, at < 0 ? 0 : 1, ...own);
    last = start + own.length;
  }
  return result;
}

function commandOf({ id, icon }: Pick<ListedAction, 'id' | 'icon'>, shortTitle?: string): Entry {
  return {
    command: id,
    title: `%command.${id.replace('vaultsql.', '')}%`,
    ...(shortTitle === undefined ? {} : { shortTitle }),
    category: 'Vault SQL',
    ...(icon ? { icon: `$(${icon})` } : {}),
  };
}

function menusOf({ id, subject, traits, place, inline }: ListedAction): readonly Entry[] {
  const when = `view == vaultsql.audit && ${whenClause(subject, traits)}`;
  return [
    ...(inline === undefined ? [] : [{ command: id, group: `inline@${inline}`, when }]),
    { command: id, group: place, when },
  ];
}

/** The Command Palette lists an action while the selection in the tree has its traits. */
const paletteEntryOf = ({ id, subject, traits }: ListedAction): Entry => ({
  command: id,
  when: whenClause(subject, traits, selectionKeys[subject]),
});

type TrailAction = (typeof trailActions)[ActionID];
const trail = Object.entries(trailActions) as [ActionID, TrailAction][];

const traitsOf = ({ traits = [], needs }: TrailAction) => [...traits, ...(needs ? [needs] : [])];

function trailCommandOf(
  id: ActionID,
  { icon, hasShortTitle, isDisabledWithout, traits }: TrailAction,
): Entry {
  const shortTitle = hasShortTitle && `%short.${id.replace('vaultsql.', '')}%`;
  const command = commandOf(icon ? { id, icon } : { id }, shortTitle);
  return isDisabledWithout ? { ...command, enablement: trailWhenClause(traits ?? []) } : command;
}

function titlesOf(command: ActionID, action: TrailAction): readonly Entry[] {
  const { title, tableTitle } = action;
  const whenIn = (view: string): string =>
    [`view == ${view}`, trailWhenClause(traitsOf(action))].filter(Boolean).join(' && ');
  return [
    ...(title ? [{ command, group: title, when: whenIn('vaultsql.audit') }] : []),
    ...(tableTitle ? [{ command, group: tableTitle, when: whenIn('vaultsql.auditTable') }] : []),
  ];
}

/** Empty if the palette lists the command while it is enabled: it never lists a disabled one. */
function trailPaletteOf(command: ActionID, action: TrailAction): readonly Entry[] {
  const { isDisabledWithout, palette = [] } = action;
  const when = trailWhenClause([...(isDisabledWithout ? [] : traitsOf(action)), ...palette]);
  return when ? [{ command, when }] : [];
}

const eventEntries = (entries: (action: ListedAction) => readonly Entry[]): EntriesOf =>
  new Map(allActions.map((action) => [action.id, entries(action)]));
const trailEntries = (entries: (id: ActionID, action: TrailAction) => readonly Entry[]): EntriesOf =>
  new Map(trail.map(([id, action]) => [id, entries(id, action)]));

/** The text of package.json with the commands and menus of all actions as their tables have them. */
export function withActions(text: string): string {
  const manifest = JSON.parse(text) as Manifest;
  const { contributes } = manifest;
  const { menus } = contributes;
  contributes.commands = replaced(
    contributes.commands,
    new Map([
      ...eventEntries((action) => [commandOf(action)]),
      ...trailEntries((id, action) => [trailCommandOf(id, action)]),
    ]),
  );
  menus['view/item/context'] = replaced(menus['view/item/context'], eventEntries(menusOf));
  menus['view/title'] = replaced(menus['view/title'], trailEntries(titlesOf));
  menus.commandPalette = replaced(
    menus.commandPalette,
    new Map([...eventEntries((action) => [paletteEntryOf(action)]), ...trailEntries(trailPaletteOf)]),
  );
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
