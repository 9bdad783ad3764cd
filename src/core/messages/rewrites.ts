/** Titles of the rewrites that the editor offers, and what the help pages say of them. */
import { maskLiterals } from '../sql/analysis/maskLiterals.ts';
import type { Rewrite, RewriteCode } from '../sql/fixes/rewrite.ts';
import { type Sentence, say } from './sentence.ts';

/** Characters of the statement that a title quotes. */
const longest = 60;

/**
 * What a menu calls a rewrite. `text` is the text that its offsets are of. No value is in it: the editor sends the title
 * of an action that is chosen to its maker, as telemetry.
 */
export function rewriteTitle(text: string, { code, effect, edits }: Rewrite): Sentence {
  switch (code) {
    case 'remove-distinct':
      return say('Remove DISTINCT: rows that repeat are then shown as often as they are there');
    case 'remove-order':
      return say('Remove ORDER BY: sort in the results grid instead');
    case 'all':
    case 'aggregate-distinct':
      return say('Remove {0}: it makes no difference here', code === 'all' ? 'ALL' : 'DISTINCT');
    case 'limit-all':
      return say('Remove it: it is no limit');
    case 'offset-rows':
      return say('Write OFFSET with the number alone');
    case 'top':
      return say('Write LIMIT at the end instead of TOP');
    case 'brackets':
      return say('Remove the brackets');
    case 'blank':
      return say('Replace by a blank');
    case 'spelling':
      return say('Change to {0}', edits[0]?.text ?? '');
    case 'quoted-text':
      return say('Write as text');
    case 'plain-text':
      return say('Write as plain text');
    case 'limit-comma':
      return say('Write LIMIT and OFFSET apart');
    case 'quoted-name':
      // What may as well be meant as text is a value.
      return effect === 'choice' ? say('Write as a name') : say('Write as a name: {0}', preview(text, edits));
    default:
      return say('Write as {0}', preview(text, edits));
  }
}

/** What will stand there, on one line and without values. */
function preview(text: string, edits: Rewrite['edits']): string {
  const [first, last] = [edits[0], edits.at(-1)];
  if (!first || !last) return '';
  let made = '';
  let at = first.start;
  for (const edit of edits) {
    made += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  const line = maskLiterals(made).trim().replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** One statement for each rewrite, from which the table of the help pages is made. */
export const rewriteExamples: Readonly<Record<RewriteCode, readonly string[]>> = {
  comparison: ['income >= 50000', 'income <= 50000', "state <> 'CA'", "state != 'CA'"],
  'operator-word': ["name ~~ 'A%'", "name !~~* 'a%'"],
  equals: ["state == 'CA'"],
  in: ["state IN ('CA', 'NY')", "state NOT IN ('CA', 'NY')"],
  between: ['age BETWEEN 18 AND 65', 'age NOT BETWEEN 18 AND 65', 'age BETWEEN SYMMETRIC 65 AND 18'],
  'null-test': ['email ISNULL', 'email NOTNULL', '(age > 18) IS UNKNOWN'],
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

/** What has no rewrite though it looks as if it had, and why. */
export const withoutRewrite: readonly { readonly sql: string; readonly why: string }[] = [
  {
    sql: 'LOWER(a) = LOWER(b)',
    why: 'ILIKE is not the same: it takes % and _ of its right side for wildcards',
  },
  {
    sql: "a >= DATE '2026-01-31'",
    why: 'as plain text it would be compared as text where the column is text',
  },
  {
    sql: 'a IN (0.1, 0.2)',
    why: 'a list has one type, each comparison its own: columns of type real differ',
  },
  { sql: "a IN (1, '2')", why: 'for the same reason' },
  { sql: "a = 'x' OR a = NULL", why: 'a comparison with NULL is never true; IS NULL would find more rows' },
  {
    sql: 'COUNT(DISTINCT a)',
    why: 'the vault counts all; the results grid counts distinct values of loaded rows',
  },
  { sql: 'GROUP BY a', why: 'the vault groups nothing' },
  { sql: 'SELECT a FROM t ORDER BY a LIMIT 5', why: 'the order says which five; without it they are others' },
  { sql: 'a NATURAL JOIN b', why: 'which columns it joins by is known to the vault alone' },
  {
    sql: 'SELECT * FROM a JOIN b USING (id)',
    why: 'USING makes one column of two: with `*`, or with `id` alone, the result differs',
  },
  {
    sql: 'SELECT t.a FROM t, u JOIN v ON b = c',
    why: 'the ON does not see t; where it did, b might be one of two columns',
  },
  {
    sql: 'SELECT a FROM t WHERE t IS DISTINCT FROM NULL',
    why: 'a row has other rules for NULL than a column',
  },
  { sql: "a SIMILAR TO 'x'", why: 'LIKE knows fewer patterns' },
];
