import { createFormatter } from '../../core/audit/handover/format.ts';
import type { EventRecord } from '../../core/audit/handover/records.ts';
import type { Sink } from '../../core/audit/handover/sink.ts';
import { stringifyJson } from '../../core/service/json.ts';
import type { AuditEvent } from '../../core/service/types.ts';
import { sha256 } from '../../node/sha256.ts';
import { SinkError } from '../../node/sinks/sinkError.ts';
import { createStandardOutputSink } from '../../node/sinks/standardOutputSink.ts';
import type { CommandIO } from '../commandIO.ts';
import { describeError } from '../describeError.ts';
import { EXIT } from '../exitCodes.ts';
import { writeExportFile } from '../exportFile.ts';
import { ArgumentError, parseCount, parseOptions, parseOutputFile } from '../options.ts';
import { readProfile } from '../profile.ts';
import { VERSION } from '../version.ts';
import { EXPORT_HELP, LIST_HELP } from './auditHelp.ts';
import { type AuditSource, createAuditSource, findAuditConnection, LISTING_CUT } from './auditSource.ts';
import { openClickHouse, parseClickHouseOption } from './clickhouse.ts';
import { withClockCheck } from './clockCheck.ts';
import { createEventSelection, parseQuestionOption } from './eventSelection.ts';
import { formatCount } from './formatCount.ts';
import { type ListingEnd, readListing } from './listing.ts';
import { commonOptions, parseFormat, parseTimeRange } from './options.ts';
import { parquetChunks } from './parquetEvents.ts';

type CommonOptions = ReturnType<typeof parseOptions<typeof commonOptions>>;

interface Reading {
  readonly source: AuditSource;
  readonly toLine: (record: EventRecord) => string;
  /** Yields the records of each page. */
  readonly pages: AsyncGenerator<readonly EventRecord[]>;
  /** Returns why `pages` ended. Must be called after that. */
  readonly getEnd: () => ListingEnd;
}

async function startReading(options: CommonOptions, isPrefetching: boolean, io: CommandIO): Promise<Reading> {
  const question = parseQuestionOption(options.question);
  const format = parseFormat(options.format);
  const range = { ...parseTimeRange(options, io.now()), isPrefetching };
  const connection = await findAuditConnection(options);
  const profile = await readProfile(options.profile, connection.baseUrl);
  const uncheckedSource = createAuditSource(
    connection,
    {
      filters: question.filters,
      cursor: options.cursor,
      profile,
      secrets: options,
    },
    io,
  );
  const source = withClockCheck(uncheckedSource, { options, range }, (sentence) =>
    io.writeError(`${sentence}\n`),
  );
  const toRecords = createEventSelection(question, {
    isMasking: !options['plain-literals'],
    now: io.now,
    ownRequestIDs: source.ownRequestIDs,
  });
  const { origin } = source;
  const formatRecord = createFormatter(format, { productVersion: VERSION, now: io.now, sha256, origin });
  let end: ListingEnd = { kind: 'stopped' };
  async function* pages(): AsyncGenerator<readonly EventRecord[]> {
    const events = readListing(source, range, io, sha256);
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done) {
        end = next.value;
        return;
      }
      yield await toRecords(next.value);
    }
  }
  return {
    source,
    toLine: (record) => `${stringifyJson(formatRecord(record))}\n`,
    pages: pages(),
    getEnd: () => end,
  };
}

const countMasked = (records: readonly EventRecord[]): number =>
  records.filter(({ isMasked }) => isMasked).length;

/** Creates a sink that writes the events of a reading to standard output. */
const createOutput = ({ toLine }: Reading): Sink =>
  createStandardOutputSink((record) => (record.kind === 'event' ? toLine(record) : ''));

/** Runs the command `audit list`, and returns its exit code. */
export async function runListCommand(args: readonly string[], io: CommandIO): Promise<number> {
  const options = parseOptions(args, { ...commonOptions, limit: { type: 'string', default: '25' } });
  if (options.help) {
    io.writeOut(LIST_HELP);
    return EXIT.done;
  }
  let left = parseCount('limit', options.limit, 1_000_000);
  const reading = await startReading(options, false, io);
  const sink = createOutput(reading);
  let masked = 0;
  for await (const records of reading.pages) {
    const some = records.slice(0, left);
    if (some.length > 0) await sink.write(some);
    masked += countMasked(some);
    left -= some.length;
    if (left === 0) break;
  }
  if (masked > 0) io.writeError(`${formatCount(masked, 'event')} with masked literals.\n`);
  if (left === 0) return EXIT.done;
  const end = reading.getEnd();
  reportEnd(end, reading.source.address, io);
  return end.kind === 'failed' || end.kind === 'stopped' ? EXIT.failed : EXIT.done;
}

