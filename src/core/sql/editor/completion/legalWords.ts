/** The keywords that can come next, from the dialect table and what the user knows the service to accept. */

import type { WalkState } from '../../analysis/walkState.ts';
import { normalizeAllowed } from '../../dialect/allow.ts';
import { findConstruct } from '../../dialect/constructs.ts';

export interface LegalWord {
  /** As it is inserted: `LEFT OUTER JOIN`, `IS NOT NULL`. */
  readonly text: string;
  /** The row of the dialect table that it stands for. */
  readonly construct: string;
}

/** Text, and after a colon the construct where it is another. */
const words = (list: string): LegalWord[] =>
  list.split(', ').map((entry) => {
    const [text = '', construct = text] = entry.split(':');
    return { text, construct };
  });

const lists = {
  statement: words('SELECT'),
  quantifier: words('DISTINCT'),
  target: words('CASE'),
  condition: words('NOT, CASE, EXISTS'),
  afterTarget: words('AS'),
  comparison: words(
    'LIKE, ILIKE, NOT LIKE:LIKE, NOT ILIKE:ILIKE, IS NULL, IS NOT NULL, IN, NOT IN:IN, BETWEEN, NOT BETWEEN:BETWEEN, IS DISTINCT FROM, IS NOT DISTINCT FROM, SIMILAR TO',
  ),
  connective: words('AND, OR'),
  from: words('FROM'),
  alias: words('AS'),
  on: words('ON'),
  using: words('USING'),
  joins: words(
    'JOIN, INNER JOIN, LEFT JOIN, LEFT OUTER JOIN, RIGHT JOIN, RIGHT OUTER JOIN, FULL JOIN, FULL OUTER JOIN, CROSS JOIN, NATURAL JOIN:NATURAL',
  ),
  where: words('WHERE'),
  grouping: words('GROUP BY'),
  having: words('HAVING'),
  union: words('UNION, UNION ALL, INTERSECT, EXCEPT'),
  order: words('ORDER BY'),
  limit: words('LIMIT'),
  offset: words('OFFSET'),
  join: words('JOIN, OUTER JOIN:JOIN'),
  joinOnly: words('JOIN'),
  null: words('NULL:IS NULL, NOT NULL:IS NOT NULL, DISTINCT FROM:IS DISTINCT FROM'),
  nullOnly: words('NULL:IS NOT NULL, DISTINCT FROM:IS NOT DISTINCT FROM'),
  like: words('LIKE, ILIKE, IN, BETWEEN'),
  fetch: words('FETCH FIRST'),
};

/** The clauses of a query in their order. LIMIT, OFFSET and FETCH may stand in any order among themselves. */
const clauseOrder: readonly (readonly [word: string, stage: number, list: readonly LegalWord[]])[] = [
  ['FROM', 2, lists.from],
  ['WHERE', 4, lists.where],
  ['GROUP', 5, lists.grouping],
  ['HAVING', 6, lists.having],
  ['UNION', 7, lists.union],
  ['ORDER', 8, lists.order],
  ['LIMIT', 9, lists.limit],
  ['OFFSET', 9, lists.offset],
  ['FETCH', 9, lists.fetch],
];
const stageOf = new Map(clauseOrder.map(([word, stage]) => [word, stage]));

/** The clauses that can begin after all that there is, and before those that stand behind the caret (`later`). */
function nextClauses({ seen }: WalkState, later: ReadonlySet<string>): LegalWord[] {
  const from = Math.max(0, ...[...seen].map((word) => stageOf.get(word) ?? 0));
  const to = Math.min(...[...later].map((word) => stageOf.get(word) ?? 10), 10);
  return clauseOrder.flatMap(([word, stage, list]) => {
    if (seen.has(word) || later.has(word)) return [];
    if (word === 'FROM' ? from > 0 : from < 2) return [];
    if (word === 'HAVING' && !seen.has('GROUP')) return [];
    return (stage > from || stage === 9) && (stage < to || (stage === 9 && to === 9)) ? list : [];
  });
}

const noClause: ReadonlySet<string> = new Set();

/**
 * The keywords that may come next in this state, without those that the dialect does not have; `allow` as in
 * `vaultsql.dialect.allow`, `later` the words of the clauses that stand behind the caret.
 */
export function legalWords(
  state: WalkState,
  allow: readonly string[] = [],
  later: ReadonlySet<string> = noClause,
): LegalWord[] {
  const allowed = normalizeAllowed(allow);
  return candidates(state, later).filter(({ construct }) => {
    const row = findConstruct(construct);
    return row?.verdict === 'supported' || (row?.liftable === true && allowed.has(construct));
  });
}

function candidates(state: WalkState, later: ReadonlySet<string>): readonly LegalWord[] {
  const { clause, expecting } = state;
  switch (expecting) {
    case 'statement':
      return lists.statement;
    case 'operand':
      if (clause === 'where' || clause === 'on') return state.bracket?.kind === 'call' ? [] : lists.condition;
      if (clause !== 'select') return [];
      return state.previous === 'SELECT' ? [...lists.quantifier, ...lists.target] : lists.target;
    case 'operator':
      return afterOperand(state, later);
    case 'afterLabel':
      return nextClauses(state, later);
    case 'afterTable':
      return [...lists.alias, ...afterTable(state, later)];
    case 'afterAlias':
      return afterTable(state, later);
    case 'join':
    case 'joinOnly':
    case 'null':
    case 'nullOnly':
    case 'like':
      return lists[expecting];
    case 'afterCount':
      return state.atClauseLevel ? nextClauses(state, later) : [];
    default:
      return [];
  }
}

function afterOperand(state: WalkState, later: ReadonlySet<string>): readonly LegalWord[] {
  const { clause, compared } = state;
  if (clause === 'select') {
    if (!state.atClauseLevel) return [];
    return [...(state.star ? [] : lists.afterTarget), ...nextClauses(state, later)];
  }
  if (clause !== 'where' && clause !== 'on') return state.atClauseLevel ? nextClauses(state, later) : [];
  if (state.bracket?.kind === 'call') return [];
  const inside = [...(compared ? [] : lists.comparison), ...lists.connective];
  if (clause === 'on' && (state.atClauseLevel || state.bracket?.kind === 'join')) {
    return [...inside, ...afterTable(state, later)];
  }
  return state.atClauseLevel ? [...inside, ...nextClauses(state, later)] : inside;
}

function afterTable(state: WalkState, later: ReadonlySet<string>): readonly LegalWord[] {
  if (state.waiting > 0) return [...lists.on, ...lists.using, ...lists.joins];
  return [...lists.joins, ...(state.atClauseLevel ? nextClauses(state, later) : [])];
}
