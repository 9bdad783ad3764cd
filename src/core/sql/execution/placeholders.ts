import type { Range } from '../syntax/nodes.ts';
import type { TextEdit } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';

export interface Placeholder extends Range {
  readonly name: string;
}

export type PlaceholderValues = Readonly<Record<string, string>>;

/**
 * Returns the placeholders `:name` and `${name}` of a statement in order, with offsets in `source`. Nothing inside a
 * string, a quoted name or a comment is a placeholder.
 */
export const findPlaceholders = ({ source, tokens }: Pick<SyntaxTree, 'source' | 'tokens'>): Placeholder[] =>
  tokens.flatMap(({ kind, error, start, end }) =>
    kind === 'placeholder' && error === undefined
      ? [{ name: placeholderName(source, { start, end }), start, end }]
      : [],
  );

const placeholderName = (source: string, { start, end }: Range): string =>
  source[start] === ':' ? source.slice(start + 1, end) : source.slice(start + 2, end - 1);

const plainNumber = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/;

/**
 * Returns the value that `values` contains for a placeholder; undefined if there is none. Inherited properties, such as
 * `constructor`, do not count.
 */
export const findPlaceholderValue = ({ name }: Placeholder, values: PlaceholderValues): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * Returns a plain number, such as `-1.5`, unchanged, and any other value as an SQL string. In the string, only single
 * quotes need an escape: with standard_conforming_strings, PostgreSQL treats a backslash like any other character. NUL
 * characters are removed, because PostgreSQL strings cannot contain them.
 */
function toSqlLiteral(value: string): string {
  if (plainNumber.test(value)) return value;
  return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

/**
 * Returns the edits that replace placeholders in `text` with their values. A value becomes one number, perhaps with a
 * minus sign, or one string, so it cannot change the rest of the statement. A placeholder without a value is left as it
 * is.
 */
export function createPlaceholderEdits(
  text: string,
  placeholders: readonly Placeholder[],
  values: PlaceholderValues,
): TextEdit[] {
  return placeholders.flatMap((placeholder) => {
    const { start, end } = placeholder;
    const value = findPlaceholderValue(placeholder, values);
    if (value === undefined) return [];
    const literal = toSqlLiteral(value);
    // Without a space, `a-:min` with the value -1 would contain the comment `--1`, and a word next to the placeholder
    // could join the literal.
    const before = needsSpaceBefore(text, start, literal) ? ' ' : '';
    const after = /[\w$'.]/.test(text.charAt(end)) ? ' ' : '';
    return [{ start, end, text: `${before}${literal}${after}` }];
  });
}

function needsSpaceBefore(text: string, start: number, literal: string): boolean {
  const before = text.charAt(start - 1);
  if (before === '') return false;
  if (literal.startsWith('-')) return !/[\s(,]/.test(before);
  return !/[\s(,<>=]/.test(before);
}
