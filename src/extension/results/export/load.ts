export type ExportBundle = typeof import('./bundle.ts');

/** Loads `dist/export.cjs`; `require` keeps what it loaded. */
export const loadExport = (): ExportBundle => require('./export.cjs') as ExportBundle;
