import * as vscode from 'vscode';
import { msToTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { type AuditFilters, validateFilter, withoutFilter } from '../../../core/audit/filters/filters.ts';
import { withoutPart, withValues } from '../../../core/audit/filters/localFilters.ts';
import { auditField, auditFields, textOf } from '../../../core/audit/table/fields.ts';
import { type Facet, type LocalFilters, noFilters } from '../../../core/audit/table/filter.ts';
import { createAuditTable } from '../../../core/audit/table/table.ts';
import { copyText } from '../../../core/results/export/copy.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditAction, AuditHost, AuditMode, AuditState } from '../../../protocol/audit.ts';
import type { Handlers } from '../../../protocol/rpc.ts';
import type { Deps } from '../../app/deps.ts';
import { fromTable } from '../context.ts';
import type { AuditFeed } from '../feed/feed.ts';
import type { FeedActions } from '../feedActions.ts';
import { chooseFilter } from './chooseFilter.ts';
import { detailOf, eventActions } from './details.ts';
import { cellsOf, eventColumns, eventValues, sourceOf, type Table } from './eventRows.ts';
import { exportedReaders } from './exportTable.ts';
import { createReading } from './reading.ts';
import { stateOf } from './state.ts';

/** New events taken into the table at a time; some ten milliseconds. */
const stepEvents = 500;
/** While events keep coming, the table is recomputed for a fifth of the time, and within a large part less often. */
const pauseFor = 4;
const comingMs = 150;
/** Rows that come with a state until a view says how many it draws, and the most. */
const firstRows = 40;
const mostRows = 100;
const keptFacets = 20;
/** A drag over the histogram sets a filter in every frame; the tree need not follow each. */
const tellMs = 250;

export interface AuditTableController extends vscode.Disposable {
  readonly host: Handlers<AuditHost>;
  /** Turns to a mode and loads the newest events where nothing is loaded; answers what is then shown. */
  open(mode: AuditMode): Promise<AuditState>;
  /** Lets the person set a filter; resolves when the choosing is over, whatever is loaded then. */
  addFilter(): Promise<void>;
  /** Writes what is shown to a file, with a manifest. */
  export(to: vscode.Uri): Promise<unknown>;
}

/** Holds what the audit table shows; `draw` gets each new state. */
export function createController(
  deps: Deps,
  feed: AuditFeed,
  actions: FeedActions,
  draw: (state: AuditState) => void,
): AuditTableController {
  const table = createAuditTable();
  const { masking } = feed;
  let mode: AuditMode = 'events';
  /** What the events picked by a figure are called. */
  let behind = (): string => '';
  /** Of the views that said so the most: all are sent the same. */
  let fitting = 0;
  let rev = 0;
  let dataRev = 0;
  /** The first revision with the present rows. */
  let dataSince = 0;
  /** Values as they were listed in the last revisions: a click may come before the newest is drawn. */
  const listed = new Map<number, readonly Facet[]>();
  let looksRev = 0;
  let keepPlace = false;
  let rows: unknown;
  let isGone = false;
  /** The next part of the events, or what changed meanwhile. */
  let timer: NodeJS.Timeout | undefined;
  /** Who waits for the last part. */
  const waiting: (() => void)[] = [];
  let isComing = false;
  /** Not before that moment, by `performance.now()`, is drawn again only because more came in. */
  let drawFrom = 0;
  /** The filters over loaded events as all views know them, and the wait before they hear of newer ones. */
  let common = feed.filters().local;
  let isTelling = false;
  let telling: NodeJS.Timeout | undefined;
  table.setFilters(common);
  let state: AuditState | undefined;

  const events: Table = {
    columns: eventColumns(),
    get rowCount() {
      return table.view().rows.length;
    },
    values: (row) => {
      const event = table.event(row);
      return eventValues(event && masking.shown(event));
    },
  };
  const settled = (): Promise<void> =>
    isComing ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
  const reading = createReading({
    ...{ table, masking, readQuery: () => deps.language().readQuery },
    settled,
    isWanted: () => mode === 'readers' && !isGone,
    onRead: () => send(false),
  });
  const readers = () => reading.result()?.readers;
  const shown = (): Table => (mode === 'readers' && readers()) || events;

  function send(keep: boolean): void {
    const started = performance.now();
    const of = shown();
    const now = of === events ? table.view().rows : readers();
    rev++;
    if (now !== rows || !state) {
      rows = now;
      dataRev++;
      dataSince = rev;
      keepPlace = keep;
    }
    listed.set(rev, table.view().facets);
    listed.delete(rev - keptFacets);
    state = stateOf({
      ...{ rev, dataRev, looksRev, keepPlace, feed, table, behind: behind() },
      mode: of === events ? 'events' : 'readers',
      isReading: mode === 'readers' && reading.isDue(),
      columns: of.columns,
      rowCount: of.rowCount,
      rows: cellsOf(of, 0, fitting || firstRows),
      loaded: feed.store().events().length,
    });
    draw(state);
    drawFrom =
      performance.now() + Math.max(isComing ? comingMs : 0, pauseFor * (performance.now() - started));
  }

  /** Takes over what is loaded, a part at a time. */
  function sync(): void {
    clearTimeout(timer);
    timer = undefined;
    const adopted = adopt();
    const before = table.index;
    const outcome = table.sync(feed.store().events(), stepEvents);
    isComing = outcome === 'more';
    if (table.index !== before) reading.drop();
    const { events: picked } = table.filters;
    // Another listing: what a figure had picked is no longer here.
    if (picked && outcome === 'changed' && !table.index.events.some((event) => picked.has(event)))
      share(withoutPart(table.filters, 'events'));
    if (adopted || !isComing) send(!adopted);
    if (isComing) timer = setTimeout(performance.now() < drawFrom ? sync : drawPart, 0);
    else for (const go of waiting.splice(0)) go();
    if (mode === 'readers') void reading.run();
  }

  /** In a turn of its own: taking events in and working the table out take as long. */
  function drawPart(): void {
    send(true);
    timer = setTimeout(sync, 0);
  }

  /** Takes over filters that another view has set. */
  function adopt(): boolean {
    if (feed.filters().local === common) return false;
    common = feed.filters().local;
    clearTimeout(telling);
    table.setFilters(common);
    reading.drop();
    return true;
  }
  /** Filters set here are drawn at once, and told to the other views when the person pauses. */
  function share(filters: LocalFilters): void {
    table.setFilters(filters);
    clearTimeout(telling);
    telling = setTimeout(tell, tellMs);
  }
  function tell(): void {
    clearTimeout(telling);
    if (table.filters === common) return;
    common = table.filters;
    isTelling = true;
    feed.setLocal(common, table.passes());
    isTelling = false;
  }

  function setFilters(filters: LocalFilters): void {
    share(filters);
    reading.drop();
    if (mode === 'readers') void reading.run();
    send(false);
  }

  function redraw(): void {
    looksRev++;
    rows = undefined;
    send(true);
  }

  async function show(next: AuditMode): Promise<void> {
    if (next === mode) return;
    mode = next;
    send(false);
    if (mode === 'readers') await reading.run();
  }

  /** Loads the newest events, unless that has been done or tried. */
  const loadFirst = async (): Promise<void> => {
    if (!feed.loaded() && !feed.busy() && feed.connection() && !feed.error()) await actions.load();
  };

  const load = (filters: AuditFilters): void => void actions.load(filters);

  /** Filters by a cell of the events: the service where it can and is asked to, else here. */
  function filterBy(row: number, column: number, by: 'only' | 'not' | 'service'): void {
    const field = auditFields[column];
    const event = table.event(row);
    if (!field || !event || shown() !== events) return;
    const value = textOf(field.read(event));
    if (by !== 'service') {
      setFilters(withValues(table.filters, field.id, [value], by));
      return;
    }
    if (field.filter && value !== undefined && !validateFilter(field.filter, value)) {
      load({ ...feed.requestedFilters(), [field.filter]: value });
      return;
    }
    const text = field.filter
      ? vscode.l10n.t('The service cannot be asked for this value.')
      : vscode.l10n.t('The service has no filter for this field; it can be filtered over loaded events.');
    void deps.messages.info(text);
  }

  /** What the table shows, to `to` or where the person says. */
  async function exportShown(to?: vscode.Uri): Promise<unknown> {
    // The filters set a moment ago count too.
    tell();
    if (mode === 'events') return vscode.commands.executeCommand('vaultsql.audit.export', to);
    await reading.run();
    const found = reading.result()?.found;
    return found ? actions.export(exportedReaders(found), to) : false;
  }

  function addFilter(): Promise<void> {
    tell();
    return chooseFilter(feed);
  }

  function press(row: number, id: string): void {
    if (shown() === events) {
      const event = table.event(row);
      if (event) eventActions[id]?.run(event, masking);
      return;
    }
    const of = readers()?.behind(row);
    if (!of || id !== 'events') return;
    behind = of.label;
    mode = 'events';
    setFilters({ ...table.filters, events: new Set<AuditEvent>(of.events) });
  }

  const commands: Readonly<Record<AuditAction, () => unknown>> = {
    addFilter: () => addFilter(),
    clearHere: () => {
      setFilters(noFilters);
      tell();
    },
    refresh: () => actions.load(),
    older: () => vscode.commands.executeCommand('vaultsql.audit.loadOlder', fromTable),
    cover: () => {
      const { range } = table.filters;
      const from = range && `${msToTimestamp(range.from)} UTC`;
      return from && vscode.commands.executeCommand('vaultsql.audit.loadUntil', from);
    },
    export: () => exportShown(),
    tab: () => vscode.commands.executeCommand('vaultsql.audit.openTableInTab'),
    events: () => void show('events'),
    readers: () => void show('readers'),
  };
  const buttons: Readonly<Record<string, () => unknown>> = {
    start: () => vscode.commands.executeCommand('vaultsql.localVault.start'),
    add: () => vscode.commands.executeCommand('vaultsql.connection.add'),
    signIn: () => vscode.commands.executeCommand('vaultsql.connection.signIn', feed.connection()?.name),
    load: () => actions.load(),
    retry: () => actions.retry(),
    older: commands.older,
    clear: () => actions.load({}),
    clearHere: commands.clearHere,
  };
  /** What was asked about rows that are no longer these is refused. */
  const current = (asked: number): void => {
    if (asked < dataSince || asked > rev) throw new Error('outdated');
  };

  const host: Handlers<AuditHost> = {
    ready() {
      // Unasked for, nothing is asked of the person.
      if (feed.sentFilters().accountID) void loadFirst();
      sync();
      return nowState();
    },
    want({ rev: asked, seq, from, to }) {
      current(asked);
      return { rev: asked, seq, from, rows: cellsOf(shown(), from, Math.min(to, from + 1_000)) };
    },
    detail({ rev: asked, row }) {
      current(asked);
      return detailOf(table.event(row), row, masking);
    },
    press({ rev: asked, row, id }) {
      current(asked);
      press(row, id);
    },
    choose({ rev: asked, facet, value, choice }) {
      const field = auditField(facet);
      const chosen = listed.get(asked)?.find((one) => one.field === facet)?.values[value];
      if (!field || !chosen) throw new Error('outdated');
      setFilters(withValues(table.filters, field.id, [chosen.value], choice));
    },
    moreValues({ facet }) {
      const field = auditField(facet);
      if (!field) return;
      table.listMore(field.id);
      send(true);
    },
    filter({ rev: asked, row, column, by }) {
      current(asked);
      filterBy(row, column, by);
    },
    range({ from, to }) {
      const rest = withoutPart(table.filters, 'range');
      setFilters(from === undefined || to === undefined ? rest : { ...rest, range: { from, to } });
    },
    search: ({ text }) => setFilters({ ...withoutPart(table.filters, 'text'), ...(text ? { text } : {}) }),
    removeChip({ id }) {
      const [kind, name = ''] = id.split(' ');
      if (kind === 'service') load(withoutFilter(feed.requestedFilters(), name));
      else setFilters(withoutPart(table.filters, name));
    },
    action: ({ action }) => void commands[action](),
    button: ({ id }) => void buttons[id]?.(),
    async copy({ rev: asked, fromRow, toRow, columns }) {
      current(asked);
      await deps.clipboard.write(copyText(sourceOf(shown(), fromRow, toRow, columns), 'tsv'));
    },
    sort({ rev: asked, column, descending = false }) {
      current(asked);
      const field = column === undefined ? undefined : auditFields[column];
      if (shown() !== events) return;
      if (table.setSort(field ? { field: field.id, descending } : { field: 'time', descending: true }))
        send(false);
    },
    fits({ rows: count }) {
      fitting = Math.min(mostRows, Math.max(fitting, count));
    },
    painted: () => undefined,
  };
  const nowState = (): AuditState => {
    if (!state) sync();
    if (!state) throw new Error('no state');
    return state;
  };
  const listening = [
    feed.onDidChange(() => {
      // What is coming in part by part is looked at again with the next.
      if (isTelling || isComing) return;
      clearTimeout(timer);
      timer = setTimeout(sync, Math.max(0, drawFrom - performance.now()));
    }),
    masking.onDidChange(redraw),
  ];
  return {
    host,
    addFilter,
    export: exportShown,
    async open(next) {
      await loadFirst();
      sync();
      await settled();
      await show(next);
      if (mode === 'readers') await reading.run();
      return nowState();
    },
    dispose() {
      clearTimeout(timer);
      isGone = true;
      for (const go of waiting.splice(0)) go();
      clearTimeout(telling);
      for (const one of listening) one.dispose();
    },
  };
}
