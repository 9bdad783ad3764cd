import * as vscode from 'vscode';
import type { FormatProblem } from '../../../core/results/export/formats.ts';

export function describeFormatProblem(reason: FormatProblem): string {
  switch (reason) {
    case 'too-many-rows':
      return vscode.l10n.t('An Excel sheet has at most 1,048,575 rows. Choose CSV or Parquet.');
    case 'too-many-columns':
      return vscode.l10n.t('An Excel sheet has at most 16,384 columns. Choose CSV or Parquet.');
    case 'no-columns':
      return vscode.l10n.t('A Parquet file needs at least one column.');
  }
}
