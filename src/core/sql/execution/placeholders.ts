/** Placeholders `:name` and `${name}`. They are not SQL; the extension replaces them before a statement is sent. */
import type { Range } from '../syntax/nodes.ts';
import type { TextEdit } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';

export interface Placeholder extends Range {
  readonly name: string;
}

export type PlaceholderValues = Readonly<Record<string, string>>;

/**
 * The placeholders of a statement in order, by offsets in its source. Not those in strings, quoted names and comments;
 * not `::`.
 */
export const findPlaceholders = ({ source, tokens }: Pick<SyntaxTree, 'source' | 'tokens'>): Placeholder[] =>
  tokens.flatMap(({ kind, error, start, end }) =>
    kind === 'placeholder' && error === undefined
      ? [{ name: nameIn(source, { start, end }), start, end }]
      : [],
  );

const nameIn = (source: string, { start, end }: Range): string =>
  source[start] === ':' ? source.slice(start + 1, end) : source.slice(start + 2, end - 1);

/** Matches plain decimal numbers only. Values such as `1e9`, `0x1F` or ` 1 ` become strings. */
const plainNumber = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/;

/**
 * Returns the value for a placeholder, or undefined if it has none. Inherited names such as `constructor` do not
 * count.
 */
export const valueFor = ({ name }: Placeholder, values: PlaceholderValues): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * A value as a literal: a plain number as it is, anything else as a string. The quotes inside are doubled;
 * that is all PostgreSQL needs with standard_conforming_strings, where a backslash is a letter. NUL, which no
 * text of PostgreSQL can hold, is left out.
 */
function toLiteral(value: string): string {
  if (plainNumber.test(value)) return value;
  return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

/**
 * What puts a value as one literal in each placeholder of a text that has one: no value can end the literal, so none
 * can change the statement. A placeholder without a value stays as it is.
 */
export function fillingEdits(
  text: string,
  placeholders: readonly Placeholder[],
  values: PlaceholderValues,
): TextEdit[] {
  return placeholders.flatMap((placeholder) => {
    const { start, end } = placeholder;
    const value = valueFor(placeholder, values);
    if (value === undefined) return [];
    const literal = toLiteral(value);
    // A space keeps `a>:min` with -1 from becoming the operator `>-`, and a word from joining the literal.
    const before = needsSpace(text, start, literal) ? ' ' : '';
    const after = /[\w$'.]/.test(text.charAt(end)) ? ' ' : '';
    return [{ start, end, text: `${before}${literal}${after}` }];
  });
}

/** Whether a space is needed before the literal, so that it does not merge with the preceding token. */
function needsSpace(text: string, start: number, literal: string): boolean {
  const before = text.charAt(start - 1);
  if (before === '') return false;
  if (literal.startsWith('-')) return !/[\s(,]/.test(before);
  return !/[\s(,<>=]/.test(before);
}
