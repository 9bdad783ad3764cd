/** For each rewrite the random statements that it is proved with. */
import type { RewriteCode } from '../../src/core/sql/fixes/rewrite.ts';
import type { Kind, Statements, Target } from './grammar.ts';
import { either, literal } from './textOf.ts';

type Shape = (statements: Statements) => string;

const operators =
  (words: string): Target =>
  (one) => {
    const kind = one.kind();
    return `${one.value(kind)} ${one.draw.word(words)} ${one.value(kind)}`;
  };

const like: Target = (one) =>
  `${one.value('text')} ${one.draw.word('~~|!~~|~~*|!~~*')} ${one.value('text', one.draw.below(2))}`;

const membership: Target = (one) => {
  const { draw } = one;
  const kind = draw.chance(0.06) ? 'row' : one.kind();
  const left = draw.chance(0.25) ? one.literal(kind) : draw.chance(0.1) ? one.whole() : one.value(kind);
  const isPlain = draw.chance(0.4);
  const items = draw.times(1, 4, () =>
    draw.weighted<string>([
      [10, () => one.literal(kind)],
      [isPlain ? 0 : 5, () => one.column(kind)],
      [isPlain ? 0 : 1, () => 'NULL'],
      [isPlain ? 0 : 1, () => one.value(kind, 1)],
    ]),
  );
  return `${draw.chance(0.1) ? `( ${left} )` : left} ${draw.word('IN|IN|NOT IN|in')} ( ${items.join(' , ')} )`;
};

const between: Target = (one) => {
  const kind = one.kind();
  const word = one.draw.word(
    'BETWEEN|NOT BETWEEN|BETWEEN SYMMETRIC|NOT BETWEEN SYMMETRIC|BETWEEN ASYMMETRIC',
  );
  return `${one.value(kind)} ${word} ${one.value(kind, 0)} AND ${one.value(kind, 0)}`;
};

/** What is tested after IS; most often a condition, else anything. */
const tested = (one: Statements): string =>
  one.draw.weighted<string>([
    [3, () => one.column('truth')],
    [3, () => `( ${one.condition(1)} )`],
    [2, () => `${one.value('number', 0)} ${one.draw.word('=|<')} ${one.value('number', 0)}`],
    [2, () => `${one.value('text', 0)} ${one.draw.word('LIKE|NOT LIKE')} 'a%'`],
    [2, () => one.value('truth')],
    [2, () => one.value(one.kind())],
    [1, () => one.whole()],
    [1, () => one.draw.from(["'t'", "'x'", '1', 'NULL'])],
  ]);
const nullTest: Target = (one) =>
  one.draw.chance(0.5)
    ? `${one.draw.chance(0.2) ? one.whole() : one.value(one.kind())} ${one.draw.word('ISNULL|NOTNULL')}`
    : `${tested(one)} ${one.draw.word('IS UNKNOWN|IS NOT UNKNOWN')}`;
const truthTest: Target = (one) =>
  `${tested(one)} ${one.draw.word('IS TRUE|IS NOT TRUE|IS FALSE|IS NOT FALSE')}`;

const distinctFrom: Target = (one) => {
  const { draw } = one;
  const kind = draw.chance(0.15) ? 'row' : draw.chance(0.1) ? 'other' : one.kind();
  const side = (): string =>
    draw.weighted<string>([
      [6, () => one.value(kind)],
      [2, () => 'NULL'],
      [1, () => one.whole()],
      [1, () => `ROW ( ${one.column('number')} , ${one.column('text')} )`],
      [1, () => draw.from(['( NULL )', 'MAX ( persons )', '( ( NULL ) )'])],
    ]);
  return `${side()} ${draw.word('IS DISTINCT FROM|IS NOT DISTINCT FROM')} ${side()}`;
};

const tags = ['$$', '$q$', '$_1$'];
const plainText: Target = (one) => {
  const { draw } = one;
  const parts = (words: readonly string[]): string => draw.times(0, 4, () => draw.from(words)).join('');
  const tag = draw.from(tags);
  const text = literal(
    draw.chance(0.5)
      ? `${tag}${parts(['a', "'", "''", '\\', '%', 'é', '😀', '\n', 'SELECT', '"', '--', ' '])}${tag}`
      : `E'${parts(['a', "''", "\\'", '\\\\', '\\n', '\\t', 'é', '%', '\\%', '😀', '\\a', ' '])}'`,
  );
  return draw.weighted<string>([
    [8, () => `${one.column('text')} ${draw.word('=|LIKE|<>')} ${text}`],
    [2, () => `${text} = ${text}`],
    [1, () => `${one.column('number')} = ${draw.from(['$$1$$', "E'1'", '$$x$$', "E'2.5'"])}`],
    [1, () => `( SELECT u&${draw.from(['$$1$$', "E'1'"])} FROM ( SELECT 3 AS u ) AS x ) = 1`],
    [1, () => `${one.column('date')} > ${draw.word("$$2024-01-01$$|date $$2024-01-01$$|E'x'")}`],
    [1, () => `LOWER ( ${text} ) || ${text} = ${one.column('text')}`],
  ]);
};

