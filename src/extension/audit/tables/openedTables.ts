import * as vscode from 'vscode';
import type { ClickHouseTrail } from '../../../core/audit/clickhouse/clickhouseTrail.ts';
import { timestampToMs } from '../../../core/audit/feed/timestamps.ts';
import { rethrowUnlessCancelled } from '../../../core/audit/table/cancelling.ts';
import { SourceError } from '../../../core/audit/table/sourceError.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { TrailTable } from '../../../core/service/connections/trailTable.ts';
import type { ClickHouseFailure } from '../../../node/clickhouse/failures.ts';
import { type TestedTrailStep, testTrail } from '../../../node/clickhouse/trailSteps.ts';
import type { Deps } from '../../app/deps.ts';
import type { TrailTestLine } from '../../app/featureApis.ts';
import { showInputBox, showProgress } from '../../platform/dialogs.ts';
import { formatNumber } from '../../platform/number.ts';
import { pickConnection } from '../../targets/pick.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { createRequestSequence } from '../model/requestSequence.ts';
import { sourceErrorText } from '../sourceProblems.ts';
import { createTableClient, createTableTrail } from '../sources/clickhouseSource.ts';
import type { RoutedTrail } from '../sources/routedTrail.ts';
import { describeTrailSteps } from './trailTest.ts';

const MS_PER_DAY = 86_400_000;
/** How many days the displayed events go back from now. `all`: all events of the table are displayed. */
type Days = number | 'all';
/** The days that are displayed unless the user picks others: few, so that no statement scans years of events by accident. */
const DEFAULT_DAYS = 30;
const OFFERED_DAYS: readonly Days[] = [DEFAULT_DAYS, 7, 90, 365, 'all'];
/** ClickHouse's code of the error that the user lacks a right. */
const MISSING_RIGHT = 497;

