/** Caches results that are computed from single statements, for as long as the statement is unchanged. */
import type { PlacedStatement, SqlDocument } from './sqlDocument.ts';
import type { SqlStatement } from './sqlStatement.ts';

/** Computes results statement by statement and caches those of unchanged statements. */
export class PerStatement<Result> {
  readonly #known = new WeakMap<SqlStatement, readonly Result[]>();
  readonly #read: (statement: SqlStatement) => readonly Result[];
  readonly #place: (result: Result, statement: PlacedStatement) => Result;

  /**
   * `read` returns the results of a statement, with offsets in its source. `place` converts one result to offsets in
   * the text.
   */
  constructor(
    read: (statement: SqlStatement) => readonly Result[],
    place: (result: Result, statement: PlacedStatement) => Result,
  ) {
    this.#read = read;
    this.#place = place;
  }

  /** Returns the results of a whole document in order, with offsets in its text. */
  resultsFor(document: SqlDocument): Result[] {
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
