/** Results of a reader of single statements: each statement is read once for as long as it is kept. */
import type { PlacedStatement, SqlDocument } from './sqlDocument.ts';
import type { SqlStatement } from './sqlStatement.ts';

export class PerStatement<Result> {
  readonly #known = new WeakMap<SqlStatement, readonly Result[]>();
  readonly #read: (statement: SqlStatement) => readonly Result[];
  readonly #place: (result: Result, statement: PlacedStatement) => Result;

  /** `read` gives the results of a statement, by offsets in its source; `place` those of one by offsets in the text. */
  constructor(
    read: (statement: SqlStatement) => readonly Result[],
    place: (result: Result, statement: PlacedStatement) => Result,
  ) {
    this.#read = read;
    this.#place = place;
  }

  /** Those of a whole document, in order. */
  of(document: SqlDocument): Result[] {
    return document
      .statements()
      .flatMap((placed) => this.#resultsOf(placed.statement).map((result) => this.#place(result, placed)));
  }

  #resultsOf(statement: SqlStatement): readonly Result[] {
    let found = this.#known.get(statement);
    if (!found) {
      found = this.#read(statement);
      this.#known.set(statement, found);
    }
    return found;
  }
}
