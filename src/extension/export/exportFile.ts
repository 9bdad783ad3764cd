import * as vscode from 'vscode';
import { type ExportFormat, isTextFormat } from '../../core/results/export/formats.ts';
import { showProgress } from '../platform/dialogs.ts';
import type { FileSinks } from '../platform/fileSink.ts';
import type { Messages } from '../platform/messages.ts';
import { confirmReplacing, confirmReplacingManifest } from '../platform/replacing.ts';
import type { Exportable, ExportChoices, FormatChoices } from './exportable.ts';
import { findFormatOfFile, pickFile, pickFormat, pickMasking } from './questions.ts';
import { getFileName, type Written, writeExport } from './writeExport.ts';

/**
 * The outcome of an export, without any of the exported data. `left` means that nothing was written because the user
 * cancelled a question.
 */
export type ExportAnswer = Written | { readonly kind: 'left' };

interface ExportDeps {
  readonly fileSinks: Pick<FileSinks, 'open' | 'writeWhole'>;
  readonly messages: Pick<Messages, 'confirm' | 'error' | 'info' | 'warn'>;
}

/**
 * Decisions that a caller makes in place of the user. A caller can't decide whether masked values are written in plain
 * text, nor that an existing file is replaced.
 */
type GivenChoices<Format extends ExportFormat = ExportFormat> =
  | { readonly uri?: undefined; readonly format?: undefined }
  | {
      readonly uri?: vscode.Uri;
      readonly format?: Format;
      /** The options of the format, such as whether to write a manifest: the user is not asked for them. */
      readonly choices: FormatChoices;
    };

/** Minimum time between two progress reports, in milliseconds. */
const PROGRESS_INTERVAL_MS = 100;

/**
 * Exports to a file and notifies the user of the outcome. Asks for whatever `given` leaves open: the format, its
 * options, whether values are masked, and the file. If `given` names the file, the user is asked only before a file is
 * replaced. Writing displays its progress with a Cancel button. `onChosen` is called once after the last question, also
 * if the user cancels.
 */
export async function exportFile<Format extends ExportFormat>(
  deps: ExportDeps,
  what: Exportable<Format>,
  given: GivenChoices<Format> = {},
  onChosen: () => void = () => undefined,
): Promise<ExportAnswer> {
  const decided = await chooseAll(deps, what, given).finally(onChosen);
  if (!decided) return { kind: 'left' };
  const { choices, uri } = decided;
  const written = await runWithProgress(what, choices.file, (isCancelled, onProgress) =>
    writeExport(deps.fileSinks, { what, choices, uri, isCancelled, onProgress }),
  );
  showResult(deps.messages, written, what.formatSuccess(choices.file), uri, choices.format);
  return written;
}

interface Decision<Format extends ExportFormat> {
  readonly choices: ExportChoices<Format>;
  readonly uri: vscode.Uri;
}

/** Determines what to write and where, asking the user where needed. Returns undefined if nothing is to be exported. */
async function chooseAll<Format extends ExportFormat>(
  { messages }: ExportDeps,
  what: Exportable<Format>,
  given: GivenChoices<Format>,
): Promise<Decision<Format> | undefined> {
  const format =
    given.format ??
    (given.uri ? findFormatOfFile(what.formats, given.uri) : await pickFormat(what.title, what.formats));
  if (!format) return undefined;
  const choices = 'choices' in given ? given.choices : await what.askOptions(format);
  if (!choices) return undefined;
  const isMasked = given.uri ? what.isMaskedByDefault() : await askWhetherMasked(what);
  if (isMasked === undefined) return undefined;
  const uri = given.uri ?? (await pickFile(what, format));
  if (!uri || (given.uri && !(await confirmReplacing(messages, uri)))) return undefined;
  if (choices.manifest && !(await confirmReplacingManifest(messages, uri))) return undefined;
  return { choices: { ...choices, format, isMasked, file: getFileName(uri) }, uri };
}

async function askWhetherMasked(what: Pick<Exportable, 'createMaskQuestion'>): Promise<boolean | undefined> {
  const question = await what.createMaskQuestion();
  return question ? pickMasking(question) : true;
}

/** Runs `work` while a notification displays a progress bar, the number of records written, and a Cancel button. */
function runWithProgress(
  { total, formatProgress: textOf }: Pick<Exportable, 'formatProgress' | 'total'>,
  file: string,
  work: (isCancelled: () => boolean, onProgress: (written: number) => void) => Promise<Written>,
): Promise<Written> {
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
          progress.report({ message: textOf(written), increment: ((written - reported) / total) * 100 });
          reported = written;
        },
      );
    }),
  );
}

function showResult(
  messages: ExportDeps['messages'],
  written: Written,
  done: string,
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
  const said = [
    done,
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
  const isHere =
    uri.scheme === 'file' && !vscode.env.remoteName && vscode.env.uiKind === vscode.UIKind.Desktop;
  const buttons = [...(isTextFormat(format) ? [open] : []), ...(isHere ? [reveal] : [])];
  const isComplete = manifestProblem === undefined && losses.length === 0;
  const say = isComplete ? messages.info : messages.warn;
  void say(said.join(' '), ...buttons);
}
