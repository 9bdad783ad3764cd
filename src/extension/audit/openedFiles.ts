/** Files of audit events that a person opens: which they are, and what is to be said of how they were read. */
import * as vscode from 'vscode';
import type { EntryProblem } from '../../core/audit/file/entries.ts';
import type { FileFault, FileRead, FileToRead } from '../../core/audit/file/reading.ts';
import type { EventsLost } from '../../core/audit/table/lost.ts';
import { readBounded } from '../platform/boundedFile.ts';
import { number } from '../platform/number.ts';
import { manifestOf } from '../platform/replacing.ts';
import { fileError } from './exportFile.ts';

/** Read all at once by the extension host, where it is not a file on disk. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Manifests have some KB. */
const MAX_MANIFEST_BYTES = 1024 * 1024;
/** What is looked for in a folder. */
const EVENT_FILE = /\.(?:ndjson|jsonl|json|csv)(?:\.gz|\.zst)?$/i;
const MANIFEST = /\.manifest\.json$/i;

/** A file, and its size in bytes. */
export interface ChosenFile {
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly size: number;
}

const nameOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

/** The files there, those of a folder by name. Rejects with the file system's error. */
export async function chosenFiles(uris: readonly vscode.Uri[]): Promise<readonly ChosenFile[]> {
  const found = await Promise.all(
    uris.map(async (uri) => {
      const { type, size } = await vscode.workspace.fs.stat(uri);
      if (type !== vscode.FileType.Directory) return [{ name: nameOf(uri), uri, size }];
      const names = (await vscode.workspace.fs.readDirectory(uri)).map(([name]) => name);
      const own = names.filter((name) => EVENT_FILE.test(name) && !MANIFEST.test(name)).sort();
      const inside = await chosenFiles(own.map((name) => vscode.Uri.joinPath(uri, name)));
      return inside;
    }),
  );
  return found.flat();
}

/** As the trail reads it; undefined where it is too large for that. */
export async function fileToRead({ name, uri, size }: ChosenFile): Promise<FileToRead | undefined> {
  const manifest = await manifestBeside(uri);
  const known = { name, ...(manifest === undefined ? {} : { manifest }) };
  if (uri.scheme === 'file') return { ...known, at: { path: uri.fsPath } };
  // A file system of an extension gives a file in one piece.
  return size > MAX_BYTES ? undefined : { ...known, at: { bytes: await vscode.workspace.fs.readFile(uri) } };
}

/** What there is to read of files that were read before, and those that can't be read any more. */
export async function filesAgain(before: readonly ChosenFile[]): Promise<{
  readonly files: readonly FileToRead[];
  readonly chosen: readonly ChosenFile[];
  readonly lost: readonly FileRead[];
}> {
  const files: FileToRead[] = [];
  const chosen: ChosenFile[] = [];
  const lost: FileRead[] = [];
  for (const one of before) {
    let now = one;
    let file: FileToRead | undefined;
    let code = 'FileTooLarge';
    try {
      now = { ...one, size: (await vscode.workspace.fs.stat(one.uri)).size };
      file = await fileToRead(now);
    } catch (error) {
      code = fileError(error);
      // What became of a file on disk is found out where it was read.
      if (one.uri.scheme === 'file') file = { name: one.name, at: { path: one.uri.fsPath } };
    }
    chosen.push(now);
    if (file) files.push(file);
    else lost.push(lostFile(one.name, code));
  }
  return { files, chosen, lost };
}

const lostFile = (name: string, code: string): FileRead => ({
  ...{ name, read: { ok: true, events: 0, skipped: 0, isCut: false }, doubts: ['changed'] },
  ...{ fault: { kind: 'unreadable', code }, repeated: 0, canGrow: false },
});

async function manifestBeside(uri: vscode.Uri): Promise<string | undefined> {
  const read = await readBounded(manifestOf(uri), MAX_MANIFEST_BYTES);
  // Mostly there is none: the file says all.
  return read.ok ? new TextDecoder().decode(read.contents) : undefined;
}

