import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as vscode from 'vscode';
import type { Ledger } from '../../core/audit/feed/ledger.ts';
import { type FileDoubt, type Vouched, vouchedBy } from '../../core/audit/file/exported.ts';
import { createExportReader, type ReadExport } from '../../core/audit/file/exportReader.ts';
import { manifestOf } from '../platform/replacing.ts';

/** What was read of a file, or why it holds no events. */
export type OpenedExport =
  | {
      readonly ok: true;
      readonly skipped: number;
      readonly doubts: readonly FileDoubt[];
    }
  | Exclude<ReadExport, { ok: true }>;

/** Bytes and events taken at a time, some milliseconds each: other extensions are not held up. */
const pieceBytes = 64 * 1024;
const pieceEvents = 1_000;
/** Milliseconds before others get their turn. */
const sliceMs = 10;

/**
 * Reads the file in parts into `ledger`, with turns for others in between; `onBytes` hears how many bytes have been read. Undefined
 * where `isCancelled` says so. Rejects with a TypeError where the file is no UTF-8, with the file system's error where it
 * cannot be read.
 */
export async function openExport(
  uri: vscode.Uri,
  ledger: Ledger,
  onBytes: (count: number) => void,
  isCancelled: () => boolean,
): Promise<OpenedExport | undefined> {
  const turns = turnsFor(sliceMs);
  const reader = createExportReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const hash = createHash('sha256');
  let count = 0;
  for await (const bytes of piecesOf(uri)) {
    reader.push(decoder.decode(bytes, { stream: true }));
    hash.update(bytes);
    count += bytes.length;
    if (!(await turns())) continue;
    if (isCancelled()) return undefined;
    onBytes(count);
  }
  let brokenOff: unknown;
  try {
    reader.push(decoder.decode());
  } catch (error) {
    // The file ends within a character: if it is a list of events up to there, it was cut.
    brokenOff = error;
    reader.push('\ufffd');
  }
  const vouched = await vouchedBeside(uri, hash.digest('hex'));
  const read = reader.end(vouched.isOurs);
  if (!read.ok && brokenOff !== undefined) throw brokenOff;
  if (!read.ok) return read;
  const doubts: readonly FileDoubt[] = [...vouched.doubts, ...(read.isCut ? ['cut' as const] : [])];
  for (let at = 0; at < read.events.length; at += pieceEvents) {
    ledger.addPage({ events: read.events.slice(at, at + pieceEvents), nextOps: null }, 'newest');
    if ((await turns()) && isCancelled()) return undefined;
  }
  return isCancelled() ? undefined : { ok: true, skipped: read.skipped, doubts };
}

/** Gives others their turn where the last was `ms` ago; tells whether it did. */
function turnsFor(ms: number): () => Promise<boolean> {
  let until = performance.now() + ms;
  return async () => {
    if (performance.now() < until) return false;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + ms;
    return true;
  };
}

async function* piecesOf(uri: vscode.Uri): AsyncGenerator<Uint8Array> {
  if (uri.scheme === 'file') {
    yield* createReadStream(uri.fsPath, { highWaterMark: pieceBytes });
    return;
  }
  // A file system of an extension gives a file in one piece.
  const whole = await vscode.workspace.fs.readFile(uri);
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes);
}

/** What the manifest beside the file says of its bytes. */
async function vouchedBeside(uri: vscode.Uri, sha256: string): Promise<Vouched> {
  let manifest: Uint8Array;
  try {
    manifest = await vscode.workspace.fs.readFile(manifestOf(uri));
  } catch {
    // Mostly there is none: the file says all.
    return { isOurs: false, doubts: [] };
  }
  return vouchedBy(new TextDecoder().decode(manifest), sha256);
}
