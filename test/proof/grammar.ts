/** Random statements, nested, with whole tables and rows as values, and now and then with values of the wrong type. */
import type { Draw } from './draw.ts';
import { literal } from './textOf.ts';

export type Kind = 'number' | 'text' | 'truth' | 'date' | 'other' | 'row';
type Columns = readonly (readonly [string, Kind])[];
interface Source {
  /** As it is written before a dot. */
  readonly name: string;
  readonly columns: Columns;
}

const columns = (kind: Kind, names: string): Columns =>
  names.split(' ').map((name): readonly [string, Kind] => [name, kind]);
/** The tables that `createRandomTables` makes; names in several of them join, and are ambiguous. */
const tables: Readonly<Record<string, Columns>> = {
  persons: [
    ...columns('number', 'id v age score income balance big small'),
    ...columns('text', 'name code fixed'),
    ...columns('truth', 'granted'),
    ...columns('date', 'born'),
    ...columns('other', 'doc tags "Odd\u0001Name"'),
  ],
  cards: [
    ...columns('number', 'id v w person_id amount'),
    ...columns('text', 'name brand'),
    ...columns('truth', 'active'),
    ...columns('date', 'until'),
  ],
  notes: [...columns('number', 'nid v w'), ...columns('text', 'body'), ...columns('truth', 'done')],
};

const numbers =
  "0 1 -1 +2 3 5 0.5 2.5 0.1 -1.25 .5 1e3 16777217 34359738368 99999999999999999999 'NaN' '2.5' '1' '34359738368' 'x'";
const texts =
  "'a' 'A' '' 'it''s' '%' '_a' 'é' '😀' 'NaN' '1' E'a\\'b' $$a$$ $q$it's$q$ U&'\\0061' N'a' 'a\u0001b'";
const literals: Readonly<Record<Kind, readonly string[]>> = {
  number: numbers.split(' '),
  text: texts.split(' '),
  truth: 'TRUE FALSE true NULL'.split(' '),
  date: "'2024-02-29' 'infinity' '1999-12-31' 'x'".split(' '),
  other: [literal("'{1, 2}'"), "'{1}'", 'NULL'],
  row: ['NULL', "'(1)'"],
};

/** What is to be in a statement; it is made where its tables are known. */
export type Target = (statements: Statements) => string;

export class Statements {
  readonly draw: Draw;
  /** The tables of each query around, the innermost last. */
  readonly #scopes: Source[][] = [];
  #named = 0;

  constructor(draw: Draw) {
    this.draw = draw;
  }

  get isNested(): boolean {
    return this.#scopes.length > 1;
  }

  kind(): Kind {
    return this.draw.from(['number', 'number', 'number', 'text', 'text', 'truth', 'date']);
  }