/** Runs the command `audit export`, and returns its exit code. */
export async function runExportCommand(args: readonly string[], io: CommandIO): Promise<number> {
  const options = parseOptions(args, { ...commonOptions, to: { type: 'string' } });
  if (options.help) {
    io.writeOut(EXPORT_HELP);
    return EXIT.done;
  }
  const to = parseOutputFile('to', options.to);
  const isParquet = to.endsWith('.parquet');
  if (isParquet && options.format !== 'raw')
    throw new ArgumentError('A Parquet file has columns of its own. Leave out --format, or write .ndjson.');
  const clickHouse = parseClickHouseOption(to, options.format);
  const reading = await startReading(options, true, io);
  let count = 0;
  let masked = 0;
  async function* pages(): AsyncGenerator<readonly EventRecord[]> {
    for await (const page of reading.pages) {
      count += page.length;
      masked += countMasked(page);
      yield page;
    }
  }
  /** Yields the pages. Throws an IncompleteError at the end if reading failed or was stopped, so that no file is written. */
  async function* pagesOfFile(): AsyncGenerator<readonly EventRecord[]> {
    yield* pages();
    const { kind } = reading.getEnd();
    if (kind === 'failed' || kind === 'stopped') throw new IncompleteError();
  }
  let isWritten = true;
  if (clickHouse || to === '-') {
    const sink = clickHouse
      ? await openClickHouse(clickHouse, sha256, io, (sentence) => io.writeError(`${sentence}\n`))
      : createOutput(reading);
    let stored = 0;
    try {
      for await (const page of pages()) {
        if (page.length > 0) await sink.write(page);
        stored += page.length;
      }
    } catch (error) {
      if (!(error instanceof SinkError) || !clickHouse) throw error;
      io.writeError(
        `${error.message}\n${formatCount(stored, 'event')} exported. Run the command again: with FINAL, each event counts once.\n`,
      );
      return EXIT.failed;
    }
  } else {
    const about = JSON.stringify({ kind: 'audit-events', exportedAt: new Date(io.now()).toISOString() });
    const chunks = isParquet
      ? parquetChunks(eventsOf(pagesOfFile()), about)
      : linesOf(pagesOfFile(), reading.toLine);
    try {
      await writeExportFile(to, chunks);
    } catch (error) {
      if (!(error instanceof IncompleteError)) throw error;
      isWritten = false;
    }
  }
  const end = reading.getEnd();
  reportEnd(end, reading.source.address, io);
  const maskedText = masked > 0 ? `, ${masked} with masked literals` : '';
  io.writeError(
    isWritten ? `${formatCount(count, 'event')} exported${maskedText}.\n` : 'No file was written.\n',
  );
  return end.kind === 'end' ? EXIT.done : EXIT.failed;
}

/** Thrown to end the writing of a file before the listing was read to its end. */
class IncompleteError extends Error {}

async function* eventsOf(pages: AsyncIterable<readonly EventRecord[]>): AsyncGenerator<AuditEvent> {
  for await (const page of pages) for (const { event } of page) yield event;
}

async function* linesOf(
  pages: AsyncIterable<readonly EventRecord[]>,
  toLine: Reading['toLine'],
): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(toLine).join('');
}

/** Reports to the user why the listing was not read to its end. Reports nothing if it was. */
function reportEnd(end: ListingEnd, address: string, io: CommandIO): void {
  switch (end.kind) {
    case 'end':
      return;
    case 'stopped':
      io.writeError('Stopped before the end; older events are missing.\n');
      return;
    case 'cut':
      io.writeError(`${LISTING_CUT}\n`);
      return;
    case 'failed':
      io.writeError(`${describeError(end.error, { operation: 'audit', address })}\n`);
      return;
  }
}
