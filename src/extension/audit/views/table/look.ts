import type { SavedView } from '../../../../core/audit/filters/savedViews.ts';

/** How the audit table displays events. A part that is absent is not known, or is to stay as it is. */
export type TableLook = Pick<SavedView, 'sort' | 'columns' | 'isHistogramShown'>;
