/**
 * Handles the calls from the webview of one viewer. A call about rows that are no longer displayed does nothing, or
 * throws `OutOfDate` if it requests data.
 */

import * as vscode from 'vscode';
import type {
  NoticeAction,
  ResultsAction,
  ResultsState,
  ResultsTool,
  Selected,
} from '../../../protocol/results.ts';
import { OutOfDate } from '../../../protocol/rpc.ts';
import type { Session } from '../session/session.ts';
import { cellWindow } from './present.ts';
import type { ViewHandlers } from './webview.ts';

/** The parts of a viewer that the handlers of its webview use. `viewer.ts` implements them. */
interface HandledViewer {
  readonly options: {
    onTool(tool: ResultsTool): void;
    onButton(id: NoticeAction): Promise<unknown>;
    onCopyRequestID(): Promise<boolean>;
    onCopyOutdated(): false;
    focus(): void;
  };
  session(): Session | undefined;
  /**
   * Returns the displayed result if its rows have not changed since revision `rev` of the state, otherwise undefined.
   */
  about(rev: number): Session | undefined;
  /** Returns the revision of the state since which the displayed rows have not changed. */
  dataRev(): number;
  stateWithRows(): ResultsState;
  act(action: ResultsAction): Promise<unknown>;
  select(area: Selected): void;
  painted(at: number): void;
}

export function viewHandlers(viewer: HandledViewer): ViewHandlers {
  /**
   * The active cell that the webview reported last, which is restored when the webview is displayed again. Undefined if
   * none was reported. Indices are 0-based.
   */
  let place: { readonly dataRev: number; readonly row: number; readonly column: number } | undefined;
  const tools = (rev: number) => viewer.about(rev)?.tools;
  const must = (rev: number): Session => {
    const found = viewer.about(rev);
    if (!found) throw new OutOfDate('other rows are shown now');
    return found;
  };
  return {
    ready() {
      const state = viewer.stateWithRows();
      if (state.phase !== 'rows' || place?.dataRev !== viewer.dataRev()) return state;
      return { ...state, place: { row: place.row, column: place.column } };
    },
    want: ({ rev, seq, from, to }) => ({
      rev,
      seq,
      from,
      rows: cellWindow(must(rev).rows.view(), from, to),
    }),
    async action({ action }) {
      await viewer.act(action);
    },
    async button({ id }) {
      await viewer.options.onButton(id);
    },
    tool: ({ tool }) => viewer.options.onTool(tool),
    copyRequestID: () => viewer.options.onCopyRequestID(),
    leave: () => void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'),
    place({ rev, row, column }) {
      if (viewer.about(rev)) place = { dataRev: viewer.dataRev(), row, column };
    },
    selected({ rev, fromRow, toRow, columns }) {
      if (viewer.about(rev)) viewer.select({ fromRow, toRow, columns });
    },
    painted({ rev, at }) {
      // Otherwise the report is about rows of an earlier query.
      if (viewer.about(rev)) viewer.painted(at);
    },
    cell: (params) => must(params.rev).tools.cell(params),
    copy: (params) => tools(params.rev)?.copy(params) ?? viewer.options.onCopyOutdated(),
    sort: (params) => tools(params.rev)?.sort(params),
    filter: (params) => tools(params.rev)?.filter(params),
    async filterColumn(params) {
      await tools(params.rev)?.filterColumn(params);
      // An input box takes the keyboard focus and does not return it to a webview.
      viewer.options.focus();
    },
    async editFilter(params) {
      await viewer.session()?.tools.editFilter(params);
      viewer.options.focus();
    },
    filterCounted: (params) => tools(params.rev)?.filterCounted(params),
    clearFilter: (params) => viewer.session()?.tools.clearFilter(params),
    find: (params) => must(params.rev).tools.find(params),
    statistics: (params) => must(params.rev).tools.statistics(params),
    reveal: (params) => tools(params.rev)?.reveal(params),
  };
}
