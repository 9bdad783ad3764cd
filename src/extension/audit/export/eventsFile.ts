import * as vscode from 'vscode';
import {
  type AuditManifest,
  auditManifestText,
  type UnfinishedManifest,
} from '../../../core/audit/file/auditExport.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { Marks } from '../../../core/audit/marks/marks.ts';
import type { EventSet } from '../../../core/audit/table/eventSet.ts';
import { EventsLost } from '../../../core/audit/table/eventsLost.ts';
import type { TrailView } from '../../../core/audit/table/trail.ts';
import { viewWithSet } from '../../../core/audit/table/trailReads.ts';
import { errorCode } from '../../../core/messages/thrown.ts';
import type { Chunk } from '../../../core/results/export/chunks.ts';
import { type ExportFormat, formatFacts, type WriterDeps } from '../../../core/results/export/formats.ts';
import type { ParquetBuffer } from '../../../core/results/export/parquetFile.ts';
import type { Deps } from '../../app/deps.ts';
import type { Exportable, ExportChoices, MaskQuestion } from '../../export/exportable.ts';
import { fileStem } from '../../platform/exportPlace.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { lostText } from '../files/openedFiles.ts';
import type { MarkedSource } from '../marks/eventMarks.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { EventMasking } from '../model/masking.ts';
import { ofShown } from '../model/ofShown.ts';
import type { AuditSnapshot } from '../model/state.ts';
import { localText } from '../provenance.ts';

/** What the masks of a file do to events and their values. */
export type ExportMasking = Pick<EventMasking, 'shown' | 'value'>;

type Chunks = AsyncIterable<Chunk> | Iterable<Chunk>;

/** Something made from the displayed events, to be written to a file with a manifest beside it. */
export interface Exported<Format extends ExportFormat = ExportFormat>
  extends Pick<Exportable<Format>, 'done' | 'formats' | 'progress' | 'title' | 'total'> {
  readonly kind: AuditManifest['kind'];
  /** Number of events in the file, or summed up in it. */
  readonly events: number;
  /** Number of queries that are not summed up in the file. */
  readonly queriesLeftOut?: number;
  readonly chunks: <Buffer extends ParquetBuffer>(
    format: Format,
    masking: ExportMasking,
    about: UnfinishedManifest,
    writers: WriterDeps<Buffer>,
  ) => Chunks | Promise<Chunks>;
}

/** What is shown as it is when an export begins: it may be another once the questions are answered. */
export interface ShownEvents {
  readonly snapshot: AuditSnapshot;
  readonly view: TrailView;
  readonly listing: number;
  /** The events in the order displayed. */
  readonly events: EventSet;
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
    return { ...known, ...(await viewWithSet(model.trail, model.filters.query())) };
  });

/** What writing an export works with. `masking`: what is hidden on screen. */
interface WriteParts extends Pick<Deps, 'exporting' | 'fileSinks' | 'messages' | 'settings'> {
  readonly masking: Pick<EventMasking, 'forFile' | 'masksActors' | 'time'>;
}

/**
 * Writes to `given`, or where the user chooses, and beside it the manifest: filters, times, counts, SHA-256, provenance.
 * False if the user leaves or the file can't be written, which a message says.
 */
export async function exportFile<Format extends ExportFormat>(
  parts: WriteParts,
  what: Exported<Format>,
  shown: Pick<ShownEvents, 'snapshot' | 'view' | 'origin' | 'sent'>,
  given: vscode.Uri | undefined,
): Promise<boolean> {
  const choices = { options: {}, manifest: true };
  const exportable = exportableOf(parts, what, shown);
  const { kind } = await parts
    .exporting()
    .exportFile(parts, exportable, given ? { uri: given, choices } : { choices });
  return kind === 'done';
}

function exportableOf<Format extends ExportFormat>(
  { masking: shownMasking, settings }: Pick<WriteParts, 'masking' | 'settings'>,
  what: Exported<Format>,
  shown: Pick<ShownEvents, 'snapshot' | 'view' | 'origin' | 'sent'>,
): Exportable<Format> {
  const { title, formats, total, progress, done, kind } = what;
  const connection = shown.origin;
  return {
    title,
    fileTitle: () => title,
    formats,
    stem: fileStem([connection?.name, kind].filter(Boolean).join('-'), kind, Date.now()),
    total,
    progress,
    done,
    // A file of events is read back: it has all columns, and always a manifest.
    askOptions: async () => ({ options: {}, manifest: true }),
    maskQuestion: async () => literalsQuestion(),
    // Arguments of a command must not decide to write literals of production, where events of unknown origin may come from.
    isMaskedUnasked: () =>
      settings.maskLiterals() || (connection?.environment ?? 'production') === 'production',
    async content(choices, writers) {
      const masking = shownMasking.forFile(choices.isMasked);
      const about = aboutExport(what, shown, choices, shownMasking, masking);
      return {
        chunks: await what.chunks(choices.format, masking, about, writers),
        manifest: ({ bytes, sha256 }) => auditManifestText({ ...about, bytes, sha256 }),
      };
    },
    readProblem: (error) => (error instanceof EventsLost ? lostText(error) : undefined),
  };
}

/** What is known of a file before it is written. */
function aboutExport(
  { kind, events, queriesLeftOut }: Pick<Exported, 'events' | 'kind' | 'queriesLeftOut'>,
  { snapshot, view, origin: connection, sent }: Pick<ShownEvents, 'snapshot' | 'view' | 'origin' | 'sent'>,
  { file: name, format, isMasked }: ExportChoices,
  { masksActors, time }: WriteParts['masking'],
  masking: ExportMasking,
): UnfinishedManifest {
  const {
    provenance,
    filters: { local },
    file,
  } = snapshot;
  const { oldest, newest, more, reason } = provenance;
  const filters = Object.entries(sent).map(([key, value]) => [key, masking.value(key, value)]);
  return {
    kind,
    file: name,
    // Manifests of events name formats by the ending of the file: “md”, not “markdown”.
    format: formatFacts(format).extension,
    ...(file ? { openedFrom: file.name, ...(file.doubts?.length ? { doubts: file.doubts } : {}) } : {}),
    connection: connection?.name ?? '',
    environment: connection?.environment ?? '',
    filters: Object.fromEntries(filters),
    // What was searched for may be the very value that is masked.
    filtersOverLoadedEvents: localText(isMasked && local.text ? { ...local, text: '•••' } : local, {
      time,
      value: masking.value,
    }),
    exportedAt: new Date().toISOString(),
    events,
    ...(queriesLeftOut ? { queriesLeftOut } : {}),
    loaded: provenance.loaded,
    provenance: { more, reason, ...(oldest ? { oldest } : {}), ...(newest ? { newest } : {}) },
    gaps: view.gaps.length,
    literalsMasked: isMasked,
    actorsMasked: masksActors(),
  };
}

/** The question whether the literals of queries are masked in the file. What the setting shows on screen is no decision about a file. */
const literalsQuestion = (): MaskQuestion => ({
  title: vscode.l10n.t('Literals in the exported queries'),
  masked: {
    label: vscode.l10n.t('Mask literals'),
    description: vscode.l10n.t('they become •••'),
  },
  plain: {
    label: vscode.l10n.t('Keep literals'),
    description: vscode.l10n.t('the file may contain personal data'),
  },
});

/** What went wrong with a file, without its content. */
export const fileError = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.name : typeof error);
