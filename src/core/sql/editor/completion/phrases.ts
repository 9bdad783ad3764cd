import type { ConstructRow } from '../../dialect/construct.ts';
import { constructs, findConstruct, joins } from '../../dialect/constructs.ts';
import { COMBINED_KEYWORD_PAIR } from '../../dialect/keywords.ts';
import type { Expression } from '../../syntax/nodes.ts';
import { getClauseStage, stageAfterWholeQuery, stages } from '../../syntax/queries/clauseWords.ts';
import type { AfterTable, Place, QueryPlace } from '../place/types.ts';

export interface Phrase {
  readonly text: string;
  readonly construct: string;
}

// Phrases, grouped by where they can be written.

type Phrases = readonly Phrase[];
const toPhrases = (...names: readonly string[]): Phrases =>
  names.map((name) => ({ text: name, construct: name }));
const toPhrasesOfRows = (found: readonly ConstructRow[]): Phrases =>
  toPhrases(...found.map(({ name }) => name));
const phrasesOfRows = (matches: (row: ConstructRow) => boolean): Phrases =>
  toPhrasesOfRows(constructs.filter((row) => row.role !== 'pattern' && matches(row)));

const ownTests = toPhrases('IN', 'BETWEEN', 'BETWEEN SYMMETRIC', 'BETWEEN ASYMMETRIC');
const patterns = phrasesOfRows((row) => 'level' in row && row.level === 'like' && /^[A-Z]/.test(row.name));
const tests = phrasesOfRows(
  (row) => /^[A-Z]/.test(row.name) && (row.role === 'test' || (row.role === 'infix' && row.level !== 'like')),
);
const createNegatedPhrases = (words: Phrases): Phrases =>
  words
    .filter(({ text }) => COMBINED_KEYWORD_PAIR.test(`NOT ${text.split(' ')[0]}`))
    .map(({ text, construct }) => ({ text: `NOT ${text}`, construct }));
const comparisons: Phrases = [
  ...patterns,
  ...createNegatedPhrases(patterns),
  ...tests,
  ...ownTests,
  ...createNegatedPhrases(ownTests),
];

const joinPhrases = toPhrasesOfRows(joins);
const naturalJoins: Phrases = joinPhrases
  .filter(({ text }) => text !== 'CROSS JOIN')
  .map(({ text }) => ({ text: `NATURAL ${text}`, construct: 'NATURAL' }));

const clauses = phrasesOfRows(
  ({ kind, words }) => kind === 'keyword' && getClauseStage(words[0] ?? '') !== undefined,
).toSorted((a, b) => stageOfPhrase(a) - stageOfPhrase(b));
function stageOfPhrase({ text }: Phrase): number {
  return getClauseStage(text.split(' ')[0] ?? '') ?? 0;
}

const values = phrasesOfRows(
  ({ kind, role }) => role === 'value' || (role === 'constant' && kind === 'keyword'),
);
const lists = {
  statement: toPhrases('SELECT'),
  subquery: [{ text: 'SELECT', construct: 'SUBQUERY' }],
  quantifiers: toPhrases('DISTINCT', 'DISTINCT ON'),
  operand: [...toPhrases('CASE'), ...values],
  condition: [...toPhrases('NOT', 'CASE', 'EXISTS'), ...values],
  alias: toPhrases('AS'),
  connectives: toPhrases('AND', 'OR'),
  joinConditions: toPhrases('ON', 'USING'),
};

/**
 * Beginnings of phrases of several words, such as `LEFT` and `LEFT OUTER` of `LEFT OUTER JOIN`. Some are phrases by
 * themselves, such as BETWEEN.
 */
export const phraseBeginnings: ReadonlySet<string> = new Set(
  [...comparisons, ...joinPhrases, ...naturalJoins, ...clauses, ...lists.quantifiers].flatMap(({ text }) => {
    const words = text.split(' ');
    return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '));
  }),
);
export const MAX_PHRASE_BEGINNING_WORDS = Math.max(
  ...[...phraseBeginnings].map((text) => text.split(' ').length),
);

// Phrases that can follow at a place.

