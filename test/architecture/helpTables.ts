import { CHECK_HELP } from '../../src/cli/check.ts';
import { CONFORM_HELP } from '../../src/cli/conform.ts';
import { QUERY_HELP } from '../../src/cli/query/queryOptions.ts';
import { SERVE_HELP } from '../../src/cli/serve.ts';
import { AUDIT_FILTERS } from '../../src/core/audit/filters/filters.ts';
import { apiErrorSentences } from '../../src/core/messages/apiErrors.ts';
import { constructsWithoutRewrite, rewriteExamples } from '../../src/core/messages/rewrites.ts';
import { sentenceText } from '../../src/core/messages/sentence.ts';
import type { ConstructVerdict } from '../../src/core/sql/dialect/construct.ts';
import { constructs } from '../../src/core/sql/dialect/constructs.ts';
import { findRewritesInRange, type Rewrite } from '../../src/core/sql/fixes/rewrite.ts';
import type { FindingCode } from '../../src/core/sql/lint/findings.ts';
import { getSeverity } from '../../src/core/sql/lint/severity.ts';
import { applyEdits } from '../../src/core/sql/syntax/ranges.ts';
import { failing } from '../faults/faultTable.ts';
import { handled } from '../faults/handledTable.ts';
import { type Asking, askings, type Exchanged, exchanged, servers } from '../faults/tlsCells.ts';
import { KINDS, MATRIX, outcomeNames, SITUATIONS, situationNames } from '../localVault/signIn/matrix.ts';
import { exceptions, cells as proxyCells, type Way, wayOf } from '../unit/node/transport/proxyCells.ts';
import { eventColumnRows } from './eventColumnRows.ts';
import { ranOnRows } from './ranOnRows.ts';
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

/** As code; a blank that SQL does not know is shown by its sign. */
const code = (sql: string): string => {
  const text = cell(sql.replaceAll('\u00a0', '⍽'));
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
};
/** The constructs whose names in the table are not SQL, where the name in lower case says too little. */
const described: Readonly<Record<string, string>> = {
  'THREE-PART TABLE': 'three-part table name',
  'COMPARISON WITH NULL': 'comparison with `NULL`',
  'LIMIT EXPRESSION': 'expression in `LIMIT`',
  'NON-DECIMAL LITERAL': 'number such as `0x1F` or `1_000`',
  'PARENTHESIZED SELECT': 'parenthesized `SELECT`',
  PARAMETER: 'numbered parameter',
  'SELECT ALL': '`SELECT ALL`',
  'SELECT WITHOUT FROM': '`SELECT` without `FROM`',
  'STAR CHANGE': '`*` with `EXCEPT` or `REPLACE`',
  'TEST WITHOUT IS': '`NULL` or `NOT NULL` without `IS`',
  'WHOLE-ROW VALUE': '`t.*` as a value',
};
const kinds = {
  exact: 'same rows, verified on PostgreSQL',
  spelling: "same meaning, other dialect's spelling",
  choice: 'two possible meanings; you choose',
  'removes-order': 'different order; sort the loaded rows in the results grid',
  'removes-distinct': 'shows duplicate rows',
};

const rewriteKind = ({ code: rewriteCode, effect }: Rewrite): string =>
  rewriteCode === 'aggregate-distinct' ? 'equal value; digits may differ' : kinds[effect];

/** Each example with what the code makes of it. Throws where there is no rewrite. */
function rewriteRows(): string[] {
  return Object.values(rewriteExamples)
    .flat()
    .map((example) => {
      const frame = /SELECT/.test(example) ? '' : 'SELECT * FROM persons WHERE ';
      const text = frame + example;
      const rewrite = findRewritesInRange(text, { start: 0, end: text.length })[0]?.rewrites[0];
      if (!rewrite) throw new Error(`no rewrite for ${example}`);
      const made = applyEdits(text, rewrite.edits).slice(frame.length);
      return `| ${code(example)} | ${code(made)} | ${rewriteKind(rewrite)} |`;
    });
}

