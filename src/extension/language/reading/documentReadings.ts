/** What is read of a document statement by statement, so that after an edit only the changed ones are read. */
import { type NameToken, nameTokens } from '../../../core/sql/editor/nameTokens.ts';
import { type StatementSymbol, statementSymbols } from '../../../core/sql/editor/symbols.ts';
import { withoutHalfTyped } from '../../../core/sql/editor/typing.ts';
import type { StatementRange } from '../../../core/sql/lexer/statements.ts';
import { DocumentLinter } from '../../../core/sql/lint/documentLinter.ts';
import type { Finding, Severity } from '../../../core/sql/lint/findings.ts';
import type { CheckOptions } from '../../../core/sql/lint/options.ts';
import { DocumentCache } from '../../../core/sql/syntax/document/documentCache.ts';
import { PerStatement } from '../../../core/sql/syntax/document/perStatement.ts';

export interface ShownFindings {
  /** In the order of the text, or the most severe first where there are more than are shown. */
  readonly shown: readonly Finding[];
  /** Findings beyond those. */
  readonly more: number;
  /** Whether something is held back because it is being typed. */
  readonly held: boolean;
}

/** Findings of one document that are shown. */
const shownLimit = 1_000;
const order: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

export class DocumentReadings {
  readonly #documents = new DocumentCache();
  readonly #linter = new DocumentLinter();
  readonly #symbols = new PerStatement<StatementSymbol>(statementSymbols, (symbol, by, { end, fullEnd }) => ({
    ...symbol,
    start: symbol.start + by,
    // The last of them has the `;`, which the statement's own text does not.
    end: symbol.end + by === end ? fullEnd : symbol.end + by,
    nameStart: symbol.nameStart + by,
    nameEnd: symbol.nameEnd + by,
  }));
  readonly #nameTokens = new PerStatement<NameToken>(nameTokens, (token, by) => ({
    ...token,
    start: token.start + by,
    end: token.end + by,
  }));

  /** As `splitStatements`. */
  statements(text: string): StatementRange[] {
    return this.#documents
      .of(text)
      .statements()
      .map(({ start, end, fullEnd }) => ({ start, end, fullEnd }));
  }

  /** As `statementSymbols`. */
  symbols(text: string): StatementSymbol[] {
    return this.#symbols.of(this.#documents.of(text));
  }
  /** As `nameTokens`. */
  nameTokens(text: string): NameToken[] {
    return this.#nameTokens.of(this.#documents.of(text));
  }

  /**
   * The findings of a document. `carets` are the offsets at which a person is typing now: what is only red because a
   * keyword is not typed to its end there is held back.
   */
  check(text: string, options: CheckOptions, carets: readonly number[]): ShownFindings {
    const document = this.#documents.of(text);
    const findings = this.#linter.findings(document, options);
    const statements = findings.length > 0 && carets.length > 0 ? document.statements() : [];
    const held = heldBack(text, statements, findings, carets, options.allow);
    const left = held.size === 0 ? findings : findings.filter((finding) => !held.has(finding));
    const shown = left.length <= shownLimit ? left : mostSevere(left);
    return { shown, more: left.length - shown.length, held: held.size > 0 };
  }
}

/** As many as are shown, the most severe first. */
const mostSevere = (findings: readonly Finding[]): Finding[] =>
  order.flatMap((wanted) => findings.filter(({ severity }) => severity === wanted)).slice(0, shownLimit);

/**
 * The findings that are held back. Whether one is depends on nothing beyond the caret's statement, so only it and its
 * neighbours are read.
 */
function heldBack(
  text: string,
  statements: readonly StatementRange[],
  findings: readonly Finding[],
  carets: readonly number[],
  allow: readonly string[] | undefined,
): ReadonlySet<Finding> {
  const held = new Set<Finding>();
  for (const caret of carets) {
    const index = indexFrom(statements, caret);
    const start = statements[index - 2]?.fullEnd ?? 0;
    const end = statements[index + 1]?.fullEnd ?? text.length;
    const near = findings.filter((finding) => finding.start >= start && finding.end <= end);
    const moved = near.map((finding) => ({
      ...finding,
      start: finding.start - start,
      end: finding.end - start,
    }));
    const left = new Set(withoutHalfTyped(text.slice(start, end), moved, [caret - start], allow));
    for (const [i, finding] of near.entries()) {
      const same = moved[i];
      if (same && !left.has(same)) held.add(finding);
    }
  }
  return held;
}

/** Index of the first statement that ends at an offset or later. */
function indexFrom(statements: readonly StatementRange[], offset: number): number {
  const index = statements.findIndex(({ fullEnd }) => fullEnd >= offset);
  return index < 0 ? statements.length : index;
}
