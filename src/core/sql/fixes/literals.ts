import { quoteCaseInsensitiveName, quoteString } from '../dialect/identifier.ts';
import { decodeQuoted, decodeQuotedName } from '../lexer/escapes.ts';
import type { Range } from '../syntax/nodes.ts';
import type { Site, StatementView } from './site.ts';
import type { Rewrite } from './types.ts';

function createPlainTextRewrite(statement: StatementView, literal: Range, content: string): Rewrite {
  const edit = statement.createReplacementEdit(literal, quoteString(content));
  return { code: 'plain-text', effect: 'exact', edits: [edit] };
}

export function rewriteDollarQuotes({ statement, finding }: Site): Rewrite[] {
  const content = /^(\$[^$]*\$)([\s\S]*)\1$/.exec(statement.sourceOf(finding))?.[2];
  return content === undefined ? [] : [createPlainTextRewrite(statement, finding, content)];
}

/**
 * Rewrites an `E'…'` string as a plain one, such as `E'it\'s'` as `'it''s'`. Returns no rewrite for other prefixes, and
 * for strings with escapes by character code, such as `\x41`.
 */
export function rewritePrefixedString({ statement, finding }: Site): Rewrite[] {
  const source = statement.sourceOf(finding);
  const isPlain = /^[eE]'(?:[^'\\]|''|\\[^0-7xuU])*'$/.test(source);
  const content = isPlain ? decodeQuoted(source) : undefined;
  return content === undefined ? [] : [createPlainTextRewrite(statement, finding, content)];
}

/**
 * Rewrites a name in backticks as an identifier of this dialect. Capital letters alone are no reason to put it in
 * double quotes, because dialects with backticks usually ignore the case of names.
 */
export function rewriteBacktick({ statement, finding }: Site): Rewrite[] {
  const content = /^`([^`]+)`$/.exec(statement.sourceOf(finding))?.[1];
  if (content === undefined) return [];
  return [
    {
      code: 'quoted-name',
      effect: 'spelling',
      edits: [statement.createReplacementEdit(finding, quoteCaseInsensitiveName(content))],
    },
  ];
}

export function rewriteQuotedValue({ statement, finding }: Site): Rewrite[] {
  const content = decodeQuotedName(statement.sourceOf(finding));
  if (content === undefined) return [];
  return [
    {
      code: 'quoted-text',
      effect: 'choice',
      edits: [statement.createReplacementEdit(finding, quoteString(content))],
    },
  ];
}

const singleQuotePattern = /^[\u2018-\u201b\u2032\u2039\u203a\uff07\u00b4]/;

const apostrophe = /(?<=\p{L})'(?=\p{L})/gu;

function areQuotesMispaired(statement: StatementView, pair: Range): boolean {
  const { text, tree } = statement;
  const isLetter = (at: number): boolean => /[\p{L}\p{N}_]/u.test(text[at] ?? '');
  return (
    isLetter(pair.start - 1) ||
    isLetter(pair.end) ||
    tree.tokens.some(({ kind, start, end }) => kind === 'typographic-quote' && end - start === 1)
  );
}

/**
 * Rewrites `‘x’` to a string literal. For `“x”`, returns two rewrites from which the user can choose: a string literal
 * and a quoted name. Returns no rewrite if the quotes may belong to different texts.
 */
export function rewriteTypographicQuotes({ statement, finding }: Site): Rewrite[] {
  // The range of the finding is only the opening quotation mark.
  const quoted = statement.tokens.tokenAt(finding.start) ?? finding;
  const source = statement.sourceOf(quoted);
  const content = source.slice(1, -1);
  // Without a closing quotation mark, the token is only the opening one.
  if (source.length < 2 || content === '' || areQuotesMispaired(statement, quoted)) return [];
  // `‘Ann' AND state = ‘x’`: the text ends at the straight quote, and what follows it is not text.
  if (/['"\u2018]/.test(content.replaceAll(apostrophe, ''))) return [];
  const asText = statement.createReplacementEdit(quoted, quoteString(content));
  if (singleQuotePattern.test(source)) {
    const effect = content.includes("'") ? 'choice' : 'spelling';
    return [{ code: 'quoted-text', effect, edits: [asText] }];
  }
  const asName = statement.createReplacementEdit(quoted, `"${content.replaceAll('"', '""')}"`);
  return [
    { code: 'quoted-text', effect: 'choice', edits: [asText] },
    { code: 'quoted-name', effect: 'choice', edits: [asName] },
  ];
}

export const rewriteInvisibleCharacters = ({ statement, finding }: Site): Rewrite[] => [
  { code: 'blank', effect: 'spelling', edits: [statement.createReplacementEdit(finding, ' ')] },
];
