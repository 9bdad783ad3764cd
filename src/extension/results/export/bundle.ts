/** Entry point of the bundle `dist/comparisons.cjs`. */
export { Comparisons } from './comparisons.ts';
