import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { ClickHouseTrail, ListingSummary } from '../../../core/audit/clickhouse/clickhouseTrail.ts';
import { eventFromData } from '../../../core/audit/feed/compactEvent.ts';
import type { Gap } from '../../../core/audit/feed/listingGaps.ts';
import { earlierTimestamp, laterTimestamp, timestampToMs } from '../../../core/audit/feed/timestamps.ts';
import { MergedTrail } from '../../../core/audit/merged/mergedTrail.ts';
import {
  findHole,
  joinAtLine,
  type ServiceEvents,
  selectFrom,
} from '../../../core/audit/merged/newerOfService.ts';
import { rethrowUnlessCancelled } from '../../../core/audit/table/cancelling.ts';
import { noFilters, type TimeRange } from '../../../core/audit/table/filter.ts';
import { SourceError, type SourceProblem } from '../../../core/audit/table/sourceError.ts';
import { newestFirst } from '../../../core/audit/table/trail.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { TrailTable } from '../../../core/service/connections/trailTable.ts';
import type { Transport } from '../../../core/service/transport.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import { ACCESS_CHANGED, type ClickHouseFailure } from '../../../node/clickhouse/failures.ts';
import { type TestedTrailStep, testTrail } from '../../../node/clickhouse/trailSteps.ts';
import { createNetworkErrorOutcome } from '../../../node/transport/deadline.ts';
import type { Deps } from '../../app/deps.ts';
import type { TrailTestLine } from '../../app/featureApis.ts';
import type { TransportAndTimeout } from '../../app/service.ts';
import { showInputBox, showProgress } from '../../platform/dialogs.ts';
import type { Choice } from '../../platform/messages.ts';
import { formatNumber } from '../../platform/number.ts';
import { pickConnection } from '../../targets/pick.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { sourceErrorText } from '../sourceProblems.ts';
import { createTableClient, createTableTrail } from '../sources/clickhouseSource.ts';
import type { RoutedTrail } from '../sources/routedTrail.ts';
import { describeTrailSteps } from './trailTest.ts';

const MS_PER_DAY = 86_400_000;
/** How many days the displayed events go back from now. `all`: all events of the table are displayed. */
type Days = number | 'all';
/**
 * The days that are displayed unless the user picks others: few, so that no statement scans years of events by
 * accident.
 */
const DEFAULT_DAYS = 30;
const OFFERED_DAYS: readonly Days[] = [DEFAULT_DAYS, 7, 90, 365, 'all'];
/** ClickHouse's code of the error that the user lacks a right. */
const MISSING_RIGHT = 497;

interface TablesParts
  extends Pick<Deps, 'connections' | 'credentials' | 'messages' | 'targets' | 'trailChannel'> {
  readonly model: Pick<AuditModel, 'filters' | 'listings' | 'local' | 'source' | 'state'>;
  readonly trail: Pick<RoutedTrail, 'add' | 'remove'>;
}

type TrailConnection = AnyConnection & { readonly trail: TrailTable };

const hasTrail = (connection: AnyConnection): connection is TrailConnection => connection.trail !== undefined;

