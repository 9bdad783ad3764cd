import { determineTokenRoles, type TokenRole } from '../analysis/roles.ts';
import { createNameKey } from '../dialect/identifier.ts';
import { canNameColumn } from '../dialect/identifierRules.ts';
import { lexWithComments } from '../lexer/lexer.ts';
import { isMalformed, type Token } from '../lexer/tokens.ts';
import { locateCaret } from './caret.ts';

interface Occurrence {
  readonly start: number;
  readonly end: number;
  /** True if this occurrence defines an alias, a label or a common table. */
  readonly isDefinition: boolean;
}
export interface Occurrences {
  readonly kind: 'alias' | 'label' | 'table' | 'column';
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /**
   * All occurrences of the name as this `kind` in the statement, in the order of the text. The occurrence at the
   * requested offset is included.
   */
  readonly occurrences: readonly Occurrence[];
}

/**
 * Returns all occurrences of the name at `offset` (in UTF-16 code units) within the statement that contains it. Names
 * of another kind with the same spelling are not included: a column is no occurrence of an alias. Undefined if there is
 * no name of a table, alias, column or label at `offset`.
 */
export function occurrencesAt(text: string, offset: number): Occurrences | undefined {
  const { tokens, ...caret } = locateCaret(text, offset, lexWithComments(text));
  const word = caret.word ?? tokens.find(({ kind, start }) => start === offset && kind !== 'punctuation');
  if (!word || isMalformed(word)) return undefined;
  const { roles, tables } = determineTokenRoles(text, tokens);
  const role = roles[tokens.indexOf(word)];
  const key = createNameKeyOfToken(text, word);
  const isAlias = tables.some(({ alias }) => alias && createNameKeyOfToken(text, alias) === key);
  const kind = occurrenceKindOf(role, isAlias);
  if (kind === undefined) return undefined;
  const occurrences = tokens.flatMap((token, index): Occurrence[] => {
    if (createNameKeyOfToken(text, token) !== key || occurrenceKindOf(roles[index], isAlias) !== kind)
      return [];
    const isDefinition = defining.has(roles[index]);
    return [{ start: token.start, end: token.end, isDefinition }];
  });
  return {
    kind,
    name: text.slice(word.start, word.end),
    start: word.start,
    end: word.end,
    occurrences,
  };
}

const defining: ReadonlySet<TokenRole | undefined> = new Set<TokenRole>([
  ...(['tableAlias', 'label', 'commonTable', 'columnAlias'] as const),
]);

const createNameKeyOfToken = (text: string, { start, end }: Token): string =>
  createNameKey(text.slice(start, end));

function occurrenceKindOf(role: TokenRole | undefined, isAlias: boolean): Occurrences['kind'] | undefined {
  switch (role) {
    case 'tableAlias':
      return 'alias';
    case 'qualifier':
      return isAlias ? 'alias' : 'table';
    case 'table':
    case 'commonTable':
      return 'table';
    case 'column':
    case 'columnAlias':
      return 'column';
    case 'label':
      return 'label';
    default:
      return undefined;
  }
}

function isAliasName(name: string): boolean {
  const [token, ...more] = lexWithComments(name);
  if (!token || more.length > 0 || isMalformed(token) || token.start !== 0 || token.end !== name.length)
    return false;
  if (token.kind === 'quoted-identifier') return name.startsWith('"') && name.length > 2;
  return token.kind === 'word' && canNameColumn(token.word);
}

export type RenameOutcome =
  | { readonly ok: true; readonly occurrences: readonly Occurrence[] }
  | { readonly ok: false; readonly reason: 'not-an-alias' | 'not-a-name' | 'taken' };

/**
 * Returns the ranges to replace with `newName` in order to rename the table alias, or the label of a result column, at
 * `offset` (in UTF-16 code units). If this is not possible, returns the reason; `taken` means that another table in the
 * statement is already called `newName`.
 */
export function findOccurrencesToRename(text: string, offset: number, newName: string): RenameOutcome {
  const found = occurrencesAt(text, offset);
  if (found?.kind !== 'alias' && found?.kind !== 'label') return { ok: false, reason: 'not-an-alias' };
  if (!isAliasName(newName)) return { ok: false, reason: 'not-a-name' };
  if (found.kind === 'alias') {
    const { tables } = determineTokenRoles(text, locateCaret(text, offset).tokens);
    const others = tables.filter(
      ({ table, alias }) => createNameKeyOfToken(text, alias ?? table) !== createNameKey(found.name),
    );
    if (
      others.some(({ table, alias }) => createNameKeyOfToken(text, alias ?? table) === createNameKey(newName))
    ) {
      return { ok: false, reason: 'taken' };
    }
  }
  return { ok: true, occurrences: found.occurrences };
}