const verdicts: Readonly<Record<ConstructVerdict, string>> = {
  supported: 'supported',
  undocumented: 'undocumented',
  unsupported: 'not supported',
  write: 'not read-only',
};

/** The dialect table by name, a line for each verdict and kind. What the parser only describes is no code. */
function dialectRows(): string[] {
  const shown = ({ name, role }: (typeof constructs)[number]): string =>
    role === 'pattern' ? cell(described[name] ?? name.toLowerCase()) : code(name);
  const byName = constructs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.entries(verdicts).flatMap(([verdict, label]) =>
    (['command', 'keyword', 'operator', 'function'] as const).flatMap((kind) => {
      const some = byName.filter((construct) => construct.verdict === verdict && construct.kind === kind);
      return some.length === 0 ? [] : [`| ${label} | ${kind}s | ${some.map(shown).join(', ')} |`];
    }),
  );
}

const meanings: Readonly<Record<FindingCode, string>> = {
  'write-operation': 'The statement is not read-only.',
  'unsupported-keyword': 'A clause or keyword that the vault does not support.',
  'unsupported-operator': 'An operator that the vault does not support.',
  'unsupported-function': 'A function that the vault does not support.',
  syntax: 'A syntax error.',
  'transient-where': 'A condition on a column with transient tokenization.',
  'encryption-conditional': 'The conditional `?` on a column whose column-level encryption is disabled.',
  undocumented: 'The service does not document it: the vault may reject it.',
  'always-refused':
    'A construct that PostgreSQL always rejects, such as nested aggregates or a negative LIMIT.',
  'quoted-value': 'A value in double quotes, which make it a name.',
  'unknown-table': 'A table that the vault does not have, as far as its tables are known.',
  'unknown-column': 'A column that its table does not have, as far as its columns are known.',
  'literal-in-audit-log': 'A literal that the audit trail stores in plain text.',
};

function commandRows({ contributes }: Manifest, title: (key: string) => string): string[] {
  const keysOf = (id: string): string => {
    const own = contributes.keybindings.filter(({ command }) => command === id);
    return [...new Set(own.map(({ key, mac }) => (mac ? `${key} (Mac: ${mac})` : key)))].join(', ');
  };
  return contributes.commands.map(
    (entry) => `| Vault SQL: ${cell(title(entry.title))} | \`${entry.command}\` | ${keysOf(entry.command)} |`,
  );
}

const table = (head: string, rows: readonly string[]): string =>
  [head, head.replaceAll(/[^|]+/g, '---'), ...rows].join('\n');
const plain = (text: string): string => ['```text', text.trim(), '```'].join('\n');

/** The generated tables of the help pages by the name of their markers. */
export function helpTables(): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readRoot('package.json')) as Manifest;
  const texts = JSON.parse(readRoot('package.nls.json')) as Readonly<Record<string, string>>;
  const say = (key: string): string => texts[key.replaceAll('%', '')] ?? key;
  const settings = Object.entries(manifest.contributes.configuration.properties).map(
    ([name, setting]) =>
      `| \`${name}\` | \`${cell(JSON.stringify(setting.default))}\` | ${cell(say(setting.markdownDescription))} |`,
  );
  const filters = AUDIT_FILTERS.map(
    ({ name, parameter, required, values }) =>
      `| \`${name}\` | \`${parameter}\` | ${required ? 'required' : ''} | ${(values ?? []).map((value) => `\`${value}\``).join(', ')} |`,
  );
  const findings = Object.entries(meanings).map(
    ([id, meaning]) => `| \`${id}\` | ${getSeverity(id as FindingCode)} | ${cell(meaning)} |`,
  );
  return {
    commands: table('| command | ID | key |', commandRows(manifest, say)),
    settings: table('| setting | default | what it does |', settings),
    rewrites: table('| not supported | rewritten as | |', rewriteRows()),
    noRewrites: table(
      '| no rewrite | why |',
      constructsWithoutRewrite.map(({ sql, reason }) => `| ${code(sql)} | ${cell(reason)} |`),
    ),
    filters: table('| filter | parameter | | known values |', filters),
    eventColumns: table('| column | type | value |', eventColumnRows(cell)),
    dialect: table('| | | constructs |', dialectRows()),
    findings: table('| code | severity | meaning |', findings),
    check: plain(CHECK_HELP),
    conform: plain(CONFORM_HELP),
    query: plain(QUERY_HELP),
    serve: plain(SERVE_HELP),
    ranOn: table(
      '| | version | stages |',
      ranOnRows().map((row) => `| ${row.map(cell).join(' | ')} |`),
    ),
    signIn: signInTable(),
    proxies: proxyTable(),
    certificates: certificateTable(),
    faults: table('| what happens | message | then | query may have run |', faultRows()),
    handled: table(
      '| what happens | result |',
      handled.map(({ what, result }) => `| ${cell(what)} | ${cell(result)} |`),
    ),
  };
}

