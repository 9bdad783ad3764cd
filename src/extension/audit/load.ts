type AuditBundle = typeof import('./bundle.ts');

/** Loads the bundle `dist/audit.cjs` at the first call, and returns its exports; later calls get them from the cache of `require`. */
export const loadAudit = (): AuditBundle => require('./audit.cjs') as AuditBundle;
