import * as vscode from 'vscode';
import type { Connection } from '../../core/service/connections/connections.ts';
import { refuse } from '../../core/sql/execution/paging.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { EventAnswer } from '../app/eventAnswers.ts';
import type { Run } from './run.ts';

/** A statement that is not of the vault's dialect, and so is neither checked nor read in pages. */
function asItIs(text: string): PreparedQuery {
  const query: PreparedQuery = {
    text,
    document: undefined,
    errors: [],
    placeholders: [],
    outputs: [],
    selectList: undefined,
    plan: refuse('not-accepted'),
    count: { ok: false, reason: 'not-accepted' },
    names: { tables: [], anyColumn: [], labels: [] },
    rejectedBy: () => [],
    page: () => text,
    fill: () => query,
    counting: () => undefined,
  };
  return query;
}

/**
 * Returns an answer over loaded audit events as a run. Its target is a name and no vault. Its environment, which decides how
 * values are masked and marked, is that of the events; production if that is unknown, because it may be.
 */
export function eventsRun(answer: EventAnswer): Run {
  const { statement, askedAt, environment } = answer;
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
    query: asItIs(statement),
    options: {},
    askedAt,
    source: undefined,
    unreadSchemas: [],
    events: answer,
  };
}
