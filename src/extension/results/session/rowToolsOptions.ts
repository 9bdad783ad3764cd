import type { Pager } from '../../../core/results/loading/pager.ts';
import type { Finder } from '../../../core/results/view/finder.ts';
import type { ResultsHost, ResultsTools } from '../../../protocol/results.ts';
import type { Handlers } from '../../../protocol/rpc.ts';
import type { Deps } from '../../app/deps.ts';
import type { Masking } from './masking.ts';
import type { ShownRows } from './shownRows.ts';

/** The actions of the view on the loaded rows of a result. None of them sends a request. */
export type RowTools = Pick<Handlers<ResultsHost & ResultsTools>, 'cell' | 'copy'> &
  Omit<Handlers<ResultsTools>, 'tool' | 'copyRequestID'> & {
    /**
     * Copies all displayed rows to the clipboard. Values that are only revealed stay masked. Resolves to false if nothing was
     * copied.
     */
    copyShown(): Promise<boolean>;
  };

/** What the actions on the loaded rows of a result work with. */
export interface RowToolsOptions {
  readonly deps: Pick<Deps, 'clipboard' | 'messages' | 'language'>;
  readonly pager: Pager;
  readonly rows: ShownRows;
  readonly masking: Masking;
  readonly finder: () => Finder;
  /** Whether the result was closed. Running computations stop then. */
  readonly isClosed: () => boolean;
  /** Called when a sort or a filter displayed other rows (`arranged`), or when masks changed (`masked`). */
  readonly rearranged: (why: 'arranged' | 'masked') => void;
}
