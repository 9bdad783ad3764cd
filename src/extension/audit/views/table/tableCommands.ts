import * as vscode from 'vscode';
import { msToTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import { withoutFilter } from '../../../../core/audit/filters/filters.ts';
import { getTermsOfTimePreset, type TimePreset } from '../../../../core/audit/filters/timePresets.ts';
import { isMarkedOnly, withMarkedOnly, withTimeTerms } from '../../../../core/audit/query/editQuery.ts';
import { auditFields, jsonValueToText } from '../../../../core/audit/table/fields.ts';
import { noLocalFilters } from '../../../../core/audit/table/filter.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditAction, AuditButton, AuditMarked, Chart } from '../../../../protocol/audit.ts';
import type { Deps } from '../../../app/deps.ts';
import { formatNumber } from '../../../platform/number.ts';
import type { BarControls } from '../../actions/barButton.ts';
import { runBarButton } from '../../actions/trailActions.ts';
import type { AuditValue } from '../../actions/traits.ts';
import {
  filterByMarked,
  MAX_MARKED_AT_ONCE,
  markOrUnmarkEvents,
  promptForNote,
} from '../../marks/marking.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { TableActions } from '../../tableActions.ts';
import { createReadersExport } from '../../whoReadWhat/exportedTable.ts';
import { createHistogramChart, createReadsChart, saveChart } from './charts.ts';
import { chooseFilter } from './chooseFilter.ts';
import type { TableModel } from './tableModel.ts';

export interface CommandParts {
  readonly deps: Pick<
    Deps,
    'clipboard' | 'connections' | 'fileSinks' | 'language' | 'localVault' | 'log' | 'messages'
  >;
  readonly model: AuditModel;
  readonly actions: TableActions;
  readonly openTab: () => void;
  readonly tableModel: TableModel;
}

/**
 * Runs what the user starts with the table's buttons, filter chips, and cells. `rev` is the revision of the state that
 * the webview displayed; methods that take it may reject with `OutOfDate` if the rows have changed since.
 */
export class TableCommands {
  readonly #parts: CommandParts;
  readonly #actions: Readonly<Record<AuditAction, () => unknown>>;
  readonly #barControls: BarControls;
  readonly #buttons: ReadonlyMap<string, () => unknown>;

  constructor(parts: CommandParts) {
    const { deps, model, actions, tableModel } = parts;
    this.#parts = parts;
    this.#actions = {
      addFilter: () => this.addFilter(),
      customTime: () => this.promptForTimeRange(),
      clearLocal: () => this.#clearLocal(),
      cover: () => this.#loadBackToRangeStart(),
      askServer: () => actions.askServer(),
    };
    this.#barControls = {
      show: (mode) => void tableModel.setMode(mode),
      toggleMarked: () => this.#toggleMarked(),
      refresh: () => actions.refresh(),
      goBack: () => actions.goBack(),
      loadOlder: () => actions.loadOlder(),
      loadAllOlder: () => actions.loadAllOlder(),
      export: () => this.export(),
      openTab: () => parts.openTab(),
    };
    const buttons = {
      start: () => deps.localVault().start(),
      add: () => deps.connections().add(),
      select: () => deps.connections().selectVault(),
      signIn: () => deps.connections().signIn(model.connections.current()?.name),
      setPassphrase: () => deps.connections().setPassphrase(model.connections.current()?.name),
      load: () => actions.load(),
      retry: () => actions.retry(),
      redraw: () => tableModel.redrawTable(true),
      refresh: () => actions.refresh(),
      log: () => deps.log.show(),
      older: () => actions.loadOlder(),
      clear: () => actions.load({}),
      clearLocal: this.#actions.clearLocal,
    };
    this.#buttons = new Map(Object.entries(buttons));
  }

  async runFilterAction(action: AuditAction): Promise<void> {
    await this.#actions[action]();
  }
  async runTrailBarButton(id: string): Promise<void> {
    await runBarButton(id, this.#barControls);
  }
  async runNoticeButton(id: string): Promise<void> {
    await this.#buttons.get(id)?.();
  }
  /**
   * Loads the newest events, unless a connection is missing or events were loaded, are being
   * loaded, or failed to load.
   */
  async loadNewestEventsUnlessLoadedOrFailed(): Promise<void> {
    const { model, actions } = this.#parts;
    if (
      !model.state.isLoaded() &&
      !model.state.isLoading() &&
      model.connections.current() &&
      !model.state.error()
    )
      await actions.load();
  }
  addFilter(): Promise<void> {
    return chooseFilter(this.#parts.model.state, this.#parts.actions);
  }
  async promptForTimeRange(): Promise<void> {
    await this.#parts.actions.chooseRange();
  }
  setTimePreset(preset: TimePreset): void {
    this.#parts.tableModel.changeQuestion((query) => withTimeTerms(query, getTermsOfTimePreset(preset)));
  }
  removeFilter(chip: string): void {
    const { model, actions, tableModel } = this.#parts;
    const [kind, name = ''] = chip.split(' ');
    if (kind === 'service')
      void actions.load(withoutFilter(model.filters.getRequestedServiceFilters(), name));
    else tableModel.setLocalFilters({ question: tableModel.filters.question });
  }
  async listMenuActions(rev: number, row: number, column: number): Promise<readonly AuditButton[]> {
    const { auditActions } = this.#parts.actions;
    const event = await this.#parts.tableModel.readEventInRow(rev, row);
    if (!event) return [];
    const value = eventValueAt(event, column);
    return [
      ...(value ? auditActions.listTableButtonsForValue(value) : []),
      ...auditActions.listButtonsForEvent(event),
    ];
  }
  /**
   * Runs the action `id` on the event in a 0-based row, or on its value in `column`. In “who read what”, the only
   * action is `events`. It displays the events behind the row.
   */
  async runEventAction(rev: number, row: number, id: string, column?: number): Promise<void> {
    const { actions, tableModel } = this.#parts;
    if (!tableModel.getDrawnStateOrThrow(rev).isEvents) {
      if (id === 'events') tableModel.displayEventsOfRow(rev, row);
      return;
    }
    const event = await tableModel.readEventInRow(rev, row);
    if (!event) return;
    await actions.auditActions.runActionOnEvent(id, event);
    const value = eventValueAt(event, column);
    if (value) await actions.auditActions.runActionOnValue(id, value);
  }
  /** Prompts the user for the note of the event in a 0-based row. Explains instead if the row stands for several events. */
  async editNote(rev: number, row: number): Promise<void> {
    const { deps, model, tableModel } = this.#parts;
    const event = await tableModel.readEventInRow(rev, row);
    if (event) await promptForNote({ marks: model.marks }, event);
    else explainRowOfSeveralEvents(deps.messages);
  }
  /**
   * Marks the events in rows `from` to `to` − 1 (0-based), or unmarks them if `isMarked` is false. By default, marks
   * them unless all are marked. If there are too many rows, or only rows that stand for several events, reports that to
   * the user and changes nothing. Prompts the user before notes are removed.
   */
  async mark(
    rev: number,
    { from, to }: { readonly from: number; readonly to: number },
    isMarked?: boolean,
  ): Promise<AuditMarked> {
    const { deps, model, tableModel } = this.#parts;
    if (to - from > MAX_MARKED_AT_ONCE) {
      const text = vscode.l10n.t('Select at most {0} events to mark.', formatNumber(MAX_MARKED_AT_ONCE));
      void deps.messages.info(text);
      return { done: 'nothing', count: 0 };
    }
    const events = await tableModel.readEventsInRows(rev, from, to);
    if (events.length === 0) {
      explainRowOfSeveralEvents(deps.messages);
      return { done: 'nothing', count: 0 };
    }
    return {
      done: await markOrUnmarkEvents({ messages: deps.messages, marks: model.marks }, events, isMarked),
      count: events.length,
    };
  }
  /**
   * Returns the chart of what the table displays. Rejects with a `RangeError` if there is nothing
   * to draw.
   */
  async createChart(rev: number): Promise<Chart> {
    const { model, tableModel } = this.#parts;
    const { isEvents, state } = tableModel.getDrawnStateOrThrow(rev);
    const result = isEvents ? undefined : await tableModel.computeReaders();
    const readsChart = result && createReadsChart(result.found, state, model.masking);
    const chart = isEvents ? createHistogramChart(state, model.masking) : readsChart;
    if (!chart) throw new RangeError('nothing to draw');
    return chart;
  }
  /**
   * Saves the chart to a file that the user chooses. `png` is the image that the webview drew, in base64. If it is
   * undefined, the chart is saved as SVG.
   */
  async saveChart(rev: number, png: string | undefined): Promise<void> {
    const { deps, tableModel } = this.#parts;
    const kind = tableModel.getDrawnStateOrThrow(rev).isEvents ? 'audit-events' : 'who-read-what';
    const chart = await this.createChart(rev);
    await saveChart(deps, chart, { kind, png: png === undefined ? undefined : Buffer.from(png, 'base64') });
  }
  /**
   * Exports the displayed events or “who read what”, depending on the table's mode. Writes to `to`, or to a file that
   * the user chooses if it is undefined.
   */
  async export(to?: vscode.Uri): Promise<unknown> {
    const { actions, tableModel } = this.#parts;
    if (tableModel.mode === 'events') return actions.exportEvents(to);
    const result = await tableModel.computeReaders();
    return result ? actions.export(createReadersExport(result.found), to) : false;
  }

  #toggleMarked(): void {
    const { deps, model, tableModel } = this.#parts;
    if (isMarkedOnly(tableModel.filters.question))
      tableModel.changeQuestion((query) => withMarkedOnly(query, false));
    else filterByMarked(deps.messages, model);
  }
  #clearLocal(): void {
    this.#parts.model.filters.setLocalFilters(noLocalFilters);
  }
  #loadBackToRangeStart(): unknown {
    const { actions, model } = this.#parts;
    const { from } = model.filters.resolveTimeRange() ?? {};
    return from !== undefined && Number.isFinite(from) && actions.loadSince(msToTimestamp(from));
  }
}

function eventValueAt(event: AuditEvent, column: number | undefined): AuditValue | undefined {
  const field = column === undefined ? undefined : auditFields[column];
  return field && { field: field.id, value: jsonValueToText(field.read(event)), isWhole: true, event };
}

function explainRowOfSeveralEvents(messages: Pick<Deps['messages'], 'info'>): void {
  const text = vscode.l10n.t('This row stands for several events. Expand it first.');
  void messages.info(text);
}
