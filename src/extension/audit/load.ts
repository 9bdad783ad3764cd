type AuditBundle = typeof import('./bundle.ts');

/** Loads `dist/audit.cjs`; `require` keeps what it loaded. */
export const loadAudit = (): AuditBundle => require('./audit.cjs') as AuditBundle;
