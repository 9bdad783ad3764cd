import * as vscode from 'vscode';
import { doesHideMoreThanBefore } from '../../../core/audit/masking/displayMasks.ts';
import { decodeQueryResult } from '../../../core/service/decode.ts';
import type { Outcome } from '../../../core/service/errors.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';
import type { QueryResult } from '../../../core/service/types.ts';
import type { EventAnswer, EventAnswers } from '../../app/eventAnswers.ts';
import { formatNumber } from '../../platform/number.ts';
import type { EventMasking } from '../model/masking.ts';
import { type EventsFacts, type EventsSql, hasSameFacts, type StatementResult } from './eventsSql.ts';

export const MAX_ROWS = 10_000;

type Asks = Pick<EventsSql, 'runOverLoadedEvents' | 'getEventsFacts'>;

/**
 * Returns a statement over the loaded events, with the way to run it, for the results view. `askedAt` is when it
 * was requested, in milliseconds since 1970. If the statement was already run, `ready` is the result, which the first
 * call of `runStatement` returns.
 */
export function createEventAnswer(
  events: Asks,
  statement: string,
  { environment, hasPlainLiterals }: EventsFacts,
  askedAt: number,
  ready?: Outcome<QueryResult>,
): EventAnswer {
  const facts: EventsFacts = { environment, hasPlainLiterals };
  let waiting = ready;
  return {
    statement,
    startedAt: askedAt,
    maxRows: MAX_ROWS,
    environment,
    hasPlainLiterals,
    async runStatement(signal) {
      const first = waiting;
      waiting = undefined;
      return first ?? runStatementWithFacts(events, statement, facts, signal);
    },
    createRepeat: () => createEventAnswer(events, statement, events.getEventsFacts(), Date.now()),
  };
}

async function runStatementWithFacts(
  events: Asks,
  sql: string,
  facts: EventsFacts,
  signal: AbortSignalLike = new AbortController().signal,
): Promise<Outcome<QueryResult>> {
  const began = Date.now();
  const answered = await events.runOverLoadedEvents({ sql, maxRows: MAX_ROWS, signal });
  if (answered.kind === 'cancelled') return { ok: false, error: { kind: 'cancelled', retry: true } };
  if (answered.kind !== 'rows') return createFailedOutcome(describeStatementProblem(answered));
  // The results view masks and exports the rows by the facts with which the answer was created.
  return hasSameFacts(answered, facts)
    ? decodeStatementOutcome(answered, Date.now() - began)
    : createFailedOutcome(
        vscode.l10n.t('The loaded events or their masks changed. Run the statement again.'),
      );
}

/** Returns the outcome of a statement that failed. `message` is a sentence for the user. */
export const createFailedOutcome = (message: string): Outcome<QueryResult> => ({
  ok: false,
  error: { kind: 'status', status: 400, message, retry: false },
});

/**
 * Converts rows that PostgreSQL returned to the form of a vault's query result; a failed outcome if they can't be
 * decoded. `milliseconds` is the duration that the result states: from the request until the rows were received.
 */
export function decodeStatementOutcome(
  { body }: Extract<StatementResult, { kind: 'rows' }>,
  milliseconds: number,
): Outcome<QueryResult> {
  const decoded = decodeQueryResult(body);
  if (decoded.ok)
    return {
      ok: true,
      value: decoded.value,
      exchange: { status: 200, milliseconds, bytes: Buffer.byteLength(body) },
    };
  return {
    ok: false,
    error: { kind: 'unreadable', status: 200, what: 'shape', retry: false },
  };
}

export function describeStatementProblem(
  answered: Exclude<StatementResult, { readonly kind: 'rows' }>,
): string {
  switch (answered.kind) {
    case 'refused':
      return vscode.l10n.t('PostgreSQL: {0}', answered.message);
    case 'timeout':
      return vscode.l10n.t('The statement was stopped after {0} seconds.', answered.seconds);
    case 'failed':
      return vscode.l10n.t('SQL over loaded events stopped unexpectedly: {0}', answered.message);
    case 'tooMany':
      return vscode.l10n.t('Too many events are loaded: {0}.', formatNumber(answered.events));
    case 'nothing':
      return vscode.l10n.t('No audit events are loaded. Load some first.');
    case 'cancelled':
      return vscode.l10n.t('Cancelled.');
  }
}

/**
 * Listens to changes of the masks. Drops the tables if the masks hide more or less than before. Also withdraws the
 * displayed results if the masks hide more.
 */
export function dropResultsWhenMasksChange(
  masking: Pick<EventMasking, 'onDidChange' | 'rules'>,
  events: Pick<EventsSql, 'endProcessAndDropTables'>,
  answers: Pick<EventAnswers, 'requestRemoval'>,
): vscode.Disposable {
  let rules = masking.rules();
  return masking.onDidChange(() => {
    const before = rules;
    rules = masking.rules();
    const isMore = doesHideMoreThanBefore(before, rules);
    if (isMore || doesHideMoreThanBefore(rules, before)) events.endProcessAndDropTables();
    if (isMore) answers.requestRemoval();
  });
}
