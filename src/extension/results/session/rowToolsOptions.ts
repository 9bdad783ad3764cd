import type { Pager } from '../../../core/results/loading/pager.ts';
import type { Finder } from '../../../core/results/view/finder.ts';
import type { ResultsHost, ResultsTools } from '../../../protocol/results.ts';
import type { Handlers } from '../../../protocol/rpc.ts';
import type { Deps } from '../../app/deps.ts';
import type { DisplayedRows } from './displayedRows.ts';
import type { Masking } from './masking.ts';

export type RowTools = Pick<Handlers<ResultsHost & ResultsTools>, 'cellText' | 'copy'> &
  Omit<Handlers<ResultsTools>, 'tool' | 'copyRequestID'> & {
    /**
     * Copies the displayed rows. Values that the user has revealed are copied masked. Resolves to false if nothing was
     * copied.
     */
    copyDisplayedRows(): Promise<boolean>;
  };

export interface RowToolsOptions {
  readonly deps: Pick<Deps, 'clipboard' | 'messages' | 'language'>;
  readonly pager: Pager;
  readonly rows: DisplayedRows;
  readonly masking: Masking;
  readonly getFinder: () => Finder;
  readonly isClosed: () => boolean;
  readonly onRowsChanged: (cause: 'arranged' | 'masked') => void;
}
