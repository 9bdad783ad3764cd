/** The bundle `dist/comparisons.cjs`: comparing two results. It is loaded at the first comparison. */
export { Comparisons } from './comparisons.ts';
