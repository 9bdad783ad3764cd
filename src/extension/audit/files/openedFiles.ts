import * as vscode from 'vscode';
import type { EntryProblem } from '../../../core/audit/file/entries.ts';
import type { FileFault, FileRead } from '../../../core/audit/file/fileReads.ts';
import { formatNumber } from '../../platform/number.ts';

export function noEventsReason({ read, fault }: Pick<FileRead, 'read' | 'fault'>): string {
  if (fault) return faultText(fault);
  if (!read.ok && read.reason === 'columns')
    return vscode.l10n.t('not a CSV export of audit events. Missing columns: {0}.', read.missing.join(', '));
  const reason = read.ok ? 'empty' : read.reason;
  const reasons = {
    empty: vscode.l10n.t('no events.'),
    cut: vscode.l10n.t('it ends before its first event is complete.'),
    utf16: vscode.l10n.t('UTF-16 text. Save it as UTF-8.'),
    notText: vscode.l10n.t('not a text file.'),
    other: vscode.l10n.t('not an NDJSON, JSON, CSV, or Parquet export of audit events.'),
    ocsf: mappedFormatText('OCSF'),
    ecs: mappedFormatText('ECS'),
  } as const;
  return reasons[reason];
}

const mappedFormatText = (format: string): string =>
  vscode.l10n.t('Vault SQL can’t read the format {0}. Open a file of the format raw.', format);

/** `code` is a short name of the reason, such as `ENOENT`. */
export const unreadableText = (code: string): string => vscode.l10n.t('not readable ({0}).', code);

function faultText(fault: FileFault): string {
  switch (fault.kind) {
    case 'unreadable':
      return unreadableText(fault.code);
    case 'compression':
      return vscode.l10n.t('the compressed data is damaged.');
    case 'noZstd':
      return vscode.l10n.t('this version of the editor can’t read zstd. Use gzip, or decompress the file.');
    case 'parquet':
      return fault.reason === 'noEvents'
        ? vscode.l10n.t('a Parquet file without the column “event” of an export.')
        : vscode.l10n.t('the Parquet file is damaged or in an unsupported form.');
    case 'shrunk':
    case 'replaced':
      return vscode.l10n.t('the file was changed meanwhile.');
    case 'vanished':
      return vscode.l10n.t('the file no longer exists.');
  }
}

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

/** Whether a file was read without a problem and has no events. */
const isEmptyFile = ({ read, fault }: FileRead): boolean => !read.ok && read.reason === 'empty' && !fault;

/** Returns the warnings about opened files. There is none about an empty file, which may be a new one of a collector. */
export const describeWarningsOfFiles = (files: readonly FileRead[]): readonly string[] =>
  files.filter((file) => !isEmptyFile(file)).flatMap(describeWarnings);

function describeWarnings({ name, read, doubts, fault, conflicting }: FileRead): readonly string[] {
  if (!read.ok)
    return [
      vscode.l10n.t('Could not open {0}: {1}', name, noEventsReason({ read, ...(fault ? { fault } : {}) })),
    ];
  if (fault && doubts.includes('changed')) return [changedText(name, fault)];
  const altered = vscode.l10n.t(
    '{0} does not match its manifest (different SHA-256). It may have been changed.',
    name,
  );
  return [
    ...(doubts.includes('altered') ? [altered] : []),
    ...(read.isCut || fault ? [truncatedText(name, read, fault)] : []),
    ...(read.skipped > 0 ? [skippedText(name, read)] : []),
    ...(conflicting > 0 ? [conflictingText(name, conflicting)] : []),
  ];
}

const conflictingText = (name: string, count: number): string =>
  count === 1
    ? vscode.l10n.t('1 event of {0} has the ID of a different event. Both are shown.', name)
    : vscode.l10n.t(
        '{0} events of {1} have IDs of different events. All are shown.',
        formatNumber(count),
        name,
      );

function truncatedText(
  name: string,
  { line, isBroken }: Extract<FileRead['read'], { ok: true }>,
  fault: FileFault | undefined,
): string {
  if (fault)
    return vscode.l10n.t('{0} was read only up to line {1}: {2}', name, formatNumber(line), faultText(fault));
  return isBroken
    ? vscode.l10n.t(
        '{0}: no list of events from line {1} on. Only those before were opened.',
        name,
        formatNumber(line),
      )
    : vscode.l10n.t(
        '{0} is truncated at line {1}. Only complete events were opened.',
        name,
        formatNumber(line),
      );
}

function skippedText(
  name: string,
  { skipped, firstSkipped }: Extract<FileRead['read'], { ok: true }>,
): string {
  const text =
    skipped === 1
      ? vscode.l10n.t('Skipped 1 entry of {0} that is not an audit event.', name)
      : vscode.l10n.t('Skipped {0} entries of {1} that are not audit events.', formatNumber(skipped), name);
  if (!firstSkipped) return text;
  const problems: Readonly<Record<EntryProblem, string>> = {
    json: vscode.l10n.t('not JSON'),
    notEvent: vscode.l10n.t('another object'),
    tooLong: vscode.l10n.t('longer than 64 MB'),
    notText: vscode.l10n.t('not UTF-8'),
    columns: vscode.l10n.t('not a row with these columns'),
    gap: vscode.l10n.t('a malformed gap record, or one of too many'),
    ocsf: vscode.l10n.t('an event in the format {0}', 'OCSF'),
    ecs: vscode.l10n.t('an event in the format {0}', 'ECS'),
  };
  const { line, problem } = firstSkipped;
  return `${text} ${vscode.l10n.t('Line {0}: {1}.', formatNumber(line), problems[problem])}`;
}
