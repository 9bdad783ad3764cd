/** Random statements: inside the dialect, and pieces of everything that PostgreSQL's language has. */
import fc from 'fast-check';
import { constructs } from '../../../../src/core/sql/dialect/constructs.ts';
import { keywords } from '../../../../src/core/sql/dialect/keywords.ts';
import { lexWithComments } from '../../../../src/core/sql/lexer/lexer.ts';

const plainName = fc.constantFrom(
  ...[
    'a',
    'b2',
    '_c',
    'state',
    'Name',
    'PERSONS',
    'x$1',
    'größe',
    '名前',
    'date',
    'year',
    'value',
    'first',
    'rows',
  ],
  ...[
    'key',
    'range',
    'type',
    'count',
    'min',
    'values',
    'between',
    'time',
    'redaction',
    'over',
    'filter',
    'set',
  ],
);
const quotedName = fc.constantFrom(
  '"Name"',
  '"select"',
  '"a""b"',
  '"weird;name"',
  '"a b"',
  '"offset"',
  'U&"d\\0061t"',
);
const name = fc.oneof({ weight: 4, arbitrary: plainName }, { weight: 1, arbitrary: quotedName });
/** After a dot or AS any word is a name. */
const anyWord = fc.oneof(
  name,
  fc.constantFrom('order', 'group', 'union', 'select', 'limit', 'offset', 'from', 'LEFT'),
);
const label = fc.constantFrom('n', 'total', '"the sum"', 'x1', 'status');

const text = fc
  .array(fc.constantFrom('a', "''", ';', '--', '/*', '"', 'SELECT', '%', '_', '\\', '😀', '\n', '$$', 'é'), {
    maxLength: 5,
  })
  .map((parts) => `'${parts.join('')}'`);
const number = fc.constantFrom('0', '1', '42', '1.5', '.5', '1e3', '1_000', '0x1F', '-1', '- 2.5', '+3');
const literal = fc.oneof(
  text,
  number,
  fc.constantFrom('NULL', 'TRUE', 'false', "$$it's$$", '$q$ $$ ; $q$', "E'\\''"),
);
const blank = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  '\n',
  '\t',
  '  ',
  ' /* c */ ',
  ' /* a /* b */ ; */ ',
  ' -- x;\n',
  '\r\n',
);

/** Puts random blanks between pieces. */
const join = (...pieces: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.tuple(...pieces), fc.array(blank, { minLength: pieces.length, maxLength: pieces.length }))
    .map(([parts, blanks]) =>
      parts
        .map((part, i) => [part, blanks[i]] as const)
        .filter(([part]) => part !== '')
        .map(([part, gap], i) => (i === 0 ? part : `${gap}${part}`))
        .join(''),
    );
const word = (...words: string[]): fc.Arbitrary<string> => {
  const phrase = words.join(' ');
  const title = phrase.charAt(0) + phrase.slice(1).toLowerCase();
  return fc.constantFrom(phrase, phrase, phrase.toLowerCase(), title);
};
const optional = (piece: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), piece);
const list = (piece: fc.Arbitrary<string>, max = 3): fc.Arbitrary<string> =>
  fc.array(piece, { minLength: 1, maxLength: max }).map((parts) => parts.join(', '));

const column = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 2, arbitrary: fc.tuple(name, anyWord).map(([table, rest]) => `${table}.${rest}`) },
  { weight: 1, arbitrary: fc.tuple(name, name, anyWord).map((parts) => parts.join(' . ')) },
);
const call = fc.oneof(
  fc.constantFrom('COUNT(*)', 'count ( * )', "REDACTION(ssn, 'MASKED')", 'redaction(p.ssn)'),
  fc.tuple(fc.constantFrom('AVG', 'sum', 'Min', 'MAX', 'COUNT'), column).map(([f, c]) => `${f}(${c})`),
);

const { condition } = fc.letrec<{ condition: string; value: string; term: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: column },
    { weight: 3, arbitrary: literal },
    { weight: 1, arbitrary: call },
    { weight: 1, arbitrary: tie('condition').map((inner) => `(${inner})`) },
  ),
  term: fc.oneof(
    join(tie('value'), fc.constantFrom('=', '<', '>'), tie('value')),
    join(tie('value'), fc.oneof(word('LIKE'), word('ILIKE'), word('NOT', 'LIKE')), tie('value')),
    join(tie('value'), fc.oneof(word('IS', 'NULL'), word('IS', 'NOT', 'NULL'))),
    join(column, fc.constant('?'), text),
    tie('value'),
  ),
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 4, arbitrary: tie('term') },
    { weight: 1, arbitrary: join(word('NOT'), tie('condition')) },
    { weight: 2, arbitrary: join(tie('condition'), fc.oneof(word('AND'), word('OR')), tie('condition')) },
  ),
}));

