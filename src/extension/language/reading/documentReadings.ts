/** What is read of a document statement by statement, so that after an edit only the changed ones are read. */
import { completeAt } from '../../../core/sql/editor/completion/complete.ts';
import type { CompletionOptions, Completions } from '../../../core/sql/editor/completion/types.ts';
import { type Fold, folds, type SelectionRange, selectionsAt } from '../../../core/sql/editor/folding.ts';
import { type FormatOptions, format } from '../../../core/sql/editor/format.ts';
import { type Hover, type HoverOptions, hoverAt } from '../../../core/sql/editor/hover.ts';
import { withoutHalfTyped } from '../../../core/sql/editor/incompleteInput.ts';
import { type NameToken, nameTokenReader, nameTokens } from '../../../core/sql/editor/nameTokens.ts';
import type { ArgumentPlace } from '../../../core/sql/editor/place/types.ts';
import {
  type Occurrences,
  occurrencesAt,
  type RenameOutcome,
  renameAt,
} from '../../../core/sql/editor/rename.ts';
import { DocumentIndexer, type SchemaIndex } from '../../../core/sql/editor/schemaIndex.ts';
import { callAt } from '../../../core/sql/editor/signature.ts';
import { type StatementSymbol, statementSymbols, symbolReader } from '../../../core/sql/editor/symbols.ts';
import { type TargetDirective, targetsIn } from '../../../core/sql/execution/target.ts';
import { type Fixable, type FixOptions, fixAll, rewritesAt } from '../../../core/sql/fixes/rewrite.ts';
import { isOnFirstLines } from '../../../core/sql/lexer/firstLines.ts';
import { lex } from '../../../core/sql/lexer/lexer.ts';
import type { StatementRange } from '../../../core/sql/lexer/statements.ts';
import type { Token } from '../../../core/sql/lexer/tokens.ts';
import { DocumentLinter } from '../../../core/sql/lint/documentLinter.ts';
import type { Finding, Severity } from '../../../core/sql/lint/findings.ts';
import type { CheckOptions } from '../../../core/sql/lint/options.ts';
import { statementsInDoubt } from '../../../core/sql/lint/statementsInDoubt.ts';
import { DocumentCache } from '../../../core/sql/syntax/document/documentCache.ts';
import { PerPart } from '../../../core/sql/syntax/document/perPart.ts';
import type { Range } from '../../../core/sql/syntax/nodes.ts';
import { shiftRange, type TextEdit } from '../../../core/sql/syntax/ranges.ts';

interface ShownFindings {
  /** In the order of the text, or the most severe first where there are more than are shown. */
  readonly shown: readonly Finding[];
  /** Findings beyond those. */
  readonly more: number;
  /** Whether something is held back because it is being typed. */
  readonly held: boolean;
}

/** Findings of one document that are shown. */
const shownLimit = 1_000;
const order: readonly Severity[] = ['error', 'warning', 'hint'];

export class DocumentReadings {
  readonly #documents = new DocumentCache();
  readonly #linter = new DocumentLinter();
  readonly #indexer = new DocumentIndexer(this.#linter);
  readonly #folds = new PerPart<Fold>(folds);
  readonly #targets = new PerPart<TargetDirective>(targetsIn);
  readonly #symbols = symbolReader();
  readonly #nameTokens = nameTokenReader();

  /** As `splitStatements`. */
  splitStatements(text: string): StatementRange[] {
    return this.#documents
      .of(text)
      .statements()
      .map(({ start, end, fullEnd }) => ({ start, end, fullEnd }));
  }

  /** As `statementSymbols`. */
  statementSymbols(text: string): StatementSymbol[] {
    return statementSymbols(this.#documents.of(text), this.#symbols);
  }
  /** As `nameTokens`. */
  nameTokens(text: string): NameToken[] {
    return nameTokens(this.#documents.of(text), this.#nameTokens);
  }

  /** As `folds`. */
  folds(text: string): Fold[] {
    return this.#folds.of(this.#documents.of(text));
  }
  /** As `targetsIn`. */
  targets(text: string): TargetDirective[] {
    return this.#targets.of(this.#documents.of(text));
  }
  /** As `indexText`. */
  indexText(text: string, except?: number, allow?: readonly string[]): SchemaIndex {
    return this.#indexer.index(this.#documents.of(text), except, allow);
  }
  /** As `statementsInDoubt`. */
  statementsInDoubt(text: string, options: CheckOptions): StatementRange[] {
    return statementsInDoubt(this.#documents.of(text), options, this.#linter);
  }

  /** As `hoverAt`. */
  hoverAt(text: string, offset: number, options?: HoverOptions): Hover | undefined {
    return hoverAt(this.#documents.of(text), offset, options);
  }
  /** As `rewritesAt`. */
  rewritesAt(text: string, range: Range, options?: CheckOptions): Fixable[] {
    return rewritesAt(this.#documents.of(text), range, options, this.#linter);
  }
  /** As `fixAll`. */
  fixAll(text: string, options?: FixOptions): TextEdit[] {
    return fixAll(this.#documents.of(text), options);
  }
  /** As `completeAt`. */
  completeAt(text: string, offset: number, options: CompletionOptions = {}): Completions {
    const isTop = isOnFirstLines(text, offset);
    const { start, end } = isTop ? { ...this.#around(text, offset), start: 0 } : this.#around(text, offset);
    const own = isTop ? options : { ...options, vaults: [] };
    return shiftRange(completeAt(text.slice(start, end), offset - start, own), start);
  }
  /** As `callAt`. */
  callAt(text: string, offset: number): ArgumentPlace | undefined {
    const { start, end } = this.#around(text, offset);
    return callAt(text.slice(start, end), offset - start);
  }
  /** As `occurrencesAt`. */
  occurrencesAt(text: string, offset: number): Occurrences | undefined {
    const { start, end } = this.#around(text, offset);
    const found = occurrencesAt(text.slice(start, end), offset - start);
    return (
      found && {
        ...shiftRange(found, start),
        places: found.places.map((place) => shiftRange(place, start)),
      }
    );
  }
  /** As `renameAt`. */
  renameAt(text: string, offset: number, newName: string): RenameOutcome {
    const { start, end } = this.#around(text, offset);
    const outcome = renameAt(text.slice(start, end), offset - start, newName);
    if (!outcome.ok) return outcome;
    return { ok: true, places: outcome.places.map((place) => shiftRange(place, start)) };
  }
  /** As `format`. It touches the whole text, so the whole text is read. */
  format(text: string, options: FormatOptions, range?: Range): TextEdit[] {
    return format(text, options, range);
  }
  /** As `selectionsAt`, for several carets. The text around each is lexed, and once where several are in it. */
  selectionsAt(text: string, offsets: readonly number[]): SelectionRange[][] {
    const parts = new Map<number, { readonly text: string; readonly tokens: readonly Token[] }>();
    return offsets.map((offset) => {
      const { start, end } = this.#around(text, offset);
      let part = parts.get(start);
      if (part?.text.length !== end - start) {
        const around = text.slice(start, end);
        part = { text: around, tokens: lex(around) };
        parts.set(start, part);
      }
      const found = selectionsAt(part.text, offset - start, part.tokens);
      return found.map((range) => shiftRange(range, start));
    });
  }
  /** In the midst of a text a byte order mark is an invisible character, so none may begin what is read. */
  #around(text: string, offset: number): Range {
    const { start, end } = this.#documents.of(text).around(offset);
    return { start: text[start] === '\ufeff' ? Math.max(0, start - 1) : start, end };
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
    const moved = near.map((finding) => shiftRange(finding, -start));
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