const inQuery =
  (target: Target): Shape =>
  (statements) =>
    statements.query({ target });

/** A query whose FROM is drawn by hand, alone or inside another. */
const withFrom =
  (from: (one: Statements) => string): Shape =>
  (statements) => {
    const list: Kind[] = ['number', 'text'];
    const { draw } = statements;
    const outer = draw.chance(0.25);
    const inner = (): string =>
      statements.query({ from, depth: outer ? 0 : 2, ...(draw.chance(0.6) && { list }) });
    return outer ? statements.query({ target: () => `EXISTS ( ${inner()} )` }) : inner();
  };

const using = withFrom((one) => {
  const { draw } = one;
  const kind = draw.word('JOIN|INNER JOIN|LEFT JOIN|RIGHT OUTER JOIN|FULL JOIN');
  const first = draw.chance(0.1) ? `${one.table(0)} , ` : '';
  const left = `${first}${one.table(0)} ${kind} ${one.table(0)} ${one.using()}`;
  return draw.chance(0.4) ? `${left}${one.join()}` : left;
});

const crossJoin = withFrom((one) => {
  const { draw } = one;
  const before = draw.chance(0.3) ? `${one.table()}${one.join()}` : one.table();
  const cross = `${before} ${draw.word(',|,|CROSS JOIN')} ${one.table(0)}`;
  if (draw.chance(0.4)) return cross;
  const on = draw.weighted<() => string>([
    [3, () => () => `${one.column('number')} = ${one.column('number')}`],
    [3, () => () => `${draw.word('v|w|nid|amount|brand')} = ${draw.word('v|w|nid|age|id')}`],
    [1, () => () => one.condition(1)],
  ]);
  return draw.chance(0.5)
    ? `${cross} ${draw.word('JOIN|LEFT JOIN|RIGHT JOIN|FULL JOIN')} ${one.table(0)} ON ${on()}`
    : `${cross}${one.join()}`;
});

/** One table read from its beginning, so that a limit always gives the same rows; alone or inside another query. */
const limited =
  (tail: (one: Statements) => string, head: (one: Statements) => string = () => ''): Shape =>
  (statements) => {
    const { draw } = statements;
    const query = (items: string): string => {
      const where = draw.word('| WHERE granted| WHERE age > 20 OR name IS NULL| WHERE NOT id IN ( 3 , 5 )');
      const order = draw.word('|| ORDER BY id|  ORDER BY id , name').trim();
      return `SELECT ${head(statements)}${items} FROM persons${where}${order === '' ? '' : ` ${order}`}${tail(statements)}`;
    };
    return draw.weighted<string>([
      [8, () => query(draw.word('id , name|*|age AS x , granted|persons'))],
      [2, () => `SELECT nid FROM notes WHERE v IN ( ${query('id')} )${draw.word('| LIMIT 9')}`],
      [1, () => `SELECT * FROM ( ${query('id , name')} ) q JOIN cards ON q.id = cards.id`],
      [1, () => `WITH q AS ( ${query('id')} ) SELECT COUNT ( * ) FROM q`],
      [1, () => `( ${query('id')} ) UNION ALL ( SELECT nid FROM notes )`],
    ]);
  };
const number = (one: Statements): string => one.draw.word('0|1|2|3|7|30|100|99999999999999999999');

const fetch = limited(({ draw }) => {
  const count = draw.word('|1|2|5|100|0|NULL|( 2 )|1 + 1|-1|2.5');
  const offset = draw.word('||| OFFSET 2| OFFSET 2 ROWS');
  const only = draw.word('ONLY|ONLY|ONLY|ONLY|ONLY|WITH TIES');
  const text = ` FETCH ${draw.word('FIRST|NEXT')} ${count}${count === '' ? '' : ' '}${draw.word('ROW|ROWS')} ${only}`;

  return draw.chance(0.8) ? `${offset}${text}` : `${text}${offset}`;
});
const offsetRows = limited((one) => {
  const limit = one.draw.word('||| LIMIT 3| LIMIT ALL| FETCH NEXT 2 ROWS ONLY');
  const text = ` OFFSET ${one.draw.chance(0.1) ? '( 2 )' : number(one)} ${one.draw.word('ROW|ROWS')}`;
  return one.draw.chance(0.7) ? `${text}${limit}` : `${limit}${text}`;
});
const limitAll = limited((one) => {
  const all = ` ${one.draw.word('LIMIT ALL|LIMIT NULL|OFFSET NULL|LIMIT null|OFFSET ALL|OFFSET NULL ROWS|LIMIT NULL + 1')}`;
  const other = one.draw.word('||| LIMIT 3| OFFSET 2| OFFSET NULL| LIMIT ALL| FETCH FIRST 2 ROWS ONLY');
  return one.draw.chance(0.6) ? `${all}${other}` : `${other}${all}`;
});
/** Two tables of which PostgreSQL joins in full by two of the conditions only, or where a WHERE lets it do without. */
const fullJoin = ({ draw }: Statements): string =>
  `persons FULL JOIN notes ON ${draw.word('persons.id = notes.nid|id = nid|nid > 1|small = big')}`;
