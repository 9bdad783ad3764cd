/** The data from which the displayed state of a result is computed. */
import type { PagerState } from '../../../core/results/loading/pager.ts';
import type { Delivery } from '../../../core/results/loading/result.ts';
import type { Arrangement } from '../../../core/results/view/arrangement.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';
import type { Run } from '../../query/run.ts';
import type { LoadingState } from '../view/loadingTexts.ts';
import type { DisplayedExtent } from './displayedRows.ts';
import type { RecordedRequest } from './requestRecords.ts';

/** The loaded rows of a result, and those of them that are displayed, at one moment. */
interface RowsSnapshot {
  /** The displayed rows, with masked values masked. */
  readonly view: MaskedSource;
  readonly all: MaskedSource;
  readonly isMasked: boolean;
  readonly extent: DisplayedExtent;
  readonly isSortedOrFiltered: boolean;
  readonly arrangement: Pick<Arrangement, 'sorts' | 'filters' | 'getUnappliedParts' | 'isArranging'>;
  /** Number of loaded rows. While Load All is running, only rows before the first gap count. */
  readonly loadedRowCount: number;
  /** Whether the loaded rows are the first rows of the result, without a gap. */
  readonly isContiguous: boolean;
  readonly isComplete: boolean;
}

/** The data about one result at one moment, from which its displayed state is computed. */
export interface ResultSnapshot {
  readonly run: Run;
  readonly delivery: Delivery;
  readonly pagerState: PagerState;
  readonly loadingState: LoadingState;
  readonly rows: RowsSnapshot;
  /**
   * The request that returned the displayed page, or the latest successful request if rows of several pages are
   * displayed or the page's own request is not known. If none has succeeded, the latest failed one that the service may
   * have received; undefined if there is none either.
   */
  readonly request: RecordedRequest | undefined;
  /** Whether the user has signed in since the last request failed for lack of a valid token. */
  readonly isSignedIn: boolean;
  /** Whether the local vault was started since the last request failed because it was not running. */
  readonly isLocalVaultStarted: boolean;
  /** Name of a known column that resembles the column that the service rejected; undefined if there is none. */
  readonly suggestedColumn: string | undefined;
  /**
   * When a request that the service asked to retry later is sent again, in milliseconds since 1970; undefined if none
   * waits.
   */
  readonly retryAt: number | undefined;
}
