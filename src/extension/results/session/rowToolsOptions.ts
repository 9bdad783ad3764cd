import type { Pager } from '../../../core/results/loading/pager.ts';
import type { Finder } from '../../../core/results/view/finder.ts';
import type { ResultsHost, ResultsTools } from '../../../protocol/results.ts';
import type { Handlers } from '../../../protocol/rpc.ts';
import type { Deps } from '../../app/deps.ts';
import type { DisplayedRows } from './displayedRows.ts';
import type { Masking } from './masking.ts';

/** The actions that the webview offers on the loaded rows of a result. */
export type RowTools = Pick<Handlers<ResultsHost & ResultsTools>, 'cellText' | 'copy'> &
  Omit<Handlers<ResultsTools>, 'tool' | 'copyRequestID'> & {
    /**
     * Copies all displayed rows to the clipboard. Masked values stay masked, even if the user has revealed them.
     * Resolves to false if nothing was copied.
     */
    copyDisplayedRows(): Promise<boolean>;
  };

export interface RowToolsOptions {
  readonly deps: Pick<Deps, 'clipboard' | 'messages' | 'language'>;
  readonly pager: Pager;
  readonly rows: DisplayedRows;
  readonly masking: Masking;
  readonly getFinder: () => Finder;
  /** Returns whether the result was closed, in which case computations in progress stop. */
  readonly isClosed: () => boolean;
  /** Called after a sort or a filter was changed (`arranged`), or after values were masked or revealed (`masked`). */
  readonly onRowsChanged: (cause: 'arranged' | 'masked') => void;
}
