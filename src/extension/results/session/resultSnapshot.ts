import type { PagerState } from '../../../core/results/loading/pager.ts';
import type { Delivery } from '../../../core/results/loading/result.ts';
import type { Arrangement } from '../../../core/results/view/arrangement.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';
import type { Run } from '../../query/run.ts';
import type { LoadingState } from '../view/loadingTexts.ts';
import type { DisplayedExtent } from './displayedRows.ts';
import type { RecordedRequest } from './requestRecords.ts';

interface RowsSnapshot {
  readonly view: MaskedSource;
  readonly all: MaskedSource;
  readonly isMasked: boolean;
  readonly maskedColumns: readonly number[];
  readonly extent: DisplayedExtent;
  readonly isSortedOrFiltered: boolean;
  readonly arrangement: Pick<Arrangement, 'sorts' | 'filters' | 'getUnappliedParts' | 'isArranging'>;
  readonly loadedRowCount: number;
  readonly isContiguous: boolean;
  readonly isComplete: boolean;
}

export interface ResultSnapshot {
  readonly run: Run;
  readonly delivery: Delivery;
  readonly pagerState: PagerState;
  readonly loadingState: LoadingState;
  readonly rows: RowsSnapshot;
  /** The request that returned the displayed rows, or else the latest one on record; undefined if there is none. */
  readonly request: RecordedRequest | undefined;
  /**
   * Whether the user has signed in since the pager's last request failed for lack of a valid token, and the new token
   * was neither removed nor rejected.
   */
  readonly isSignedIn: boolean;
  /** Whether the local vault was started since the pager's last request failed because it was not running. */
  readonly isLocalVaultStarted: boolean;
  readonly suggestedColumn: string | undefined;
  readonly retryAt: number | undefined;
}
