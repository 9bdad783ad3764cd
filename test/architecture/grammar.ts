import type { ConstructKind, ConstructRow, ConstructVerdict } from '../../src/core/sql/dialect/construct.ts';
import { constructs } from '../../src/core/sql/dialect/constructs.ts';

/** Names of the table that mean something other than the words themselves. */
const noWords =
  /^(?:SUBQUERY|TYPED LITERAL|PARAMETER|COMMA JOIN|PARENTHESIZED .*|SELECT WITHOUT FROM|ROW VALUE|WHOLE-ROW VALUE|THREE-PART TABLE|NON-DECIMAL LITERAL|COLUMN ALIASES|DOLLAR QUOTES|STRING PREFIX|COMPARISON WITH NULL|TEST WITHOUT IS|ARGUMENTS|LIMIT EXPRESSION|STAR CHANGE|LIMIT ALL|SELECT ALL)$/;
/** Words that are columns more often than what the table means by them. */
const oftenNames = new Set([
  'ROW',
  'ROWS',
  'USER',
  'DEFAULT',
  'SAMPLE',
  'MATCH',
  'CONTAINS',
  'STARTS',
  'SOUNDS',
  'TABLE',
  'MOD',
  'TOP',
  'MINUS',
  'APPLY',
  'ANTI',
  'SEMI',
  'START WITH',
  'FILTER',
  'ONLY',
  'OPERATOR',
  'ARRAY',
  'ESCAPE',
  'CACHE',
  'WAIT',
]);

export const isWords = ({ name }: ConstructRow): boolean =>
  /^[A-Z_]+(?: [A-Z_]+)*$/.test(name) && !noWords.test(name);
export const isColoured = (construct: ConstructRow): boolean =>
  isWords(construct) && !oftenNames.has(construct.name);

const named = (verdicts: readonly ConstructVerdict[], kinds: readonly ConstructKind[]): string[] =>
  constructs
    .filter((one) => verdicts.includes(one.verdict) && kinds.includes(one.kind) && isColoured(one))
    .map(({ name }) => name);
/** One alternative for each phrase, longer ones first, any blanks between its words. */
const anyOf = (names: readonly string[]): string =>
  [...new Set(names)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((name) => name.replaceAll(' ', '\\s+'))
    .join('|');
const word = (names: readonly string[]): string => `(?i)(?<![.\\w$])(?:${anyOf(names)})(?![\\w$])`;
const rule = (name: string, match: string) => ({ name: `${name}.vaultsql`, match });
const block = (name: string, begin: string, end: string, patterns: readonly object[] = []) => ({
  name: `${name}.vaultsql`,
  begin,
  end,
  ...(patterns.length > 0 ? { patterns } : {}),
});

const constants = ['NULL', 'TRUE', 'FALSE'];
const operatorWords = [
  ...named(['supported'], ['operator']).filter((name) => name !== 'NULL' && name !== 'NOT NULL'),
  'IS',
];
const unsupported = named(['unsupported'], ['keyword', 'operator']).filter((name) => !/^[^A-Z]/.test(name));

/** The TextMate grammar, made from the dialect table: `npm run grammar` writes it, a test compares. */
export const grammar = {
  $schema: 'https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json',
  name: 'Vault SQL',
  scopeName: 'source.vaultsql',
  patterns: [
    { include: '#directive' },
    { include: '#comments' },
    { include: '#strings' },
    { include: '#names' },
    { include: '#placeholders' },
    { include: '#numbers' },
    { include: '#words' },
    { include: '#operators' },
  ],
  repository: {
    directive: {
      patterns: [
        {
          match: '(?i)(--)\\s*(vault)\\s*(:)\\s*([^/\\r\\n]+)(/)(.*)$',
          name: 'comment.line.double-dash.vaultsql',
          captures: {
            2: { name: 'keyword.other.directive.vaultsql' },
            4: { name: 'entity.name.namespace.vaultsql' },
            6: { name: 'entity.name.type.vaultsql' },
          },
        },
      ],
    },
    comments: {
      patterns: [
        rule('comment.line.double-dash', '--.*$'),
        { ...block('comment.block', '/\\*', '\\*/', [{ include: '#nested' }]) },
      ],
    },
    nested: block('comment.block', '/\\*', '\\*/', [{ include: '#nested' }]),
    strings: {
      patterns: [
        block('string.quoted.single', "(?i)\\bE'", "'(?!')", [rule('constant.character.escape', "\\\\.|''")]),
        block('string.quoted.single', "(?i)(?:\\b(?:U&|[BXN]))?'", "'(?!')", [
          rule('constant.character.escape', "''"),
        ]),
        block(
          'string.unquoted.dollar',
          '(?<![\\w$])(\\$(?:[A-Za-z_\\x{80}-\\x{10FFFF}][\\w\\x{80}-\\x{10FFFF}]*)?\\$)',
          '\\1',
        ),
      ],
    },
    names: {
      patterns: [
        block('variable.other.quoted', '(?i)(?:\\bU&)?"', '"(?!")', [
          rule('constant.character.escape', '""'),
        ]),
      ],
    },
    placeholders: {
      patterns: [rule('variable.parameter', '(?<![:\\w]):[A-Za-z_]\\w*|\\$\\{[^}\\r\\n]*\\}|\\$\\d+')],
    },
    numbers: {
      patterns: [
        rule('constant.numeric', '(?<![\\w$.])(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?(?![\\w$])'),
      ],
    },
    words: {
      patterns: [
        rule(
          'support.function',
          `(?i)(?<![.\\w$])(?:${anyOf(named(['supported'], ['function']))})(?=\\s*\\()`,
        ),
        rule(
          'keyword.other.write',
          `(?i)(?:(?<=^|;)\\s*|(?<=\\()\\s*)\\b(?:${anyOf(named(['write'], ['command']))})(?![\\w$])`,
        ),
        rule('keyword.other.write', word(named(['write'], ['keyword']))),
        rule(
          'keyword.other.unsupported',
          `(?i)(?:(?<=^|;)\\s*)\\b(?:${anyOf(named(['unsupported'], ['command']))})(?![\\w$])`,
        ),
        rule('keyword.other.unsupported', word(unsupported)),
        rule('keyword.other', word([...named(['supported'], ['command', 'keyword']), 'OUTER'])),
        rule('constant.language', word(constants)),
        rule('keyword.operator.expression', word(operatorWords)),
      ],
    },
    operators: { patterns: [rule('keyword.operator', '[-+*/<>=~!@#%^&|`?]+')] },
  },
};
