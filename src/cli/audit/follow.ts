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
import { openFileSink } from '../../node/sinks/fileSink.ts';
import { type Locked, takeLocks } from '../../node/sinks/lock.ts';
import { SinkError } from '../../node/sinks/sinkError.ts';
import { createStandardOutputSink } from '../../node/sinks/standardOutputSink.ts';
import { createMemoryStore, createStateFile } from '../../node/sinks/stateFile.ts';
import type { CommandIO } from '../commandIO.ts';
import { describeError, describeErrorAndWait } from '../describeError.ts';
import { EXIT } from '../exitCodes.ts';
import { ArgumentError, parseCount, parseOptions, parseOutputPath } from '../options.ts';
import { readProfile } from '../profile.ts';
import { VERSION } from '../version.ts';
import { FOLLOW_HELP } from './auditHelp.ts';
import { type AuditSource, createAuditSource, findAuditConnection } from './auditSource.ts';
import { type ClickHouseOption, formatTarget, openClickHouse, parseClickHouseOption } from './clickhouse.ts';
import { withClockCheck } from './clockCheck.ts';
import { createEventSelection, parseQuestionOption } from './eventSelection.ts';
import { commonOptions, parseFormat, parseTimeRange, type TimeOptions, type TimeRange } from './options.ts';
import { StatusLine } from './statusLine.ts';

const MAX_BYTES = 2 ** 40;
const MAX_MINUTES = 366 * 24 * 60;

const followOptions = {
  ...commonOptions,
  to: { type: 'string' },
  state: { type: 'string' },
  'rotate-bytes': { type: 'string', default: '104857600' },
  'rotate-minutes': { type: 'string', default: '1440' },
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
  const release = await takeLocks(listLocks(settings, options.test ? undefined : stateFile));
  try {
    if (options.test) {
      const notify = (sentence: string): void => io.writeError(`${sentence}\n`);
      const sink = await openSink(settings, toLine, io, notify);
      return await writeTestEvent(source, sink, toRecords, io).finally(() => sink.close());
    }
    const store = stateFile === undefined ? createMemoryStore() : createStateFile(stateFile, madeFor);
    const times = { since: options.since, until: options.until };
    return await follow(
      { settings, times, isOnce: options.once, madeFor, source, store, toRecords, toLine },
      io,
    );
  } catch (error) {
    // A request to ClickHouse was cancelled because the user told the command to stop.
    if (!(error instanceof SinkError && io.aborting.aborted)) throw error;
    io.writeError(`${error.message}\nStopped. The next run writes the events that were not stored.\n`);
    return EXIT.done;
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
  readonly store: CollectorStore;
  readonly toRecords: ReturnType<typeof createEventSelection>;
  readonly toLine: (record: OutputRecord) => string;
}

async function follow(
  { settings, times, isOnce, madeFor, source: uncheckedSource, store, toRecords, toLine }: FollowRun,
  io: CommandIO,
): Promise<number> {
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
  const sink = withGapNotices(await openSink(settings, toLine, io, notify), notify);
  let result: CollectorResult;
  try {
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
        store: { load: async () => before, save: store.save },
        toRecords,
        isNews: (event) => !source.ownRequestIDs().has(event.context.requestID ?? ''),
        sha256,
        now: io.now,
        wait: (ms) => io.wait(ms, io.stopping),
        onProgress: (progress) => status.show(progress, describeProgressProblem(progress, source)),
      },
      io.stopping,
    );
  } finally {
    status.clear();
    await sink.close();
  }
  return reportResult(result, source, io);
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
  if (to !== '-' && !clickHouse && /(?:^|[\\/])\.{0,2}$/.test(to))
    throw new ArgumentError(
      '--to must end with the start of the files’ names, such as /var/log/vault/audit.',
    );
  return {
    to,
    clickHouse,
    format: parseFormat(options.format),
    isMasking: !options['plain-literals'],
    rotateBytes: parseCount('rotate-bytes', options['rotate-bytes'], MAX_BYTES),
    rotateMs: parseCount('rotate-minutes', options['rotate-minutes'], MAX_MINUTES) * 60_000,
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

/** Returns a sink that writes to `sink`, and reports gaps to the user once they are stored. */
const withGapNotices = (sink: Sink, notify: (sentence: string) => void): Sink => ({
  async write(records) {
    await sink.write(records);
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

function reportResult(result: CollectorResult, source: AuditSource, io: CommandIO): number {
  const { events, maskedEvents, gaps, crashes = 0 } = result.counts;
  const masked = maskedEvents > 0 ? `, ${maskedEvents} with masked literals` : '';
  io.writeError(`${events} events written${masked}; ${gaps} ${gaps === 1 ? 'gap' : 'gaps'}.\n`);
  if (crashes > 0)
    io.writeError(
      `Events that were written again after ${crashes === 1 ? 'a crash' : `${crashes} crashes`} are counted once.\n`,
    );
  switch (result.end) {
    case 'stopped':
    case 'once':
    case 'until':
      return EXIT.done;
    case 'endless':
      io.writeError(`The listing of ${source.host} seems to have no end. Check --cursor.\n`);
      return EXIT.failed;
    case 'failed':
      io.writeError(`${describeError(result.error, { operation: 'audit', address: source.address })}\n`);
      return EXIT.failed;
  }
}