  column(kind: Kind): string {
    const { draw } = this;
    const outer = this.isNested && draw.chance(0.35);
    const scope = (outer ? this.#scopes.at(-2) : this.#scopes.at(-1)) ?? [];
    const found = scope.flatMap(({ name, columns }) =>
      columns.filter(([, one]) => one === kind).map(([column]) => ({ name, column })),
    );
    if (found.length === 0) return this.literal(kind);
    const { name, column } = draw.from(found);
    const isAmbiguous = found.filter((one) => one.column === column).length > 1;
    return draw.chance(isAmbiguous ? 0.06 : 0.4) ? column : `${name}.${column}`;
  }
  literal(kind: Kind): string {
    return this.draw.from(literals[kind]);
  }
  /** A table of the innermost query, as the value that its row is. */
  whole(): string {
    const scope = this.#scopes.at(-1) ?? [];
    return scope.length > 0 ? this.draw.from(scope).name : 'NULL';
  }

  /** A value; what an operator takes without brackets. */
  value(kind: Kind, depth = 1): string {
    const { draw } = this;
    const deeper = (): string => this.value(kind, depth - 1);
    const number = kind === 'number';
    return draw.weighted<string>([
      [50, () => this.column(kind)],
      [18, () => this.literal(kind)],
      [2, () => 'NULL'],
      [3, () => this.whole()],
      [2, () => `${draw.word('ROW|ROW|')} ( ${this.column(kind)} , ${this.column('number')} )`],
      [3, () => this.value(draw.from(['number', 'text', 'truth', 'other']), 0)],
      [depth > 0 ? 8 : 0, () => `( ${deeper()} )`],
      [depth > 0 && number ? 5 : 0, () => `${deeper()} ${draw.word('+|-|*')} ${deeper()}`],
      [depth > 0 && kind === 'text' ? 4 : 0, () => `${deeper()} || ${deeper()}`],
      [depth > 0 && number ? 3 : 0, () => `ABS ( ${deeper()} )`],
      [depth > 0 && kind === 'text' ? 3 : 0, () => `LOWER ( ${deeper()} )`],
      [depth > 0 ? 2 : 0, () => `COALESCE ( ${this.draw.chance(0.2) ? this.whole() : deeper()} , NULL )`],
      [depth > 0 ? 2 : 0, () => `CASE WHEN ${this.condition(0)} THEN ${deeper()} ELSE ${deeper()} END`],
      [depth > 0 ? 3 : 0, () => `( ${this.query({ depth: 0, list: [kind], alone: true })} )`],
      [depth > 0 ? 2 : 0, () => `${this.column(kind)}${draw.word(':: text|:: int|[ 1 ]|.x| COLLATE "C"')}`],
      [
        depth > 0 && number ? 2 : 0,
        () => draw.word('- age|v :: real|int $$1$$|date_part ( $$day$$ , born )'),
      ],
      [depth > 0 && number ? 2 : 0, () => `SUM ( ${deeper()} ) OVER ( ORDER BY 1 )`],
      [depth > 0 && number ? 2 : 0, () => `${draw.word('MIN|MAX|SUM|COUNT')} ( ${deeper()} )`],
      [depth > 0 && kind === 'truth' ? 15 : 0, () => `( ${this.condition(0)} )`],
    ]);
  }

  /** A condition, with a target somewhere in it if there is one. */
  condition(depth = 1, target?: Target): string {
    const { draw } = this;
    const one = target ? target(this) : this.#test(depth);
    const other = (): string => this.condition(depth - 1);
    return draw.weighted<string>([
      [10, () => one],
      [depth > 0 ? 2 : 0, () => `NOT ${one}`],
      [depth > 0 ? 2 : 0, () => `${one} AND ${other()}`],
      [depth > 0 ? 2 : 0, () => `${other()} AND ${one}`],
      [depth > 0 ? 2 : 0, () => `${other()} OR ${one}`],
      [depth > 0 ? 1 : 0, () => `NOT ( ${one} OR ${other()} )`],
      [depth > 0 ? 2 : 0, () => `( ${one} ) ${draw.word('IS NULL|IS NOT NULL|= TRUE|IS TRUE')}`],
      [depth > 0 ? 1 : 0, () => `${one} ${draw.word('IS NULL|IS NOT NULL|IS TRUE|IS UNKNOWN|ISNULL')}`],
      [depth > 0 ? 1 : 0, () => `( ( ${one} ) )`],
      [depth > 0 ? 1 : 0, () => `CASE WHEN ${one} THEN ${other()} END`],
      [target && depth > 0 ? 3 : 0, () => `EXISTS ( ${this.query({ depth: 0, target })} )`],
    ]);
  }
  #test(depth: number): string {
    const { draw } = this;
    const kind = this.kind();
    return draw.weighted<string>([
      [8, () => `${this.value(kind, 0)} ${draw.word('=|<|>')} ${this.value(kind, 0)}`],
      [2, () => `${this.column('text')} ${draw.word('LIKE|NOT ILIKE')} 'a%'`],
      [2, () => `${this.value(kind, 0)} ${draw.word('IS NULL|IS NOT NULL')}`],
      [2, () => this.column('truth')],
      [
        1,
        () =>
          `${this.column('number')} ${draw.word('=|>=|<>')} ${draw.word('ANY|ALL')} ( SELECT v FROM cards )`,
      ],
      [1, () => `${this.column('number')} OPERATOR ( pg_catalog.>= ) 1`],
      [
        depth > 0 ? 1 : 0,
        () => `${this.column('number')} IN ( ${this.query({ depth: 0, list: ['number'] })} )`,
      ],
      [depth > 0 ? 1 : 0, () => `EXISTS ( ${this.query({ depth: 0 })} )`],
    ]);
  }

