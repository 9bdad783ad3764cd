type AuditBundle = typeof import('./bundle.ts');

/** Returns the exports of the bundle `dist/audit.cjs`, which is loaded at the first call. */
export const loadAudit = (): AuditBundle => require('./audit.cjs') as AuditBundle;
