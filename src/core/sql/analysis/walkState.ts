/** Where an editor's reading of a statement has come to. What the tokens do to it stands in walk and walkWords. */
import type { Token } from '../lexer/tokens.ts';

export type ClauseName = 'start' | 'select' | 'from' | 'on' | 'where' | 'limit' | 'offset' | 'other';

/** What can come next. */
export type Expecting =
  | 'statement'
  | 'operand'
  | 'operator'
  | 'arguments'
  | 'dot'
  | 'member'
  | 'label'
  | 'afterLabel'
  | 'table'
  | 'afterTable'
  | 'tableAlias'
  | 'afterAlias'
  /** After LEFT, RIGHT, FULL, NATURAL: OUTER or JOIN. */
  | 'join'
  /** After INNER, CROSS, OUTER. */
  | 'joinOnly'
  /** After IS. */
  | 'null'
  /** After IS NOT. */
  | 'nullOnly'
  /** After IS DISTINCT. */
  | 'distinctFrom'
  /** After an operand and NOT. */
  | 'like'
  | 'count'
  | 'afterCount'
  | 'nothing';

export interface Bracket {
  /** `query` from the SELECT after it on; `join` around tables. */
  kind: 'call' | 'group' | 'join' | 'query' | 'other';
  /** The function's name in upper case where it is one of the six, else ''. */
  readonly name: string;
  readonly opening: Token;
  /** Commas in it so far. */
  commas: number;
  /** What holds again after it. */
  readonly after: Expecting;
  readonly clause: ClauseName;
  readonly compared: boolean;
  readonly waiting: number;
}

export interface TableReference {
  readonly table: Token;
  alias?: Token;
}

export class WalkState {
  clause: ClauseName = 'start';
  expecting: Expecting = 'statement';
  /** Whether the condition being read has its comparison already. */
  compared = false;
  /** Whether the operand just read is a `*`. */
  star = false;
  /** Joins that still need their ON. */
  waiting = 0;
  /** Whether the join being read takes no ON: CROSS, NATURAL. */
  unconditional = false;
  /** The name before the last dot, and whether it stands in the place of a table. */
  qualifier: Token | undefined = undefined;
  inTable = false;
  /** The function whose bracket comes next. */
  call = '';
  /** Words of the clauses of the outermost query so far. */
  readonly seen = new Set<string>();
  /** The last token's word, and where it ends. */
  previous = '';
  previousEnd = 0;
  readonly brackets: Bracket[] = [];
  readonly tables: TableReference[] = [];

  get bracket(): Bracket | undefined {
    return this.brackets.at(-1);
  }
  /** Whether a clause of a query can begin here: not inside brackets of an expression. */
  get atClauseLevel(): boolean {
    return this.bracket === undefined || this.bracket.kind === 'query';
  }
  operandDone(star = false): void {
    this.expecting = 'operator';
    this.star = star;
  }
  open(opening: Token): void {
    const { clause, compared, waiting, expecting } = this;
    const outer = { opening, name: '', commas: 0, clause, compared, waiting };
    if (expecting === 'table') {
      this.brackets.push({ ...outer, kind: 'join', after: 'afterTable' });
      this.waiting = 0;
      return;
    }
    if (expecting === 'arguments') {
      const after = this.inTable ? 'afterTable' : 'operator';
      this.brackets.push({ ...outer, kind: 'call', name: this.call, after });
    } else if (expecting === 'operand') this.brackets.push({ ...outer, kind: 'group', after: 'operator' });
    else this.brackets.push({ ...outer, kind: 'other', after: expecting });
    this.expecting = 'operand';
    this.compared = false;
  }
  close(): void {
    const bracket = this.brackets.pop();
    if (!bracket) return;
    // `(a = 1)` is a condition with its comparison, `count(a = 1)` is a value.
    this.compared = bracket.compared || (bracket.kind === 'group' && this.compared);
    this.clause = bracket.clause;
    this.waiting = bracket.waiting;
    this.expecting = bracket.after;
    this.star = false;
  }
  /** A clause in the midst of brackets: they are not closed yet, or never will be. */
  leaveBrackets(): void {
    while (!this.atClauseLevel) this.close();
  }
}