/** Resolves to the time range that the user picks; to undefined if the user cancels. */
async function pickDays(): Promise<Days | undefined> {
  const items = OFFERED_DAYS.map((days) => ({
    label: days === 'all' ? vscode.l10n.t('All time…') : vscode.l10n.t('Last {0} days', formatNumber(days)),
    ...(days === 'all' && { description: vscode.l10n.t('shows first how many rows that scans') }),
    days,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Select the time range of the events'),
    placeHolder: vscode.l10n.t('Questions can choose a shorter range later'),
  });
  return picked?.days;
}

const earlierTime = (a: string | undefined, b: string): string | undefined => earlierTimestamp(a, b);
const laterTime = (a: string | undefined, b: string): string | undefined => laterTimestamp(a, b);

/**
 * Returns the time of a table's newest event, or the beginning of its time range if it has none, in milliseconds since
 * 1970. Events of the service after this time are displayed above those of the table.
 */
const timeOfLine = ({ from, summary }: Pick<TableToShow, 'from' | 'summary'>): number =>
  timestampToMs(summary.newest ?? '') ?? from;

/** Resolves to all events of the table in a time range, which must be short, because all of them are kept in memory. */
async function readRange(
  trail: ClickHouseTrail,
  listing: number,
  range: TimeRange,
  signal: AbortSignal,
): Promise<readonly AuditEvent[]> {
  trail.open(listing, range);
  const query = { listing, filters: noFilters, sorts: newestFirst, gaps: [] };
  const { handle, counts } = await trail.view(query, signal);
  const rows = await trail.window(handle, 0, counts.passing, signal);
  return (rows ?? []).map(({ data }) => eventFromData(data));
}

const isSignInRejected = ({ result }: TestedTrailStep): boolean =>
  result.state === 'failed' &&
  result.error instanceof SourceError &&
  result.error.problem.kind === 'signInRejected';

/** What is known about a table in ClickHouse before its events are displayed. */
interface TableToShow {
  readonly connection: TrailConnection;
  readonly days: Days;
  /** The beginning of the time range in milliseconds since 1970. */
  readonly from: number;
  readonly trail: ClickHouseTrail;
  /** Number of the table's events in the time range, and the times of the oldest and the newest one. */
  readonly summary: ListingSummary;
  readonly gaps: readonly Gap[] | undefined;
}

/** A request of the user to open the table that a connection names. */
interface TableOpening {
  readonly connection: TrailConnection;
  readonly days: Days;
  /** Whether the user has already agreed that each question scans all rows of the table (`all` days). */
  readonly isConfirmed: boolean;
  /** Events of the service. Those that are newer than the table are displayed above its events. */
  readonly service?: ServiceEvents | undefined;
}

interface ShownTable extends TableToShow {
  readonly listing: number;
  readonly service: ServiceEvents | undefined;
}

/** Where newer events than those of the displayed table begin. */
interface TableLine {
  /** Name of the connection whose table is displayed. */
  readonly connection: string;
  /** The time in milliseconds since 1970. */
  readonly time: number;
}

/** Displays the events of tables in ClickHouse that connections name. */
export class OpenedTables {
  readonly #parts: TablesParts;
  /** Names of the connections for which the user was told that a cancelled statement may still run. */
  readonly #reported = new Set<string>();
  #opened: ShownTable | undefined;

  constructor(parts: TablesParts) {
    this.#parts = parts;
  }

  /**
   * Displays the newest events of a connection's table. `argument` is the name of the connection or its tree node: then
   * the time range is `DEFAULT_DAYS`. Otherwise the user picks the time range, and a connection if there are several.
   * Resolves to whether the events are displayed.
   */
  async openTable(argument?: unknown): Promise<boolean> {
    const { messages, targets } = this.#parts;
    if (!targets.connections().some(hasTrail)) {
      void messages.info(vscode.l10n.t('No connection names a table of audit events.'), {
        label: vscode.l10n.t('Add ClickHouse Trail'),
        run: () => this.#parts.connections().edit(undefined, 'trail'),
      });
      return false;
    }
    const title = vscode.l10n.t('Select the connection whose table to open');
    const connection = await pickConnection({ targets }, argument, title, hasTrail);
    if (!connection || !hasTrail(connection)) return false;
    const days = argument === undefined ? await pickDays() : DEFAULT_DAYS;
    return days !== undefined && this.#open({ connection, days, isConfirmed: false });
  }
  /**
   * Displays the events of a connection's table. For `all` days, the user is first told how many rows the table has and
   * must confirm, unless `isConfirmed` is true. Those of `service` that are newer than the table are displayed above
   * it. The user is prompted for the password if none is stored, or if `replacesPassword` is true. Resolves to whether the
   * events are displayed.
   */
  async #open(opening: TableOpening, replacesPassword = false): Promise<boolean> {
    const { connection, days, isConfirmed, service } = opening;
    const { messages, model } = this.#parts;
    try {
      const password = await (replacesPassword
        ? this.#promptForPassword(connection)
        : this.#findOrPromptForPassword(connection));
      if (password === undefined) return false;
      if (days === 'all' && !isConfirmed && !(await this.#confirmAllTime(connection, password))) return false;
      if (!(await model.source.confirmReplacingEvents())) return false;
      // All requests share one notification, because the editor shows each one above the rows for most of a second.
      const isDisplayed = await this.#openWhile(connection, (isCurrent, signal) =>
        this.#displayTable({ connection, days, service }, password, isCurrent, signal),
      );
      return isDisplayed ?? false;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const remedy = this.#findRemedy(error.problem, opening);
      void messages.error(sourceErrorText(error) ?? '', ...(remedy ? [remedy] : []));
      return false;
    }
  }
  /** Returns the button that lets the user solve a problem of opening a table; undefined if there is none. */
  #findRemedy({ kind }: SourceProblem, opening: TableOpening): Choice | undefined {
    if (kind === 'signInRejected')
      return {
        label: vscode.l10n.t('Set Password'),
        run: async () => {
          // The button can be pressed long after the settings were changed.
          const connection = this.#findTrailConnection(opening.connection.name);
          if (connection) await this.#open({ ...opening, connection }, true);
          else await this.openTable(opening.connection.name);
        },
      };
    if (kind !== 'unreachable' && kind !== 'otherSystem' && kind !== 'otherTable') return undefined;
    return {
      label: vscode.l10n.t('Edit Trail'),
      run: () => this.#parts.connections().edit(opening.connection.name, 'trail'),
    };
  }
  /**
   * Displays the newest events of the displayed table again, with the same question. Events of the service above them
   * are kept, except for those that the table has by now. Resolves to undefined if no table is displayed.
   */
  async refreshTable(): Promise<boolean | undefined> {
    const opened = this.#findDisplayed();
    if (!opened) return undefined;
    const { model } = this.#parts;
    const connection = this.#findTrailConnection(opened.connection.name);
    if (!connection) return this.openTable(opened.connection.name);
    const { question } = model.filters.getAppliedFilters().local;
    const isDisplayed = await this.#open({
      connection,
      days: opened.days,
      isConfirmed: true,
      service: opened.service,
    });
    if (isDisplayed && question.length > 0) model.filters.setLocalFilters({ question });
    return isDisplayed;
  }
  /**
   * Tests the table that the connection `name` names. If the server rejects a stored password, the user is prompted for
   * another one. Resolves to undefined if there is no such table, or if the user cancels.
   */
  async testTable(name: string, signal: AbortSignal): Promise<readonly TrailTestLine[] | undefined> {
    const { credentials } = this.#parts;
    const connection = this.#findTrailConnection(name);
    if (!connection) return undefined;
    const { trail } = connection;
    const testWith = async (password: string | undefined) =>
      password === undefined
        ? undefined
        : testTrail(
            createTableClient(trail, password, this.#createChannel(connection, password)),
            trail,
            signal,
          );
    const stored = await credentials.getTrailPassword(connection);
    const first = await testWith(stored ?? (await this.#promptForPassword(connection)));
    const steps =
      stored !== undefined && first?.some(isSignInRejected)
        ? ((await testWith(await this.#promptForPassword(connection))) ?? first)
        : first;
    return steps && describeTrailSteps(steps, trail);
  }
  /** Returns where newer events than those of the displayed table begin; undefined if no table is displayed. */
  findLine(): TableLine | undefined {
    const opened = this.#findDisplayed();
    return opened && { connection: opened.connection.name, time: timeOfLine(opened) };
  }
  /**
   * Displays events of the service above those of the displayed table, with the same question. Resolves to false if the
   * table has all of them, and to undefined if no table is displayed, or if the user cancels.
   */
  async showEventsOfService(service: ServiceEvents): Promise<boolean | undefined> {
    const opened = this.#findDisplayed();
    if (!opened) return undefined;
    const { model } = this.#parts;
    const { question } = model.filters.getAppliedFilters().local;
    const isDisplayed = await this.#openWhile(opened.connection, (isCurrent, signal) =>
      this.#showTable({ ...opened, service }, isCurrent, signal),
    );
    if (!isDisplayed) return undefined;
    if (question.length > 0) model.filters.setLocalFilters({ question });
    return this.#opened?.service !== undefined;
  }
  /** Forgets the opened table if its events are the listing with this number. Without a number, forgets any table. */
  forgetOpenedTable(listing = this.#opened?.listing): void {
    if (this.#opened?.listing === listing) this.#opened = undefined;
  }

  #findDisplayed(): ShownTable | undefined {
    const isDisplayed = this.#parts.model.state.getListingNumber() === this.#opened?.listing;
    return isDisplayed ? this.#opened : undefined;
  }

  /** Returns the connection with this name; undefined if there is none, or if it names no table of audit events. */
  #findTrailConnection(name: string): TrailConnection | undefined {
    return this.#parts.targets
      .connections()
      .filter(hasTrail)
      .find((connection) => connection.name === name);
  }
  #createTrail(connection: TrailConnection, password: string): ClickHouseTrail {
    return createTableTrail(
      connection.trail,
      password,
      this.#createChannel(connection, password),
      (failure) => this.#reportStillRunning(connection, failure),
    );
  }
  /**
   * Returns the channel to a connection's table. It sends nothing, not even a statement that stops another one, once the
   * settings no longer name that table or the password is no longer the stored one.
   */
  #createChannel(connection: TrailConnection, password: string): TransportAndTimeout {
    const { credentials, trailChannel } = this.#parts;
    const { transport, timeoutMs } = trailChannel(connection.name, connection.trail);
    const send: Transport['send'] = async (request, signal) => {
      const isUnchanged =
        this.#isNamed(connection) && (await credentials.getTrailPassword(connection)) === password;
      return isUnchanged ? transport.send(request, signal) : createNetworkErrorOutcome(ACCESS_CHANGED, false);
    };
    return { transport: { send }, timeoutMs };
  }
  /** Whether the settings still name the same table, address, and user for a connection as when it was read from them. */
  #isNamed({ name, trail }: TrailConnection): boolean {
    return isDeepStrictEqual(this.#findTrailConnection(name)?.trail, trail);
  }
  /** Tells the user how many rows a table has. Resolves to whether the user wants to open all of them. */
  async #confirmAllTime(connection: TrailConnection, password: string): Promise<boolean> {
    const created = this.#createTrail(connection, password);
    const rows = await this.#showWhile(connection, (signal) => created.countStoredRows(signal));
    return (
      rows !== undefined &&
      this.#parts.messages.confirm(
        vscode.l10n.t('Open all {0} rows of the table?', formatNumber(rows)),
        vscode.l10n.t(
          'Each question, facet, and report scans all of them. A time range scans its own rows only.',
        ),
        vscode.l10n.t('Open All Time'),
      )
    );
  }
  /**
   * Displays a table up to its newest event, and the given events of the service above it. Resolves to undefined if
   * other events were requested or opened meanwhile. Rejects if `signal` aborts.
   */
  async #displayTable(
    { connection, days, service }: Pick<ShownTable, 'connection' | 'days' | 'service'>,
    password: string,
    isCurrent: () => boolean,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const { model } = this.#parts;
    const trail = this.#createTrail(connection, password);
    const { listing } = model.listings.beginFileListing();
    const from = days === 'all' ? Number.NEGATIVE_INFINITY : Date.now() - days * MS_PER_DAY;
    const range = { from, to: Number.POSITIVE_INFINITY };
    trail.open(listing, range);
    const [summary, gaps] = await Promise.all([
      trail.summarize(listing, signal),
      trail.findGaps(range, signal),
    ]).finally(() => trail.close(listing));
    if (!isCurrent()) return undefined;
    return this.#showTable({ connection, days, from, trail, summary, gaps, service }, isCurrent, signal);
  }
  /**
   * Displays a table whose events were counted, up to its newest event, and events of the service above it. Resolves to
   * undefined if other events were requested or opened meanwhile. Rejects if `signal` aborts.
   */
  async #showTable(
    shown: Omit<ShownTable, 'listing'>,
    isCurrent: () => boolean,
    signal: AbortSignal,
  ): Promise<true | undefined> {
    const { model, trail: routed } = this.#parts;
    const { connection, days, from, trail, gaps } = shown;
    const { newest } = shown.summary;
    const { trail: table, name } = connection;
    const ledger = model.listings.beginFileListing();
    const { listing } = ledger;
    const line = timeOfLine(shown);
    const service = shown.service && selectFrom(shown.service, line);
    // Later events do not shift the rows that are displayed. The end is that of the events, not the time here, because
    // the clocks of the two machines may differ.
    const end = newest === undefined ? Date.now() : line + 1;
    const atLine = service?.events.length
      ? await readRange(trail, listing, { from: line, to: end }, signal)
      : [];
    const joined = service && joinAtLine(service, atLine);
    const newer = joined && joined.added > 0 ? joined.events : undefined;
    trail.open(listing, { from, to: newer ? line : end });
    const summary = newer ? await trail.summarize(listing, signal) : shown.summary;
    if (!isCurrent()) return undefined;
    if (newer) await model.local.add(listing, newer);
    if (!isCurrent()) {
      await model.local.drop(listing);
      return undefined;
    }
    const times = (newer ?? []).flatMap(({ time }) => time ?? []);
    const oldest = times.reduce(earlierTime, summary.oldest);
    const newestOfAll = times.reduce(laterTime, summary.newest);
    ledger.updateProgress({
      bytes: 0,
      total: 0,
      loaded: summary.events + times.length,
      ...(oldest === undefined ? {} : { oldest }),
      ...(newestOfAll === undefined ? {} : { newest: newestOfAll }),
    });
    routed.add(listing, newer ? new MergedTrail(model.local, trail) : trail);
    const hole = service && findHole(service, newest);
    this.#opened = { ...shown, listing, service: newer && service };
    model.source.displayOpenedFile({
      name: `${table.database}.${table.table}`,
      ledger,
      table: {
        connection: name,
        environment: connection.environment,
        host: new URL(table.url).host,
        ...(days === 'all' ? { days: undefined } : { days, from }),
        gaps,
        hasMaskedEvents: summary.maskedEvents > 0,
        ...(newer && { newer: { line: newest, ...(hole && { hole }) } }),
      },
    });
    return true;
  }
  /** Notifies the user, once for each connection, that a cancelled statement may still run on the server. */
  #reportStillRunning({ name, trail }: TrailConnection, failure: ClickHouseFailure): void {
    const { messages } = this.#parts;
    if (failure.kind === 'cancelled' || this.#reported.has(name)) return;
    this.#reported.add(name);
    const host = oneLine(new URL(trail.url).host);
    void messages.info(
      failure.kind === 'server' && failure.code === MISSING_RIGHT
        ? vscode.l10n.t(
            '{0} may still run the cancelled query. Grant SELECT ON system.processes to {1} so that it can be stopped.',
            host,
            oneLine(trail.user),
          )
        : vscode.l10n.t('{0} may still run the cancelled query. Check its load.', host),
    );
  }
  /** Like `#showWhile`, for reading what is to replace the displayed events. */
  #openWhile<Result>(
    connection: TrailConnection,
    read: (isCurrent: () => boolean, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    return this.#parts.model.source.runOpening((isCurrent) =>
      this.#showWhile(connection, (signal) => read(isCurrent, signal)),
    );
  }
  /** Resolves to the result of `read`; to undefined if the user cancels. */
  async #showWhile<Result>(
    { name }: TrailConnection,
    read: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Reading audit events of {0} from ClickHouse', oneLine(name, 80)),
      cancellable: true,
    };
    return showProgress(options, (_progress, cancellation) => {
      const abort = new AbortController();
      cancellation.onCancellationRequested(() => abort.abort());
      return read(abort.signal).catch(rethrowUnlessCancelled);
    });
  }
  async #findOrPromptForPassword(connection: TrailConnection): Promise<string | undefined> {
    return (
      (await this.#parts.credentials.getTrailPassword(connection)) ?? this.#promptForPassword(connection)
    );
  }
  /**
   * Prompts the user for the password of a table, and stores it. Resolves to undefined if the user cancels, or if the
   * settings no longer name the table by then.
   */
  async #promptForPassword(connection: TrailConnection): Promise<string | undefined> {
    const { user, url } = connection.trail;
    const password = await showInputBox({
      title: vscode.l10n.t('Password of {0} in ClickHouse', oneLine(user)),
      prompt: vscode.l10n.t(
        'Stored in the editor’s secret storage and sent only to {0}. Leave empty if there is none.',
        oneLine(new URL(url).origin),
      ),
      password: true,
      ignoreFocusOut: true,
    });
    if (password === undefined) return undefined;
    // The password was meant for the address in the box. The settings may have changed while it was open.
    if (!this.#isNamed(connection)) {
      void this.#parts.messages.info(
        vscode.l10n.t('The settings of the table changed meanwhile. The password was not stored. Try again.'),
      );
      return undefined;
    }
    await this.#parts.credentials.storeTrailPassword(connection, password);
    return password;
  }
}
