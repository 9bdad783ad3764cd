import path from 'node:path';
import {
  type CollectorProgress,
  type CollectorResult,
  type CollectorStore,
  runCollector,
} from '../../core/audit/handover/collector.ts';
import type { MadeFor } from '../../core/audit/handover/collectorState.ts';
import { createFormatter } from '../../core/audit/handover/format.ts';
import type { OutputRecord } from '../../core/audit/handover/records.ts';
import type { Sink } from '../../core/audit/handover/sink.ts';
import { gapSentence } from '../../core/messages/auditGaps.ts';
import { terminalText } from '../../core/messages/terminalTexts.ts';
import { stringifyJson } from '../../core/service/json.ts';
import { sha256 } from '../../node/sha256.ts';
import { findNewestOutputFile, openFileSink } from '../../node/sinks/fileSink.ts';
import { type Locked, takeLocks } from '../../node/sinks/lock.ts';
import { SinkError } from '../../node/sinks/sinkError.ts';
import { createStandardOutputSink } from '../../node/sinks/standardOutputSink.ts';
import { createMemoryStore, createStateFile } from '../../node/sinks/stateFile.ts';
import type { CommandIO } from '../commandIO.ts';
import { describeError, describeErrorAndWait } from '../describeError.ts';
import { EXIT } from '../exitCodes.ts';
import { ArgumentError, isWithoutName, parseCount, parseOptions, parseOutputPath } from '../options.ts';
import { readProfile } from '../profile.ts';
import { VERSION } from '../version.ts';
import { FOLLOW_HELP } from './auditHelp.ts';
import { type AuditSource, createAuditSource, findAuditConnection, LISTING_CUT } from './auditSource.ts';
import { type ClickHouseOption, formatTarget, openClickHouse, parseClickHouseOption } from './clickhouse.ts';
import { withClockCheck } from './clockCheck.ts';
import { createEventSelection, parseQuestionOption } from './eventSelection.ts';
import {
  describeCounts,
  describeFailedRun,
  describeStart,
  findProblem,
  StoredProgress,
} from './followReport.ts';
import { commonOptions, parseFormat, parseTimeRange, type TimeOptions, type TimeRange } from './options.ts';
import { StatusLine } from './statusLine.ts';

const MAX_BYTES = 2 ** 40;
const MAX_MINUTES = 366 * 24 * 60;
const [DEFAULT_BYTES, DEFAULT_MINUTES] = ['104857600', '1440'];

const followOptions = {
  ...commonOptions,
  to: { type: 'string' },
  state: { type: 'string' },
  'rotate-bytes': { type: 'string' },
  'rotate-minutes': { type: 'string' },
  interval: { type: 'string', default: '5' },
  once: { type: 'boolean', default: false },
  test: { type: 'boolean', default: false },
} as const;

/** Runs the command `audit follow`, and returns its exit code. */
export async function runFollowCommand(args: readonly string[], io: CommandIO): Promise<number> {
  const options = parseOptions(args, followOptions);
  if (options.help) {
    io.writeOut(FOLLOW_HELP);
    return EXIT.done;
  }
  const settings = readSettings(options, io.now());
  const question = parseQuestionOption(options.question);
  const connection = await findAuditConnection(options);
  const profile = await readProfile(options.profile, connection.baseUrl);
  if (profile?.listing.order === 'oldestFirst')
    throw new ArgumentError(
      'According to --profile, the service lists the oldest events first, so new ones can’t be followed.',
    );
  const source = createAuditSource(
    connection,
    {
      filters: question.filters,
      cursor: options.cursor,
      profile,
      secrets: options,
    },
    io,
  );
  const { format, to, isMasking } = settings;
  const toRecords = createEventSelection(question, {
    isMasking,
    now: io.now,
    ownRequestIDs: source.ownRequestIDs,
  });
  const formatRecord = createFormatter(format, {
    productVersion: VERSION,
    now: io.now,
    sha256,
    origin: source.origin,
  });
  const toLine = (record: OutputRecord): string => `${stringifyJson(formatRecord(record))}\n`;
  const madeFor: MadeFor = {
    service: source.address,
    accountID: connection.accountID,
    ...(connection.parentAccountID === undefined ? {} : { parentAccountID: connection.parentAccountID }),
    ...(connection.workspaceID === undefined ? {} : { workspaceID: connection.workspaceID }),
    format,
    question: question.text,
    isMasked: isMasking,
    target: describeTarget(settings),
  };
  const stateFile = options.state ?? (to === '-' || settings.clickHouse ? undefined : `${to}.state.json`);
  if (settings.clickHouse && stateFile === undefined && !options.test)
    throw new ArgumentError('--state is missing. ClickHouse needs a file for what was written.');
  if (stateFile === undefined && !options.test)
    io.writeError('No --state: after a restart, only new events are written.\n');
  const store =
    stateFile === undefined || options.test ? createMemoryStore() : createStateFile(stateFile, madeFor);
  let release: () => Promise<void>;
  try {
    release = await takeLocks(listLocks(settings, options.test ? undefined : stateFile));
  } catch (error) {
    if (!(error instanceof SinkError)) throw error;
    const stored = new StoredProgress(await store.load());
    io.writeError(describeFailedRun(error.message, stored.counts, stored.canContinue));
    return EXIT.failed;
  }
  try {
    if (options.test) {
      const notify = (sentence: string): void => io.writeError(`${sentence}\n`);
      const sink = await openSink(settings, toLine, io, notify);
      return await writeTestEvent(source, sink, toRecords, io).finally(() => sink.close());
    }
    const times = { since: options.since, until: options.until };
    return await follow(
      { settings, times, isOnce: options.once, madeFor, source, stateFile, store, toRecords, toLine },
      io,
    );
  } finally {
    await release();
  }
}

