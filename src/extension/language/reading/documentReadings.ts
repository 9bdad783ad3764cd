/** Analyzes documents. Some results are cached by statement, so that less is analyzed again after an edit. */
import { completeAt } from '../../../core/sql/editor/completion/complete.ts';
import type { CompletionOptions, Completions } from '../../../core/sql/editor/completion/types.ts';
import {
  type Fold,
  foldingRanges,
  type SelectionRange,
  selectionRangesAt,
} from '../../../core/sql/editor/folding.ts';
import { createFormatEdits, type FormatOptions } from '../../../core/sql/editor/format.ts';
import { type Hover, type HoverOptions, hoverAt } from '../../../core/sql/editor/hover.ts';
import { withholdFindingsBeingTyped } from '../../../core/sql/editor/incompleteInput.ts';
import {
  createKeywordLikeNameCache,
  findKeywordLikeNames,
  type NameToken,
} from '../../../core/sql/editor/nameTokens.ts';
import type { ArgumentPlace } from '../../../core/sql/editor/place/types.ts';
import {
  findOccurrencesToRename,
  type Occurrences,
  occurrencesAt,
  type RenameOutcome,
} from '../../../core/sql/editor/rename.ts';
import { DocumentIndexer, type SchemaIndex } from '../../../core/sql/editor/schemaIndex.ts';
import { findFunctionArgumentAt } from '../../../core/sql/editor/signature.ts';
import {
  createSymbolCache,
  type StatementSymbol,
  statementSymbols,
} from '../../../core/sql/editor/symbols.ts';
import { readAllVaultDirectives, type TargetDirective } from '../../../core/sql/execution/target.ts';
import {
  type FindingWithRewrites,
  type FixOptions,
  findRewritesInRange,
  fixAll,
} from '../../../core/sql/fixes/rewrite.ts';
import { isOnFirstLines } from '../../../core/sql/lexer/firstLines.ts';
import { lexWithComments } from '../../../core/sql/lexer/lexer.ts';
import type { StatementRange } from '../../../core/sql/lexer/statements.ts';
import type { Token } from '../../../core/sql/lexer/tokens.ts';
import { DocumentLinter } from '../../../core/sql/lint/documentLinter.ts';
import type { Finding, Severity } from '../../../core/sql/lint/findings.ts';
import type { CheckOptions } from '../../../core/sql/lint/options.ts';
import { findStatementsPassingBySettings } from '../../../core/sql/lint/statementsInDoubt.ts';
import { DocumentCache } from '../../../core/sql/syntax/document/documentCache.ts';
import { ChunkResultCache } from '../../../core/sql/syntax/document/perChunk.ts';
import type { Range } from '../../../core/sql/syntax/nodes.ts';
import { shiftRange, type TextEdit } from '../../../core/sql/syntax/ranges.ts';

interface DisplayedFindings {
  /** Findings to display. If there are too many, the most severe ones. */
  readonly displayed: readonly Finding[];
  readonly hiddenCount: number;
  readonly hasWithheldFindings: boolean;
}

const MAX_FINDINGS = 1_000;
const SEVERITY_ORDER: readonly Severity[] = ['error', 'warning', 'hint'];

export class DocumentReadings {
  readonly #documents = new DocumentCache();
  readonly #linter = new DocumentLinter();
  readonly #indexer = new DocumentIndexer(this.#linter);
  readonly #folds = new ChunkResultCache<Fold>(foldingRanges);
  readonly #targets = new ChunkResultCache<TargetDirective>(readAllVaultDirectives);
  readonly #symbols = createSymbolCache();
  readonly #nameTokens = createKeywordLikeNameCache();

  splitStatements(text: string): StatementRange[] {
    return this.#documents
      .getOrCreateDocument(text)
      .statements()
      .map(({ start, end, fullEnd }) => ({ start, end, fullEnd }));
  }

