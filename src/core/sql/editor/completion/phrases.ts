/** The phrases of keywords that the grammar can take at a place, read from the dialect table. */
import type { ConstructRow } from '../../dialect/construct.ts';
import { constructs, findConstruct, joins } from '../../dialect/constructs.ts';
import { fusedWords } from '../../dialect/keywords.ts';
import type { Expression } from '../../syntax/nodes.ts';
import { afterWholeQuery, stageOf, stages } from '../../syntax/queries/clauseWords.ts';
import type { AfterTable, Place, QueryPlace } from '../place/types.ts';

export interface Phrase {
  /** Text to insert, such as `LEFT OUTER JOIN` or `IS NOT NULL`. */
  readonly text: string;
  /** Name of the phrase's row in the dialect table. */
  readonly construct: string;
}

// The phrases, by where they are written.

type Phrases = readonly Phrase[];
const byName = (...names: readonly string[]): Phrases =>
  names.map((name) => ({ text: name, construct: name }));
const namesOf = (found: readonly ConstructRow[]): Phrases => byName(...found.map(({ name }) => name));
const rows = (isMeant: (row: ConstructRow) => boolean): Phrases =>
  namesOf(constructs.filter((row) => row.role !== 'pattern' && isMeant(row)));

/** Operators of words between two operands, or after one; of those that the grammar has code for only these are. */
const ownTests = byName('IN', 'BETWEEN', 'BETWEEN SYMMETRIC', 'BETWEEN ASYMMETRIC');
const patterns = rows((row) => 'level' in row && row.level === 'like' && /^[A-Z]/.test(row.name));
const tests = rows(
  (row) => /^[A-Z]/.test(row.name) && (row.role === 'test' || (row.role === 'infix' && row.level !== 'like')),
);
/** PostgreSQL reads `NOT` and the word after it as one operator. */
const negated = (words: Phrases): Phrases =>
  words
    .filter(({ text }) => fusedWords.test(`NOT ${text.split(' ')[0]}`))
    .map(({ text, construct }) => ({ text: `NOT ${text}`, construct }));
const comparisons: Phrases = [...patterns, ...negated(patterns), ...tests, ...ownTests, ...negated(ownTests)];

const joinPhrases = namesOf(joins);
const naturalJoins: Phrases = joinPhrases
  .filter(({ text }) => text !== 'CROSS JOIN')
  .map(({ text }) => ({ text: `NATURAL ${text}`, construct: 'NATURAL' }));

/** Those of a query in their order, by their stage. */
const clauses = rows(
  ({ kind, words }) => kind === 'keyword' && stageOf(words[0] ?? '') !== undefined,
).toSorted((a, b) => stageAt(a) - stageAt(b));
function stageAt({ text }: Phrase): number {
  return stageOf(text.split(' ')[0] ?? '') ?? 0;
}

const values = rows(({ kind, role }) => role === 'value' || (role === 'constant' && kind === 'keyword'));
const lists = {
  statement: byName('SELECT'),
  subquery: [{ text: 'SELECT', construct: 'SUBQUERY' }],
  quantifiers: byName('DISTINCT', 'DISTINCT ON'),
  operand: [...byName('CASE'), ...values],
  condition: [...byName('NOT', 'CASE', 'EXISTS'), ...values],
  alias: byName('AS'),
  connectives: byName('AND', 'OR'),
  joinConditions: byName('ON', 'USING'),
};

/** How one of several words may begin: `LEFT`, `LEFT OUTER`, `IS NOT`. */
export const beginnings: ReadonlySet<string> = new Set(
  [...comparisons, ...joinPhrases, ...naturalJoins, ...clauses, ...lists.quantifiers].flatMap(({ text }) => {
    const words = text.split(' ');
    return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '));
  }),
);
/** Words of the longest of these. */
export const maxBeginning = Math.max(...[...beginnings].map((text) => text.split(' ').length));

// What may come at a place.

