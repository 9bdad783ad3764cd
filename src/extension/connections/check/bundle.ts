/** Entry point of the bundle `dist/check.cjs`. */
export { pickAndCheckService as pickAndCheck } from './checkService.ts';
