/** Entry point of the bundle `dist/check.cjs`. */
export { pickAndCheck } from './checkService.ts';
