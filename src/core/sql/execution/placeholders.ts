/** `:name` and `${name}`: not SQL, filled in by the extension before a statement is sent. */
import { lex } from '../lexer/lexer.ts';
import { applyEdits } from '../syntax/ranges.ts';

export interface Placeholder {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The placeholders of a text in order, with UTF-16 offsets. Not those in strings, quoted names and comments; not `::`. */
export function findPlaceholders(statement: string): Placeholder[] {
  const found: Placeholder[] = [];
  for (const { kind, start, end, error } of lex(statement)) {
    if (kind !== 'placeholder' || error !== undefined) continue;
    const name =
      statement[start] === ':' ? statement.slice(start + 1, end) : statement.slice(start + 2, end - 1);
    found.push({ name, start, end });
  }
  return found;
}

/** Plain decimal numbers only: `1e9`, `0x1F` or ` 1 ` typed by a person are text. */
const plainNumber = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/;

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
 * The statement with each placeholder that has a value replaced by that value as one literal: no value can end
 * the literal, so none can change the statement. A placeholder without a value stays as it is.
 */
export function fillPlaceholders(statement: string, values: Readonly<Record<string, string>>): string {
  const edits = findPlaceholders(statement).flatMap(({ name, start, end }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return [];
    const literal = toLiteral(value);
    // A space keeps `a>:min` with -1 from becoming the operator `>-`, and a word from joining the literal.
    const before = needsSpace(statement, start, literal) ? ' ' : '';
    const after = /[\w$'.]/.test(statement.charAt(end)) ? ' ' : '';
    return [{ start, end, text: before + literal + after }];
  });
  return applyEdits(statement, edits);
}

/** Whether the literal would be one token with what is before it. */
function needsSpace(statement: string, start: number, literal: string): boolean {
  const before = statement.charAt(start - 1);
  if (before === '') return false;
  if (literal.startsWith('-')) return !/[\s(,]/.test(before);
  return !/[\s(,<>=]/.test(before);
}
