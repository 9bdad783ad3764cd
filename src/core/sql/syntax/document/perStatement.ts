import type { PlacedStatement, SqlDocument } from './sqlDocument.ts';
import type { SqlStatement } from './sqlStatement.ts';

/** Computes results statement by statement and caches them for as long as the document keeps the statement's object. */
export class StatementResultCache<Result> {
  readonly #cache = new WeakMap<SqlStatement, readonly Result[]>();
  readonly #read: (statement: SqlStatement) => readonly Result[];
  readonly #toDocumentOffsets: (result: Result, statement: PlacedStatement) => Result;

  /**
   * `read` returns the results of a statement, with offsets in the statement's `source`. `toDocumentOffsets` converts
   * one result to offsets in the document's text.
   */
  constructor(
    read: (statement: SqlStatement) => readonly Result[],
    toDocumentOffsets: (result: Result, statement: PlacedStatement) => Result,
  ) {
    this.#read = read;
    this.#toDocumentOffsets = toDocumentOffsets;
  }

  resultsFor(document: SqlDocument): Result[] {
    return document
      .statements()
      .flatMap((placed) =>
        this.#getOrReadResults(placed.statement).map((result) => this.#toDocumentOffsets(result, placed)),
      );
  }

  #getOrReadResults(statement: SqlStatement): readonly Result[] {
    let found = this.#cache.get(statement);
    if (!found) {
      found = this.#read(statement);
      this.#cache.set(statement, found);
    }
    return found;
  }
}