function listClausesAllowedAt({ query, member }: QueryPlace, offset: number): Phrases {
  const words = member.clauses.filter(({ kind }) => kind !== 'skippedClause');
  const seen = words.filter(({ start }) => start < offset).map(({ word }) => word);
  const following = query.members[query.members.indexOf(member) + 1]?.setOperator?.name.split(' ')[0];
  const later = words.filter(({ start }) => start >= offset).map(({ word }) => word);
  if (following !== undefined) later.push(following);
  const isSelect = member.kind === 'select';
  const reached = Math.max(
    isSelect ? 0 : stageAfterWholeQuery,
    ...seen.map((word) => getClauseStage(word) ?? 0),
  );
  const limit = Math.min(...later.map((word) => getClauseStage(word) ?? stages.SELECT), stages.SELECT);
  return clauses.filter((clause) => {
    const stage = stageOfPhrase(clause);
    const [word = ''] = clause.text.split(' ');
    if (stage < reached || stage > limit || seen.includes(word) || later.includes(word)) return false;
    // In a SELECT, the clauses that come after FROM are offered only if FROM is before the caret.
    return isSelect && !seen.includes('FROM') ? stage <= stages.FROM : stage > stages.FROM;
  });
}

const phrasesAfterTable = (
  { needsCondition, endsClause }: AfterTable,
  at: QueryPlace | undefined,
  offset: number,
): Phrases => [
  ...(needsCondition ? lists.joinConditions : []),
  ...[...joinPhrases, ...naturalJoins],
  ...(at && endsClause && !needsCondition ? listClausesAllowedAt(at, offset) : []),
];

function phrasesAfterOperand(place: Extract<Place, { kind: 'afterOperand' }>, offset: number): Phrases {
  const { clause, bracket, operand, join, at } = place;
  const further = at && !join && bracket === 'none' ? listClausesAllowedAt(at, offset) : [];
  if (clause === 'targets') return bracket === 'none' ? [...lists.alias, ...further] : [];
  if (clause !== 'condition' || bracket === 'call') return [];
  return [
    ...(endsWithTest(operand) ? [] : comparisons),
    ...lists.connectives,
    ...(join ? phrasesAfterTable(join, at, offset) : further),
  ];
}

function endsWithTest(expression: Expression): boolean {
  let last: Expression | undefined = expression;
  for (;;) {
    switch (last?.kind) {
      case 'infix':
        if (last.operator.kind === 'construct' && !/^(AND|OR)$/.test(last.operator.name))
          return isUnchainableComparison(last.operator.name);
        last = last.right;
        break;
      case 'prefix':
        if (last.operator.name !== 'NOT') return false;
        last = last.operand;
        break;
      case 'parenthesized':
        if (last.rowConstruct) return false;
        last = last.items[0];
        break;
      default:
        return last?.kind === 'between' || last?.kind === 'postfix';
    }
  }
}

/**
 * Whether no further comparison is suggested after the right operand of an operator, such as `=`, LIKE or IN. False for
 * IS DISTINCT FROM, because its right operand can itself be a comparison.
 */
function isUnchainableComparison(name: string): boolean {
  const row = findConstruct(name);
  if (row && 'level' in row && (row.level === 'comparison' || row.level === 'like')) return true;
  return name === 'IN' || /^(\?|!?~~?\*?)$/.test(name);
}

/**
 * Returns keywords, and phrases of several keywords, that the grammar allows at a place, including those that the
 * dialect does not support. `offset` is the caret's offset in the syntax tree.
 */
export function listPhrasesAt(place: Place, offset: number): Phrases {
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
      return phrasesAfterOperand(place, offset);
    case 'afterTable':
      return [...(place.canHaveAlias ? lists.alias : []), ...phrasesAfterTable(place, place.at, offset)];
    case 'afterClause':
      return listClausesAllowedAt(place.at, offset);
    default:
      return [];
  }
}

/**
 * Returns the phrases of `listPhrasesAt`. After an operand, also returns every comparison, such as LIKE, even if
 * `listPhrasesAt` does not suggest comparisons there, for example in the SELECT list.
 */
export const listPhrasesAndComparisonsAt = (place: Place, offset: number): Phrases => [
  ...new Set([...(place.kind === 'afterOperand' ? comparisons : []), ...listPhrasesAt(place, offset)]),
];
