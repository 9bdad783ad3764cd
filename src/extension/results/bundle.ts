/** Entry point of the bundle `dist/results.cjs`. */
export { createResults } from './controller.ts';
