/**
 * Statements for ClickHouse, put together from constant text and bound values. A value never becomes a part of the
 * text: a template accepts only other fragments, and `bind` makes a fragment of a value.
 */
import { isTableIdentifier } from '../handover/clickhouseTable.ts';

interface BoundTypes {
  readonly String: string;
  readonly Int64: bigint;
  readonly UInt64: number;
  readonly Float64: number;
}

/** A value of a parameter as it is sent: text, or the entries of an array as texts. */
type ParameterValue = string | readonly string[];

interface Bound {
  readonly type: keyof BoundTypes | 'Array(Int64)' | 'Array(String)';
  readonly value: ParameterValue;
}

/** A fragment of a statement. Only the functions of this file create fragments. */
export class Sql {
  readonly #parts: readonly (string | Bound)[];

  private constructor(parts: readonly (string | Bound)[]) {
    this.#parts = parts;
  }

  static ofTemplate(texts: readonly string[], fragments: readonly Sql[]): Sql {
    return new Sql(
      texts.flatMap((text, at) => {
        const fragment = fragments[at];
        return fragment ? [text, ...fragment.#parts] : [text];
      }),
    );
  }
  static ofValue(bound: Bound): Sql {
    return new Sql([bound]);
  }
  static ofName(name: string): Sql {
    if (!isTableIdentifier(name)) throw new RangeError(`not a name of a column, table, or database: ${name}`);
    return new Sql([`\`${name}\``]);
  }
  /** Returns the text with a placeholder for each bound value, and the values by the names of the placeholders. */
  toStatement(): Statement {
    const parameters: Record<string, ParameterValue> = {};
    const names = new Map<string, string>();
    let statement = '';
    for (const part of this.#parts) {
      if (typeof part === 'string') {
        statement += part;
        continue;
      }
      // The same value is often bound several times, for example in a condition that is repeated for each facet.
      const identity = JSON.stringify([part.type, part.value]);
      const name = names.get(identity) ?? `p${names.size}`;
      names.set(identity, name);
      parameters[name] = part.value;
      statement += `{${name}:${part.type}}`;
    }
    return { statement, parameters };
  }
}

export interface Statement {
  readonly statement: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** A tag of template literals: returns the fragment with the inserted fragments in it. */
export const sql = (texts: TemplateStringsArray, ...fragments: readonly Sql[]): Sql =>
  Sql.ofTemplate(texts, fragments);

/** Returns a placeholder for a value. Texts should be well-formed UTF-16, because ClickHouse stores UTF-8. */
export const bind = <Type extends keyof BoundTypes>(type: Type, value: BoundTypes[Type]): Sql =>
  Sql.ofValue({ type, value: String(value) });

/** Maximum size of a value that is sent as one parameter, below ClickHouse's default limit of 128 KiB. */
const MAX_PARAMETER_BYTES = 120_000;

/**
 * Returns the maximum size in bytes that a text can have when it is sent. A UTF-16 code unit takes up to 3 bytes, also if
 * it is escaped.
 */
const maxSizeInUtf8 = (text: string): number => (/^[\w .:/@~-]*$/.test(text) ? text.length : 3 * text.length);

/** Returns a placeholder for an array of integers. As text, they must have at most `MAX_PARAMETER_BYTES`. */
export const bindIntegers = (numbers: readonly number[]): Sql =>
  Sql.ofValue({ type: 'Array(Int64)', value: `[${numbers.map(BigInt).join()}]` });

/** Returns a placeholder for a text. A text that is too long for one parameter is joined from several. */
export function bindText(text: string): Sql {
  if (maxSizeInUtf8(text) <= MAX_PARAMETER_BYTES) return bind('String', text);
  const parts = Array.from(text.matchAll(/.{1,30000}/gsu), ([part]) => bind('String', part));
  return sql`concat(${listSql(parts)})`;
}

/** Returns a quoted name. Throws RangeError unless it satisfies `isTableIdentifier`. */
export const nameSql = (name: string): Sql => Sql.ofName(name);

/** Returns the fragments with `separator` between them; an empty fragment if there are none. */
const joinSql = (fragments: readonly Sql[], separator: Sql): Sql =>
  fragments.reduce((all, one, at) => (at === 0 ? one : sql`${all}${separator}${one}`), sql``);

export const listSql = (fragments: readonly Sql[]): Sql => joinSql(fragments, sql`, `);

/** Returns the condition that `value` is one of `texts`. There can be any number of them, also none. */
export function isOneOf(value: Sql, texts: readonly string[]): Sql {
  const isLong = (text: string): boolean => maxSizeInUtf8(text) > MAX_PARAMETER_BYTES - BYTES_AROUND_TEXT;
  const lists = splitBySize(texts.filter((text) => !isLong(text)));
  return anyOf([
    ...lists.map((some) => sql`${value} IN ${Sql.ofValue({ type: 'Array(String)', value: some })}`),
    ...texts.filter(isLong).map((text) => sql`${value} = ${bindText(text)}`),
  ]);
}

/** Number of bytes that a text takes in an array in addition to its own: two quotes and a comma. */
const BYTES_AROUND_TEXT = 3;

/**
 * Splits texts into one or more lists. Each list has at most `MAX_PARAMETER_BYTES` when it is sent as an array, if no text
 * is longer than that.
 */
function splitBySize(texts: readonly string[]): readonly (readonly string[])[] {
  let list: string[] = [];
  const lists = [list];
  let bytes = 0;
  for (const text of texts) {
    const size = maxSizeInUtf8(text) + BYTES_AROUND_TEXT;
    if (bytes + size > MAX_PARAMETER_BYTES) {
      list = [];
      lists.push(list);
      bytes = 0;
    }
    list.push(text);
    bytes += size;
  }
  return lists;
}

/** Returns a condition that is met if all conditions are; it is always met if there are none. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`1` : sql`(${joinSql(conditions, sql` AND `)})`;

/** Returns a condition that is met if at least one of the conditions is; it is never met if there are none. */
export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`0` : sql`(${joinSql(conditions, sql` OR `)})`;

export const not = (condition: Sql): Sql => sql`(NOT ${condition})`;
