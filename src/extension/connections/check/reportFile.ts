import * as vscode from 'vscode';
import type { CheckReport } from '../../../core/conformance/check.ts';
import { formatReportJson, formatReportMarkdown } from '../../../core/messages/conformanceReport.ts';
import type { Deps } from '../../app/deps.ts';
import { createDefaultExportUri } from '../../platform/exportLocation.ts';
import { describeWriteError } from '../../platform/writeProblem.ts';
import type { AnyConnection } from '../../targets/targets.ts';

export type ReportFileDeps = Pick<Deps, 'fileSinks' | 'log' | 'messages'>;

/** Lets the user choose the report's format, whether it names the host, and a file. Then writes the file. */
export async function saveCheckReport(
  deps: ReportFileDeps,
  { baseUrl }: AnyConnection,
  report: CheckReport,
  version: string,
): Promise<void> {
  const { host } = new URL(baseUrl);
  const formats = [
    { name: 'Markdown', ending: 'md', write: formatReportMarkdown },
    { name: 'JSON', ending: 'json', write: formatReportJson },
  ] as const;
  const picked = await vscode.window.showQuickPick(
    [undefined, host].flatMap((included) =>
      formats.map((format) => ({
        label: format.name,
        description:
          included === undefined
            ? vscode.l10n.t('without the host')
            : vscode.l10n.t('with the host {0}', included),
        format,
        host: included,
      })),
    ),
    {
      title: vscode.l10n.t('Save the report of the check'),
      placeHolder: vscode.l10n.t('The report has no values, tokens, IDs, or names of tables and columns'),
    },
  );
  if (!picked) return;
  const { name, ending, write } = picked.format;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save the report of the check'),
    defaultUri: createDefaultExportUri(`service-check.${ending}`),
    filters: { [name]: [ending] },
  });
  if (!uri) return;
  const file = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  try {
    await deps.fileSinks.writeWhole(uri, Buffer.from(write(report, { version, host: picked.host })));
  } catch (error) {
    deps.log.warn(`report was not written: ${error instanceof Error ? error.name : 'error'}`);
    void deps.messages.error(describeWriteError(error, file));
    return;
  }
  void deps.messages.info(vscode.l10n.t('Report saved as “{0}”.', file));
}
