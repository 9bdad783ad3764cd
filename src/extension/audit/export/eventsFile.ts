import * as vscode from 'vscode';
import { msToTimestamp } from '../../../core/audit/feed/timestamps.ts';
import {
  type AuditManifest,
  auditManifestText,
  type UnfinishedManifest,
} from '../../../core/audit/file/auditExport.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { Marks } from '../../../core/audit/marks/marks.ts';
import { type AuditQuery, mapTexts } from '../../../core/audit/query/auditQuery.ts';
import { isRelativeTime, isTimeTerm } from '../../../core/audit/query/editQuery.ts';
import type { EventSet } from '../../../core/audit/table/eventSet.ts';
import type { LocalFilters, TimeRange } from '../../../core/audit/table/filter.ts';
import type { TrailView } from '../../../core/audit/table/trail.ts';
import { fetchViewWithSet } from '../../../core/audit/table/trailReads.ts';
import { errorCode } from '../../../core/messages/thrownErrors.ts';
import type { Chunk } from '../../../core/results/export/chunks.ts';
import { type ExportFormat, getFormatFacts, type WriterDeps } from '../../../core/results/export/formats.ts';
import type { ParquetBuffer } from '../../../core/results/export/parquetFile.ts';
import type { Deps } from '../../app/deps.ts';
import type { Exportable, ExportChoices, MaskQuestion } from '../../export/exportable.ts';
import { createFileNameWithoutExtension } from '../../platform/exportLocation.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { removeSecondsFraction } from '../labels.ts';
import type { MarkedSource } from '../marks/eventMarks.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import type { EventMasking } from '../model/masking.ts';
import type { AuditSnapshot } from '../model/state.ts';
import { localFiltersText, tableText } from '../provenance.ts';
import { sourceErrorText } from '../sourceProblems.ts';

export type ExportMasking = Pick<EventMasking, 'maskEvent' | 'maskValue'>;

type Chunks = AsyncIterable<Chunk> | Iterable<Chunk>;

export interface AuditExport<Format extends ExportFormat = ExportFormat>
  extends Pick<Exportable<Format>, 'formatSuccess' | 'formats' | 'formatProgress' | 'title' | 'recordCount'> {
  readonly kind: AuditManifest['kind'];
  /** Number of events in the file, or number of events that the file summarizes. */
  readonly events: number;
  readonly queriesLeftOut?: number;
  readonly chunks: <Buffer extends ParquetBuffer>(
    format: Format,
    masking: ExportMasking,
    about: UnfinishedManifest,
    writers: WriterDeps<Buffer>,
  ) => Chunks | Promise<Chunks>;
}

/**
 * A snapshot of the displayed events, taken when an export begins. The views may display other events
 * before the export ends.
 */
export interface DisplayedEvents {
  readonly snapshot: AuditSnapshot;
  readonly view: TrailView;
  readonly listing: number;
  readonly events: EventSet;
  readonly marks: Marks;
  readonly markedSource: MarkedSource;
  /**
   * The connection from which the events come; undefined if there is none, as for events of a file.
   */
  readonly origin: AnyConnection | undefined;
  readonly sent: AuditFilters;
  readonly range: TimeRange | undefined;
}

/** Returns the displayed events with their state, all of the same listing. */
export const readDisplayedEvents = (
  model: Pick<AuditModel, 'filters' | 'marks' | 'state' | 'trail'>,
): Promise<DisplayedEvents> =>
  readDisplayedListing(model.state, async () => {
    const known = {
      snapshot: model.state.snapshot(),
      origin: model.state.getServiceConnection(),
      sent: model.state.file() ? {} : model.filters.getServiceFiltersToSend(),
      range: model.filters.resolveTimeRange(),
      listing: model.state.getListingNumber(),
      marks: new Marks(model.marks.listMarks()),
      markedSource: model.marks.source,
    };
    return { ...known, ...(await fetchViewWithSet(model.trail, model.filters.createTrailQuery())) };
  });

interface WriteParts extends Pick<Deps, 'loadExport' | 'fileSinks' | 'messages' | 'settings'> {
  readonly masking: Pick<EventMasking, 'createFileMasks' | 'masksActors' | 'formatTime'>;
}

/**
 * Exports `what` to the file `given`, or to one that the user chooses, with a manifest beside it.
 * Resolves to whether the file was written.
 */
