import type { SavedView } from '../../../../core/audit/filters/savedViews.ts';

/**
 * How the audit table displays events: sort order, visible columns, and whether the histogram is displayed. A part that
 * is absent is unknown. If a look is applied to the table, its absent parts change nothing.
 */
export type TableLook = Pick<SavedView, 'sorts' | 'columns' | 'isHistogramShown'>;
