/**
 * The bundle `dist/results.cjs`: running queries and displaying their results. It is loaded on first use, so that the
 * editor starts faster.
 */
export { createResults } from './controller.ts';