/** The end of many messages, in the table a column of its own. */
const MAY_HAVE_RUN = ' The query may have run; if so, an audit event was created.';

/** What a person reads of each fault. */
const faultRows = (): readonly string[] =>
  failing.map(({ what, error, ...context }) => {
    const { title, text } = apiErrorSentences(error, {
      operation: 'query',
      baseUrlHost: 'vault.example',
      ...context,
    });
    const next = sentenceText(text);
    const cells = [what, sentenceText(title), next.replace(MAY_HAVE_RUN, '')];
    return `| ${cells.map(cell).join(' | ')} | ${next.includes(MAY_HAVE_RUN) ? 'yes' : ''} |`;
  });

/** The kinds of sign-in in each situation, and below it why some cells are empty. */
function signInTable(): string {
  const rows = KINDS.map((kind) => {
    const cells = SITUATIONS.map((situation) => {
      const found = MATRIX[kind][situation];
      return typeof found === 'object' ? `– (${found.never})` : outcomeNames[found];
    });
    return `| \`${kind}\` | ${cells.join(' | ')} |`;
  });
  const names = SITUATIONS.map((situation) => situationNames[situation]);
  return table(`| kind | ${names.join(' | ')} |`, rows);
}

const wayNames: Readonly<Record<Way, string>> = {
  direct: 'direct',
  setting: 'proxy of the setting',
  variable: 'proxy of the environment',
};

/** Which way a request to a vault elsewhere goes: a row for what names a proxy, a column for each exception. */
function proxyTable(): string {
  const columns = Object.keys(exceptions);
  const rows = Map.groupBy(proxyCells, ({ proxy, variable }) => `| ${proxy} | ${variable} |`);
  return table(
    `| \`http.proxy\` | environment | ${columns.join(' | ')} |`,
    [...rows].map(([names, cells]) => `${names} ${cells.map((one) => wayNames[wayOf(one)]).join(' | ')} |`),
  );
}

const exchangedNames: Readonly<Record<Exchanged, string>> = {
  answered: 'answered',
  untrusted: 'nothing is sent',
  rejected: 'the service rejects the connection',
};
const askingName = ({ asks, shows }: Asking): string =>
  `${asks ? 'requires' : 'does not require'} a client certificate, you have ${shows ? 'one' : 'none'}`;

/** What becomes of a request, by the certificates of both sides. */
const certificateTable = (): string =>
  table(
    `| certificate of the service | ${askings.map(askingName).join(' | ')} |`,
    servers.map((server) => {
      const outcomes = askings.map((asking) => exchangedNames[exchanged(server, asking)]);
      return `| ${server.name} | ${outcomes.join(' | ')} |`;
    }),
  );

const markers = /<!-- (\w+) -->\n[\s\S]*?<!-- \/\1 -->/g;

/** The names of a page's tables, in their order. */
export const tablesIn = (page: string): readonly string[] =>
  [...page.matchAll(markers)].map((match) => match[1] ?? '');

/** A page with each of its tables as the code gives it. Throws where it has markers of another name. */
export function withTables(page: string): string {
  const tables = helpTables();
  return page.replace(markers, (_all, name: string) => {
    const text = tables[name];
    if (text === undefined) throw new Error(`there is no table ${name}`);
    return `<!-- ${name} -->\n${text}\n<!-- /${name} -->`;
  });
}
