import { createHash } from 'node:crypto';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type * as vscode from 'vscode';
import type { ExportFormat, WriterDeps } from '../../core/results/export/formats.ts';
import { type ExportRunDeps, runExport, type WrittenFile } from '../../core/results/export/run.ts';
import type { FileSink, FileSinks } from '../platform/fileSink.ts';
import { getManifestUri, removeManifest } from '../platform/replacing.ts';
import { describeWriteError } from '../platform/writeProblem.ts';
import type { Exportable, ExportChoices } from './exportable.ts';

export type WriteOutcome =
  | (WrittenFile & {
      readonly kind: 'done';
      readonly manifest?: vscode.Uri;
      readonly manifestProblem?: string;
      readonly losses: readonly string[];
    })
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly text: string };

interface WriteRequest<Format extends ExportFormat = ExportFormat> {
  readonly exportable: Pick<Exportable<Format>, 'createContent' | 'describeReadError'>;
  readonly choices: ExportChoices<Format>;
  readonly uri: vscode.Uri;
  readonly isCancelled?: () => boolean;
  readonly onProgress?: (records: number) => void;
}

const hostDeps: ExportRunDeps & WriterDeps<ByteWriter> = {
  encode: (text) => Buffer.from(text),
  sha256() {
    const hash = createHash('sha256');
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
  },
  parquet: async () => ({ ByteWriter, ParquetWriter }),
};

export const getFileName = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** Writes the file, then its manifest if one is requested. Errors are returned as `failed` or `manifestProblem`. */
export async function writeExport<Format extends ExportFormat>(
  fileSinks: Pick<FileSinks, 'open' | 'writeWhole'>,
  { exportable, choices, uri, isCancelled, onProgress }: WriteRequest<Format>,
): Promise<WriteOutcome> {
  let sink: FileSink | undefined;
  try {
    const content = await exportable.createContent(choices, hostDeps);
    if ('refusal' in content) return { kind: 'failed', text: content.refusal };
    sink = await fileSinks.open(uri);
    const { write } = sink;
    const { chunks } = content;
    const written = await runExport(
      {
        chunks,
        write,
        ...(isCancelled ? { isCancelled } : {}),
        ...(onProgress ? { onProgress } : {}),
      },
      hostDeps,
    );
    if (!written) {
      await sink.abandon();
      return { kind: 'cancelled' };
    }
    await sink.finish();
    const manifest = choices.manifest
      ? await writeManifest(fileSinks, uri, content.manifest(written))
      : undefined;
    return { kind: 'done', ...written, losses: content.describeLosses?.() ?? [], ...manifest };
  } catch (error) {
    // What was written so far is not a complete file. If it can't be removed either, the first failure matters more.
    await sink?.abandon().catch(() => undefined);
    return {
      kind: 'failed',
      text: exportable.describeReadError?.(error) ?? describeWriteError(error, getFileName(uri)),
    };
  }
}

async function writeManifest(
  fileSinks: Pick<FileSinks, 'writeWhole'>,
  exported: vscode.Uri,
  text: string,
): Promise<{ readonly manifest: vscode.Uri } | { readonly manifestProblem: string }> {
  const uri = getManifestUri(exported);
  try {
    await fileSinks.writeWhole(uri, Buffer.from(text));
    return { manifest: uri };
  } catch (error) {
    // An old manifest describes the file that was just replaced, so it must not stay.
    await removeManifest(exported).catch(() => undefined);
    return { manifestProblem: describeWriteError(error, getFileName(uri)) };
  }
}
