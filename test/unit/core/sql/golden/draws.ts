/** Golden statements of each kind, drawn from a seed. */
import type { Draw } from '../../../../proof/draw.ts';
import { Statements } from '../../../../proof/grammar.ts';
import { foreignText, ownText } from '../../../../proof/textOf.ts';
import * as words from './words.ts';

const namesOfTables = 'persons|credit_cards|t|u|"My Table"|s.t';
const condition =
  "a = 1|t.b LIKE 'x%'|NOT c|a IS NOT NULL AND b > 2|name = 'x'|(a < b OR c)|\"x y\" = \"a@b.c\"|a ? 'x'";

/** A SELECT whose list, tables, condition or tail may be given; the rest is of the dialect. */
function select(
  draw: Draw,
  parts: { readonly [part in 'list' | 'from' | 'where' | 'tail']?: string },
): string {
  const list = parts.list ?? draw.word('*|a|a, b|t.a AS x|COUNT(*)|REDACTION(ssn)|persons.name, ssn');
  const from = parts.from ?? draw.word(namesOfTables);
  const where = parts.where ?? (draw.chance(0.3) ? draw.word(condition) : undefined);
  const tail = parts.tail ?? draw.word('||| LIMIT 5| OFFSET 2').trim();
  return [`SELECT ${list} FROM ${from}`, where === undefined ? '' : `WHERE ${where}`, tail]
    .filter(Boolean)
    .join(' ');
}

const value = (draw: Draw): string =>
  draw.chance(0.4) ? draw.from(words.values) : draw.word('a|b|t.a|1|\'x\'|name|"Odd name"|NULL');

/** A construct at a place where it is meant, or now and then where it is not. */
function piece(draw: Draw): string {
  return draw.weighted<string>([
    [6, () => `${value(draw)} ${draw.from(words.infix)} ${value(draw)}`],
    [4, () => `${value(draw)} ${draw.from(words.postfix)}`],
    [5, () => draw.from(words.values)],
    [1, () => `${draw.from(words.infix)} ${value(draw)}`],
    [1, () => `${value(draw)} ${draw.from(words.infix)} ${draw.from(words.infix)} ${value(draw)}`],
  ]);
}

/** One construct in a statement that is otherwise of the dialect. */
export function construct(draw: Draw): string {
  return draw.weighted<string>([
    [3, () => select(draw, { list: piece(draw) })],
    [2, () => select(draw, { list: `a, ${piece(draw)}${draw.word('| AS x| x|, b')}` })],
    [5, () => select(draw, { where: piece(draw) })],
    [
      3,
      () =>
        select(draw, { where: `${draw.word('NOT |')}${piece(draw)} ${draw.word('AND|OR')} ${piece(draw)}` }),
    ],
    [4, () => select(draw, { from: draw.from(words.tables) })],
    [4, () => select(draw, { tail: draw.from(words.tails) })],
    [1, () => select(draw, { tail: `${draw.from(words.tails)} ${draw.from(words.tails)}` })],
    [1, () => select(draw, { list: `${draw.from(words.heads)} ${draw.word('a|*|a, b')}` })],
    [1, () => select(draw, { list: `f(${piece(draw)})`, where: `(${piece(draw)}) = 1` })],
    [
      1,
      () =>
        select(draw, {
          where: `a IN (${select(draw, { list: 'b', from: draw.from(words.tables), where: piece(draw) })})`,
        }),
    ],
    [1, () => draw.from(words.statements)],
  ]);
}

/** A statement with several constructs of any kind. */
export function mixture(draw: Draw): string {
  const where = draw.times(1, 3, () => piece(draw)).join(draw.word(' AND | OR | , |  '));
  return select(draw, {
    list: draw.times(1, 3, () => (draw.chance(0.5) ? piece(draw) : value(draw))).join(', '),
    from: draw.from(words.tables),
    where,
    tail: draw.from(words.tails),
  });
}

export function write(draw: Draw): string {
  const command = draw.from(words.commands);
  const spelled = draw.chance(0.3) ? command.toLowerCase() : command;
  const alone = `${spelled} ${draw.from(words.objects)}`;
  return draw.weighted<string>([
    [6, () => alone],
    [1, () => `EXPLAIN ${alone}`],
    [1, () => `WITH x AS (${alone}) SELECT a FROM x`],
    [1, () => `(${alone})`],
    [1, () => select(draw, { list: spelled })],
    [1, () => select(draw, { from: spelled, where: `${spelled} = 1` })],
    [1, () => `${select(draw, {})}; ${alone}`],
    [1, () => `${select(draw, {})} ${alone}`],
    [1, () => spelled],
  ]);
}

