import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import {
  type AboutExport,
  type AuditManifest,
  auditManifestText,
} from '../../../core/audit/file/exported.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { Marks } from '../../../core/audit/marks/marks.ts';
import { EventsLost } from '../../../core/audit/table/lost.ts';
import type { TrailView } from '../../../core/audit/table/trail.ts';
import { allNumbers } from '../../../core/audit/table/trailReads.ts';
import { errorCode } from '../../../core/messages/thrown.ts';
import { showProgress } from '../../platform/dialogs.ts';
import { fileStem, placeFor } from '../../platform/exportPlace.ts';
import type { FileSinks } from '../../platform/fileSink.ts';
import type { Messages } from '../../platform/messages.ts';
import { manifestOf, mayReplace, mayReplaceManifest, removeManifest } from '../../platform/replacing.ts';
import type { Settings } from '../../platform/settings.ts';
import { writeProblem } from '../../platform/writeProblem.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { MarkedSource } from '../marks/eventMarks.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { EventMasking } from '../model/masking.ts';
import { ofShown } from '../model/ofShown.ts';
import type { AuditSnapshot } from '../model/state.ts';
import { localText } from '../provenance.ts';

/** What the masks of a file do to events and their values. */
export type ExportMasking = Pick<EventMasking, 'shown' | 'value'>;

export interface FileFormat {
  readonly label: string;
  /** The file piece by piece. */
  readonly chunks: (masking: ExportMasking, about: AboutExport) => Pieces;
}

/** Text is written as UTF-8. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Something to write to a file with a manifest beside it. */
export interface Exported {
  readonly kind: AuditManifest['kind'];
  readonly title: string;
  /** By the file's ending; the first is that of a file without one of these. */
  readonly formats: Readonly<Record<string, FileFormat>>;
  /** Events in it or behind it. */
  readonly events: number;
  /** Queries that are not summed up in it. */
  readonly queriesLeftOut?: number;
  readonly done: (file: string) => string;
}

/** What is shown as it is when an export begins: it may be another once the questions are answered. */
export interface ShownEvents {
  readonly snapshot: AuditSnapshot;
  readonly view: TrailView;
  readonly listing: number;
  /** Of the events, in their order. */
  readonly numbers: Uint32Array;
  readonly marks: Marks;
  /** Whose these are. */
  readonly markedSource: MarkedSource;
  readonly origin: AnyConnection | undefined;
  readonly sent: AuditFilters;
}

/** The events shown with all that is known of them. */
export const shownEvents = (
  model: Pick<AuditModel, 'filters' | 'marks' | 'state' | 'trail'>,
): Promise<ShownEvents> =>
  ofShown(model.state, async () => {
    const known = {
      snapshot: model.state.snapshot(),
      origin: model.state.origin(),
      sent: model.state.file() ? {} : model.filters.sent(),
      listing: model.state.listing(),
      marks: new Marks(model.marks.all()),
      markedSource: model.marks.source,
    };
    return { ...known, ...(await allNumbers(model.trail, model.filters.query())) };
  });

/** What writing an export works with. `masking`: what is hidden on screen. */
interface WriteParts {
  readonly masking: Pick<EventMasking, 'forFile' | 'masksActors' | 'time'>;
  readonly fileSinks: Pick<FileSinks, 'open'>;
  readonly messages: Pick<Messages, 'confirm' | 'error' | 'info' | 'warn'>;
  readonly settings: Pick<Settings, 'maskLiterals'>;
}

/**
 * Writes to `given`, or where the person says, and beside it the manifest: filters, times, counts, SHA-256, provenance.
 * False where the person leaves or the file can't be written, which is said.
 */
export async function exportFile(
  { fileSinks, masking: shownMasking, messages, settings }: WriteParts,
  what: Exported,
  { snapshot, view, origin: connection, sent }: Pick<ShownEvents, 'snapshot' | 'view' | 'origin' | 'sent'>,
  given: vscode.Uri | undefined,
): Promise<boolean> {
  const {
    provenance,
    filters: { local },
    file,
  } = snapshot;
  const { oldest, newest, more, reason } = provenance;
  const chosen = given
    ? { uri: given, format: formatOf(what, given) }
    : await chooseFile(what, connection?.name);
  if (!chosen) return false;
  const {
    uri,
    format: [format, { chunks }],
  } = chosen;
  if (given && !(await mayReplace(messages, given))) return false;
  if (!(await mayReplaceManifest(messages, uri))) return false;
  // A caller that names the file answers no question: arguments must not decide to write literals of production, where
  // events of unknown origin may come from.
  const literalsMasked = given
    ? settings.maskLiterals() || (connection?.environment ?? 'production') === 'production'
    : await askMask();
  if (literalsMasked === undefined) return false;
  const actorsMasked = shownMasking.masksActors();
  const masking: ExportMasking = shownMasking.forFile(literalsMasked);
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const filters = Object.entries(sent).map(([key, value]) => [key, masking.value(key, value)]);
  const about: AboutExport = {
    ...{ kind: what.kind, file: name, format },
    ...(file ? { openedFrom: file.name, ...(file.doubts?.length ? { doubts: file.doubts } : {}) } : {}),
    connection: connection?.name ?? '',
    environment: connection?.environment ?? '',
    filters: Object.fromEntries(filters),
    // What was searched for may be the very value that is masked.
    filtersOverLoadedEvents: localText(literalsMasked && local.text ? { ...local, text: '•••' } : local, {
      time: shownMasking.time,
      value: masking.value,
    }),
    exportedAt: new Date().toISOString(),
    events: what.events,
    ...(what.queriesLeftOut ? { queriesLeftOut: what.queriesLeftOut } : {}),
    loaded: provenance.loaded,
    provenance: { more, reason, ...(oldest ? { oldest } : {}), ...(newest ? { newest } : {}) },
    gaps: view.gaps.length,
    ...{ literalsMasked, actorsMasked },
  };
  let written: Written | undefined;
  try {
    written = await withProgress(what, name, (isCancelled) =>
      writePieces(fileSinks, uri, chunks(masking, about), isCancelled),
    );
  } catch (error) {
    // That is no fault of the place.
    if (error instanceof EventsLost) throw error;
    await messages.error(writeProblem(error, name));
    return false;
  }
  if (!written) {
    void messages.info(vscode.l10n.t('The export was cancelled; no file was written.'));
    return false;
  }
  try {
    const manifest = auditManifestText({ ...about, ...written });
    await writeManifest(fileSinks, uri, manifest.toWellFormed());
    void messages.info(what.done(name));
  } catch (error) {
    // The events are there all the same.
    void messages.warn(
      vscode.l10n.t(
        'Audit events exported to {0}, without a manifest: {1}',
        name,
        writeProblem(error, `${name}.manifest.json`),
      ),
    );
  }
  return true;
}

