/**
 * The bundle `dist/export.cjs`: writing a result to a file and comparing two. It is loaded when one of them is asked
 * for, so that starting the editor does not pay for the formats.
 */
export { Comparisons } from './comparisons.ts';
export { exportResult } from './exportResult.ts';