/** Conditions on the columns that rules are made for, under the names that a statement gives them. */
export function policed(draw: Draw): string {
  const qualifier = (): string => draw.word('|||p.|persons.|u.|q.|PERSONS.');
  const column = (): string =>
    `${qualifier()}${draw.word('ssn|name|a|b|id|age|code|"x y"|"Odd name"|SSN|"ssn"|*')}`;
  const test = (): string =>
    draw.weighted<string>([
      [
        3,
        () => `${column()} ${draw.word('=|<|LIKE|?|IS NULL AND 1 =|>=')} ${draw.word('\'x\'|1|"a b"|ssn')}`,
      ],
      [2, () => `${column()} ? ${draw.word("'x'|1|")}`],
      [1, () => `(${column()}) ? 'x'`],
      [1, () => `LOWER(${column()}) = 'x'`],
      [1, () => `${column()} IN (SELECT ${column()} FROM persons)`],
      [1, () => `NOT ${column()}`],
    ]);
  const table = (): string =>
    draw.word('persons p|persons|PERSONS AS q|t|u|credit_cards u|"My Table" q|persons AS p (ssn, x)');
  const from = draw.weighted<string>([
    [5, table],
    [2, () => `${table()} JOIN ${table()} ON ${test()}`],
    [1, () => `${table()}, ${table()}`],
    [1, () => `${table()} JOIN ${table()} USING (ssn)`],
    [1, () => `(SELECT ssn AS a, ${column()} FROM persons) q`],
    [1, () => `(SELECT * FROM ${table()}) AS u (ssn)`],
  ]);
  const list = draw.times(1, 2, () => `${column()}${draw.word('|| AS a| ssn')}`).join(', ');
  const common = draw.chance(0.1) ? `WITH persons (ssn) AS (SELECT ${column()} FROM t) ` : '';
  const tail = draw.word('||| HAVING a = 1| LIMIT 5| ORDER BY ssn');
  return `${common}SELECT ${list} FROM ${from}${draw.chance(0.8) ? ` WHERE ${test()}` : ''}${tail}`;
}

/** Nested statements, most of them outside the dialect, that PostgreSQL mostly runs. */
export const nested = (draw: Draw): string => ownText(new Statements(draw).query({ depth: draw.below(3) }));

/** The same with odd blanks and comments between the tokens. */
export const spaced = (draw: Draw): string =>
  foreignText(draw, new Statements(draw).query({ depth: draw.below(3) }), draw.chance(0.2) ? 0.05 : 0);

const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*|\s+|[<>=!~|&]+|./gsu;
export const tokensOf = (text: string): string[] => text.match(token) ?? [];

/** A text with one to three of its tokens cut, doubled, swapped, left out, replaced or broken by a piece. */
export function broken(draw: Draw, text: string): string {
  let tokens = tokensOf(text);
  for (const at of draw.times(1, 3, () => draw.below(Math.max(1, tokens.length)))) {
    const one = tokens[at] ?? '';
    draw.weighted<() => unknown>([
      [2, () => () => tokens.splice(at, 1)],
      [2, () => () => tokens.splice(at, 0, one)],
      [2, () => () => tokens.splice(at, 3, ...tokens.slice(at, at + 3).reverse())],
      [2, () => () => tokens.splice(at, 1, draw.from(words.breakers))],
      [2, () => () => tokens.splice(at, 0, ` ${draw.from(words.breakers)} `)],
      [1, () => () => tokens.splice(at, 0, draw.from(words.breakers))],
      [1, () => () => tokens.splice(at, 1, one.slice(0, draw.below(one.length + 1)))],
      [1, () => () => (tokens = tokens.slice(0, at + 1))],
      [1, () => () => (tokens = tokens.slice(at))],
    ])();
  }
  return tokens.join('');
}

/** A text with other blanks and comments between its tokens. */
export const laidOut = (draw: Draw, text: string): string =>
  tokensOf(text)
    .map((one) => (/^\s+$/.test(one) && draw.chance(0.4) ? draw.from(words.gaps) : one))
    .join(draw.chance(0.2) ? ' ' : '');

/** Several statements in one text, with a caret's usual surroundings: blank lines, comments, directives. */
export function several(draw: Draw, one: () => string): string {
  const parts = draw.times(2, 5, () =>
    draw.weighted<string>([
      [8, one],
      [1, () => ''],
      [1, () => '-- note; with a semicolon'],
      [1, () => '/* ; */'],
    ]),
  );
  const head = draw.word('||-- vault: local/main\n|\ufeff|\n\n');
  return (
    head +
    parts.map((part) => part + draw.word(';\n|;|;\n\n|;;| ;\r\n|; -- after\n')).join('') +
    draw.word('|SELECT a FROM t')
  );
}
