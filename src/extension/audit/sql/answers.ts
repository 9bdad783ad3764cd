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
 * Returns a statement over the loaded events for the results view. `askedAt` is in milliseconds
 * since 1970. `ready` is the result of the first run if there is one already.
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
  // The facts decide how rows are masked and exported. They were determined when the user ran the statement.
  return hasSameFacts(answered, facts)
    ? decodeStatementOutcome(answered, Date.now() - began)
    : createFailedOutcome(
        vscode.l10n.t('The loaded events or their masks changed. Run the statement again.'),
      );
}

const createFailedOutcome = (message: string): Outcome<QueryResult> => ({
  ok: false,
  error: { kind: 'status', status: 400, message, retry: false },
});

/**
 * Returns rows of PostgreSQL in the form of a vault's query result. `milliseconds` is the duration that the result
 * states, from the request for the statement until its rows were received.
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

/** Drops tables and displayed results that no longer fit the masks. */
export function dropResultsWhenMasksChange(
  masking: Pick<EventMasking, 'onDidChange' | 'rules'>,
  events: Pick<EventsSql, 'endProcessAndDropTables'>,
  answers: Pick<EventAnswers, 'withdraw'>,
): vscode.Disposable {
  let rules = masking.rules();
  return masking.onDidChange(() => {
    const before = rules;
    rules = masking.rules();
    const isMore = doesHideMoreThanBefore(before, rules);
    if (isMore || doesHideMoreThanBefore(rules, before)) events.endProcessAndDropTables();
    if (isMore) answers.withdraw();
  });
}
