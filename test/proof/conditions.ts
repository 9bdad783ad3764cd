/** Random conditions around a construct that is to be rewritten, over the tables of `engine`. */
import fc from 'fast-check';

/** A column, or a literal that is compared with one of its type. */
export interface Operands {
  readonly column: fc.Arbitrary<string>;
  readonly literal: fc.Arbitrary<string>;
}
const column = (...names: string[]): fc.Arbitrary<string> => fc.constantFrom(...names);

/** Column names are in t alone and, with its name before them, in both tables. */
export const kinds: Readonly<Record<'number' | 'fraction' | 'text' | 'truth' | 'date', Operands>> = {
  number: {
    column: column('i', 'n', 'r', 'f', 'MIN', 't.i', '"n"'),
    literal: fc.constantFrom('0', '1', '-1', '+2', '3', '0.5', '-1.25', '16777217', '100_000', '.5'),
  },
  fraction: {
    column: column('n', 'r', 'f'),
    literal: fc.constantFrom('0.1', '1.1', '-0.1', '16777217', '33554433', '1e-3', '0.30000000000000004'),
  },
  text: {
    column: column('s', 'v', 'c', 't.s', 'T.V'),
    literal: fc.constantFrom(
      "''",
      "'a'",
      "'A '",
      "'a  '",
      "'it''s'",
      "'%'",
      "'_'",
      "'é'",
      "'😀'",
      "E'a'",
      '$$a$$',
      "'NaN'",
    ),
  },
  truth: { column: column('b', 'b2'), literal: fc.constantFrom('TRUE', 'false') },
  date: { column: column('d'), literal: fc.constantFrom("'2024-02-29'", "'infinity'", "'1999-12-31'") },
};

/** Operands of one type; a NULL literal now and then. */
export const operandsOf = (kind: keyof typeof kinds): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: kinds[kind].column },
    { weight: 2, arbitrary: kinds[kind].column.map((name) => `(${name})`) },
    { weight: 1, arbitrary: fc.constant('NULL') },
  );
export const literalsOf = (kind: keyof typeof kinds): fc.Arbitrary<string> => kinds[kind].literal;

/** Operands that fit each other: the first is never a literal alone. */
export function operands(count: number, kind?: keyof typeof kinds): fc.Arbitrary<string[]> {
  const all = ['number', 'text', 'truth', 'date'] as const;
  return fc
    .constantFrom(...(kind ? [kind] : all))
    .chain((one) =>
      fc.tuple(
        kinds[one].column,
        ...Array.from({ length: count - 1 }, () =>
          fc.oneof({ weight: 3, arbitrary: literalsOf(one) }, { weight: 3, arbitrary: operandsOf(one) }),
        ),
      ),
    );
}

const atom = fc.constantFrom(
  'b',
  'i = 1',
  "s LIKE 'a%'",
  'n IS NULL',
  'NOT b2',
  '(f > 0 OR b)',
  'NULL',
  "v NOT ILIKE '_'",
);
/** Places of a condition: each holds it where its value, NULL or not, makes a difference. */
const places: readonly ((test: string, other: string) => string)[] = [
  (test) => test,
  (test) => `NOT ${test}`,
  (test, other) => `${test} AND ${other}`,
  (test, other) => `${other} AND ${test}`,
  (test, other) => `${test} OR ${other}`,
  (test, other) => `${other} OR NOT ${test} AND ${other}`,
  (test, other) => `NOT (${test} AND ${other})`,
  (test) => `(${test}) IS NULL`,
  (test) => `((${test}))`,
  (test, other) => `(${test}) = (${other})`,
  (test, other) => `NOT NOT ${test} OR (${other})`,
];

/** The same for a test that itself is no IS, which cannot follow another. */
const testedPlaces: typeof places = [
  ...places,
  (test) => `${test} IS NULL`,
  (test, other) => `${other} AND NOT ${test} IS NOT NULL`,
];

/** A whole statement: the condition in WHERE, in the list (where NULL and FALSE differ) or in ON. */
export function statements(test: fc.Arbitrary<string>, isTest = false): fc.Arbitrary<string> {
  const condition = fc
    .tuple(test, atom, fc.constantFrom(...(isTest ? places : testedPlaces)))
    .map(([one, other, place]) => place(one, other));
  const frame = fc.constantFrom(
    (one: string) => `SELECT id FROM t WHERE ${one}`,
    (one: string) => `SELECT t.*, ${one} AS result FROM t`,
    (one: string) => `SELECT id, (${one}) FROM t`,
    (one: string) => `SELECT t.id, w.other FROM t LEFT JOIN w ON ${one}`,
    (one: string) => `SELECT COUNT(*), MIN(s) FROM t WHERE ${one}`,
    (one: string) => `SELECT id, ${one} "result" FROM t LIMIT 9 OFFSET 1`,
  );
  return fc.tuple(condition, frame).map(([one, place]) => place(one));
}
