/** Text and names in quotes that the dialect does not have. */
import { writeName } from '../identifier.ts';
import type { Site } from './site.ts';
import type { Rewrite } from './types.ts';

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** `$$it's$$` to `'it''s'`: what stands between the tags is taken as it is. */
export function rewriteDollar({ statement, first }: Site): Rewrite[] {
  const content = /^(\$[^$]*\$)([\s\S]*)\1$/.exec(statement.source(first))?.[2];
  if (content === undefined) return [];
  return [
    { code: 'plain-text', effect: 'exact', edits: [statement.replace(first, first, quoteText(content))] },
  ];
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** `E'it\'s'` to `'it''s'`. Not with codes of characters, nor with other prefixes: their text has a type of its own. */
export function rewritePrefixed({ statement, first }: Site): Rewrite[] {
  const inner = /^[eE]'((?:[^'\\]|''|\\[^0-7xuU])*)'$/.exec(statement.source(first))?.[1];
  if (inner === undefined) return [];
  const content = inner.replaceAll(/''|\\([\s\S])/g, (_all, escaped?: string) =>
    escaped === undefined ? "'" : (escapes[escaped] ?? escaped),
  );
  return [
    { code: 'plain-text', effect: 'exact', edits: [statement.replace(first, first, quoteText(content))] },
  ];
}

/** Names in backticks to names; they are looked up in any case there, so capitals alone need no quotes. */
export function rewriteBacktick({ statement, first }: Site): Rewrite[] {
  const content = /^`([^`]+)`$/.exec(statement.source(first))?.[1];
  if (content === undefined) return [];
  return [
    { code: 'quoted-name', effect: 'spelling', edits: [statement.replace(first, first, writeName(content))] },
  ];
}

const singles = /^[\u2018-\u201b\u2039\u203a\uff07\u00b4]/;

/** `O'Hara`: what a straight quote between two letters is. */
const apostrophe = /(?<=\p{L})'(?=\p{L})/gu;

/** `‘x’` to text; `“x”` to text or to a name, whichever is meant. Not across other quotes, for they may end it. */
export function rewriteTypographic({ statement, first }: Site): Rewrite[] {
  const source = statement.source(first);
  const content = source.slice(1, -1);
  // Only the opening mark, where no closing one follows.
  if (source.length < 2 || content === '') return [];
  // `‘Ann' AND state = ‘x’`: the text ends at the straight quote, and what follows it is no text.
  if (/['"\u2018]/.test(content.replaceAll(apostrophe, ''))) return [];
  const asText = statement.replace(first, first, quoteText(content));
  if (singles.test(source)) {
    const effect = content.includes("'") ? 'choice' : 'spelling';
    return [{ code: 'quoted-text', effect, edits: [asText] }];
  }
  const asName = statement.replace(first, first, `"${content.replaceAll('"', '""')}"`);
  return [
    { code: 'quoted-text', effect: 'choice', edits: [asText] },
    { code: 'quoted-name', effect: 'choice', edits: [asName] },
  ];
}

/** A blank that is none of SQL's to one. */
export const rewriteInvisible = ({ statement, first, last }: Site): Rewrite[] => [
  { code: 'blank', effect: 'spelling', edits: [statement.replace(first, last, ' ')] },
];
