/** A query: SELECT with its clauses, and what PostgreSQL can put in its place. */

import * as can from './abilities.ts';
import { beginsClause, beginsSetOperation, stages } from './clauses.ts';
import type { Role } from './dialect.ts';
import { readExpression, readList } from './expression.ts';
import { readFromList } from './from.ts';
import { isForeign } from './joins.ts';
import { readPaging } from './limit.ts';
import { takePhrase } from './phrases.ts';
import * as reader from './reader.ts';
import { startsOperand } from './recover.ts';
import * as states from './states.ts';
import { readTargets } from './targets.ts';
import { readWrite, skipRest } from './write.ts';

/**
 * Reads a query up to the bracket that closes it or the end of the statement; from a set operation on, where one
 * stands after a query in brackets. Takes at least one token.
 */
export function readQuery(): void {
  if (reader.depth >= states.maxDepth) {
    reader.syntax('too-deep');
    skipRest();
    return;
  }
  reader.deepen(1);
  if (!reader.is('WITH') || readWith()) {
    readClauses(beginsSetOperation() ? states.SET_OPERATION : readPrimary(reader.isOutermost()));
  }
  reader.deepen(-1);
}

/** Right after an opening bracket: reads the subquery that stands there, and flags it; false where none does. */
export function readSubquery(): boolean {
  if (!/^((SELECT|WITH|TABLE) |VALUES \()/.test(reader.ahead(2))) return false;
  if (reader.is('SELECT')) reader.flag('SUBQUERY', reader.at, reader.at, 'subquery');
  readQuery();
  return true;
}

/** Common tables, flagged once; false where a write, and so nothing more of interest, follows. */
function readWith(): boolean {
  reader.take('WITH RECURSIVE') || reader.take('WITH');
  do {
    reader.expectName(can.nameColumn);
    reader.skipBrackets();
    reader.expect('AS');
    reader.accept('NOT');
    reader.accept('MATERIALIZED');
    if (!reader.expect('(')) break;
    if (!readWrite()) readQuery();
    reader.expect(')');
    // `SEARCH DEPTH FIRST BY a SET b`, `CYCLE a SET b USING c` belong to WITH RECURSIVE.
    while (reader.accept('SEARCH') || reader.accept('CYCLE')) {
      while (
        /^(name|quoted|BY|FIRST|SET|USING|TO|DEFAULT|string|,)$/.test(reader.sort) &&
        reader.peek(2) !== 'AS'
      ) {
        reader.next();
      }
    }
  } while (reader.accept(','));
  return !readWrite(true);
}

/**
 * SELECT with its list, VALUES, TABLE, or a query in brackets; `outer` where the statement begins with it. Returns the
 * stage that its clauses start from.
 */
function readPrimary(outer = false): states.Clause {
  if (reader.accept('SELECT')) {
    readTargets(outer);
    return 0;
  }
  if (reader.take('VALUES')) readList();
  else if (reader.take('TABLE')) {
    if (reader.accept('ONLY') || reader.abilities & can.label) readFromList();
    else reader.unexpected();
  } else if (reader.is('(')) {
    if (outer) reader.flag('PARENTHESIZED SELECT');
    reader.next();
    readQuery();
    reader.expect(')');
  } else {
    if (!readWrite(outer)) reader.unexpected();
    return 0;
  }
  return states.SET_OPERATION;
}

/** The clauses that are of the dialect, or not made of expressions, each from its first word on. */
const clauseReaders: Readonly<Record<string, () => void>> = {
  FROM: () => {
    reader.next();
    readFromList();
  },
  WHERE: () => {
    reader.next();
    readExpression(states.IN_WHERE);
  },
  LIMIT: readPaging,
  OFFSET: readPaging,
  INTO: readInto,
  WINDOW: readWindow,
};

/** Up to the bracket that closes the query, or the end; `from` is the stage that the query has got to. */
function readClauses(from: states.Clause): void {
  const { clauses } = reader.outline;
  let stage = from;
  let seen: string[] = [];
  while (!reader.is('end')) {
    const sort = reader.sort;
    const at = reader.at;
    if (sort === ')' && !reader.isOutermost()) return;
    const place = sort === 'MINUS' ? states.SET_OPERATION : (stages[sort] ?? stage);
    if (seen.includes(sort)) reader.syntax('repeated-clause');
    else if (place < stage) reader.syntax('clause-order');
    if (beginsClause() && sort !== 'FOR') seen.push(sort);
    stage = Math.max(stage, place);
    const readClause = clauseReaders[sort];
    if (readClause) readClause();
    else {
      // A clause that the dialect does not have, with all that belongs to it.
      const found = beginsClause() || isForeign() ? takePhrase(['list', 'tail', 'query']) : undefined;
      if (sort === 'SELECT') reader.unexpected('second-statement');
      if (sort === 'SELECT' || found?.role === 'query') {
        stage = readPrimary();
        seen = [];
      } else if (found) readTail(found.role, stages[sort]);
      else recover();
    }
    if (reader.isOutermost()) clauses[sort] ??= reader.range(at, reader.at - 1);
  }
}

/** Words of ORDER BY, FETCH FIRST and FOR UPDATE that belong to what is flagged already. */
const tailWords =
  /^(ASC|DESC|NULLS|FIRST|LAST|USING|[<>]|ROWS?|ONLY|WITH|TIES|OF|NOWAIT|SKIP|LOCKED|ALL|DISTINCT)$/;

/** What follows the words of a clause that is flagged already. */
function readTail(role: Role, clause?: states.Clause): void {
  do {
    reader.acceptAll(tailWords);
    if (role === 'list' || startsOperand()) readExpression(clause);
    reader.acceptAll(tailWords);
  } while (reader.accept(','));
}

/** SELECT INTO makes a table; how the rest reads in the dialect it comes from is of no interest. */
function readInto(): void {
  reader.take('INTO');
  reader.mute();
  reader.acceptAll(/^(TEMP(ORARY)?|LOCAL|GLOBAL|UNLOGGED|TABLE)$/);
  do reader.next();
  while (reader.accept('.'));
}

/** `WINDOW w AS (…), …`: the definitions belong to it. */
function readWindow(): void {
  reader.flag('WINDOW');
  do {
    reader.next(2);
    reader.expect('AS');
    reader.skipBrackets();
  } while (reader.is(','));
}

/** At a token that no clause begins with: says so, and goes on behind it, so that what follows is looked at too. */
function recover(): void {
  if (beginsClause()) {
    // ORDER without BY: what follows is what cannot stand here.
    reader.next();
    reader.unexpected();
    return;
  }
  const isOperand = startsOperand();
  reader.unexpected(isOperand && !reader.is('NOT') ? 'missing-operator' : undefined);
  if (isOperand) readExpression();
  else {
    if (reader.abilities & can.operator) reader.flagOperator();
    reader.next();
    if (startsOperand()) readExpression();
  }
}
