import * as vscode from 'vscode';
import { type ExportFormat, formatFacts } from '../../../core/results/export/formats.ts';
import type { Deps } from '../../app/deps.ts';
import { showProgress } from '../../platform/dialogs.ts';
import { fileStem, placeFor } from '../../platform/exportPlace.ts';
import { number } from '../../platform/number.ts';
import { mayReplace, mayReplaceManifest } from '../../platform/replacing.ts';
import type { ExportSource } from '../exportSource.ts';
import {
  askPlain,
  type ExportArguments,
  type ExportChoices,
  formatLabel,
  pickFormat,
  pickOptions,
  readArguments,
} from './choices.ts';
import { type ChosenSource, chooseRows, exportTitle } from './chooseRows.ts';
import { maskedColumnsOf } from './maskedColumns.ts';
import { nameOf, type Written, writeExport } from './writeExport.ts';

/** What `vaultsql.results.export` returns to its caller; no value of a row is in it. `left`: a question was left. */
type ExportAnswer = Written | { readonly kind: 'left' } | { readonly kind: 'empty' };

/** How often progress is reported, in milliseconds. */
const PROGRESS_EVERY = 100;

/** All that was decided about a file, before it is written. */
interface Decided {
  readonly kind: 'decided';
  readonly source: ChosenSource;
  readonly choices: ExportChoices;
  /** As in `WriteRequest`. */
  readonly maskedColumns: readonly string[];
  /** As in `WriteRequest`. */
  readonly isPlainText: boolean;
  readonly uri: vscode.Uri;
}

/**
 * Exports what is loaded: asks which rows of it, for the format, its options, about masked values and for the file, writes it with
 * progress and cancel, and says how that ended. `given` are a command's arguments, which save questions but never
 * decide that masked values are written in plain text or that a file is replaced. `onAsked` is told once no question is
 * open any more.
 */
export async function exportResult(
  deps: Pick<Deps, 'fileSinks' | 'messages'>,
  all: ExportSource,
  given?: unknown,
  onAsked: () => void = () => undefined,
): Promise<ExportAnswer> {
  const decided = await decide(deps, all, readArguments(given)).finally(onAsked);
  if (decided.kind !== 'decided') return decided;
  const { source, choices, uri } = decided;
  const written = await withProgress(uri, source.rows.rowCount, (signal, onProgress) =>
    writeExport(deps.fileSinks, { ...decided, signal, onProgress }),
  );
  sayEnd(deps, written, uri, choices.format);
  return written;
}

async function decide(
  deps: Pick<Deps, 'fileSinks' | 'messages'>,
  all: ExportSource,
  asked: ExportArguments,
): Promise<Decided | { readonly kind: 'left' | 'empty' }> {
  const source = all.rows.rowCount === 0 ? 'empty' : await chooseRows(all, asked);
  if (!source) return { kind: 'left' };
  if (source === 'empty') {
    void deps.messages.info(vscode.l10n.t('No rows to export.'));
    return { kind: 'empty' };
  }
  const choices = await choose(source, asked);
  if (!choices) return { kind: 'left' };
  const masked = await maskedColumnsOf(source);
  const plain =
    masked.length > 0 && !asked.uri ? await askPlain(masked, source.hasPlainLiterals === true) : false;
  if (plain === undefined) return { kind: 'left' };
  const uri = await chooseFile(deps, source, choices.format, asked.uri);
  if (!uri) return { kind: 'left' };
  if (choices.manifest && !(await mayReplaceManifest(deps.messages, uri))) return { kind: 'left' };
  return { kind: 'decided', source, choices, maskedColumns: masked, isPlainText: plain, uri };
}

async function choose(source: ChosenSource, asked: ExportArguments): Promise<ExportChoices | undefined> {
  const format = asked.format ?? (await pickFormat(exportTitle(source)));
  if (!format) return undefined;
  // A caller that names the format knows the options too.
  if (asked.format) return { format, options: asked.options, manifest: asked.manifest ?? false };
  const picked = await pickOptions(format);
  return picked && { format, ...picked };
}

async function chooseFile(
  deps: Pick<Deps, 'fileSinks' | 'messages'>,
  source: ChosenSource,
  format: ExportFormat,
  given: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  if (given) {
    return (await mayReplace(deps.messages, given)) ? given : undefined;
  }
  const { extension } = formatFacts(format);
  return vscode.window.showSaveDialog({
    title: `${exportTitle(source)} ${formatLabel(format)}`,
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: placeFor(`${defaultName(source)}.${extension}`),
    filters: { [formatLabel(format)]: [extension] },
  });
}

/** The vault's name and the time: nothing of the query or of the rows. */
const defaultName = ({ target, askedAt }: ExportSource): string =>
  fileStem(target.vault.name, target.vault.id === '' ? 'events' : 'vault', askedAt);

/** A notification with a bar, the rows so far and a Cancel. */
function withProgress(
  uri: vscode.Uri,
  total: number,
  work: (signal: AbortSignal, onProgress: (rows: number) => void) => Promise<Written>,
): Promise<Written> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Exporting to “{0}”', nameOf(uri)),
    cancellable: true,
  };
  return Promise.resolve(
    showProgress(options, (progress, cancellation) => {
      const cancel = new AbortController();
      cancellation.onCancellationRequested(() => cancel.abort());
      let reported = 0;
      let last = Date.now();
      return work(cancel.signal, (rows) => {
        if (Date.now() - last < PROGRESS_EVERY) return;
        last = Date.now();
        progress.report({
          message: vscode.l10n.t('{0} of {1} rows', number(rows), number(total)),
          increment: ((rows - reported) / total) * 100,
        });
        reported = rows;
      });
    }),
  );
}

function sayEnd(
  deps: Pick<Deps, 'fileSinks' | 'messages'>,
  written: Written,
  uri: vscode.Uri,
  format: ExportFormat,
): void {
  if (written.kind === 'cancelled') {
    void deps.messages.info(vscode.l10n.t('The export was cancelled; no file was written.'));
    return;
  }
  if (written.kind === 'failed') {
    void deps.messages.error(written.text);
    return;
  }
  const { rows, cutCells, manifestProblem } = written;
  const said = [
    rows === 1
      ? vscode.l10n.t('Exported 1 row to “{0}”.', nameOf(uri))
      : vscode.l10n.t('Exported {0} rows to “{1}”.', number(rows), nameOf(uri)),
    cutCells > 0
      ? vscode.l10n.t(
          '{0} texts were truncated to Excel’s limit of 32,767 characters per cell.',
          number(cutCells),
        )
      : '',
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
  // The window's machine has the file only without a remote in between.
  const isHere =
    uri.scheme === 'file' && !vscode.env.remoteName && vscode.env.uiKind === vscode.UIKind.Desktop;
  const choices = [...(formatFacts(format).isText ? [open] : []), ...(isHere ? [reveal] : [])];
  const say = manifestProblem === undefined && cutCells === 0 ? deps.messages.info : deps.messages.warn;
  void say(said.join(' '), ...choices);
}
