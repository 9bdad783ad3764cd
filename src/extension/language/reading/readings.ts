/** What is read of a whole document; here, or in the thread of `reader` where the document is large. No vscode. */
import { checkText } from '../../../core/sql/check.ts';
import { completeAt } from '../../../core/sql/complete.ts';
import { folds } from '../../../core/sql/folding.ts';
import { hoverAt } from '../../../core/sql/hover.ts';
import { nameTokens } from '../../../core/sql/nameTokens.ts';
import { occurrencesAt } from '../../../core/sql/rename.ts';
import { fixAll, rewritesAt } from '../../../core/sql/rewrite.ts';
import { indexText } from '../../../core/sql/schemaIndex.ts';
import { statementsInDoubt } from '../../../core/sql/secondOpinion.ts';
import { callAt } from '../../../core/sql/signature.ts';
import { splitStatements } from '../../../core/sql/statements.ts';
import { statementSymbols } from '../../../core/sql/symbols.ts';
import type { CheckOptions, Finding, Severity } from '../../../core/sql/types.ts';
import { withoutHalfTyped } from '../../../core/sql/typing.ts';

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

/**
 * The findings of a document. `carets` are the offsets at which a person is typing now: what is only red because a
 * keyword is not typed to its end there is held back.
 */
function check(text: string, options: CheckOptions, carets: readonly number[]): ShownFindings {
  const findings = checkText(text, options);
  const left = withoutHalfTyped(text, findings, carets, options.allow);
  const shown =
    left.length <= shownLimit
      ? left
      : left.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity)).slice(0, shownLimit);
  return { shown, more: left.length - shown.length, held: left.length < findings.length };
}

const all = {
  callAt,
  check,
  completeAt,
  fixAll,
  folds,
  hoverAt,
  indexText,
  nameTokens,
  occurrencesAt,
  rewritesAt,
  splitStatements,
  statementSymbols,
  statementsInDoubt,
} as const;

export type ReadingName = keyof typeof all;
export type ReadingArgs = { readonly [Name in ReadingName]: Parameters<(typeof all)[Name]> };
export type ReadingResults = { readonly [Name in ReadingName]: ReturnType<(typeof all)[Name]> };
/** Each takes the document's text first. Arguments and results can be sent from thread to thread. */
export const readings: {
  readonly [Name in ReadingName]: (...args: ReadingArgs[Name]) => ReadingResults[Name];
} = all;
/** What one gives, which may be nothing. */
export interface ReadingAnswer {
  readonly found: unknown;
}
/** One of the readings, asked for by its name. */
export interface ReadingQuestion {
  readonly name: ReadingName;
  readonly args: readonly unknown[];
}
