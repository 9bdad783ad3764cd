/** The places of one name within a statement: for renaming an alias, and for highlighting a name. */

import { rolesOf, type TokenRole } from '../analysis/roles.ts';
import { nameKey } from '../dialect/identifier.ts';
import { canNameColumn } from '../dialect/identifierRules.ts';
import { lex } from '../lexer/lexer.ts';
import { isMalformed, type Token } from '../lexer/tokens.ts';
import { caretAt } from './caret.ts';

interface Occurrence {
  readonly start: number;
  readonly end: number;
  /** Where an alias or label is given its name. */
  readonly defines: boolean;
}
export interface Occurrences {
  readonly kind: 'alias' | 'label' | 'table' | 'column';
  /** As it is written at the offset given. */
  readonly name: string;
  /** The range of the name at the offset given. */
  readonly start: number;
  readonly end: number;
  /** In the order of the text. */
  readonly places: readonly Occurrence[];
}

/**
 * All places of the name at `offset` within its statement; undefined where no name is. Names in two statements
 * have nothing to do with each other. Total; linear in the text.
 */
export function occurrencesAt(text: string, offset: number): Occurrences | undefined {
  const { tokens, ...caret } = caretAt(text, offset, lex(text));
  const word = caret.word ?? tokens.find(({ kind, start }) => start === offset && kind !== 'punctuation');
  if (!word || isMalformed(word)) return undefined;
  const { roles, tables } = rolesOf(text, tokens);
  const role = roles[tokens.indexOf(word)];
  const key = keyOf(text, word);
  const isAlias = tables.some(({ alias }) => alias && keyOf(text, alias) === key);
  const kind = kindOf(role, isAlias);
  if (kind === undefined) return undefined;
  const places = tokens.flatMap((token, index): Occurrence[] => {
    if (keyOf(text, token) !== key || kindOf(roles[index], isAlias) !== kind) return [];
    const defines = defining.has(roles[index]);
    return [{ start: token.start, end: token.end, defines }];
  });
  return { kind, name: text.slice(word.start, word.end), start: word.start, end: word.end, places };
}

const defining: ReadonlySet<TokenRole | undefined> = new Set<TokenRole>([
  ...(['tableAlias', 'label', 'commonTable', 'columnAlias'] as const),
]);

const keyOf = (text: string, { start, end }: Token): string => nameKey(text.slice(start, end));

function kindOf(role: TokenRole | undefined, isAlias: boolean): Occurrences['kind'] | undefined {
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

/** Whether a text can be an alias as it is: a plain name that is no reserved word, or one in double quotes. */
function isAliasName(name: string): boolean {
  const [token, ...more] = lex(name);
  if (!token || more.length > 0 || isMalformed(token) || token.start !== 0 || token.end !== name.length)
    return false;
  if (token.kind === 'quoted-identifier') return name.startsWith('"') && name.length > 2;
  return token.kind === 'word' && canNameColumn(token.word);
}

export type RenameOutcome =
  | { readonly ok: true; readonly places: readonly Occurrence[] }
  | { readonly ok: false; readonly reason: 'not-an-alias' | 'not-a-name' | 'taken' };

/**
 * Where `newName` replaces the alias or label at `offset`. Refused for anything else, for a text that is not a name,
 * and for the name of another table or alias of the statement, with which it would be confused.
 */
export function renameAt(text: string, offset: number, newName: string): RenameOutcome {
  const found = occurrencesAt(text, offset);
  if (found?.kind !== 'alias' && found?.kind !== 'label') return { ok: false, reason: 'not-an-alias' };
  if (!isAliasName(newName)) return { ok: false, reason: 'not-a-name' };
  if (found.kind === 'alias') {
    const { tables } = rolesOf(text, caretAt(text, offset).tokens);
    const others = tables.filter(({ table, alias }) => keyOf(text, alias ?? table) !== nameKey(found.name));
    if (others.some(({ table, alias }) => keyOf(text, alias ?? table) === nameKey(newName))) {
      return { ok: false, reason: 'taken' };
    }
  }
  return { ok: true, places: found.places };
}