/** That events of a file can't be read again. */
export const lostText = ({ file, reason }: EventsLost): string =>
  reason === 'changed'
    ? vscode.l10n.t('{0} changed since it was opened. Open it again.', file)
    : vscode.l10n.t('{0} can no longer be read. Open it again.', file);

/** What all files together are called. */
export const titleOf = (files: readonly ChosenFile[]): string => {
  const [first] = files;
  return files.length === 1 || !first
    ? (first?.name ?? '')
    : vscode.l10n.t('{0} and {1} more', first.name, number(files.length - 1));
};

/** Why a file gave no events. */
export function whyNone({ read, fault }: Pick<FileRead, 'read' | 'fault'>): string {
  if (fault) return faultText(fault);
  if (!read.ok && read.reason === 'columns')
    return vscode.l10n.t('not a CSV export of audit events. Missing columns: {0}.', read.missing.join(', '));
  const reason = read.ok ? 'empty' : read.reason;
  const reasons = {
    empty: vscode.l10n.t('no events.'),
    notText: vscode.l10n.t('not a text file.'),
    other: vscode.l10n.t('not an NDJSON, JSON, or CSV export of audit events.'),
  } as const;
  return reasons[reason];
}

/** The file system's own code is what people search for. */
export const unreadableText = (code: string): string => vscode.l10n.t('not readable ({0}).', code);

function faultText(fault: FileFault): string {
  switch (fault.kind) {
    case 'unreadable':
      return unreadableText(fault.code);
    case 'compression':
      return vscode.l10n.t('the compressed data is damaged.');
    case 'noZstd':
      return vscode.l10n.t('this version of the editor can’t read zstd. Use gzip, or decompress the file.');
    case 'shrunk':
    case 'replaced':
      return vscode.l10n.t('the file was changed.');
    case 'vanished':
      return vscode.l10n.t('the file no longer exists.');
  }
}

/** What became of a file that was read before. */
function changedText(name: string, { kind }: FileFault): string {
  switch (kind) {
    case 'shrunk':
      return vscode.l10n.t('{0} is shorter than before. Its events stay; open it again to reload it.', name);
    case 'replaced':
      return vscode.l10n.t('{0} was replaced. Its events stay; open it again to load the new file.', name);
    case 'vanished':
      return vscode.l10n.t('{0} no longer exists. Its events stay.', name);
    default:
      return vscode.l10n.t('{0} can no longer be read. Its events stay.', name);
  }
}

/** What is to be said of a file that gave events. */
export function warningsOf({ name, read, doubts, fault }: FileRead): readonly string[] {
  if (!read.ok)
    return [vscode.l10n.t('Could not open {0}: {1}', name, whyNone({ read, ...(fault ? { fault } : {}) }))];
  if (fault && doubts.includes('changed')) return [changedText(name, fault)];
  const altered = vscode.l10n.t(
    '{0} does not match its manifest (different SHA-256). It may have been changed.',
    name,
  );
  const cut = fault
    ? vscode.l10n.t('{0} was not read to its end: {1}', name, faultText(fault))
    : vscode.l10n.t('{0} is truncated. Only complete events were opened.', name);
  return [
    ...(doubts.includes('altered') ? [altered] : []),
    ...(doubts.includes('cut') ? [cut] : []),
    ...(read.skipped > 0 ? [skippedText(name, read)] : []),
  ];
}

function skippedText(
  name: string,
  { skipped, firstSkipped }: Extract<FileRead['read'], { ok: true }>,
): string {
  const text =
    skipped === 1
      ? vscode.l10n.t('Skipped 1 entry of {0} that is not an audit event.', name)
      : vscode.l10n.t('Skipped {0} entries of {1} that are not audit events.', number(skipped), name);
  if (!firstSkipped) return text;
  const problems: Readonly<Record<EntryProblem, string>> = {
    json: vscode.l10n.t('not JSON'),
    notEvent: vscode.l10n.t('another object'),
    tooLong: vscode.l10n.t('longer than 64 MB'),
    notText: vscode.l10n.t('not UTF-8'),
    columns: vscode.l10n.t('not a row with these columns'),
  };
  const { line, problem } = firstSkipped;
  return `${text} ${vscode.l10n.t('Line {0}: {1}.', number(line), problems[problem])}`;
}