const correlated = 't.id = persons.id|persons.id > 1 AND t.granted|t.granted';
/** What changes a query that helps a FULL JOIN around or inside it. */
export const besideFullJoin: Readonly<Record<'limit-all' | 'cross-join', Shape>> = {
  'limit-all': (one) => {
    const { draw } = one;
    const all = draw.word('LIMIT ALL|LIMIT NULL|OFFSET NULL|OFFSET 0 LIMIT ALL|LIMIT 99 OFFSET NULL');
    const inner = `SELECT t.id FROM persons t WHERE ${draw.word(correlated)} ${all}`;
    return draw.from([
      `SELECT COUNT ( * ) FROM ( SELECT id FROM ${fullJoin(one)} ${all} ) q WHERE q.id > 0`,
      `SELECT COUNT ( * ) FROM ${fullJoin(one)} WHERE EXISTS ( ${inner} )`,
      `SELECT COUNT ( * ) FROM ${fullJoin(one)} WHERE persons.id IN ( ${inner} )`,
      `SELECT id , nid FROM ${fullJoin(one)}${draw.word('| WHERE id > 1')} ${all}`,
    ]);
  },
  'cross-join': (one) => {
    const { draw } = one;
    const crossed = `cards c ${draw.word(',|CROSS JOIN')}`;
    const where = draw.word(
      '|| AND c.v > t.v| AND EXISTS ( SELECT 1 FROM notes n , cards d WHERE n.v = d.v )',
    );
    const inner = `SELECT t.id FROM ${crossed} persons t WHERE ${draw.word(correlated)}${where}`;
    return draw.from([
      `SELECT COUNT ( * ) FROM ( SELECT persons.id FROM ${crossed} ${fullJoin(one)} ) q WHERE q.id > 0`,
      `SELECT COUNT ( * ) FROM ${fullJoin(one)} WHERE EXISTS ( ${inner} )`,
      `SELECT COUNT ( * ) FROM ${fullJoin(one)} WHERE persons.id IN ( ${inner} )`,
      `SELECT COUNT ( * ) FROM ${fullJoin(one)} ${draw.word(',|CROSS JOIN')} cards c WHERE ${draw.word('persons.id > 1|nid > 1|c.v = nid')}`,
    ]);
  },
};
const limitComma = limited((one) => {
  const [skipped, count] = [number(one), number(one)];
  return ` LIMIT ${either(`${skipped} , ${count}`, `${count} OFFSET ${skipped}`)}`;
});
/** TOP and the LIMIT that it becomes are at two places: each query draws its own. */
const top: Shape = (statements) => {
  let count = '';
  return limited(
    () => either('', ` LIMIT ${count}`),
    ({ draw }) => {
      count = draw.word('1|2|3|30');
      return `${draw.word('|||DISTINCT ')}${either(`TOP ${draw.chance(0.3) ? `( ${count} )` : count} `, '')}`;
    },
  )(statements);
};

const all: Shape = (statements) => {
  const { draw } = statements;
  if (draw.chance(0.4)) {
    const column = statements.query({ list: ['number', 'text'], depth: draw.below(3) });
    return column.replace('SELECT ', 'SELECT ALL ');
  }
  return statements.query({
    target: (one) =>
      `( SELECT ${draw.word('COUNT|SUM|MAX|MIN|AVG|ABS|persons')} ( ALL ${draw.chance(0.05) ? '*' : one.value('number')}${draw.word('||| ORDER BY 1')} )${draw.word('||| OVER ( )| FILTER ( WHERE v > 0 )')} FROM persons ${draw.word('|LIMIT 1')} ) > 0`,
  });
};
const aggregateDistinct: Shape = ({ draw }) => {
  const calls = draw.times(1, 3, () => {
    const argument = draw.word(
      'name|age|score|balance|( code )|born|persons|doc|granted|age + 1|name , age|tags|d.w|*|ALL age',
    );
    const order = draw.word('|||||| ORDER BY age| ORDER BY name');
    const after = draw.word(
      '|||||| OVER ( )| FILTER ( WHERE granted )| FILTER ( WHERE granted ) OVER ( )| OVER w',
    );
    const call = draw.word('MIN|MAX|MIN|max|COUNT|SUM|pg_catalog.min|"max"');
    return `${call} ( DISTINCT ${argument}${order} )${after}`;
  });
  const from = draw.word('persons|persons|persons|persons , ( SELECT cards AS w FROM cards ) d');
  return `SELECT ${calls.join(' , ')} FROM ${from}${draw.word('|| WHERE granted| GROUP BY age')}`;
};

