/**
 * The bundle `dist/results.cjs`: running queries and displaying their results. It is loaded when the results view is
 * first displayed or a query is first run, so that the editor starts faster.
 */
export { createResults } from './controller.ts';
