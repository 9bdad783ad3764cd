import type { SqlDocument } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';
import { shiftRange } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { createStatementLinter } from './check.ts';
import type { Finding } from './findings.ts';
import type { CheckOptions } from './options.ts';

const MAX_CACHED_OPTIONS = 6;

interface CachedLinter {
  readonly key: string;
  readonly lint: ReturnType<typeof createStatementLinter>;
  readonly cachedFindings: WeakMap<SqlStatement, readonly Finding[]>;
}

/** Checks statements of documents and caches their findings by statement and options. */
export class DocumentLinter {
  #linters: CachedLinter[] = [];
  /** The last parsed statement and its tree, which is often needed again for other options or another feature. */
  #parsed: { readonly statement: SqlStatement; readonly tree: SyntaxTree } | undefined;

  /** Returns the findings of a document in the order of its text. Offsets are UTF-16 code units in the text. */
  findings(document: SqlDocument, options: CheckOptions): Finding[] {
    const check = this.createChecker(options);
    const findings: Finding[] = [];
    for (const { statement, start } of document.statements()) {
      for (const finding of check(statement)) findings.push(shiftRange(finding, start));
    }
    return findings;
  }

  /**
   * Returns a function that returns a statement's findings, from the cache if possible. Offsets count from the
   * statement's first token.
   */
  createChecker(options: CheckOptions): (statement: SqlStatement) => readonly Finding[] {
    const linted = this.#getOrCreateLinter(options);
    return (statement) => this.#getCachedFindings(statement, linted);
  }

  /** Returns a statement's findings, from the cache if possible. The summary is not cached, to save memory. */
  #getCachedFindings(statement: SqlStatement, { lint, cachedFindings }: CachedLinter): readonly Finding[] {
    let found = cachedFindings.get(statement);
    if (!found) {
      found = lint(this.parseCached(statement)).findings;
      cachedFindings.set(statement, found);
    }
    return found;
  }

  parseCached(statement: SqlStatement): SyntaxTree {
    if (this.#parsed?.statement !== statement) this.#parsed = { statement, tree: statement.parse() };
    return this.#parsed.tree;
  }

  /**
   * Returns the linter for the given options from the cache, or creates it. Options are compared by value, since they
   * may come from another thread.
   */
  #getOrCreateLinter(options: CheckOptions): CachedLinter {
    const key = JSON.stringify(options, (_name, value: unknown) =>
      value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>)] : value,
    );
    const found = this.#linters.find((one) => one.key === key) ?? {
      key,
      lint: createStatementLinter(options),
      cachedFindings: new WeakMap<SqlStatement, readonly Finding[]>(),
    };
    if (this.#linters[0] !== found)
      this.#linters = [found, ...this.#linters.filter((one) => one !== found)].slice(0, MAX_CACHED_OPTIONS);
    return found;
  }
}
