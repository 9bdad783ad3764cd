import * as vscode from 'vscode';
import type {
  NoticeAction,
  ResultsAction,
  ResultsState,
  ResultsTool,
  SelectedCells,
} from '../../../protocol/results.ts';
import { OutOfDate } from '../../../protocol/rpc.ts';
import type { Session } from '../session/session.ts';
import { readCells } from './present.ts';
import type { ViewHandlers } from './webview.ts';

interface HandledViewer {
  readonly options: {
    onTool(tool: ResultsTool): void;
    onButton(id: NoticeAction): Promise<unknown>;
    onCopyRequestID(): Promise<boolean>;
    onCopyOutdated(): false;
    returnFocus(): void;
  };
  session(): Session | undefined;
  displayedSessionAt(rev: number): Session | undefined;
  dataRev(): number;
  stateWithRows(): ResultsState;
  performAction(action: ResultsAction): Promise<unknown>;
  setSelection(cells: SelectedCells): void;
  reportPaint(at: number): void;
}

export function createViewHandlers(viewer: HandledViewer): ViewHandlers {
  let lastActiveCell: { readonly dataRev: number; readonly row: number; readonly column: number } | undefined;
  const tools = (rev: number) => viewer.displayedSessionAt(rev)?.tools;
  const requireSession = (rev: number): Session => {
    const found = viewer.displayedSessionAt(rev);
    if (!found) throw new OutOfDate('other rows are shown now');
    return found;
  };
  return {
    ready() {
      const state = viewer.stateWithRows();
      if (state.phase !== 'rows' || lastActiveCell?.dataRev !== viewer.dataRev()) return state;
      return { ...state, activeCell: { row: lastActiveCell.row, column: lastActiveCell.column } };
    },
    fetchRows: ({ rev, seq, from, to }) => ({
      rev,
      seq,
      from,
      rows: readCells(requireSession(rev).rows.view(), from, to),
    }),
    async action({ action }) {
      await viewer.performAction(action);
    },
    async button({ id }) {
      await viewer.options.onButton(id);
    },
    tool: ({ tool }) => viewer.options.onTool(tool),
    copyRequestID: () => viewer.options.onCopyRequestID(),
    focusEditor: () => void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'),
    setActiveCell({ rev, row, column }) {
      if (viewer.displayedSessionAt(rev)) lastActiveCell = { dataRev: viewer.dataRev(), row, column };
    },
    setSelectedCells({ rev, fromRow, toRow, columns }) {
      if (viewer.displayedSessionAt(rev)) viewer.setSelection({ fromRow, toRow, columns });
    },
    reportPaint({ rev, at }) {
      // Otherwise the report is about rows that are no longer displayed.
      if (viewer.displayedSessionAt(rev)) viewer.reportPaint(at);
    },
    cellText: (params) => requireSession(params.rev).tools.cellText(params),
    copy: (params) => tools(params.rev)?.copy(params) ?? viewer.options.onCopyOutdated(),
    sort: (params) => tools(params.rev)?.sort(params),
    filter: (params) => tools(params.rev)?.filter(params),
    async filterColumn(params) {
      await tools(params.rev)?.filterColumn(params);
      // An input box takes the keyboard focus and does not return it to a webview.
      viewer.options.returnFocus();
    },
    async editFilter(params) {
      await viewer.session()?.tools.editFilter(params);
      viewer.options.returnFocus();
    },
    filterByStatistic: (params) => tools(params.rev)?.filterByStatistic(params),
    clearFilter: (params) => viewer.session()?.tools.clearFilter(params),
    find: (params) => requireSession(params.rev).tools.find(params),
    statistics: (params) => requireSession(params.rev).tools.statistics(params),
    reveal: (params) => tools(params.rev)?.reveal(params),
  };
}
