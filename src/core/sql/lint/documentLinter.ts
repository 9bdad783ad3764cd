/** Findings of documents that are being edited: a statement is checked again only where its text has changed. */
import type { SqlDocument } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';
import { statementLinter } from './check.ts';
import type { Finding } from './findings.ts';
import type { CheckOptions } from './options.ts';

/** Sets of options whose findings are kept: a document with and without known tables, and another one. */
const maxOptions = 4;

interface Linted {
  readonly key: string;
  readonly lint: ReturnType<typeof statementLinter>;
  readonly known: WeakMap<SqlStatement, readonly Finding[]>;
}

export class DocumentLinter {
  /** The last used first. */
  #linted: Linted[] = [];

  /** As `checkText` of the document's text. In time linear in the statements and findings, once all are known. */
  findings(document: SqlDocument, options: CheckOptions): Finding[] {
    const linted = this.#lintedFor(options);
    const findings: Finding[] = [];
    for (const { statement, start } of document.statements()) {
      for (const finding of check(statement, linted)) {
        findings.push({ ...finding, start: finding.start + start, end: finding.end + start });
      }
    }
    return findings;
  }

  /** Those of one statement; offsets are from its first token. */
  statement(statement: SqlStatement, options: CheckOptions): readonly Finding[] {
    return check(statement, this.#lintedFor(options));
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

/** Only the findings are kept: a summary would keep its whole tree. */
function check(statement: SqlStatement, { lint, known }: Linted): readonly Finding[] {
  let found = known.get(statement);
  if (!found) {
    found = lint(statement.parse()).findings;
    known.set(statement, found);
  }
  return found;
}
