/**
 * Finds the placeholders `:name` and `${name}`, and replaces them with values. Placeholders are not SQL; the extension
 * replaces them before a statement is sent.
 */
import type { Range } from '../syntax/nodes.ts';
import type { TextEdit } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';

export interface Placeholder extends Range {
  readonly name: string;
}

export type PlaceholderValues = Readonly<Record<string, string>>;

/**
 * Returns the placeholders of a statement in order, with offsets in `source`. Nothing inside a string, a quoted name or
 * a comment is a placeholder, and neither is the operator `::` or a `${name` without `}`.
 */
export const findPlaceholders = ({ source, tokens }: Pick<SyntaxTree, 'source' | 'tokens'>): Placeholder[] =>
  tokens.flatMap(({ kind, error, start, end }) =>
    kind === 'placeholder' && error === undefined
      ? [{ name: placeholderName(source, { start, end }), start, end }]
      : [],
  );

const placeholderName = (source: string, { start, end }: Range): string =>
  source[start] === ':' ? source.slice(start + 1, end) : source.slice(start + 2, end - 1);

/**
 * Matches the values that become number literals: decimal numbers without superfluous leading zeros, with at most 18
 * digits on each side of the point. Other values, such as `007`, `1e9`, `0x1F` or ` 1 `, become strings.
 */
const plainNumber = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/;

/**
 * Returns the value that `values` contains for a placeholder, or undefined if there is none. Properties that every
 * object inherits, such as `constructor`, do not count.
 */
export const placeholderValue = ({ name }: Placeholder, values: PlaceholderValues): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * Returns a placeholder's value as an SQL literal: a plain decimal number unchanged, anything else as a string. Single
 * quotes in a string are doubled. Nothing else needs an escape: with standard_conforming_strings, PostgreSQL treats a
 * backslash like any other character. NUL characters are removed, because PostgreSQL strings cannot contain them.
 */
function toLiteral(value: string): string {
  if (plainNumber.test(value)) return value;
  return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

/**
 * Returns the edits that replace each placeholder in `text` with its value as one literal. A value cannot end its
 * literal, so it cannot change the rest of the statement. A placeholder without a value is left as it is.
 */
export function createPlaceholderEdits(
  text: string,
  placeholders: readonly Placeholder[],
  values: PlaceholderValues,
): TextEdit[] {
  return placeholders.flatMap((placeholder) => {
    const { start, end } = placeholder;
    const value = placeholderValue(placeholder, values);
    if (value === undefined) return [];
    const literal = toLiteral(value);
    // Without a space, `a>:min` with the value -1 would contain the operator `>-`, and a word could join the literal.
    const before = needsSpace(text, start, literal) ? ' ' : '';
    const after = /[\w$'.]/.test(text.charAt(end)) ? ' ' : '';
    return [{ start, end, text: `${before}${literal}${after}` }];
  });
}

function needsSpace(text: string, start: number, literal: string): boolean {
  const before = text.charAt(start - 1);
  if (before === '') return false;
  if (literal.startsWith('-')) return !/[\s(,]/.test(before);
  return !/[\s(,<>=]/.test(before);
}