  statementSymbols(text: string): StatementSymbol[] {
    return statementSymbols(this.#documents.getOrCreateDocument(text), this.#symbols);
  }
  nameTokens(text: string): NameToken[] {
    return findKeywordLikeNames(this.#documents.getOrCreateDocument(text), this.#nameTokens);
  }

  folds(text: string): Fold[] {
    return this.#folds.resultsFor(this.#documents.getOrCreateDocument(text));
  }
  /** Returns the `-- vault:` directives of a text, including those that have no effect. */
  targets(text: string): TargetDirective[] {
    return this.#targets.resultsFor(this.#documents.getOrCreateDocument(text));
  }
  indexText(text: string, except?: number, allow?: readonly string[]): SchemaIndex {
    return this.#indexer.index(this.#documents.getOrCreateDocument(text), except, allow);
  }
  statementsInDoubt(text: string, options: CheckOptions): StatementRange[] {
    return findStatementsPassingBySettings(this.#documents.getOrCreateDocument(text), options, this.#linter);
  }

  hoverAt(text: string, offset: number, options?: HoverOptions): Hover | undefined {
    return hoverAt(this.#documents.getOrCreateDocument(text), offset, options);
  }
  rewritesAt(text: string, range: Range, options?: CheckOptions): FindingWithRewrites[] {
    return findRewritesInRange(this.#documents.getOrCreateDocument(text), range, options, this.#linter);
  }
  fixAll(text: string, options?: FixOptions): TextEdit[] {
    return fixAll(this.#documents.getOrCreateDocument(text), options);
  }
  completeAt(text: string, offset: number, options: CompletionOptions = {}): Completions {
    const isTop = isOnFirstLines(text, offset);
    const { start, end } = isTop
      ? { ...this.#findSurroundingRange(text, offset), start: 0 }
      : this.#findSurroundingRange(text, offset);
    const own = isTop ? options : { ...options, vaults: [] };
    return shiftRange(completeAt(text.slice(start, end), offset - start, own), start);
  }
  callAt(text: string, offset: number): ArgumentPlace | undefined {
    const { start, end } = this.#findSurroundingRange(text, offset);
    return findFunctionArgumentAt(text.slice(start, end), offset - start);
  }
  occurrencesAt(text: string, offset: number): Occurrences | undefined {
    const { start, end } = this.#findSurroundingRange(text, offset);
    const found = occurrencesAt(text.slice(start, end), offset - start);
    return (
      found && {
        ...shiftRange(found, start),
        occurrences: found.occurrences.map((place) => shiftRange(place, start)),
      }
    );
  }
  renameAt(text: string, offset: number, newName: string): RenameOutcome {
    const { start, end } = this.#findSurroundingRange(text, offset);
    const outcome = findOccurrencesToRename(text.slice(start, end), offset - start, newName);
    if (!outcome.ok) return outcome;
    return { ok: true, occurrences: outcome.occurrences.map((place) => shiftRange(place, start)) };
  }
  format(text: string, options: FormatOptions, range?: Range): TextEdit[] {
    return createFormatEdits(text, options, range);
  }
  /** Returns, for each offset (in UTF-16 code units), the nested ranges for Expand Selection, innermost first. */
  selectionsAt(text: string, offsets: readonly number[]): SelectionRange[][] {
    const parts = new Map<number, { readonly text: string; readonly tokens: readonly Token[] }>();
    return offsets.map((offset) => {
      const { start, end } = this.#findSurroundingRange(text, offset);
      let part = parts.get(start);
      if (part?.text.length !== end - start) {
        const around = text.slice(start, end);
        part = { text: around, tokens: lexWithComments(around) };
        parts.set(start, part);
      }
      const found = selectionRangesAt(part.text, offset - start, part.tokens);
      return found.map((range) => shiftRange(range, start));
    });
  }
  /**
   * Returns the range of the text that is analyzed for an offset; see `SqlDocument.findRangeOfChunkAndPrevious`. If
   * that range begins with a byte order mark, the character before the mark, if any, is added, because the analysis
   * ignores a mark at the start of a text.
   */
  #findSurroundingRange(text: string, offset: number): Range {
    const { start, end } = this.#documents.getOrCreateDocument(text).findRangeOfChunkAndPrevious(offset);
    return { start: text[start] === '\ufeff' ? Math.max(0, start - 1) : start, end };
  }

  /**
   * Checks a document and returns the findings to display. Findings that probably exist only because the text at one of
   * `carets` (offsets in UTF-16 code units) is incomplete are withheld.
   */
  check(text: string, options: CheckOptions, carets: readonly number[]): DisplayedFindings {
    const document = this.#documents.getOrCreateDocument(text);
    const findings = this.#linter.findings(document, options);
    const statements = findings.length > 0 && carets.length > 0 ? document.statements() : [];
    const held = findWithheldFindings(text, statements, findings, carets, options.allow);
    const left = held.size === 0 ? findings : findings.filter((finding) => !held.has(finding));
    const displayed = left.length <= MAX_FINDINGS ? left : selectMostSevere(left);
    return { displayed, hiddenCount: left.length - displayed.length, hasWithheldFindings: held.size > 0 };
  }
}

const selectMostSevere = (findings: readonly Finding[]): Finding[] =>
  SEVERITY_ORDER.flatMap((wanted) => findings.filter(({ severity }) => severity === wanted)).slice(
    0,
    MAX_FINDINGS,
  );

function findWithheldFindings(
  text: string,
  statements: readonly StatementRange[],
  findings: readonly Finding[],
  carets: readonly number[],
  allow: readonly string[] | undefined,
): ReadonlySet<Finding> {
  const held = new Set<Finding>();
  for (const caret of carets) {
    const index = findStatementIndex(statements, caret);
    const start = statements[index - 2]?.fullEnd ?? 0;
    const end = statements[index + 1]?.fullEnd ?? text.length;
    const near = findings.filter((finding) => finding.start >= start && finding.end <= end);
    const moved = near.map((finding) => shiftRange(finding, -start));
    const left = new Set(withholdFindingsBeingTyped(text.slice(start, end), moved, [caret - start], allow));
    for (const [i, finding] of near.entries()) {
      const same = moved[i];
      if (same && !left.has(same)) held.add(finding);
    }
  }
  return held;
}

function findStatementIndex(statements: readonly StatementRange[], offset: number): number {
  const index = statements.findIndex(({ fullEnd }) => fullEnd >= offset);
  return index < 0 ? statements.length : index;
}
