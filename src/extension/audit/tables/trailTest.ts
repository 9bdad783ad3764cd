import * as vscode from 'vscode';
import { PARSER_VERSION } from '../../../core/audit/handover/clickhouseRows.ts';
import { gapsTableOf } from '../../../core/audit/handover/clickhouseTable.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { TrailTable } from '../../../core/service/connections/trailTable.ts';
import { TableError, type TableProblem } from '../../../node/clickhouse/tableCheck.ts';
import type {
  TestedTrailStep,
  TrailStep,
  TrailStepResult,
  TrailWarning,
} from '../../../node/clickhouse/trailSteps.ts';
import type { TrailTestLine } from '../../app/featureApis.ts';
import { formatNumber } from '../../platform/number.ts';
import { sourceErrorText } from '../sourceProblems.ts';

const stepNames = (): Readonly<Record<TrailStep, string>> => ({
  reached: vscode.l10n.t('Address and sign-in'),
  version: vscode.l10n.t('Version of ClickHouse'),
  table: vscode.l10n.t('Table'),
  parser: vscode.l10n.t('Parser version'),
  readOnly: vscode.l10n.t('Read-only'),
  limits: vscode.l10n.t('Time limits'),
  cancel: vscode.l10n.t('Cancel'),
});

function warningText(warning: TrailWarning, { database, table, user }: TrailTable): string {
  switch (warning.kind) {
    case 'newerParser':
      return vscode.l10n.t(
        'Some events were parsed by version {0}; this extension has {1}. Update it.',
        formatNumber(warning.version),
        formatNumber(PARSER_VERSION),
      );
    case 'olderParser':
      return vscode.l10n.t(
        'Some events were parsed by version {0}, not {1}. “Who read what” may differ for them.',
        formatNumber(warning.version),
        formatNumber(PARSER_VERSION),
      );
    case 'mayWrite':
      return vscode.l10n.t('{0} has more rights than needed. Set readonly = 1 for this user.', user);
    case 'noLimits':
      return vscode.l10n.t(
        'The server does not limit the time of a query. Set max_execution_time for {0} there.',
        user,
      );
    case 'noGaps':
      return vscode.l10n.t(
        'Gaps can’t be shown. Grant SELECT on {0} to {1}.',
        `${database}.${gapsTableOf(table)}`,
        user,
      );
    case 'noCancel':
      return vscode.l10n.t(
        '{0} can’t stop cancelled queries. Grant SELECT ON system.processes to this user.',
        user,
      );
  }
}

/** Returns why events can't be read from a table, with the next step. */
function tableProblemText(problem: TableProblem, { user }: TrailTable): string {
  switch (problem.kind) {
    case 'oldVersion':
      return vscode.l10n.t(
        'ClickHouse {0} is too old. Update it to {1} or later.',
        oneLine(problem.version),
        problem.minVersion,
      );
    case 'noTable':
      return vscode.l10n.t(
        '{0} has no table {1}, or no access to it. Check the name and the rights.',
        oneLine(user),
        oneLine(problem.table),
      );
    case 'otherColumns':
      return vscode.l10n.t(
        '{0} has other columns than a table of audit events: {1}. Create one with: audit init clickhouse',
        oneLine(problem.table),
        columnsText(problem.columns),
      );
    case 'otherEngine':
      return vscode.l10n.t(
        '{0} can repeat events: its engine is {1}, not ReplacingMergeTree. Create a table with: audit init clickhouse',
        oneLine(problem.table),
        oneLine(problem.engine),
      );
    case 'randomShards':
      return vscode.l10n.t(
        '{0} can repeat events: its sharding key is random. Create a table with: audit init clickhouse',
        oneLine(problem.table),
      );
    case 'otherOrder':
      return vscode.l10n.t(
        '{0} can lack events: it is sorted by ({1}), not by (ts, id). Create a table with: audit init clickhouse',
        oneLine(problem.table),
        oneLine(problem.key),
      );
  }
}

/** Returns what differs in the first of the columns, and how many others differ. */
function columnsText(columns: Extract<TableProblem, { readonly kind: 'otherColumns' }>['columns']): string {
  const [first, ...others] = columns;
  if (!first) return '';
  const { name, actual, expected } = first;
  const text =
    actual === undefined
      ? vscode.l10n.t('{0} is missing', name)
      : vscode.l10n.t('{0} is {1}, not {2}', name, oneLine(actual), expected);
  return others.length === 0 ? text : vscode.l10n.t('{0}, and {1} more', text, formatNumber(others.length));
}

/** Returns a line of a report for each step of the test of a table. */
export const describeTrailSteps = (
  steps: readonly TestedTrailStep[],
  table: TrailTable,
): readonly TrailTestLine[] =>
  steps.map(({ step, result }) => {
    const text = resultText(result, table);
    return { label: stepNames()[step], state: result.state, ...(text !== undefined && { text }) };
  });

function resultText(result: TrailStepResult, table: TrailTable): string | undefined {
  switch (result.state) {
    case 'passed':
    case 'unknown':
      return undefined;
    case 'warning':
      return warningText(result.warning, table);
    case 'failed':
      return result.error instanceof TableError
        ? tableProblemText(result.error.problem, table)
        : (sourceErrorText(result.error) ?? result.error.message);
  }
}
