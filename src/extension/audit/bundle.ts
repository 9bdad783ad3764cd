/**
 * The entry point of the bundle `dist/audit.cjs`: the code behind the views of audit events, which is loaded when one
 * of them is first displayed.
 */

export { registerAudit } from './register.ts';
