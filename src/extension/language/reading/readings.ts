/** What is read of a whole document; here, or in the thread of `reader` where the document is large. No vscode. */
import { completeAt } from '../../../core/sql/editor/completion/complete.ts';
import { folds } from '../../../core/sql/editor/folding.ts';
import { hoverAt } from '../../../core/sql/editor/hover.ts';
import type { NameToken } from '../../../core/sql/editor/nameTokens.ts';
import { occurrencesAt } from '../../../core/sql/editor/rename.ts';
import { indexText } from '../../../core/sql/editor/schemaIndex.ts';
import { callAt } from '../../../core/sql/editor/signature.ts';
import type { StatementSymbol } from '../../../core/sql/editor/symbols.ts';
import { fixAll, rewritesAt } from '../../../core/sql/fixes/rewrite.ts';
import type { StatementRange } from '../../../core/sql/lexer/statements.ts';
import type { CheckOptions } from '../../../core/sql/lint/options.ts';
import { statementsInDoubt } from '../../../core/sql/lint/statementsInDoubt.ts';
import { DocumentReadings, type ShownFindings } from './documentReadings.ts';

const texts = {
  callAt,
  completeAt,
  fixAll,
  folds,
  hoverAt,
  indexText,
  occurrencesAt,
  rewritesAt,
  statementsInDoubt,
} as const;

type Functions = typeof texts & {
  readonly check: (text: string, options: CheckOptions, carets: readonly number[]) => ShownFindings;
  readonly nameTokens: (text: string) => NameToken[];
  readonly splitStatements: (text: string) => StatementRange[];
  readonly statementSymbols: (text: string) => StatementSymbol[];
};
export type ReadingName = keyof Functions;
export type ReadingArgs = { readonly [Name in ReadingName]: Parameters<Functions[Name]> };
export type ReadingResults = { readonly [Name in ReadingName]: ReturnType<Functions[Name]> };
/** Each takes the document's text first. Arguments and results can be sent from thread to thread. */
export type Readings = {
  readonly [Name in ReadingName]: (...args: ReadingArgs[Name]) => ReadingResults[Name];
};

/** Readings that keep what they know of the last few documents, so that typing in one costs little. */
export function createReadings(): Readings {
  const documents = new DocumentReadings();
  return {
    ...texts,
    check: (text, options, carets) => documents.check(text, options, carets),
    nameTokens: (text) => documents.nameTokens(text),
    splitStatements: (text) => documents.statements(text),
    statementSymbols: (text) => documents.symbols(text),
  };
}

/** What one gives, which may be nothing. */
export interface ReadingAnswer {
  readonly found: unknown;
}
/** A request for one of the readings, by its name. */
export interface ReadingQuestion {
  readonly name: ReadingName;
  readonly args: readonly unknown[];
}