const target = fc.oneof(
  { weight: 2, arbitrary: fc.constant('*') },
  { weight: 1, arbitrary: name.map((table) => `${table}.*`) },
  {
    weight: 5,
    arbitrary: join(
      fc.oneof(
        column,
        call,
        literal,
        condition.map((c) => `(${c})`),
      ),
      optional(fc.oneof(label, join(word('AS'), anyWord))),
    ),
  },
);
const alias = optional(fc.oneof(label, join(word('AS'), name)));
const table = join(
  fc.oneof(
    name,
    fc.tuple(name, name).map((parts) => parts.join('.')),
  ),
  alias,
);
const joinWord = fc.oneof(
  ...[
    'JOIN',
    'INNER JOIN',
    'LEFT JOIN',
    'LEFT OUTER JOIN',
    'RIGHT JOIN',
    'RIGHT OUTER JOIN',
    'FULL JOIN',
  ].map((w) => word(...w.split(' '))),
  word('FULL', 'OUTER', 'JOIN'),
);
const joined = fc.oneof(
  join(joinWord, table, word('ON'), condition),
  join(joinWord, table, joinWord, table, word('ON'), condition, word('ON'), condition),
  join(
    joinWord,
    fc.tuple(table, table).map(([a, b]) => `(${a} JOIN ${b} ON x = y)`),
    word('ON'),
    condition,
  ),
);
const from = join(
  word('FROM'),
  fc
    .tuple(list(table, 2), fc.array(joined, { maxLength: 2 }))
    .map(([tables, joins]) => [tables, ...joins].join(' ')),
);
const amount = fc.constantFrom('0', '5', '25', '1000');
const limit = join(word('LIMIT'), amount);
const offset = join(word('OFFSET'), amount);
const page = fc.oneof(fc.constant(''), limit, offset, join(limit, offset), join(offset, limit));

/** One statement of the dialect, without `;`. */
export const dialectStatement: fc.Arbitrary<string> = join(
  word('SELECT'),
  optional(word('ALL')).map((all) => (all && Math.abs(all.length) > 0 ? all : '')),
  list(target, 4),
  from,
  optional(join(word('WHERE'), condition)),
  page,
);

/** Any piece that a statement can be made of, and some that none can. */
export const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...keywords) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...constructs.map((construct) => construct.name).filter((n) => !n.includes('SELECT WITHOUT')),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '(',
      ')',
      ',',
      '.',
      '*',
      '=',
      ';',
      '[',
      ']',
      '::',
      ':',
      '?',
      '-',
      '+',
      '<',
      '>',
    ),
  },
  { weight: 2, arbitrary: name },
  { weight: 2, arbitrary: literal },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "'",
      '"',
      '$$',
      '/*',
      '--',
      '`',
      '“',
      '\\',
      '{',
      '$1',
      ':name',
      '12ab',
      '#',
      '!',
      '@',
      '\0',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        'SELECT 1',
        'DELETE FROM t',
        'INTO x',
        'FOR UPDATE',
        'WITH x AS (',
        '(SELECT',
        'UNION ALL',
        'ORDER BY a',
      ],
      ...[
        'VALUES (1)',
        'GROUP BY a',
        'IS NOT',
        'NOT IN (',
        'CASE WHEN',
        'END',
        'OVER (',
        'f(',
        'CAST(a AS int)',
      ],
    ),
  },
);

/** Pieces of everything, without sense. */
export const soup: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(' '));

const change = fc.record({
  how: fc.constantFrom('insert', 'delete', 'replace', 'swap', 'double'),
  at: fc.nat(),
  piece,
});
/** A statement of the dialect with one to three of its tokens changed, doubled, left out or put elsewhere. */
export const mutated: fc.Arbitrary<string> = fc
  .tuple(dialectStatement, fc.array(change, { minLength: 1, maxLength: 3 }))
  .map(([sql, changes]) => {
    const tokens = lexWithComments(sql)
      .filter(({ kind }) => kind !== 'comment')
      .map(({ start, end }) => sql.slice(start, end));
    for (const { how, at, piece: inserted } of changes) {
      const i = at % Math.max(1, tokens.length);
      const token = tokens[i] ?? '';
      if (how === 'insert') tokens.splice(i, 0, inserted);
      else if (how === 'delete') tokens.splice(i, 1);
      else if (how === 'replace') tokens[i] = inserted;
      else if (how === 'double') tokens.splice(i, 0, token);
      else tokens.splice(i, 2, ...tokens.slice(i, i + 2).reverse());
    }
    return tokens.join(' ');
  });

/** Statements that PostgreSQL is asked to explain, or to open a cursor for: good ones, with a tail of all kinds. */
export const explained: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      ...[
        'EXPLAIN',
        'EXPLAIN (ANALYZE, COSTS off)',
        'DECLARE c CURSOR FOR',
        'declare "C" no scroll cursor for',
      ],
      ...[
        'DECLARE cursor BINARY INSENSITIVE CURSOR WITH HOLD FOR',
        'EXPLAIN DECLARE c SCROLL CURSOR WITHOUT HOLD FOR',
      ],
    ),
    fc.constantFrom('', '', 'WITH x AS (DELETE FROM t RETURNING a)', 'WITH x AS (SELECT 1)'),
    fc.oneof(dialectStatement, mutated, fc.constant('SELECT a INTO x FROM t'), fc.constant('EXECUTE p')),
    fc.constantFrom('', '', 'FOR SHARE', 'FOR NO KEY UPDATE', 'UNION SELECT 1'),
  )
  .map((parts) => parts.join(' '));
