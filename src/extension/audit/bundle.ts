/** The entry point of the bundle `dist/audit.cjs`, the code behind the audit views. */

export { registerAudit } from './register.ts';
export { createSampleText } from './sql/questionDocuments.ts';
