import type { ViewColumn } from '../../../../core/audit/filters/savedViews.ts';
import { rethrowUnlessCancelled } from '../../../../core/audit/table/cancelling.ts';
import { auditFields } from '../../../../core/audit/table/fields.ts';
import { newestFirst } from '../../../../core/audit/table/trail.ts';
import { formatForClipboard } from '../../../../core/results/export/copy.ts';
import type { AuditDetail, AuditHost, AuditPanelWidths } from '../../../../protocol/audit.ts';
import type { SavedLayout } from '../../../../protocol/columnLayout.ts';
import { type Handlers, OutOfDate, type Params, type Result } from '../../../../protocol/rpc.ts';
import { awaitCopyAndReportFailure, showRowsChangedMessage } from '../../../platform/copying.ts';
import { sourceErrorText } from '../../sourceProblems.ts';
import { UnusualValues } from '../../unusual/unusualValues.ts';
import type { ActiveRowMemory } from './activeRow.ts';
import { createEventDetail } from './eventDetail.ts';
import { createRowSource, NOTE_COLUMN, readCells } from './eventRows.ts';
import { createQuestionHandlers } from './questionHandlers.ts';
import type { CommandParts, TableCommands } from './tableCommands.ts';

const MAX_ROWS_PER_REQUEST = 1_000;

interface HandlerParts extends Omit<CommandParts, 'openTab'> {
  readonly commands: TableCommands;
  readonly activeRow: ActiveRowMemory;
  readonly ready: AuditHostHandlers['ready'];
}
export type AuditHostHandlers = Handlers<AuditHost>;

export function createTableHandlers({
  deps,
  model,
  actions,
  tableModel,
  commands,
  activeRow: activeRowMemory,
  ready,
}: HandlerParts): AuditHostHandlers {
  const unusualValues = new UnusualValues(model, tableModel);
  // Stored here, because the editor discards the state of a tab's webview when the tab is closed.
  let panelWidths: AuditPanelWidths = {};
  const columnLayouts = new Map<number, SavedLayout>();
  async function formatRows(
    rev: number,
    fromRow: number,
    toRow: number,
    columns: readonly number[],
  ): Promise<string | undefined> {
    if (!tableModel.isStillDisplayed(rev)) return undefined;
    const { table, rowReads } = tableModel.getDrawnStateOrThrow(rev);
    const rows = await table.rows(fromRow, toRow, rowReads.signal).catch(rethrowUnlessCancelled);
    return rows && formatForClipboard(createRowSource(table, rows, columns), 'tsv');
  }
  async function rowsFor({
    rev,
    seq,
    from,
    to,
  }: Params<AuditHost['fetchRows']>): Promise<Result<AuditHost['fetchRows']>> {
    const { table, rowReads } = tableModel.getDrawnStateOrThrow(rev);
    const rows = await readCells(
      table,
      from,
      Math.min(to, from + MAX_ROWS_PER_REQUEST),
      model.masking.zone(),
      rowReads.signal,
    ).catch(rethrowUnlessCancelled);
    if (!rows) throw new OutOfDate('outdated');
    return { rev, seq, from, rows };
  }
  async function detailOf({ rev, row }: Params<AuditHost['detail']>): Promise<AuditDetail> {
    const event = await tableModel.readEventInRow(rev, row);
    return createEventDetail(event, row, { model, actions, language: deps.language });
  }
  /**
   * Returns the result of `call`. If it rejects because events can't be read, displays the reason to the user and
   * rejects with `OutOfDate`, which is not reported as a failure.
   */
  const reportIfUnreadable = <Value>(call: Promise<Value>): Promise<Value> =>
    call.catch((error: unknown) => {
      const text = sourceErrorText(error);
      if (text === undefined) throw error;
      void deps.messages.error(text);
      throw new OutOfDate('unreadable');
    });
  return {
    ready: async (asked) => ({
      ...(await ready(asked)),
      panelWidths,
      columnLayouts: [...columnLayouts.values()],
    }),
    fetchRows: (wanted) => reportIfUnreadable(rowsFor(wanted)),
    detail: (wanted) => reportIfUnreadable(detailOf(wanted)),
    menu: ({ rev, row, column }) => reportIfUnreadable(commands.listMenuActions(rev, row, column)),
    activate: ({ rev, row, id, column }) => reportIfUnreadable(commands.runEventAction(rev, row, id, column)),
    mark: ({ rev, fromRow, toRow, marked }) =>
      reportIfUnreadable(commands.mark(rev, { from: fromRow, to: toRow }, marked)),
    expand: ({ rev, row, isExpanded }) => tableModel.expandOrCollapseRun(rev, row, isExpanded),
    note: ({ rev, row }) => reportIfUnreadable(commands.editNote(rev, row)),
    chart: ({ rev }) => commands.createChart(rev),
    saveChart: ({ rev, png }) => commands.saveChart(rev, png),
    findUnusualValues: ({ rev, fromRow, toRow }) =>
      reportIfUnreadable(unusualValues.findUnusualValuesInRows(rev, fromRow, toRow)),
    filterByUnusualValue: ({ id, index }) => unusualValues.filterByValue(id, index),
    ...createQuestionHandlers(model, tableModel),
    timePreset: ({ preset }) => commands.setTimePreset(preset),
    panelWidth({ panel, width }) {
      panelWidths = { ...panelWidths, [panel]: width };
    },
    columnLayout({ layout }) {
      columnLayouts.set(layout.key, layout);
    },
    layout({ columns, isHistogramShown }) {
      tableModel.recordLayout({
        columns: columns.flatMap((index): ViewColumn[] => {
          const field = auditFields[index];
          if (field) return [field.id];
          return index === NOTE_COLUMN ? ['note'] : [];
        }),
        isHistogramShown,
      });
    },
    removeChip: ({ id }) => commands.removeFilter(id),
    action: ({ action }) => commands.runFilterAction(action),
    trailAction: ({ id }) => commands.runTrailBarButton(id),
    button: ({ id }) => commands.runNoticeButton(id),
    async copy({ rev, fromRow, toRow, columns }) {
      const text = await reportIfUnreadable(formatRows(rev, fromRow, toRow, columns));
      if (text === undefined) return showRowsChangedMessage(deps.messages);
      return awaitCopyAndReportFailure(deps.messages, deps.clipboard.write(text));
    },
    sort({ rev, sorts }) {
      if (!tableModel.getDrawnStateOrThrow(rev).isEvents) return;
      const byField = sorts.flatMap(({ column, descending }) => {
        const field = auditFields[column];
        return field ? [{ field: field.id, descending }] : [];
      });
      tableModel.setSortsAndRedraw(byField.length > 0 ? byField : newestFirst);
    },
    setVisibleRowCount: ({ rows }) => tableModel.setVisibleRowCount(rows),
    setActiveRow: ({ rev, activeRow }) => activeRowMemory.remember(rev, activeRow),
  };
}
