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
  /**
   * The request that returned the displayed page. If there is none or all loaded rows are displayed, the latest
   * successful request, or else the recorded failed one. Undefined if no request is recorded.
   */
  readonly request: RecordedRequest | undefined;
  /**
   * True if the connection's credentials have changed since the pager's last request failed with an error that offers
   * to sign in, and the user is signed in now. False again once the user is signed out or the service rejects the
   * token.
   */
  readonly isSignedIn: boolean;
  /** True if the pager's last request failed because the local vault was not running, and it is running now. */
  readonly isLocalVaultStarted: boolean;
  readonly suggestedColumn: string | undefined;
  readonly retryAt: number | undefined;
}
