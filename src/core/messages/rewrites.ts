import { MASK, maskLiterals } from '../sql/analysis/maskLiterals.ts';
import type { Rewrite, RewriteCode } from '../sql/fixes/rewrite.ts';
import { type Sentence, say } from './sentence.ts';

const MAX_PREVIEW_LENGTH = 60;
const MAX_HOVER_LENGTH = 1_000;

/**
 * Returns the title of a rewrite, as displayed for a quick fix. The offsets of its edits refer to `text`. The title
 * contains no values of the statement, because the editor sends the title of a chosen action to its vendor as
 * telemetry.
 */
export function rewriteTitle(text: string, { code, effect, edits }: Rewrite): Sentence {
  switch (code) {
    case 'remove-distinct':
      return say('Remove DISTINCT (shows duplicate rows)');
    case 'remove-order':
      return say('Remove ORDER BY (sort in the results grid instead)');
    case 'all':
      return say('Remove ALL (it has no effect here)');
    case 'null-comparison':
      return say('Change to {0} (a comparison with NULL matches no row)', previewRewrite(text, edits));
    case 'aggregate-distinct':
      return say('Remove DISTINCT (equal value; digits may differ)');
    case 'limit-all':
      return say('Remove it (it sets no limit)');
    case 'offset-rows':
      return say('Use OFFSET with only the number');
    case 'top':
      return say('Use LIMIT instead of TOP');
    case 'brackets':
      return say('Remove the parentheses');
    case 'blank':
      return say('Replace with a space');
    case 'spelling':
      return say('Change to {0}', edits[0]?.text ?? '');
    case 'quoted-text':
      return say('Change to text');
    case 'plain-text':
      return say('Change to plain text');
    case 'limit-comma':
      return say('Use LIMIT and OFFSET');
    case 'quoted-name':
      // With the effect `choice`, the quoted text may be a value, and the title must not contain values.
      return effect === 'choice'
        ? say('Change to a name')
        : say('Change to a name: {0}', previewRewrite(text, edits));
    default:
      return say('Change to {0}', previewRewrite(text, edits));
  }
}

function previewRewrite(text: string, edits: Rewrite['edits']): string {
  const masked = maskLiterals(getRewrittenText(text, edits)).replaceAll(MASK, '…');
  const line = masked.trim().replaceAll(/\s+/g, ' ');
  return line.length > MAX_PREVIEW_LENGTH ? `${line.slice(0, MAX_PREVIEW_LENGTH - 1)}…` : line;
}

/**
 * Returns the text from the start of the first edit to the end of the last one, with all edits applied. The result is
 * empty without edits, and a long one is truncated. It can contain values, so it must not become the title of a quick
 * fix, which the editor sends to its vendor.
 */
export function getRewrittenText(text: string, edits: Rewrite['edits']): string {
  const [first] = edits;
  if (!first) return '';
  let rewritten = '';
  let offset = first.start;
  for (const edit of edits) {
    rewritten += text.slice(offset, edit.start) + edit.text;
    offset = edit.end;
  }
  return rewritten.length > MAX_HOVER_LENGTH ? `${rewritten.slice(0, MAX_HOVER_LENGTH)}…` : rewritten;
}

/** Example statements or conditions for each rewrite, for the help pages. */
export const rewriteExamples: Readonly<Record<RewriteCode, readonly string[]>> = {
  comparison: ['income >= 50000', 'income <= 50000', "state <> 'CA'", "state != 'CA'"],
  'operator-word': ["name ~~ 'A%'", "name !~~* 'a%'"],
  equals: ["state == 'CA'"],
  in: ["state IN ('CA', 'NY')", "state NOT IN ('CA', 'NY')"],
  between: ['age BETWEEN 18 AND 65', 'age NOT BETWEEN 18 AND 65', 'age BETWEEN SYMMETRIC 65 AND 18'],
  'null-test': ['email ISNULL', 'email NOTNULL', '(age > 18) IS UNKNOWN'],
  'null-comparison': ['email = NULL'],
  'truth-test': ['granted IS TRUE', 'granted IS NOT FALSE'],
  'distinct-from': ["state IS DISTINCT FROM 'CA'", 'state IS NOT DISTINCT FROM city'],
  using: ['SELECT p.name, c.brand FROM persons p JOIN credit_cards c USING (region)'],
  'cross-join': [
    'SELECT * FROM persons p, credit_cards c WHERE p.id = c.person_id',
    'SELECT * FROM persons CROSS JOIN credit_cards',
  ],
  fetch: ['SELECT * FROM persons FETCH FIRST 10 ROWS ONLY'],
  'offset-rows': ['SELECT * FROM persons OFFSET 20 ROWS'],
  'limit-comma': ['SELECT * FROM persons LIMIT 20, 10'],
  'limit-all': ['SELECT * FROM persons LIMIT ALL'],
  top: ['SELECT TOP 10 * FROM persons'],
  all: ['SELECT ALL name FROM persons'],
  'aggregate-distinct': ['SELECT MAX(DISTINCT age) FROM persons'],
  brackets: ['(SELECT * FROM persons)'],
  'plain-text': ["name = $$O'Hara$$", "name = E'O\\'Hara'"],
  'quoted-name': ['`name` = :name'],
  'quoted-text': ['name = ‘Ann’', 'email = "a@b.c"'],
  blank: ['name\u00a0= :name'],
  'remove-distinct': ['SELECT DISTINCT state FROM persons'],
  'remove-order': ['SELECT name FROM persons ORDER BY name'],
};

/** Constructs for which no rewrite is offered although one seems obvious, each with the reason. */
export const constructsWithoutRewrite: readonly { readonly sql: string; readonly reason: string }[] = [
  {
    sql: 'LOWER(a) = LOWER(b)',
    reason: 'ILIKE differs: in the text on its right, % and _ are wildcards',
  },
  {
    sql: "a >= DATE '2026-01-31'",
    reason: 'without DATE, the values are compared as text if the column is text',
  },
  {
    sql: 'a IN (0.1, 0.2)',
    reason:
      'a list has one type, but each comparison has its own; the result differs for columns of type real',
  },
  { sql: "a IN (1, '2')", reason: 'a list has one type, but each comparison has its own' },
  { sql: 'a < NULL', reason: 'a comparison with NULL is never true; IS NULL has another meaning' },
  {
    sql: 'COUNT(DISTINCT a)',
    reason: 'the vault counts all values; the results grid counts distinct values of the loaded rows',
  },
  { sql: 'GROUP BY a', reason: 'the vault does not group rows' },
  {
    sql: 'SELECT a FROM t ORDER BY a LIMIT 5',
    reason: 'the order decides which five rows; without it they differ',
  },
  { sql: 'a NATURAL JOIN b', reason: 'only the vault knows which columns it joins by' },
  {
    sql: 'SELECT * FROM a JOIN b USING (id)',
    reason: 'USING merges two columns; with `*` or plain `id` the result differs',
  },
  {
    sql: 'SELECT t.a FROM t, u JOIN v ON b = c',
    reason: 'ON can’t refer to t; if it could, b might be either of two columns',
  },
  {
    sql: 'SELECT a FROM t WHERE t IS DISTINCT FROM NULL',
    reason: 'NULL has other rules for a row than for a column',
  },
  { sql: "a SIMILAR TO 'x'", reason: 'LIKE has fewer patterns' },
];