/** Where it can't be written, one that was there before goes too: it vouches for other bytes. */
async function writeManifest(
  fileSinks: Pick<FileSinks, 'open'>,
  exported: vscode.Uri,
  text: string,
): Promise<void> {
  try {
    await writePieces(fileSinks, manifestOf(exported), [text], () => false);
  } catch (error) {
    await removeManifest(exported);
    throw error;
  }
}

type NamedFormat = readonly [name: string, format: FileFormat];

/** Returns the format that a file named by a caller ends like, or the first one. */
function formatOf({ formats, kind }: Exported, { path }: vscode.Uri): NamedFormat {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  const all = Object.entries(formats);
  const found = all.find(([one]) => one === ending) ?? all[0];
  if (!found) throw new RangeError(`no format for ${kind}`);
  return found;
}

/** Asks for the format and the file; undefined if the user cancels. The format is the one picked, whatever the file's name. */
async function chooseFile(
  { title, formats, kind }: Exported,
  connection: string | undefined,
): Promise<{ readonly uri: vscode.Uri; readonly format: NamedFormat } | undefined> {
  const items = Object.entries(formats).map((format) => ({
    label: format[1].label,
    description: `.${format[0]}`,
    format,
  }));
  const picked = await vscode.window.showQuickPick(items, { title });
  if (!picked) return undefined;
  const { format, label } = picked;
  const [ending] = format;
  const stem = fileStem([connection, kind].filter(Boolean).join('-'), kind, Date.now());
  const uri = await vscode.window.showSaveDialog({
    title,
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: placeFor(`${stem}.${ending}`),
    filters: { [label]: [ending] },
  });
  return uri && { uri, format };
}

/** Of a file that is there. */
type Written = Pick<AuditManifest, 'bytes' | 'sha256'>;

/** Text is written when there is as much of it. */
const PIECE = 64 * 1024;

/** The file is there whole or not at all, and for the person alone; undefined where they cancel. */
async function writePieces(
  fileSinks: Pick<FileSinks, 'open'>,
  uri: vscode.Uri,
  pieces: Pieces,
  isCancelled: () => boolean,
): Promise<Written | undefined> {
  const sink = await fileSinks.open(uri);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of gathered(pieces)) {
      if (isCancelled()) {
        await sink.abandon();
        return undefined;
      }
      hash.update(piece);
      bytes += piece.length;
      await sink.write(piece);
    }
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Short texts put together: one of an event is not worth a call of the file system. */
async function* gathered(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else yield piece;
    if (text.length < PIECE) continue;
    yield Buffer.from(text.toWellFormed());
    text = '';
  }
  yield Buffer.from(text.toWellFormed());
}

/** From so many events on it takes long enough to be watched, and cancelled. */
const MANY = 5_000;

function withProgress<T>(
  { events }: Pick<Exported, 'events'>,
  file: string,
  work: (isCancelled: () => boolean) => Promise<T>,
): Promise<T> {
  if (events < MANY) return work(() => false);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Exporting to “{0}”', file),
    cancellable: true,
  };
  return Promise.resolve(
    showProgress(options, (_progress, token) => work(() => token.isCancellationRequested)),
  );
}

/**
 * Asks whether the literals of queries are masked in the file; undefined if the user cancels. Asked each time, because
 * what the setting shows on screen is no decision about a file.
 */
async function askMask(): Promise<boolean | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Mask literals'),
        description: vscode.l10n.t('they become •••'),
        masked: true,
      },
      {
        label: vscode.l10n.t('Keep literals'),
        description: vscode.l10n.t('the file may contain personal data'),
        masked: false,
      },
    ],
    { title: vscode.l10n.t('Literals in the exported queries') },
  );
  return picked?.masked;
}

/** What went wrong with a file, without its content. */
export const fileError = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.name : typeof error);
