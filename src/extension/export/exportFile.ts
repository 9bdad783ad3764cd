import * as vscode from 'vscode';
import { type ExportFormat, isTextFormat } from '../../core/results/export/formats.ts';
import { showProgress } from '../platform/dialogs.ts';
import type { FileSinks } from '../platform/fileSink.ts';
import type { Messages } from '../platform/messages.ts';
import { confirmReplacingFile, confirmReplacingStrayManifest } from '../platform/replacing.ts';
import type { Exportable, ExportChoices, FormatChoices } from './exportable.ts';
import { findFormatOfFileOrFirst, pickFormat, pickMasking, pickSaveLocation } from './questions.ts';
import { getFileName, type WriteOutcome, writeExport } from './writeExport.ts';

/**
 * Outcome of an export. `dismissed`: it ended before anything was written, for example because the user cancelled a
 * prompt.
 */
export type ExportOutcome = WriteOutcome | { readonly kind: 'dismissed' };

interface ExportDeps {
  readonly fileSinks: Pick<FileSinks, 'open' | 'writeWhole'>;
  readonly messages: Pick<Messages, 'confirm' | 'error' | 'info' | 'warn'>;
}

type PresetChoices<Format extends ExportFormat = ExportFormat> =
  | { readonly uri?: undefined; readonly format?: undefined }
  | {
      readonly uri?: vscode.Uri;
      readonly format?: Format;
      readonly choices: FormatChoices;
    };

const PROGRESS_INTERVAL_MS = 100;

/**
 * Exports data to a file, and reports the result to the user unless it is `dismissed`. May prompt for what `preset`
 * leaves open, and before a file is replaced. `onChosen` is called when the prompts are over, even if the user cancels.
 */
export async function exportFile<Format extends ExportFormat>(
  deps: ExportDeps,
  exportable: Exportable<Format>,
  preset: PresetChoices<Format> = {},
  onChosen: () => void = () => undefined,
): Promise<ExportOutcome> {
  const decision = await decideChoices(deps, exportable, preset).finally(onChosen);
  if (!decision) return { kind: 'dismissed' };
  const { choices, uri } = decision;
  const written = await runWithProgress(exportable, choices.file, (isCancelled, onProgress) =>
    writeExport(deps.fileSinks, { exportable, choices, uri, isCancelled, onProgress }),
  );
  showResult(deps.messages, written, exportable.formatSuccess(choices.file), uri, choices.format);
  return written;
}

interface Decision<Format extends ExportFormat> {
  readonly choices: ExportChoices<Format>;
  readonly uri: vscode.Uri;
}

async function decideChoices<Format extends ExportFormat>(
  { messages }: ExportDeps,
  exportable: Exportable<Format>,
  preset: PresetChoices<Format>,
): Promise<Decision<Format> | undefined> {
  const format =
    preset.format ??
    (preset.uri
      ? findFormatOfFileOrFirst(exportable.formats, preset.uri)
      : await pickFormat(exportable.title, exportable.formats));
  if (!format) return undefined;
  const choices = 'choices' in preset ? preset.choices : await exportable.chooseOptions(format);
  if (!choices) return undefined;
  const isMasked = preset.uri ? exportable.isMaskedByDefault() : await promptForMasking(exportable);
  if (isMasked === undefined) return undefined;
  const uri = preset.uri ?? (await pickSaveLocation(exportable, format));
  if (!uri || (preset.uri && !(await confirmReplacingFile(messages, uri)))) return undefined;
  if (choices.manifest && !(await confirmReplacingStrayManifest(messages, uri))) return undefined;
  return { choices: { ...choices, format, isMasked, file: getFileName(uri) }, uri };
}

async function promptForMasking(
  exportable: Pick<Exportable, 'createMaskQuestion'>,
): Promise<boolean | undefined> {
  const question = await exportable.createMaskQuestion();
  return question ? pickMasking(question) : true;
}

function runWithProgress(
  { recordCount: total, formatProgress }: Pick<Exportable, 'formatProgress' | 'recordCount'>,
  file: string,
  work: (isCancelled: () => boolean, onProgress: (written: number) => void) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Exporting to “{0}”', file),
    cancellable: true,
  };
  return Promise.resolve(
    showProgress(options, (progress, cancellation) => {
      let reported = 0;
      let last = Date.now();
      return work(
        () => cancellation.isCancellationRequested,
        (written) => {
          if (Date.now() - last < PROGRESS_INTERVAL_MS) return;
          last = Date.now();
          progress.report({
            message: formatProgress(written),
            increment: ((written - reported) / total) * 100,
          });
          reported = written;
        },
      );
    }),
  );
}

function showResult(
  messages: ExportDeps['messages'],
  written: WriteOutcome,
  successText: string,
  uri: vscode.Uri,
  format: ExportFormat,
): void {
  if (written.kind === 'cancelled') {
    void messages.info(vscode.l10n.t('The export was cancelled; no file was written.'));
    return;
  }
  if (written.kind === 'failed') {
    void messages.error(written.text);
    return;
  }
  const { losses, manifest, manifestProblem } = written;
  const sentences = [
    successText,
    ...losses,
    manifest ? vscode.l10n.t('A manifest is next to it.') : '',
    manifestProblem === undefined ? '' : vscode.l10n.t('No manifest was written: {0}', manifestProblem),
  ].filter(Boolean);
  const open = {
    label: vscode.l10n.t('Open'),
    run: () => vscode.commands.executeCommand('vscode.open', uri),
  };
  const reveal = {
    label: vscode.l10n.t('Show in Folder'),
    run: () => vscode.commands.executeCommand('revealFileInOS', uri),
  };
  // The window's machine has the file only if the extension runs there too.
  const isOnThisMachine =
    uri.scheme === 'file' && !vscode.env.remoteName && vscode.env.uiKind === vscode.UIKind.Desktop;
  const buttons = [...(isTextFormat(format) ? [open] : []), ...(isOnThisMachine ? [reveal] : [])];
  const isComplete = manifestProblem === undefined && losses.length === 0;
  const notify = isComplete ? messages.info : messages.warn;
  void notify(sentences.join(' '), ...buttons);
}