interface TablesParts
  extends Pick<Deps, 'connections' | 'credentials' | 'messages' | 'targets' | 'trailChannel'> {
  readonly model: Pick<AuditModel, 'filters' | 'listings' | 'requests' | 'source' | 'state'>;
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

const isSignInRejected = ({ result }: TestedTrailStep): boolean =>
  result.state === 'failed' &&
  result.error instanceof SourceError &&
  result.error.problem.kind === 'signInRejected';

/** Displays the events of tables in ClickHouse that connections name. */
export class OpenedTables {
  readonly #parts: TablesParts;
  /** Names of the connections for which the user was told that a cancelled statement may still run. */
  readonly #reported = new Set<string>();
  #opened: { readonly listing: number; readonly name: string; readonly days: Days } | undefined;

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
    return days !== undefined && this.#open(connection, days, false);
  }
  /**
   * Displays the events of a connection's table. For `all` days, the user is first told how many rows the table has and
   * must confirm, unless `isConfirmed` is true. Resolves to whether the events are displayed.
   */
  async #open(connection: TrailConnection, days: Days, isConfirmed: boolean): Promise<boolean> {
    const { messages, model } = this.#parts;
    const password = await this.#findOrPromptForPassword(connection);
    if (password === undefined) return false;
    try {
      if (days === 'all' && !isConfirmed && !(await this.#confirmAllTime(connection, password))) return false;
      if (!(await model.source.confirmReplacingEvents())) return false;
      return (await this.#displayTable(connection, password, days)) ?? false;
    } catch (error) {
      if (!(error instanceof SourceError) || error.problem.kind !== 'signInRejected') throw error;
      void messages.error(sourceErrorText(error) ?? '', {
        label: vscode.l10n.t('Set Password'),
        run: async () =>
          (await this.#promptForPassword(connection)) !== undefined &&
          this.#open(connection, days, isConfirmed),
      });
      return false;
    }
  }
  /**
   * Displays the newest events of the displayed table again, with the same question. Resolves to undefined if no table is
   * displayed.
   */
  async refreshTable(): Promise<boolean | undefined> {
    const opened = this.#opened;
    if (!opened || this.#parts.model.state.getListingNumber() !== opened.listing) return undefined;
    const { model, targets } = this.#parts;
    const connection = targets.connections().find(({ name }) => name === opened.name);
    if (!connection || !hasTrail(connection)) return this.openTable(opened.name);
    const { question } = model.filters.getAppliedFilters().local;
    const isDisplayed = await this.#open(connection, opened.days, true);
    if (isDisplayed && question.length > 0) model.filters.setLocalFilters({ question });
    return isDisplayed;
  }
  /**
   * Tests the table that the connection `name` names. If the server rejects a stored password, the user is prompted for
   * another one. Resolves to undefined if there is no such table, or if the user cancels.
   */
  async testTable(name: string, signal: AbortSignal): Promise<readonly TrailTestLine[] | undefined> {
    const { credentials, targets, trailChannel } = this.#parts;
    const connection = targets.connections().find((one) => one.name === name);
    if (!connection || !hasTrail(connection)) return undefined;
    const { trail } = connection;
    const testWith = async (password: string | undefined) =>
      password === undefined
        ? undefined
        : testTrail(createTableClient(trail, password, trailChannel(name, trail)), trail, signal);
    const stored = await credentials.getTrailPassword(connection);
    const first = await testWith(stored ?? (await this.#promptForPassword(connection)));
    const steps =
      stored !== undefined && first?.some(isSignInRejected)
        ? ((await testWith(await this.#promptForPassword(connection))) ?? first)
        : first;
    return steps && describeTrailSteps(steps, trail);
  }
  forgetOpenedTable(): void {
    this.#opened = undefined;
  }

  #createTrail(connection: TrailConnection, password: string): ClickHouseTrail {
    const { name, trail } = connection;
    return createTableTrail(trail, password, this.#parts.trailChannel(name, trail), (failure) =>
      this.#reportStillRunning(connection, failure),
    );
  }
  /** Tells the user how many rows a table has. Resolves to whether the user wants to open all of them. */
  async #confirmAllTime(connection: TrailConnection, password: string): Promise<boolean> {
    const created = this.#createTrail(connection, password);
    const rows = await this.#showWhile((signal) => created.countStoredRows(signal));
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
  async #displayTable(
    connection: TrailConnection,
    password: string,
    days: Days,
  ): Promise<boolean | undefined> {
    const { model, trail } = this.#parts;
    const { trail: table, name } = connection;
    const { isCurrent } = createRequestSequence(model.requests);
    const opened = this.#createTrail(connection, password);
    const ledger = model.listings.beginFileListing();
    const { listing } = ledger;
    const from = days === 'all' ? Number.NEGATIVE_INFINITY : Date.now() - days * MS_PER_DAY;
    opened.open(listing, { from, to: Number.POSITIVE_INFINITY });
    const found = await this.#showWhile((signal) =>
      Promise.all([
        opened.summarize(listing, signal),
        opened.findGaps({ from, to: Number.POSITIVE_INFINITY }, signal),
      ]),
    );
    if (!found || !isCurrent()) return undefined;
    const [summary, gaps] = found;
    const newest = timestampToMs(summary.newest ?? '');
    // Later events do not shift the rows that are displayed. The end is that of the events, not the time here, because
    // the clocks of the two machines may differ.
    opened.open(listing, { from, to: (newest ?? Date.now()) + 1 });
    const { events: loaded, oldest, newest: newestTime } = summary;
    ledger.updateProgress({
      bytes: 0,
      total: 0,
      loaded,
      ...(oldest === undefined ? {} : { oldest }),
      ...(newestTime === undefined ? {} : { newest: newestTime }),
    });
    trail.add(listing, opened);
    this.#opened = { listing, name, days };
    model.source.displayOpenedFile({
      name: `${table.database}.${table.table}`,
      ledger,
      table: {
        connection: name,
        host: new URL(table.url).host,
        days: days === 'all' ? undefined : days,
        gaps,
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
  /** Resolves to the result of `read`; to undefined if the user cancels. */
  async #showWhile<Result>(read: (signal: AbortSignal) => Promise<Result>): Promise<Result | undefined> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Reading audit events from ClickHouse'),
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
  async #promptForPassword(connection: TrailConnection): Promise<string | undefined> {
    const { user, url } = connection.trail;
    const password = await showInputBox({
      title: vscode.l10n.t('Password of {0}', oneLine(user)),
      prompt: vscode.l10n.t(
        'Stored in the editor’s secret storage and sent only to {0}. Leave empty if there is none.',
        oneLine(new URL(url).origin),
      ),
      password: true,
      ignoreFocusOut: true,
    });
    if (password !== undefined) await this.#parts.credentials.storeTrailPassword(connection, password);
    return password;
  }
}