interface FollowRun {
  readonly settings: Settings;
  /** The options with the time range, as the user gave them. */
  readonly times: TimeOptions;
  readonly isOnce: boolean;
  readonly madeFor: MadeFor;
  readonly source: AuditSource;
  /** Undefined if `store` keeps the state in memory only. */
  readonly stateFile: string | undefined;
  readonly store: CollectorStore;
  readonly toRecords: ReturnType<typeof createEventSelection>;
  readonly toLine: (record: OutputRecord) => string;
}

async function follow(run: FollowRun, io: CommandIO): Promise<number> {
  const {
    settings,
    times,
    isOnce,
    madeFor,
    source: uncheckedSource,
    stateFile,
    store,
    toRecords,
    toLine,
  } = run;
  // The state is checked first, because opening the sink may shorten its newest file.
  const before = await store.load();
  const status = new StatusLine(io, before?.counts.events);
  const notify = (sentence: string): void => {
    status.clear();
    io.writeError(`${sentence}\n`);
  };
  // Later runs use the stored start.
  const options = before ? { until: times.until } : times;
  const source = withClockCheck(uncheckedSource, { options, range: settings }, notify);
  const stored = new StoredProgress(before);
  let sink: Sink | undefined;
  let result: CollectorResult;
  const first = before ? undefined : settings.since;
  notify(describeStart(madeFor, { since: first, until: settings.until }, stored.canContinue));
  try {
    const output = await openSink(settings, toLine, io, notify);
    sink = withNotices(output, stored, notify);
    if (!before && stateFile !== undefined) await warnOfEarlierOutput(settings, stateFile, notify);
    result = await runCollector(
      {
        madeFor,
        ...(settings.since === undefined ? {} : { since: settings.since }),
        ...(settings.until === undefined ? {} : { until: settings.until }),
        isOnce,
        minMs: settings.intervalMs,
        pages: source.pages,
      },
      {
        fetch: (cursor) => source.fetch(cursor, io.aborting),
        sink,
        store: {
          load: async () => before,
          async save(state) {
            await store.save(state);
            stored.setState(state);
          },
        },
        toRecords,
        isNews: (event) => !source.ownRequestIDs().has(event.context.requestID ?? ''),
        sha256,
        now: io.now,
        wait: (ms) => io.wait(ms, io.stopping),
        onProgress: (progress) => status.show(progress, describeProgressProblem(progress, source)),
        onListingCut: () => notify(LISTING_CUT),
      },
      io.stopping,
    );
  } catch (error) {
    if (!(error instanceof SinkError)) throw error;
    status.clear();
    // Without a state file, only the reader of standard output knows what was written.
    const hasState = stateFile !== undefined;
    // A request to ClickHouse is cancelled if the user stops the command.
    const isStopped = io.aborting.aborted;
    const problem = isStopped ? `${error.message}\nStopped.` : error.message;
    io.writeError(
      describeFailedRun(problem, hasState ? stored.counts : undefined, hasState && stored.canContinue),
    );
    return isStopped ? EXIT.done : EXIT.failed;
  } finally {
    status.clear();
    await sink?.close();
  }
  const problem = findProblem(result, source);
  if (problem === undefined) {
    io.writeError(describeCounts(result.counts));
    return EXIT.done;
  }
  const canContinue = stateFile !== undefined && stored.canContinue;
  io.writeError(describeFailedRun(problem, result.counts, canContinue));
  return EXIT.failed;
}

