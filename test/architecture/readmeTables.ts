import { AUDIT_FILTERS } from '../../src/core/audit/filters/filters.ts';
import { rewriteExamples, withoutRewrite } from '../../src/core/messages/rewrites.ts';
import { applyEdits, rewritesFor } from '../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../src/core/sql/lint/check.ts';
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

/** As code; a blank that is none of SQL's is shown by its sign. */
const code = (sql: string): string => {
  const text = cell(sql.replaceAll('\u00a0', '⍽'));
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
};
const kinds = {
  exact: 'the same rows, proved on PostgreSQL',
  spelling: 'the same, written as in other dialects',
  choice: 'one of two meanings: you choose',
  'removes-order': 'other order: the results grid sorts what is loaded',
  'removes-distinct': 'rows that repeat are shown as often',
};

/** Each example with what the code makes of it. Throws where there is no rewrite. */
function rewriteRows(): string[] {
  return Object.values(rewriteExamples)
    .flat()
    .map((example) => {
      const frame = /SELECT/.test(example) ? '' : 'SELECT * FROM persons WHERE ';
      const text = frame + example;
      const rewrite = checkText(text)
        .flatMap((finding) => rewritesFor(text, finding))
        .at(0);
      if (!rewrite) throw new Error(`no rewrite for ${example}`);
      const made = applyEdits(text, rewrite.edits).slice(frame.length);
      return `| ${code(example)} | ${code(made)} | ${kinds[rewrite.effect]} |`;
    });
}

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
    rewrites: ['| the vault refuses | it is rewritten as | |', '|---|---|---|', ...rewriteRows()].join('\n'),
    noRewrites: [
      '| has no rewrite | why |',
      '|---|---|',
      ...withoutRewrite.map(({ sql, why }) => `| ${code(sql)} | ${cell(why)} |`),
    ].join('\n'),
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
