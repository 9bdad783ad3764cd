import * as vscode from 'vscode';
import { valueText } from '../../core/results/cell.ts';
import type { Finding } from '../../core/sql/types.ts';
import type { ResultsAction, ResultsHost, ResultsState } from '../../protocol/results.ts';
import { errorSentences } from '../apiErrors.ts';
import type { Deps } from '../deps.ts';
import { targetLabel } from '../targets.ts';
import { tabSeparated } from './copy.ts';
import { prepare } from './prepare.ts';
import { cellWindow, idleState, presentPager, retryID } from './present.ts';
import { type Notice, showProblem, welcomeNotice } from './refusals.ts';
import { type Run, startRun } from './run.ts';
import type { Chosen } from './statement.ts';
import { createResultsPanel } from './view.ts';

/** What a command answers to whoever ran it: the panel's state without a value in it. */
export type Summary = Pick<ResultsState, 'phase' | 'rowCount' | 'firstRowNumber' | 'status'> & {
  /** Of the notice, where one stands in the place of the rows or above them. */
  readonly title?: string;
  readonly buttons?: readonly string[];
};

export interface ResultsController extends vscode.Disposable {
  /**
   * Runs the statement at a place, in the selection or at the caret; `count` runs COUNT over the same rows instead.
   * Answers once the first page is there, or it is clear why there is none.
   */
  run(uri: unknown, offset: unknown, count?: boolean): Promise<Summary>;
  /** Does what a button of the panel does; answers once it is done. */
  action(action: ResultsAction): Promise<Summary>;
  /** Puts the page shown on the clipboard as tab-separated text. False when there is none. */
  copyPage(): Promise<boolean>;
  clear(): void;
}

/** Holds the one result that the panel shows, and does what is asked there and in the palette. */
export function createResults(deps: Deps): ResultsController {
  let rev = 1;
  let run: Run | undefined;
  let notice: Notice | undefined;
  let refused: { readonly chosen: Chosen; readonly finding: Finding } | undefined;
  let waiting: (() => void)[] = [];
  /** When the statement was asked to run; until its first row is on screen. */
  let askedAt: number | undefined;

  const state = (): ResultsState => {
    if (notice) return idleState(rev, notice);
    if (run) return presentPager(rev, run.pager.state(), run.target);
    return idleState(rev, welcomeNotice(deps.targets.all().length > 0));
  };
  const draw = (): void => {
    rev++;
    const now = state();
    panel.draw(now);
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand('setContext', key, value);
    set('vaultsql.running', now.can.cancel);
    set('vaultsql.canNext', now.can.next);
    set('vaultsql.canPrevious', now.can.previous);
    set('vaultsql.hasRows', now.rowCount > 0);
    if (now.phase === 'loading') return;
    const done = waiting;
    waiting = [];
    for (const resolve of done) resolve();
  };
  const settled = async (): Promise<Summary> => {
    if (state().phase === 'loading') await new Promise<void>((resolve) => waiting.push(resolve));
    const { phase, rowCount, firstRowNumber, status, notice: said } = state();
    return {
      phase,
      rowCount,
      firstRowNumber,
      status,
      ...(said ? { title: said.title, buttons: said.buttons.map(({ label }) => label) } : {}),
    };
  };
  const sayNotice = async (said: Notice): Promise<Summary> => {
    run?.cancel();
    notice = said;
    await panel.reveal();
    draw();
    return settled();
  };
  const page = () => (notice ? undefined : run?.pager.state());

  const act = (what: ResultsAction): Promise<Summary> => {
    if (what === 'showAudit') void vscode.commands.executeCommand('vaultsql.query.showAuditEvents');
    else if (what === 'cancel') run?.cancel();
    else if (!notice) run?.pager[what]();
    return settled();
  };
  const command = (id: string) => () => vscode.commands.executeCommand(id);
  const buttons: Readonly<Record<string, () => unknown>> = {
    [retryID]: () => run?.pager.retry(),
    showProblem: () => refused && showProblem(refused.chosen, refused.finding),
    newQuery: command('vaultsql.query.new'),
    startLocalVault: command('vaultsql.localVault.start'),
    addConnection: command('vaultsql.connection.add'),
  };
  /** A button of a notice; those of an error's next step are not ours but the error's. */
  const press = (id: string): void => {
    if (Object.hasOwn(buttons, id)) {
      buttons[id]?.();
      return;
    }
    const error = page()?.error;
    if (!error || !run) return;
    const { connection, vault } = run.target;
    const { action } = errorSentences(error, { operation: 'query', connection, vaultID: vault.id });
    if (action?.id === id) action.run();
  };

  const host: ResultsHost = {
    ready: () => state(),
    want({ rev: asked, seq, from, to }) {
      const shown = page();
      const rows = asked === rev && shown ? cellWindow(shown.rows, shown.columns.length, from, to) : [];
      return { rev: asked, seq, from, rows };
    },
    action: ({ action }) => void act(action),
    button: ({ id }) => press(id),
    cell: ({ rev: asked, row, column }) => (asked === rev ? valueText(page()?.rows[row]?.[column]) : ''),
    copy({ rev: asked, ...range }) {
      const shown = page();
      if (asked !== rev || !shown) return;
      void vscode.env.clipboard.writeText(tabSeparated(shown.columns, shown.rows, range));
    },
    painted({ at }) {
      if (askedAt !== undefined) deps.log.info(`first row painted ${Math.round(at - askedAt)} ms after Run`);
      askedAt = undefined;
    },
  };
  const panel = createResultsPanel(deps.context.extensionUri, host);
  const listening = deps.targets.onDidChange(() => {
    if (!run && !notice) draw();
  });

  /** The same statement still waiting for its first answer: running it again would only write a second audit event. */
  const runsAlready = (next: { target: Run['target']; statement: string }): boolean => {
    if (!run || notice) return false;
    const { phase, requests } = run.pager.state();
    const same = run.statement === next.statement && targetLabel(run.target) === targetLabel(next.target);
    return phase === 'loading' && requests === 0 && same;
  };
  const start = async (uri: unknown, offset: unknown, count: boolean): Promise<Summary> => {
    const at = Date.now();
    const prepared = await prepare(deps, uri, offset, count);
    switch (prepared.kind) {
      case 'left':
        return settled();
      case 'notice':
        return sayNotice(prepared.notice);
      case 'refused': {
        refused = prepared;
        const summary = await sayNotice(prepared.notice);
        await showProblem(prepared.chosen, prepared.finding);
        return summary;
      }
      case 'ready': {
        if (runsAlready(prepared)) return settled();
        run?.cancel();
        notice = undefined;
        askedAt = at;
        const started = startRun(deps, prepared.target, prepared.statement, prepared.options, () => {
          if (run === started) draw();
        });
        run = started;
        started.pager.start();
        await panel.reveal();
        return settled();
      }
    }
  };

  return {
    run: (uri, offset, count = false) => start(uri, offset, count),
    action: act,
    async copyPage() {
      const shown = page();
      if (!shown || shown.rows.length === 0) return false;
      const range = { fromRow: 0, toRow: shown.rows.length, fromColumn: 0, toColumn: shown.columns.length };
      await vscode.env.clipboard.writeText(tabSeparated(shown.columns, shown.rows, range));
      return true;
    },
    clear() {
      run?.cancel();
      run = undefined;
      notice = undefined;
      draw();
    },
    dispose() {
      run?.cancel();
      listening.dispose();
      panel.dispose();
    },
  };
}