export async function exportAuditFile<Format extends ExportFormat>(
  parts: WriteParts,
  what: AuditExport<Format>,
  shown: Pick<DisplayedEvents, 'snapshot' | 'view' | 'origin' | 'sent' | 'range'>,
  given: vscode.Uri | undefined,
): Promise<boolean> {
  const choices = { options: {}, manifest: true };
  const exportable = createExportable(parts, what, shown);
  const { kind } = await parts
    .loadExport()
    .exportFile(parts, exportable, given ? { uri: given, choices } : {});
  return kind === 'done';
}

function createExportable<Format extends ExportFormat>(
  { masking: shownMasking, settings }: Pick<WriteParts, 'masking' | 'settings'>,
  what: AuditExport<Format>,
  shown: Pick<DisplayedEvents, 'snapshot' | 'view' | 'origin' | 'sent' | 'range'>,
): Exportable<Format> {
  const { title, formats, recordCount: total, formatProgress: progress, formatSuccess: done, kind } = what;
  const connection = shown.origin;
  return {
    title,
    fileTitle: () => title,
    formats,
    fileNameWithoutExtension: createFileNameWithoutExtension(
      [connection?.name, kind].filter(Boolean).join('-'),
      kind,
      Date.now(),
    ),
    recordCount: total,
    formatProgress: progress,
    formatSuccess: done,
    // A file of events can be opened again, so it needs all columns and a manifest.
    chooseOptions: async () => ({ options: {}, manifest: true }),
    createMaskQuestion: async () => literalsQuestion(),
    // A command's argument must not cause literals of production to be written. Events of unknown origin may be from
    // production.
    isMaskedByDefault: () =>
      settings.isLiteralMaskingEnabled() || (connection?.environment ?? 'production') === 'production',
    async createContent(choices, writers) {
      const masking = shownMasking.createFileMasks(choices.isMasked);
      const about = createUnfinishedManifest(what, shown, choices, shownMasking, masking);
      return {
        chunks: await what.chunks(choices.format, masking, about, writers),
        manifest: ({ bytes, sha256 }) => auditManifestText({ ...about, bytes, sha256 }),
      };
    },
    describeReadError: sourceErrorText,
  };
}

function createUnfinishedManifest(
  { kind, events, queriesLeftOut }: Pick<AuditExport, 'events' | 'kind' | 'queriesLeftOut'>,
  {
    snapshot,
    view,
    origin: connection,
    sent,
    range,
  }: Pick<DisplayedEvents, 'snapshot' | 'view' | 'origin' | 'sent' | 'range'>,
  { file: name, format, isMasked }: ExportChoices,
  { masksActors, formatTime }: WriteParts['masking'],
  masking: ExportMasking,
): UnfinishedManifest {
  const {
    provenance,
    filters: { local },
    file,
  } = snapshot;
  const { oldest, newest, more, reason } = provenance;
  const filters = Object.entries(sent).map(([key, value]) => [key, masking.maskValue(key, value)]);
  return {
    kind,
    file: name,
    // Manifests name formats by the ending of the file: “md”, not “markdown”.
    format: getFormatFacts(format).extension,
    ...(file
      ? {
          openedFrom: [file.name, ...(file.table ? [tableText(file.table)] : [])].join(' · '),
          ...(file.doubts?.length ? { doubts: file.doubts } : {}),
        }
      : {}),
    connection: connection?.name ?? '',
    environment: connection?.environment ?? '',
    filters: Object.fromEntries(filters),
    // What was searched for may be the very value that is masked.
    filtersOverLoadedEvents: [
      localFiltersText(isMasked ? maskQuestionTexts(local) : local, { maskValue: masking.maskValue }),
      ...currentTimesOfMovingRange(local.question, range, formatTime),
    ].join(' · '),
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

/**
 * Returns, for messages, the code of a thrown value, or else the name of an error, or else the value's
 * type. An error's own message is left out, because it may contain data of the file.
 */
export const getErrorCodeOrName = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.name : typeof error);

function currentTimesOfMovingRange(
  question: AuditQuery,
  range: TimeRange | undefined,
  time: (stamp: string) => string,
): readonly string[] {
  if (!range || !question.filter(isTimeTerm).some(isRelativeTime)) return [];
  const [from = '…', to = '…'] = [range.from, range.to - 1].map((ms) =>
    Number.isFinite(ms) ? removeSecondsFraction(time(msToTimestamp(ms))) : undefined,
  );
  return [vscode.l10n.t('{0} to {1}', from, to)];
}

/** Masks the texts that filters search for, because these may be the very values that are masked in the file. */
function maskQuestionTexts({ question, ...others }: LocalFilters): LocalFilters {
  const mask = (name: string, text: string): string => (name === 'text' || name === 'content' ? '•••' : text);
  return { ...others, question: mapTexts(question, mask) };
}
