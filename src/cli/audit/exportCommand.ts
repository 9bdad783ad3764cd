import { createFormatter } from '../../core/audit/handover/format.ts';
import type { EventRecord } from '../../core/audit/handover/records.ts';
import { stringifyJson } from '../../core/service/json.ts';
import { createStandardOutputSink } from '../../node/sinks/standardOutputSink.ts';
import type { CommandIO } from '../commandIO.ts';
import { describeError } from '../describeError.ts';
import { EXIT } from '../exitCodes.ts';
import { writeExportFile } from '../exportFile.ts';
import { ArgumentError, parseCount, parseOptions } from '../options.ts';
import { sha256, VERSION } from '../product.ts';
import { EXPORT_HELP, LIST_HELP } from './auditHelp.ts';
import { type AuditSource, createAuditSource, findAuditConnection } from './auditSource.ts';
import { openClickHouse, parseClickHouseOption } from './clickhouse.ts';
import { createEventSelection, parseQuestionOption } from './eventSelection.ts';
import { type ListingEnd, readListing } from './listing.ts';
import { commonOptions, parseFormat, parseTimeOption } from './options.ts';
import { parquetChunks } from './parquetEvents.ts';

type CommonOptions = ReturnType<typeof parseOptions<typeof commonOptions>>;

interface Reading {
  readonly source: AuditSource;
  readonly toLine: (record: EventRecord) => string;
  /** Yields the records of each page. `getEnd` of the reading says why it ended. */
  readonly pages: AsyncGenerator<readonly EventRecord[]>;
  readonly getEnd: () => ListingEnd;
}

async function startReading(options: CommonOptions, io: CommandIO): Promise<Reading> {
  const question = parseQuestionOption(options.question);
  const format = parseFormat(options.format);
  const range = {
    since: parseTimeOption('since', options.since, io.now()),
    until: parseTimeOption('until', options.until, io.now()),
  };
  const source = createAuditSource(
    await findAuditConnection(options),
    { filters: question.filters, cursor: options.cursor, secretVariable: options['client-secret-env'] },
    io,
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

/** Runs the command `audit list`, and returns its exit code. */
export async function runListCommand(args: readonly string[], io: CommandIO): Promise<number> {
  const options = parseOptions(args, { ...commonOptions, limit: { type: 'string', default: '25' } });
  if (options.help) {
    io.writeOut(LIST_HELP);
    return EXIT.done;
  }
  let left = parseCount('limit', options.limit, 1_000_000);
  const reading = await startReading(options, io);
  const sink = createStandardOutputSink((record) => (record.kind === 'event' ? reading.toLine(record) : ''));
  for await (const records of reading.pages) {
    const some = records.slice(0, left);
    if (some.length > 0) await sink.write(some);
    left -= some.length;
    if (left === 0) return EXIT.done;
  }
  return reportEnd(reading, io);
}

/** Runs the command `audit export`, and returns its exit code. */
export async function runExportCommand(args: readonly string[], io: CommandIO): Promise<number> {
  const options = parseOptions(args, { ...commonOptions, to: { type: 'string' } });
  if (options.help) {
    io.writeOut(EXPORT_HELP);
    return EXIT.done;
  }
  const { to } = options;
  if (!to) throw new ArgumentError('--to is missing.');
  const isParquet = to.endsWith('.parquet');
  if (isParquet && options.format !== 'raw')
    throw new ArgumentError('A Parquet file has columns of its own. Leave out --format, or write .ndjson.');
  const clickHouse = parseClickHouseOption(to, options.format);
  const reading = await startReading(options, io);
  const sink = clickHouse
    ? await openClickHouse(clickHouse, sha256, io)
    : to === '-'
      ? createStandardOutputSink((record) => (record.kind === 'event' ? reading.toLine(record) : ''))
      : undefined;
  let count = 0;
  async function* records(): AsyncGenerator<EventRecord> {
    for await (const page of reading.pages) {
      count += page.length;
      yield* page;
    }
    const end = reading.getEnd();
    if (end.kind === 'failed') throw new ExportError();
  }
  async function* events() {
    for await (const { event } of records()) yield event;
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const page of reading.pages) {
      count += page.length;
      yield page.map(reading.toLine).join('');
    }
    if (reading.getEnd().kind === 'failed') throw new ExportError();
  }
  try {
    if (sink) {
      for await (const page of reading.pages) {
        count += page.length;
        if (page.length > 0) await sink.write(page);
      }
    } else {
      const about = JSON.stringify({ kind: 'audit-events', exportedAt: new Date(io.now()).toISOString() });
      await writeExportFile(to, isParquet ? parquetChunks(events(), about) : lines());
    }
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
  }
  const code = reportEnd(reading, io);
  const isWritten = code === EXIT.done || sink !== undefined;
  io.writeError(isWritten ? `${count} events exported.\n` : `No file was written.\n`);
  return code;
}

/** Ends writing because reading has failed. `reportEnd` says why. */
class ExportError extends Error {}

function reportEnd({ source, getEnd }: Reading, io: CommandIO): number {
  const end = getEnd();
  switch (end.kind) {
    case 'end':
      return EXIT.done;
    case 'stopped':
      io.writeError('Stopped before the end; older events are missing.\n');
      return EXIT.done;
    case 'cut':
      io.writeError('Older events may exist; the service gave no way to them. Check --cursor.\n');
      return EXIT.done;
    case 'failed':
      io.writeError(`${describeError(end.error, 'audit', source.host)}\n`);
      return EXIT.failed;
  }
}
