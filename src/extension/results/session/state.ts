/** What is shown of one result, made of its parts: nothing here keeps or changes anything. */
import type { PagerState } from '../../../core/results/loading/pager.ts';
import type { Delivery } from '../../../core/results/loading/result.ts';
import type { Arrangement } from '../../../core/results/view/arrangement.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';
import { targetLabel } from '../../connections/targets.ts';
import type { Run } from '../../query/run.ts';
import { type LoadingState, loadingNotice, loadingStatus } from '../loadingTexts.ts';
import { pagerNotice } from '../notices.ts';
import { columnsOf, detailText, firstCells, phaseOf, type SessionState } from '../present.ts';
import { pageStatus, restingText, scopeText, wholeStatus } from '../status.ts';
import type { Answer } from './answers.ts';

/** The rows loaded, and those of them on screen. */
export interface RowsNow {
  /** On screen, with what is hidden. */
  readonly view: MaskedSource;
  /** All loaded ones, with what is hidden. */
  readonly all: MaskedSource;
  readonly isMasked: boolean;
  /** Whether all loaded rows are shown rather than a page. */
  readonly whole: boolean;
  /** Whether a sort or a filter is on. */
  readonly arranged: boolean;
  readonly arrangement: Pick<Arrangement, 'sort' | 'filters' | 'resting'>;
  /** Rows loaded; while Load all works, those without a gap before them. */
  readonly loaded: number;
  /** Whether they are the first ones, none missing between. */
  readonly contiguous: boolean;
  /** Whether all rows of the result are loaded. */
  readonly complete: boolean;
}

/** One result at one moment. */
export interface ResultNow {
  readonly run: Run;
  readonly delivery: Delivery;
  readonly paged: PagerState;
  readonly load: LoadingState;
  readonly rows: RowsNow;
  /** The request whose rows are on screen. */
  readonly answer: Answer | undefined;
}

export function stateOf(now: ResultNow): SessionState {
  const { run, delivery, paged, load, rows, answer } = now;
  const { view, whole, arrangement } = rows;
  const { sort, filters } = arrangement;
  const phase = phaseNow(now);
  const hasRows = phase === 'rows';
  const isFiltered = filters.length > 0;
  const notice = pagerNotice(paged, run.target) ?? loadingNotice(load, run.target);
  return {
    phase,
    columns: columnsOf(rows.all),
    rowCount: view.rowCount,
    rows: firstCells(view),
    firstRowNumber: whole ? 1 : paged.firstRow,
    totalRows: totalOf(now),
    status: statusOf(now),
    detail: detailText(answer?.exchange),
    target: { label: targetLabel(run.target), environment: run.target.connection.environment },
    can: abilitiesOf(now),
    masked: rows.isMasked,
    ...(delivery.kind === 'single' && hasRows ? { figures: true as const } : {}),
    ...(load.loaded && isWorking(load)
      ? { progress: { done: load.loaded.rows, total: load.expected ?? load.cost.rows ?? -1 } }
      : {}),
    scope: scopeText(rows.loaded, isFiltered ? view.rowCount : undefined),
    arranged: { ...(sort ? { sort } : {}), filters: filters.map(({ id, label }) => ({ id, label })) },
    ...(notice ? { notice } : {}),
  };
}

/** What may be done with the result now. */
export function abilitiesOf(now: ResultNow): SessionState['can'] {
  const { run, delivery, paged, load, rows, answer } = now;
  const { whole, arranged } = rows;
  const phase = phaseNow(now);
  const hasRows = phase === 'rows';
  const isResting = phase !== 'loading' && !isWorking(load);
  const able = hasRows && isResting;
  return {
    next: (paged.phase === 'loading' || isResting) && paged.hasNext && !(whole && !arranged),
    previous: !whole && paged.hasPrevious,
    first: whole ? isResting && !arranged : paged.hasPrevious,
    cancel: phase === 'loading' || isWorking(load) || load.phase === 'paused',
    showAudit: answer !== undefined && run.target.connection.accountID !== '',
    ...(delivery.kind === 'paged' ? { loadAll: able && !rows.complete && !paged.offsetIgnored } : {}),
    ...(load.phase === 'running' ? { pause: true } : {}),
    ...(load.phase === 'paused' ? { resume: true } : {}),
    export: able,
    toggleMask: hasRows,
    rerun: isResting,
    ...{ sort: able, filter: able, find: hasRows, statistics: hasRows, copyAs: hasRows },
    reveal: hasRows && rows.isMasked,
  };
}

const isWorking = ({ phase }: LoadingState): boolean => phase === 'running' || phase === 'counting';

const phaseNow = ({ paged, rows: { view, whole, loaded } }: ResultNow): SessionState['phase'] =>
  phaseOf(paged, view.rowCount || (whole ? loaded : 0));

/** As in `ResultsState`. */
function totalOf({ paged, rows }: ResultNow): number {
  if (!rows.whole) return paged.end ?? -1;
  return rows.arrangement.filters.length > 0 || rows.complete ? rows.view.rowCount : -1;
}

function statusOf({ paged, load, rows }: ResultNow): string {
  const working = loadingStatus(load);
  if (working !== undefined) return working;
  const { view, loaded, contiguous, complete, arrangement } = rows;
  const { counted } = load.doubts;
  const filtered = arrangement.filters.length > 0;
  const status = rows.whole
    ? wholeStatus(paged, {
        ...{ shown: view.rowCount, loaded, contiguous, complete, filtered },
        ...(counted === undefined ? {} : { counted }),
      })
    : pageStatus(paged, counted);
  return [status, restingText(arrangement.resting())].filter(Boolean).join(' · ');
}
