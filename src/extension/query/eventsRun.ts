import * as vscode from 'vscode';
import type { Connection } from '../../core/service/connections/connections.ts';
import { createRefusal } from '../../core/sql/execution/paging.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { EventAnswer } from '../app/eventAnswers.ts';
import type { Run } from './run.ts';

/**
 * Wraps a statement over audit events as a query that is neither checked nor paged, because it is not in the vault's
 * dialect.
 */
function createUncheckedQuery(text: string): PreparedQuery {
  const query: PreparedQuery = {
    text,
    document: undefined,
    findings: [],
    errors: [],
    hasRejected: { constructs: false, levels: false },
    placeholders: [],
    outputs: [],
    selectList: undefined,
    plan: createRefusal('not-accepted'),
    count: { ok: false, reason: 'not-accepted' },
    names: { tables: [], anyColumnNames: [], labels: [] },
    findRejectedColumnRanges: () => [],
    page: () => text,
    replacePlaceholders: () => query,
    createCountQuery: () => undefined,
  };
  return query;
}

/**
 * Converts a statement over loaded audit events to a run, so that the results view can display the rows. The target of
 * the run is not a vault. It only provides a label and the environment; an unknown environment is treated as
 * production.
 */
export function createEventsRun(answer: EventAnswer): Run {
  const { statement, startedAt: askedAt, environment } = answer;
  const connection: Connection = {
    name: environment ? vscode.l10n.t('loaded events') : vscode.l10n.t('loaded events, unknown origin'),
    environment: environment ?? 'production',
    baseUrl: '',
    accountID: '',
    vaults: [],
    auth: { kind: 'token' },
  };
  const target = { connection, vault: { id: '', name: '' } };
  return {
    target,
    query: createUncheckedQuery(statement),
    options: {},
    startedAt: askedAt,
    source: undefined,
    unreadSchemas: [],
    eventAnswer: answer,
  };
}
