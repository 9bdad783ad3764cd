/** `>=` and its kin by their opposites: true, false and NULL are the same for both. */
import { primaryEnd, type Sides, sidesOf } from './operands.ts';
import type { Site } from './site.ts';
import type { Edit, Rewrite } from './types.ts';

const opposites: Readonly<Record<string, string>> = { '>=': '<', '<=': '>', '<>': '=', '!=': '=' };

/** The edits that put `open` before both sides and `close` after them, with brackets around all where needed. */
export function around(
  { statement, first, last }: Site,
  { left, right, tight }: Sides,
  [open, operator, close]: readonly [string, string, string],
): Edit[] {
  return [
    statement.before(left.from, tight ? `(${open}` : open),
    statement.replace(first, last, operator),
    statement.after(right.to, tight ? `${close})` : close),
  ];
}

/** `a >= b` to `NOT (a < b)`, `a <= b` to `NOT (a > b)`, `a <> b` to `NOT (a = b)`. */
export function rewriteComparison(site: Site): Rewrite[] {
  const sides = sidesOf(site.statement, site.first, site.last);
  const opposite = opposites[site.finding.construct];
  if (!sides || opposite === undefined) return [];
  return [{ code: 'comparison', effect: 'exact', edits: around(site, sides, ['NOT (', opposite, ')']) }];
}

const words: Readonly<Record<string, string>> = {
  '~~': 'LIKE',
  '~~*': 'ILIKE',
  '!~~': 'NOT LIKE',
  '!~~*': 'NOT ILIKE',
};

/** `a ~~ b` to `a LIKE b`, which is the same operator by its name. */
export function rewriteOperatorWord(site: Site): Rewrite[] {
  const { statement, finding, first, last } = site;
  const sides = sidesOf(statement, first, last);
  const word = words[finding.construct];
  // The word binds less tightly than other operators, so there must be none behind it.
  const isAlone = sides && primaryEnd(statement, sides.right.from) === sides.right.to;
  if (!isAlone || word === undefined) return [];
  const blank = (from: number, to: number): string =>
    statement.end(from) === statement.start(to) ? ' ' : '';
  const text = `${blank(first - 1, first)}${word}${blank(last, last + 1)}`;
  return [{ code: 'operator-word', effect: 'exact', edits: around(site, sides, ['', text, '']) }];
}

/** `a == b` of other dialects to `a = b`. */
export const rewriteEquals = ({ statement, first, last }: Site): Rewrite[] => [
  { code: 'equals', effect: 'spelling', edits: [statement.replace(first, last, '=')] },
];
