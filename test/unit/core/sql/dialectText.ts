/** Random statements for property tests: inside the dialect, and text of any kind. */
import fc from 'fast-check';

const name = fc.constantFrom('a', 'b', 'id', 'name', 'date', 'value', '"Odd-name"', 'Größe');
const table = fc.constantFrom('persons', 'credit_cards', 't', '"My Table"');
const literal = fc.constantFrom("'x'", '1', '2.5', "'it''s'", ':p');
const column = fc.oneof(
  name,
  fc.tuple(fc.constantFrom('p', 'q'), name).map(([qualifier, own]) => `${qualifier}.${own}`),
);
const comparison = fc.oneof(
  fc
    .tuple(column, fc.constantFrom('=', '<', '>', 'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'), literal)
    .map((parts) => parts.join(' ')),
  fc.tuple(column, fc.constantFrom('IS NULL', 'IS NOT NULL')).map((parts) => parts.join(' ')),
);
const condition: fc.Arbitrary<string> = fc.letrec<{ all: string; part: string }>((tie) => ({
  part: fc.oneof(
    { weight: 4, arbitrary: comparison },
    { weight: 1, arbitrary: tie('all').map((inner) => `( ${inner} )`) },
    { weight: 1, arbitrary: tie('part').map((inner) => `NOT ${inner}`) },
  ),
  all: fc
    .tuple(tie('part'), fc.array(fc.tuple(fc.constantFrom('AND', 'OR'), tie('part')), { maxLength: 2 }))
    .map(([first, more]) => [first, ...more.flat()].join(' ')),
})).all;
const target = fc
  .tuple(
    fc.oneof(
      column,
      fc.constantFrom('COUNT ( * )', 'p.*'),
      fc
        .tuple(fc.constantFrom('AVG', 'SUM', 'MIN', 'MAX', 'COUNT', 'REDACTION'), column)
        .map(([f, c]) => `${f} ( ${c} )`),
      column.map((c) => `REDACTION ( ${c} , 'MASKED' )`),
    ),
    fc.option(
      name.map((label) => ` AS ${label}`),
      { nil: '' },
    ),
  )
  .map(([what, label]) => (what === 'p.*' ? what : what + label));
const join = fc
  .tuple(
    fc.constantFrom(
      ...[
        'JOIN',
        'INNER JOIN',
        'LEFT JOIN',
        'LEFT OUTER JOIN',
        'RIGHT JOIN',
        'RIGHT OUTER JOIN',
        'FULL JOIN',
      ],
      'FULL OUTER JOIN',
    ),
    table,
    fc.constantFrom(' q', ' AS q', ''),
    condition,
  )
  .map(([words, joined, alias, on]) => `${words} ${joined}${alias} ON ${on}`);
const count = fc.constantFrom('1', '25', '60', ':n');
const paging = fc.oneof(
  fc.constant(''),
  count.map((n) => `LIMIT ${n}`),
  fc.tuple(count, count).map(([n, m]) => `LIMIT ${n} OFFSET ${m}`),
  fc.tuple(count, count).map(([n, m]) => `OFFSET ${m} LIMIT ${n}`),
);

/** A statement inside the dialect; its tokens are separated by single blanks, but for dotted names. */
export const dialectStatement: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      fc.constant('*'),
      fc.array(target, { minLength: 1, maxLength: 3 }).map((list) => list.join(' , ')),
    ),
    table,
    fc.constantFrom('', ' p', ' AS p'),
    fc.array(join, { maxLength: 2 }),
    fc.option(
      condition.map((where) => `WHERE ${where}`),
      { nil: '' },
    ),
    paging,
  )
  .map(([targets, from, alias, joins, where, page]) =>
    [`SELECT ${targets} FROM ${from}${alias}`, ...joins, where, page].filter(Boolean).join(' '),
  );

const pieces = [
  ...[
    'select',
    'SELECT',
    'from',
    'where',
    'left',
    'outer',
    'join',
    'on',
    'as',
    'and',
    'or',
    'not',
    'limit',
    'offset',
  ],
  ...[
    'null',
    'is',
    'in',
    'between',
    'group by',
    'order by',
    'distinct',
    'union',
    'with',
    'case',
    'end',
    'extract',
  ],
  ...[
    'insert',
    'a',
    'b',
    'p',
    't',
    'count',
    'redaction',
    '(',
    ')',
    '[',
    ']',
    ',',
    '.',
    ';',
    '*',
    '=',
    '<',
    '>',
    '-',
  ],
  ...[
    '1',
    '2.5',
    "'x'",
    "'",
    '"Q q"',
    '"',
    '`t`',
    '-- note\n',
    '-- vault: a/b\n',
    '/* c */',
    '/*',
    ':p',
    '$$',
    '?',
  ],
  ...['\n', '\n\n', ' ', '\r\n', '\ufeff', '\ud83d', '🙂', 'é', '“x”', '\0', '$1', '::', '__proto__'],
];
/** Any text: pieces of SQL in any order, or characters of any kind. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(' ')),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

/** A text with an offset in it. */
export const textAndOffset = fc
  .tuple(anyText, fc.nat())
  .map(([text, at]) => ({ text, offset: at % (text.length + 1) }));

/** Takes the caret `|` out of a text. */
export function marked(text: string): { text: string; offset: number } {
  const offset = text.indexOf('|');
  if (offset < 0) throw new Error('no caret');
  return { text: text.slice(0, offset) + text.slice(offset + 1), offset };
}
