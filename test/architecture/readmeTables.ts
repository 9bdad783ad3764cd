import { AUDIT_FILTERS } from '../../src/core/audit/filters.ts';
import { readRoot } from './sources.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
    }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly default: unknown; readonly markdownDescription: string }>
      >;
    };
  };
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** README's generated tables by the name of their markers. */
export function readmeTables(): Readonly<Record<string, string>> {
  const { contributes } = JSON.parse(readRoot('package.json')) as Manifest;
  const texts = JSON.parse(readRoot('package.nls.json')) as Readonly<Record<string, string>>;
  const say = (key: string): string => texts[key.replaceAll('%', '')] ?? key;
  const keys = new Map(
    contributes.keybindings.map(({ command, key, mac }) => [command, mac ? `${key} (Mac: ${mac})` : key]),
  );
  const commands = contributes.commands.map(
    ({ command, title }) =>
      `| Vault SQL: ${cell(say(title))} | \`${command}\` | ${keys.get(command) ?? ''} |`,
  );
  const settings = Object.entries(contributes.configuration.properties).map(
    ([name, setting]) =>
      `| \`${name}\` | \`${cell(JSON.stringify(setting.default))}\` | ${cell(say(setting.markdownDescription))} |`,
  );
  const filters = AUDIT_FILTERS.map(
    ({ name, parameter, required, values }) =>
      `| \`${name}\` | \`${parameter}\` | ${required ? 'required' : ''} | ${(values ?? []).map((value) => `\`${value}\``).join(', ')} |`,
  );
  return {
    commands: ['| command | id | key |', '|---|---|---|', ...commands].join('\n'),
    settings: ['| setting | default | what it does |', '|---|---|---|', ...settings].join('\n'),
    filters: ['| filter | parameter | | values known |', '|---|---|---|---|', ...filters].join('\n'),
  };
}

/** README with each generated table in its place. Throws where a pair of markers is missing. */
export function withTables(readme: string): string {
  return Object.entries(readmeTables()).reduce((text, [name, table]) => {
    const pattern = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!pattern.test(text)) throw new Error(`README has no place for the table ${name}`);
    return text.replace(pattern, (_all, open: string, close: string) => `${open}${table}\n${close}`);
  }, readme);
}
