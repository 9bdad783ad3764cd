/** The bundle `dist/audit.cjs`: all that is behind the views of audit events, loaded with the first look at them. */

export { registerAudit } from './register.ts';
