/** Entry point of the bundle `dist/check.cjs`: the check of a service, which is loaded when one is checked. */
export { pickAndCheck } from './checkService.ts';
