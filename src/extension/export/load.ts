export type ExportBundle = typeof import('./bundle.ts');

/** Loads the bundle `dist/export.cjs` at the first call, and returns its exports; later calls get them from the cache of `require`. */
export const loadExport = (): ExportBundle => require('./export.cjs') as ExportBundle;