/** Warns the user if there are output files of an earlier run, although the state file is missing. */
async function warnOfEarlierOutput(
  { to, clickHouse, since }: Settings,
  stateFile: string,
  notify: (sentence: string) => void,
): Promise<void> {
  // ClickHouse may be filled by other writers too, and a writer need not be allowed to read.
  if (clickHouse || to === '-') return;
  const file = path.resolve(to);
  const newest = await findNewestOutputFile(path.dirname(file), path.basename(file));
  if (newest === undefined) return;
  const risk =
    since === undefined
      ? 'Events between the two runs may be missing, and some may be written again'
      : 'Events may be written again';
  notify(
    `The state file ${stateFile} does not exist, but ${newest} of an earlier run or of --test does. ${risk}. If that is not intended, stop this run, and restore the state file or use another --to.`,
  );
}

/** Returns the locks of a run: for its state file, and for its output files. ClickHouse allows several writers. */
function listLocks({ to, clickHouse }: Settings, stateFile: string | undefined): readonly Locked[] {
  const locks: Locked[] = [];
  if (stateFile !== undefined) locks.push({ label: 'the state file', path: stateFile });
  if (to !== '-' && !clickHouse) locks.push({ label: 'the output', path: to });
  return locks;
}

type FollowOptions = ReturnType<typeof parseOptions<typeof followOptions>>;

interface Settings extends TimeRange {
  readonly to: string;
  readonly clickHouse: ClickHouseOption | undefined;
  readonly format: ReturnType<typeof parseFormat>;
  readonly isMasking: boolean;
  readonly rotateBytes: number;
  readonly rotateMs: number;
  readonly intervalMs: number;
}

function readSettings(options: FollowOptions, now: number): Settings {
  const to = parseOutputPath('to', options.to);
  if (options.state !== undefined) parseOutputPath('state', options.state);
  const clickHouse = parseClickHouseOption(to, options.format);
  if (to !== '-' && !clickHouse && isWithoutName(to))
    throw new ArgumentError(
      '--to must end with the start of the files’ names, such as /var/log/vault/audit.',
    );
  const isForFiles = to !== '-' && !clickHouse;
  for (const name of ['rotate-bytes', 'rotate-minutes'] as const)
    if (options[name] !== undefined && !isForFiles)
      throw new ArgumentError(`--${name} is for files only. Leave it out, or write files with --to PREFIX.`);
  return {
    to,
    clickHouse,
    format: parseFormat(options.format),
    isMasking: !options['plain-literals'],
    rotateBytes: parseCount('rotate-bytes', options['rotate-bytes'] ?? DEFAULT_BYTES, MAX_BYTES),
    rotateMs:
      parseCount('rotate-minutes', options['rotate-minutes'] ?? DEFAULT_MINUTES, MAX_MINUTES) * 60_000,
    intervalMs: parseCount('interval', options.interval, 3600) * 1000,
    ...parseTimeRange(options, now),
  };
}

function describeTarget({ to, clickHouse }: Settings): string {
  if (clickHouse) return formatTarget(clickHouse);
  return to === '-' ? 'standard output' : path.resolve(to);
}

function openSink(
  { to, clickHouse, rotateBytes, rotateMs }: Settings,
  toLine: (record: OutputRecord) => string,
  io: CommandIO,
  notify: (sentence: string) => void,
): Promise<Sink> {
  if (clickHouse) return openClickHouse(clickHouse, sha256, io, notify);
  if (to === '-') return Promise.resolve(createStandardOutputSink(toLine));
  const file = path.resolve(to);
  return openFileSink({
    folder: path.dirname(file),
    prefix: path.basename(file),
    toLine,
    rotateBytes,
    rotateMs,
    now: io.now,
  });
}

/** Returns a sink that writes to `sink`, counts what is stored, and reports gaps to the user once they are stored. */
const withNotices = (sink: Sink, stored: StoredProgress, notify: (sentence: string) => void): Sink => ({
  async write(records) {
    await sink.write(records);
    stored.addRecords(records);
    for (const record of records) {
      if (record.kind === 'gap') notify(terminalText(gapSentence(record.gap)));
    }
  },
  close: () => sink.close(),
});

async function writeTestEvent(
  source: AuditSource,
  sink: Sink,
  toRecords: ReturnType<typeof createEventSelection>,
  io: CommandIO,
): Promise<number> {
  const outcome = await source.fetch(undefined, io.aborting);
  if (!outcome.ok) {
    io.writeError(`${describeError(outcome.error, { operation: 'audit', address: source.address })}\n`);
    return EXIT.failed;
  }
  const [record] = await toRecords(outcome.value.events ?? []);
  if (!record) {
    io.writeError(
      'The service works. No event of the newest page matches the question, so nothing was written.\n',
    );
    return EXIT.done;
  }
  await sink.write([record]);
  io.writeError('The service and the output work: the newest event was written.\n');
  return EXIT.done;
}

function describeProgressProblem(
  { error, waitMs }: CollectorProgress,
  source: AuditSource,
): string | undefined {
  if (!error) return undefined;
  return describeErrorAndWait(error, { operation: 'audit', address: source.address }, waitMs);
}