  /** A query with the target in one of its conditions, in its list, or in a query inside it. */
  query({
    depth = 2,
    list,
    alone = false,
    target,
    from,
  }: {
    readonly depth?: number;
    /** Kinds of what is selected. */
    readonly list?: readonly Kind[];
    /** Whether it must be one row. */
    readonly alone?: boolean;
    readonly target?: Target | undefined;
    /** The FROM, where it matters. */
    readonly from?: (statements: Statements) => string;
  } = {}): string {
    const { draw } = this;
    this.#scopes.push([]);
    const place = target ? draw.word('where|where|where|on|list|list|order|group|inside') : '';
    const inside = place === 'inside' && depth > 0;
    const on = place === 'on' ? target : undefined;
    let tables = from ? from(this) : this.from(depth, on, inside ? target : undefined);
    const isOn = on !== undefined && !from && tables.includes(' ON ');
    const where =
      place === 'where' ||
      (place === 'on' && !isOn) ||
      (target && from !== undefined) ||
      (place === 'inside' && !inside)
        ? ` WHERE ${this.condition(1, target)}`
        : draw.chance(0.3)
          ? ` WHERE ${this.condition(depth > 0 ? 1 : 0)}`
          : '';
    let end = '';
    let items: string;
    if (place === 'group' && !from) {
      const key = draw.chance(0.5) && target ? target(this) : this.column('number');
      items = draw.chance(0.7) ? `${key} , COUNT ( * )` : 'COUNT ( * )';
      end = ` GROUP BY ${key}${draw.chance(0.5) ? ` HAVING ${this.condition(0, target)}` : ''}`;
    } else if (place === 'order' && !from) {
      const key = target ? target(this) : 'NULL';
      items = `${draw.word('|DISTINCT |DISTINCT |ALL ')}${key}`;
      end = ` ORDER BY ${draw.chance(0.8) ? key : '1'}`;
    } else if (place === 'list' && !from && target && !list) {
      const result = draw.word(' AS result| result||');
      items = `${draw.word('|id , |COUNT ( * ) , ')}${this.condition(1, target)}${result}`;
    } else items = this.#list(list, alone);
    if (alone && !items.includes('MAX (')) end += ' LIMIT 1';
    tables = tables === '' ? '' : ` FROM ${tables}`;
    this.#scopes.pop();
    const text = `SELECT ${items}${tables}${where}${end}`;
    if (list || alone || depth < 2 || !draw.chance(0.08)) return text;
    return draw.weighted<string>([
      [1, () => `SELECT 1 WHERE EXISTS ( ${text} )`],
      [1, () => `WITH q AS ( ${text} ) SELECT q FROM q`],
      [1, () => `${text} UNION ALL ${text}`],
    ]);
  }
  #list(kinds: readonly Kind[] | undefined, alone: boolean): string {
    const { draw } = this;
    if (kinds) {
      const items = kinds.map((kind) => (kind === 'row' ? this.whole() : this.column(kind)));
      return alone && draw.chance(0.7)
        ? items.map((item) => `MAX ( ${item} )`).join(' , ')
        : items.join(' , ');
    }
    return draw.weighted<string>([
      [3, () => '*'],
      [2, () => `${this.whole()}.*`],
      [1, () => this.whole()],
      [2, () => 'COUNT ( * )'],
      [8, () => draw.times(1, 3, () => this.value(this.kind(), 1)).join(' , ')],
    ]);
  }

  /** Makes a table known to the query that is being drawn. */
  table(most = 1): string {
    const { draw } = this;
    if (draw.chance(0.12 * most)) return this.#derived();
    if (draw.chance(0.04 * most)) return this.#function();
    const table = draw.from(Object.keys(tables));
    const alias = draw.chance(0.6) ? (draw.chance(0.2) ? `"T ${this.#named++}"` : `t${this.#named++}`) : '';
    const source = alias === '' ? table : `${table} ${draw.chance(0.4) ? 'AS ' : ''}${literal(alias)}`;
    this.#scopes.at(-1)?.push({ name: alias === '' ? table : literal(alias), columns: tables[table] ?? [] });
    return `${draw.weighted<string>([
      [60, () => ''],
      [3, () => 'public.'],
      [1, () => 'ONLY '],
    ])}${source}`;
  }
  /** What gives rows and is no table. */
  #function(): string {
    const name = `f${this.#named++}`;
    this.#scopes.at(-1)?.push({ name, columns: [['x', 'number']] });
    const source = this.draw.from([
      'GENERATE_SERIES ( 1 , 3 )',
      '( VALUES ( 1 ) , ( NULL ) , ( 2 ) )',
      'LATERAL ( SELECT v , w FROM notes )',
      'ROWS FROM ( GENERATE_SERIES ( 1 , 2 ) )',
      'UNNEST ( ARRAY[ 1 , 2 ] )',
    ]);
    return `${source} AS ${name} ( x )`;
  }
  #derived(target?: Target): string {
    const name = `d${this.#named++}`;
    const inner = this.draw.chance(0.5)
      ? 'SELECT persons AS whole , persons.id AS num , name AS txt FROM persons'
      : this.query({ depth: 0, list: ['row', 'number', 'text'], ...(target && { target }) });
    this.#scopes.at(-1)?.push({
      name,
      columns: [
        ['whole', 'row'],
        ['num', 'number'],
        ['txt', 'text'],
      ],
    });
    return inner.startsWith('SELECT persons AS')
      ? `( ${inner} ) AS ${name}`
      : `( ${inner} ) AS ${name} ( whole , num , txt )`;
  }
  /** The tables of a FROM, with the target in an ON or in a query among them. */
  from(depth: number, on?: Target, inside?: Target): string {
    const { draw } = this;
    let text = inside ? this.#derived(inside) : this.table(depth > 0 ? 1 : 0);
    const joins = on ? 1 + draw.below(2) : draw.below(depth > 0 ? 3 : 2);
    for (let join = 0; join < joins; join++) text += this.join(join === joins - 1 ? on : undefined);
    return text;
  }
  join(on?: Target): string {
    const { draw } = this;
    const kind = draw.word('JOIN|JOIN|LEFT JOIN|RIGHT JOIN|FULL JOIN|INNER JOIN|LEFT OUTER JOIN');
    const how = on ? 'ON' : draw.word('ON|ON|ON|USING|NATURAL|CROSS|,');
    if (how === ',') return ` , ${this.table(0)}`;
    if (how === 'CROSS') return ` CROSS JOIN ${this.table(0)}`;
    if (how === 'NATURAL') return ` NATURAL ${kind} ${this.table(0)}`;
    const table = this.table(0);
    if (how === 'USING') return ` ${kind} ${table} ${this.using()}`;
    return ` ${kind} ${table} ON ${on ? this.condition(0, on) : `${this.column('number')} = ${this.column('number')}`}`;
  }
  using(): string {
    const { draw } = this;
    const names = draw.weighted<string>([
      [10, () => draw.word('v|id|w|name|V|"v"|"id"')],
      [3, () => draw.word('v , id|v , w|id , name')],
      [1, () => draw.word('v , v|ctid|nosuch|v , V|U&"v"|xmin')],
    ]);
    return `USING ( ${names} )${draw.chance(0.05) ? ' AS j' : ''}`;
  }
}
