/** Text and names in quotes that the dialect does not have. */

import { quoteText, writeName } from '../dialect/identifier.ts';
import { decodeQuoted, unquoted } from '../lexer/escapes.ts';
import type { Range } from '../syntax/nodes.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';

/** The edit that writes a literal as plain text. */
function plainText(statement: StatementView, literal: Range, content: string): Rewrite {
  const edit = statement.replace(literal, quoteText(content));
  return { code: 'plain-text', effect: 'exact', edits: [edit] };
}

/** `$$it's$$` to `'it''s'`: what is between the tags is taken as it is. */
export function rewriteDollar({ statement, finding }: Site): Rewrite[] {
  const content = /^(\$[^$]*\$)([\s\S]*)\1$/.exec(statement.source(finding))?.[2];
  return content === undefined ? [] : [plainText(statement, finding, content)];
}

/** `E'it\'s'` to `'it''s'`. Not with codes of characters, nor with other prefixes: their text has a type of its own. */
export function rewritePrefixed({ statement, finding }: Site): Rewrite[] {
  const source = statement.source(finding);
  const isPlain = /^[eE]'(?:[^'\\]|''|\\[^0-7xuU])*'$/.test(source);
  const content = isPlain ? decodeQuoted(source) : undefined;
  return content === undefined ? [] : [plainText(statement, finding, content)];
}

/** Names in backticks to names; they are looked up in any case there, so capitals alone need no quotes. */
export function rewriteBacktick({ statement, finding }: Site): Rewrite[] {
  const content = /^`([^`]+)`$/.exec(statement.source(finding))?.[1];
  if (content === undefined) return [];
  return [
    { code: 'quoted-name', effect: 'spelling', edits: [statement.replace(finding, writeName(content))] },
  ];
}

/** `"a@b.c"` where only a value can be to `'a@b.c'`. */
export function rewriteQuotedValue({ statement, finding }: Site): Rewrite[] {
  const content = unquoted(statement.source(finding));
  if (content === undefined) return [];
  return [{ code: 'quoted-text', effect: 'choice', edits: [statement.replace(finding, quoteText(content))] }];
}

const singles = /^[\u2018-\u201b\u2032\u2039\u203a\uff07\u00b4]/;

/** `O'Hara`: what a straight quote between two letters is. */
const apostrophe = /(?<=\p{L})'(?=\p{L})/gu;

/**
 * Whether a pair of quotes may be the end of one text and the beginning of another: somewhere in the statement a quote
 * has no partner, or a letter is right beside this one.
 */
function isMispaired(statement: StatementView, pair: Range): boolean {
  const { text, tree } = statement;
  const isLetter = (at: number): boolean => /[\p{L}\p{N}_]/u.test(text[at] ?? '');
  return (
    isLetter(pair.start - 1) ||
    isLetter(pair.end) ||
    tree.tokens.some(({ kind, start, end }) => kind === 'typographic-quote' && end - start === 1)
  );
}

/** `‘x’` to text; `“x”` to text or to a name, whichever is meant. Not across other quotes, for they may end it. */
export function rewriteTypographic({ statement, finding }: Site): Rewrite[] {
  // The finding is at the opening quotation mark alone.
  const quoted = statement.tokens.at(finding.start) ?? finding;
  const source = statement.source(quoted);
  const content = source.slice(1, -1);
  // Only the opening quotation mark, where no closing one follows.
  if (source.length < 2 || content === '' || isMispaired(statement, quoted)) return [];
  // `‘Ann' AND state = ‘x’`: the text ends at the straight quote, and what follows it is not text.
  if (/['"\u2018]/.test(content.replaceAll(apostrophe, ''))) return [];
  const asText = statement.replace(quoted, quoteText(content));
  if (singles.test(source)) {
    const effect = content.includes("'") ? 'choice' : 'spelling';
    return [{ code: 'quoted-text', effect, edits: [asText] }];
  }
  const asName = statement.replace(quoted, `"${content.replaceAll('"', '""')}"`);
  return [
    { code: 'quoted-text', effect: 'choice', edits: [asText] },
    { code: 'quoted-name', effect: 'choice', edits: [asName] },
  ];
}

/** A whitespace character that SQL does not know to a space. */
export const rewriteInvisible = ({ statement, finding }: Site): Rewrite[] => [
  { code: 'blank', effect: 'spelling', edits: [statement.replace(finding, ' ')] },
];