const brackets: Shape = (statements) => {
  const { draw } = statements;
  const wrap = (text: string): string => `( ${text} )`;
  const joined = (one: Statements): string => {
    const inner = draw.weighted<string>([
      [8, () => `${one.table(0)}${one.join()}`],
      [1, () => one.table(0)],
      [1, () => `( ${one.table(0)}${one.join()} )`],
    ]);
    return `${wrap(inner)}${draw.word('||||| j| AS j')}${draw.chance(0.4) ? one.join() : ''}`;
  };
  const tail = draw.word('|||| LIMIT ALL| ORDER BY 1');
  return draw.weighted<string>([
    [2, () => wrap(statements.query())],
    [1, () => wrap(wrap(statements.query({ depth: 1 })))],
    [1, () => `${wrap(statements.query({ depth: 1, list: ['number'] }))}${tail}`],
    [5, () => withFrom(joined)(statements)],
  ]);
};

const name = (own: string): string => either(`\`${own}\``, `"${own}"`);
const quotedName: Target = (one) =>
  one.draw.chance(0.7)
    ? `( SELECT MAX ( ${name(one.draw.word('age|id|v'))} ) FROM ${name('persons')} ) > ${one.value('number', 0)}`
    : `EXISTS ( SELECT ${name(literal('Odd Name'))} FROM persons AS ${name('order')} )`;
const quotedText: Target = (one) => {
  const text = (): string => {
    const content = literal(
      one.draw.from(['a', '2 characters', ';', '1', 'é', 'a b', '', '%', 'x'.repeat(70)]),
    );
    const [open, close] = one.draw.word('‘’|‘’|’’|‛’|‹›').split('');
    return either(`${open ?? ''}${content}${close ?? ''}`, `'${content}'`);
  };
  return `${one.draw.chance(0.3) ? text() : one.column('text')} ${one.draw.word('IN|NOT IN')} ( ${one.draw.times(1, 3, text).join(' , ')} )`;
};
const equals: Target = (one) => {
  const kind = one.kind();
  return `${one.value(kind)} ${either('==', '=')} ${one.value(kind)}`;
};

const removeOrder: Shape = (statements) => {
  const { draw } = statements;
  const order = draw.word(
    'id|1|name , age DESC|COUNT ( * )|id NULLS FIRST|( SELECT 1 )|GENERATE_SERIES ( 1 , 2 )',
  );
  const list = draw.word('id , name|id|COUNT ( * )|DISTINCT ON ( id ) id|DISTINCT id , name');
  const other = draw.word('||| UNION ALL SELECT nid FROM notes| OFFSET 2');
  return `SELECT ${list} FROM persons${draw.word('| WHERE granted')}${other} ORDER BY ${order}${draw.word('||| LIMIT 2')}`;
};
const removeDistinct: Shape = (statements) => {
  const { draw } = statements;
  const text = statements.query({ list: ['number', 'text'], depth: draw.below(2) });
  const more = draw.word('||||| UNION ALL | EXCEPT ALL | INTERSECT ');
  const whole = text.replace('SELECT ', `SELECT DISTINCT ${draw.word('|||ON ( 1 ) ')}`);
  const order = draw.word('|||| ORDER BY 1| ORDER BY age');
  return `${whole}${more === '' ? order : `${more}SELECT id , name FROM persons`}`;
};

/**
 * Of each rewrite; the two that remove what was asked for are proved by what they promise. A comparison with NULL is replaced
 * by a test that matches other rows: that is what the user chooses, so there is nothing to prove.
 */
export const shapes: Readonly<Record<Exclude<RewriteCode, 'blank' | 'null-comparison'>, Shape>> = {
  comparison: inQuery(operators('>=|<=|<>|!=')),
  'operator-word': inQuery(like),
  equals: inQuery(equals),
  in: inQuery(membership),
  between: inQuery(between),
  'null-test': inQuery(nullTest),
  'truth-test': inQuery(truthTest),
  'distinct-from': inQuery(distinctFrom),
  using,
  'cross-join': crossJoin,
  fetch,
  'offset-rows': offsetRows,
  'limit-comma': limitComma,
  'limit-all': limitAll,
  top,
  all,
  'aggregate-distinct': aggregateDistinct,
  brackets,
  'plain-text': inQuery(plainText),
  'quoted-name': inQuery(quotedName),
  'quoted-text': inQuery(quotedText),
  'remove-distinct': removeDistinct,
  'remove-order': removeOrder,
};
