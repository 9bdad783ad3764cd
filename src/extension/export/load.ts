export type ExportBundle = typeof import('./bundle.ts');

/** Returns the exports of the bundle `dist/export.cjs`, which is loaded by the first call. */
export const loadExport = (): ExportBundle => require('./export.cjs') as ExportBundle;
