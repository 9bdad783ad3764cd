/** Findings of documents that are being edited: a statement is checked again only where its text has changed. */
import type { SqlDocument } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';
import { shiftRange } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { statementLinter } from './check.ts';
import type { Finding } from './findings.ts';
import type { CheckOptions } from './options.ts';

/** Sets of options whose findings are kept: of two documents, with and without known tables and what is allowed. */
const maxOptions = 6;

interface Linted {
  readonly key: string;
  readonly lint: ReturnType<typeof statementLinter>;
  readonly known: WeakMap<SqlStatement, readonly Finding[]>;
}

export class DocumentLinter {
  /** The last used first. */
  #linted: Linted[] = [];
  /** The tree of the statement that was checked last, which may be checked by other options or read otherwise next. */
  #parsed: { readonly statement: SqlStatement; readonly tree: SyntaxTree } | undefined;

  /** As `checkText` of the document's text. In time linear in the statements and findings, once all are known. */
  findings(document: SqlDocument, options: CheckOptions): Finding[] {
    const check = this.checker(options);
    const findings: Finding[] = [];
    for (const { statement, start } of document.statements()) {
      for (const finding of check(statement)) findings.push(shiftRange(finding, start));
    }
    return findings;
  }

  /** Gives the findings of single statements; offsets are from their first token. */
  checker(options: CheckOptions): (statement: SqlStatement) => readonly Finding[] {
    const linted = this.#lintedFor(options);
    return (statement) => this.#check(statement, linted);
  }

  /** Only the findings are kept: a summary would keep its whole tree. */
  #check(statement: SqlStatement, { lint, known }: Linted): readonly Finding[] {
    let found = known.get(statement);
    if (!found) {
      found = lint(this.treeOf(statement)).findings;
      known.set(statement, found);
    }
    return found;
  }

  /** The tree of a statement, which is not parsed again where it is the statement that was checked last. */
  treeOf(statement: SqlStatement): SyntaxTree {
    if (this.#parsed?.statement !== statement) this.#parsed = { statement, tree: statement.parse() };
    return this.#parsed.tree;
  }

  /** Options are compared by value: they may come from another thread. */
  #lintedFor(options: CheckOptions): Linted {
    const key = JSON.stringify(options, (_name, value: unknown) =>
      value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>)] : value,
    );
    const found = this.#linted.find((one) => one.key === key) ?? {
      key,
      lint: statementLinter(options),
      known: new WeakMap<SqlStatement, readonly Finding[]>(),
    };
    if (this.#linted[0] !== found)
      this.#linted = [found, ...this.#linted.filter((one) => one !== found)].slice(0, maxOptions);
    return found;
  }
}
