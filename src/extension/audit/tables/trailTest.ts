import * as vscode from 'vscode';
import { PARSER_VERSION } from '../../../core/audit/handover/clickhouseRows.ts';
import type { TrailTable } from '../../../core/service/connections/trailTable.ts';
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

function warningText(warning: TrailWarning, { user }: TrailTable): string {
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
      return vscode.l10n.t('{0} can’t limit the time of a query. The limits of the server apply.', user);
    case 'noCancel':
      return vscode.l10n.t(
        '{0} can’t stop cancelled queries. Grant SELECT ON system.processes to this user.',
        user,
      );
  }
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
      return sourceErrorText(result.error) ?? result.error.message;
  }
}
