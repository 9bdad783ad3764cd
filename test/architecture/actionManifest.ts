/** The commands and menus of package.json that come from the tables of actions on audit events. */
import type { ListedAction } from '../../src/extension/audit/actions/action.ts';
import '../unit/extension/withVscode.ts';

const { allActions } = await import('../../src/extension/audit/actions/auditActions.ts');
const { selectionKeys, whenOf } = await import('../../src/extension/audit/actions/traits.ts');

interface Entry {
  readonly command: string;
  readonly group?: string;
  readonly when?: string;
}
interface Manifest {
  readonly contributes: {
    commands: readonly Entry[];
    readonly menus: { 'view/item/context': readonly Entry[]; commandPalette: readonly Entry[] };
  };
}

const isAction = ({ command }: Entry): boolean => allActions.some(({ id }) => id === command);

/** The list with its entries of actions replaced; the new ones are where the first of the old ones was. */
function replaced(entries: readonly Entry[], made: readonly Entry[]): readonly Entry[] {
  const at = entries.findIndex(isAction);
  const others = entries.filter((entry) => !isAction(entry));
  return at < 0 ? [...others, ...made] : others.toSpliced(at, 0, ...made);
}

const commandOf = ({ id, icon }: ListedAction): Entry & Readonly<Record<string, string>> => ({
  command: id,
  title: `%command.${id.replace('vaultsql.', '')}%`,
  category: 'Vault SQL',
  ...(icon ? { icon: `$(${icon})` } : {}),
});

function menusOf({ id, subject, traits, place, inline }: ListedAction): readonly Entry[] {
  const when = `view == vaultsql.audit && ${whenOf(subject, traits)}`;
  return [
    ...(inline === undefined ? [] : [{ command: id, group: `inline@${inline}`, when }]),
    { command: id, group: place, when },
  ];
}

/** The Command Palette lists an action while the selection in the tree has its traits. */
const paletteEntryOf = ({ id, subject, traits }: ListedAction): Entry => ({
  command: id,
  when: whenOf(subject, traits, selectionKeys[subject]),
});

/** The text of package.json with the commands and menus of all actions as their tables have them. */
export function withActions(text: string): string {
  const manifest = JSON.parse(text) as Manifest;
  const { contributes } = manifest;
  contributes.commands = replaced(contributes.commands, allActions.map(commandOf));
  contributes.menus['view/item/context'] = replaced(
    contributes.menus['view/item/context'],
    allActions.flatMap(menusOf),
  );
  contributes.menus.commandPalette = replaced(
    contributes.menus.commandPalette,
    allActions.map(paletteEntryOf),
  );
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