function clausesAt({ query, member }: QueryPlace, offset: number): Phrases {
  const words = member.clauses.filter(({ kind }) => kind !== 'skippedClause');
  const seen = words.filter(({ start }) => start < offset).map(({ word }) => word);
  const following = query.members[query.members.indexOf(member) + 1]?.setOperator?.name.split(' ')[0];
  const later = words.filter(({ start }) => start >= offset).map(({ word }) => word);
  if (following !== undefined) later.push(following);
  const isSelect = member.kind === 'select';
  const reached = Math.max(isSelect ? 0 : afterWholeQuery, ...seen.map((word) => stageOf(word) ?? 0));
  const limit = Math.min(...later.map((word) => stageOf(word) ?? stages.SELECT), stages.SELECT);
  return clauses.filter((clause) => {
    const stage = stageAt(clause);
    const [word = ''] = clause.text.split(' ');
    if (stage < reached || stage > limit || seen.includes(word) || later.includes(word)) return false;
    // What there is to read is named before anything is said of it.
    return isSelect && !seen.includes('FROM') ? stage <= stages.FROM : stage > stages.FROM;
  });
}

const afterTable = (
  { needsCondition, endsClause }: AfterTable,
  at: QueryPlace | undefined,
  offset: number,
): Phrases => [
  ...(needsCondition ? lists.joinConditions : []),
  ...[...joinPhrases, ...naturalJoins],
  ...(at && endsClause && !needsCondition ? clausesAt(at, offset) : []),
];

function afterOperand(place: Extract<Place, { kind: 'afterOperand' }>, offset: number): Phrases {
  const { clause, bracket, operand, join, at } = place;
  const further = at && !join && bracket === 'none' ? clausesAt(at, offset) : [];
  if (clause === 'targets') return bracket === 'none' ? [...lists.alias, ...further] : [];
  if (clause !== 'condition' || bracket === 'call') return [];
  return [
    ...(operand && isTest(operand) ? [] : comparisons),
    ...lists.connectives,
    ...(join ? afterTable(join, at, offset) : further),
  ];
}

/** Whether an expression ends with a test that is complete: a comparison, or one in parentheses. */
function isTest(expression: Expression): boolean {
  let last: Expression | undefined = expression;
  for (;;) {
    switch (last?.kind) {
      case 'infix':
        if (last.operator.kind === 'construct' && !/^(AND|OR)$/.test(last.operator.name))
          return compares(last.operator.name);
        last = last.right;
        break;
      case 'prefix':
        if (last.operator.name !== 'NOT') return false;
        last = last.operand;
        break;
      case 'parenthesized':
        if (last.row) return false;
        last = last.items[0];
        break;
      default:
        return last?.kind === 'between' || last?.kind === 'postfix';
    }
  }
}

/** A comparison is no operand of another one, but for what binds more loosely, as IS DISTINCT FROM does. */
function compares(name: string): boolean {
  const row = findConstruct(name);
  if (row && 'level' in row && (row.level === 'comparison' || row.level === 'like')) return true;
  return name === 'IN' || /^(\?|!?~~?\*?)$/.test(name);
}

/** All phrases that the grammar can take at a place, whether or not the dialect has them. */
export function phrasesAt(place: Place, offset: number): Phrases {
  switch (place.kind) {
    case 'statement':
    case 'query':
      return lists.statement;
    case 'operand': {
      const { clause, bracket, isFirst, afterParenthesis } = place;
      const subquery = afterParenthesis && bracket === 'other' ? lists.subquery : [];
      if (clause === 'targets') return [...(isFirst ? lists.quantifiers : []), ...subquery, ...lists.operand];
      return clause === 'condition' && bracket !== 'call' ? [...subquery, ...lists.condition] : subquery;
    }
    case 'table':
      return place.afterParenthesis ? lists.subquery : [];
    case 'afterOperand':
      return afterOperand(place, offset);
    case 'afterTable':
      return [...(place.canHaveAlias ? lists.alias : []), ...afterTable(place, place.at, offset)];
    case 'afterClause':
      return clausesAt(place.at, offset);
    default:
      return [];
  }
}

/** With the tests, which are offered in a condition only but can be after any operand; each phrase once. */
export const allPhrasesAt = (place: Place, offset: number): Phrases => [
  ...new Set([...(place.kind === 'afterOperand' ? comparisons : []), ...phrasesAt(place, offset)]),
];
