/**
 * The bundle `dist/results.cjs`: running a query and reading its result. It is loaded when the view is first looked
 * at or a query is first run, so that starting the editor does not pay for it.
 */
export { createResults } from './controller.ts';
