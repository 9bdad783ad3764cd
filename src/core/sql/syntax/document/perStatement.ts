/** Results of a reader of single statements: each statement is read once for as long as it is kept. */
import type { Range } from '../nodes.ts';
import type { PlacedStatement, SqlDocument } from './sqlDocument.ts';
import type { SqlStatement } from './sqlStatement.ts';

export class PerStatement<Result extends Range> {
  readonly #known = new WeakMap<SqlStatement, readonly Result[]>();
  readonly #read: (source: string) => readonly Result[];
  readonly #move: (result: Result, by: number, statement: PlacedStatement) => Result;

  /**
   * `read` gives the results of a statement's source, by offsets in it; `move` those of one at another place. Reading
   * the statements one by one must give what reading the whole text gives.
   */
  constructor(
    read: (source: string) => readonly Result[],
    move: (result: Result, by: number, statement: PlacedStatement) => Result,
  ) {
    this.#read = read;
    this.#move = move;
  }

  /** Those of a whole document, in order. */
  of(document: SqlDocument): Result[] {
    const all: Result[] = [];
    for (const placed of document.statements()) {
      const { statement, start } = placed;
      const by = start - leadOf(statement.source).length;
      for (const result of this.#resultsOf(statement)) all.push(this.#move(result, by, placed));
    }
    return all;
  }

  #resultsOf(statement: SqlStatement): readonly Result[] {
    let found = this.#known.get(statement);
    if (!found) {
      found = this.#read(leadOf(statement.source) + statement.source);
      this.#known.set(statement, found);
    }
    return found;
  }
}

/** In the middle of a text a byte order mark is an invisible character, so none may begin what is read. */
export const leadOf = (text: string): string => (text.startsWith('\ufeff') ? ' ' : '');
