/** The bundle `dist/comparisons.cjs`, which compares two results. It is loaded when results are first compared. */
export { Comparisons } from './comparisons.ts';
