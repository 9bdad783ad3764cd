import type { ResultsAction, ResultsState, ResultsTool, Selected } from '../../protocol/results.ts';
import type { Deps } from '../app/deps.ts';
import type { Notice } from '../query/refusals.ts';
import { cellWindow, idleState } from './present.ts';
import type { Session } from './session.ts';
import type { ViewHandlers } from './webview.ts';

/** What a command returns to its caller: the panel's state without a value in it. */
export type Summary = Pick<ResultsState, 'phase' | 'rowCount' | 'firstRowNumber' | 'status'> & {
  /** Of the notice, where one replaces the rows or is above them. */
  readonly title?: string;
  readonly buttons?: readonly string[];
};

/** One place where results are shown: the panel, or a tab. */
export interface Viewer {
  readonly handlers: ViewHandlers;
  session(): Session | undefined;
  /** Shows another result; the one before is given back, not disposed of. */
  setSession(session: Session | undefined): Session | undefined;
  /** In place of any result, until `setSession`. */
  setNotice(notice: Notice | undefined): void;
  /** The cells that the person has selected in the rows on screen. */
  selected(): Selected | undefined;
  state(): ResultsState;
  draw(): void;
  /** Does what a button does, where it is enabled; answers once it is done. */
  act(action: ResultsAction): Promise<Summary>;
  /** Answers once nothing is waited for. */
  settled(): Promise<Summary>;
  /** When a statement was asked to run, in milliseconds since 1970: until its first row is on screen. */
  timePaint(askedAt: number): void;
}

export interface ViewerOptions {
  readonly deps: Deps;
  readonly welcome: () => Notice;
  readonly onDraw: (state: ResultsState) => void;
  readonly onTool: (tool: ResultsTool) => void;
  readonly onAudit: () => void;
  /** A button of a notice that belongs to no result. */
  readonly onButton: (id: string) => void;
  /** What the place adds to a result's own abilities. */
  readonly can: () => Partial<ResultsState['can']>;
}

export function createViewer(options: ViewerOptions): Viewer {
  const { deps, onDraw } = options;
  let rev = 1;
  /** The revision since which rows on screen are those rows. */
  let dataRev = 1;
  let shown: { readonly session: Session | undefined; readonly version: number } | undefined;
  let session: Session | undefined;
  let notice: Notice | undefined;
  let waiting: (() => void)[] = [];
  let askedAt: number | undefined;
  let selected: { readonly dataRev: number; readonly area: Selected } | undefined;
  let place: { readonly dataRev: number; readonly row: number; readonly column: number } | undefined;

  const state = (): ResultsState => {
    const own = notice || !session ? idleState(notice ?? options.welcome()) : session.state();
    const { can } = own;
    return { ...own, rev, dataRev, can: session && !notice ? { ...can, ...options.can() } : can };
  };
  const busy = (): boolean => !notice && session?.busy() === true;
  const draw = (): void => {
    rev++;
    const version = session?.version() ?? 0;
    const live = notice ? undefined : session;
    if (shown?.session !== live || shown?.version !== version) dataRev = rev;
    shown = { session: live, version };
    onDraw(state());
    if (busy()) return;
    const done = waiting;
    waiting = [];
    for (const resolve of done) resolve();
  };
  const settled = async (): Promise<Summary> => {
    if (busy()) await new Promise<void>((resolve) => waiting.push(resolve));
    const { phase, rowCount, firstRowNumber, status, notice: said } = state();
    return {
      ...{ phase, rowCount, firstRowNumber, status },
      ...(said ? { title: said.title, buttons: said.buttons.map(({ label }) => label) } : {}),
    };
  };
  const act = (action: ResultsAction): Promise<Summary> => {
    if (action === 'showAudit') options.onAudit();
    else if (!notice) session?.act(action);
    return settled();
  };
  /** The result, if the question is about rows that are still on screen. */
  const about = (asked: number): Session | undefined =>
    !notice && asked >= dataRev && asked <= rev ? session : undefined;
  const stale = 'other rows are shown now';
  const must = (asked: number): Session => {
    const found = about(asked);
    if (!found) throw new Error(stale);
    return found;
  };

  const handlers: ViewHandlers = {
    ready: () => ({
      ...state(),
      ...(place?.dataRev === dataRev ? { place: { row: place.row, column: place.column } } : {}),
    }),
    want: ({ rev: asked, seq, from, to }) => ({
      ...{ rev: asked, seq, from },
      rows: cellWindow(must(asked).rows.view(), from, to),
    }),
    action: ({ action }) => void act(action),
    button: ({ id }) => (!notice && session ? session.press(id) : options.onButton(id)),
    tool: ({ tool }) => options.onTool(tool),
    place({ rev: asked, row, column }) {
      if (about(asked)) place = { dataRev, row, column };
    },
    selected({ rev: asked, fromRow, toRow, columns }) {
      if (about(asked)) selected = { dataRev, area: { fromRow, toRow, columns } };
    },
    painted({ at }) {
      if (askedAt !== undefined) deps.log.info(`first row painted ${Math.round(at - askedAt)} ms after Run`);
      askedAt = undefined;
    },
    cell: (params) => must(params.rev).host.cell(params),
    copy: (params) => about(params.rev)?.host.copy(params),
    copyAs: (params) => about(params.rev)?.host.copyAs(params),
    sort: (params) => about(params.rev)?.host.sort(params),
    filter: (params) => about(params.rev)?.host.filter(params),
    clearFilter: (params) => session?.host.clearFilter(params),
    find: (params) => must(params.rev).host.find(params),
    statistics: (params) => must(params.rev).host.statistics(params),
    reveal: (params) => about(params.rev)?.host.reveal(params),
  };

  return {
    handlers,
    session: () => session,
    setSession(next) {
      const before = session;
      if (before) before.onChange = () => undefined;
      session = next;
      notice = undefined;
      if (next) next.onChange = draw;
      return before;
    },
    setNotice(next) {
      notice = next;
    },
    selected: () => (selected?.dataRev === dataRev ? selected.area : undefined),
    ...{ state, draw, act, settled },
    timePaint(at) {
      askedAt = at;
    },
  };
}
